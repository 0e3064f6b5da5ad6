"""Notes and diary of a table for one viewer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from accounts.selectors import display_name
from games.engine.registry import get_title
from games.models import DiaryLine, Game, Seat, Status
from games.selectors.tables.notes import diary_for, note_of
from games.selectors.tables.seats import Viewer, seat_name, seats_of
from games.selectors.visibility import knowing_seat, known_plies_of
from games.services.tables.notes import can_keep_notes, note_hash

from .log.log_lines import ply_text


@dataclass(frozen=True, slots=True)
class DiaryLineView:
    """One line of a diary. ``is_mine`` is True if the viewer wrote it and can remove it."""

    pk: int
    name: str
    username: str
    is_mine: bool
    is_edited: bool
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DiaryPageView:
    """The diary lines after one ply. ``happened`` is the text of that ply, "" before the first."""

    ply: int
    happened: str
    lines: tuple[DiaryLineView, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class NotesView:
    """``text`` is the private notes, ``text_hash`` their hash, ``pages`` the diary from its first page to the last.

    ``here`` is the page of the requested ply. ``may_note`` and ``may_write`` are the viewer's permissions.
    """

    text: str
    text_hash: str
    may_note: bool
    may_write: bool
    is_open: bool
    pages: tuple[DiaryPageView, ...]

    @property
    def here(self) -> DiaryPageView | None:
        """The page of the requested ply, None if it is empty."""
        return next((page for page in self.pages if page.is_here), None)


def notes_view(game: Game, viewer: Viewer, *, ply: int | None = None, edited: int | None = None) -> NotesView:
    """Return the notes and diary for this viewer, with the current ply and the line in the edit form marked."""
    rows = seats_of(game)
    user = viewer if isinstance(viewer, User) else None
    is_seated = user is not None and any(seat.user_id == user.pk for seat in rows)
    text = note_of(game, user) if user else ""
    return NotesView(
        text=text,
        text_hash=note_hash(text),
        may_note=user is not None and can_keep_notes(game, is_seated),
        may_write=user is not None and is_seated and user.is_confirmed and game.status == Status.RUNNING,
        is_open=game.is_over,
        pages=_pages(game, rows, diary_for(game, viewer), user, ply, edited),
    )


def _pages(
    game: Game, rows: Sequence[Seat], lines: Sequence[DiaryLine], user: User | None, ply: int | None, edited: int | None
) -> tuple[DiaryPageView, ...]:
    """Return the pages of the diary. An empty diary does not read the log."""
    title, log = get_title(game.title), known_plies_of(game, knowing_seat(game, user)) if lines else []
    names = [seat_name(seat) for seat in rows]
    found: dict[int, list[DiaryLineView]] = {}
    for line in lines:
        found.setdefault(line.ply, []).append(_line(line, user, edited))
    return tuple(
        DiaryPageView(at, ply_text(title, log[at - 1], names) if at else "", tuple(some), at == ply)
        for at, some in found.items()
    )


def _line(line: DiaryLine, user: User | None, edited: int | None) -> DiaryLineView:
    is_mine = user is not None and line.user_id == user.pk
    name = display_name(line.user)
    return DiaryLineView(line.pk, name, line.user.username, is_mine, is_mine and line.pk == edited, line.text, line.at)
