"""Comments of a game file: who played what its player did not play, and events at the table that are no turns.

They are in English and in UTC for every reader, so that equal games have equal files.
"""

from collections.abc import Iterable
from datetime import UTC

from django.utils import timezone, translation

from games.engine.gamefile_text import MAX_LINE, MAX_LINES, UNPRINTABLE
from games.models import Entry, EntryNote, Game, TableEvent
from games.selectors.events import events_of
from games.selectors.log import EntryOrigin, Origins, log_with_origins
from games.selectors.seats import seats_of

from ..table.event_lines import LogEvent
from ..table.story import story_of

LINES_LEFT = 20  # for what follows in the file


def story_comments(game: Game, lines: int, entries: Iterable[Entry] | None = None) -> str:
    """Return the comments of a game whose file has ``lines`` lines without them; "" if there is nothing to say.

    If they do not fit into the file, the last ones are left out. The seats, and the events if ``entries`` are given,
    are those that were fetched with the game.
    """
    rows, events = (seats_of(game), events_of(game)) if entries is None else (list(game.seats.all()), _fetched(game))
    origins = log_with_origins(game)[1] if entries is None else _origins(entries)
    with translation.override("en"), timezone.override(UTC):
        story = story_of(game, rows, origins, events)
        said = [(ply + 1, 0, f"step {ply + 1} {mark}") for ply, mark in story.marks.items()]
        said += [(line.ply, 1, _event_text(line)) for line in story.events_between(0, None)]
    texts = [f"; {UNPRINTABLE.sub(' ', text)}"[:MAX_LINE] for _step, _rank, text in sorted(said, key=_place)]
    return "".join(f"{text}\n" for text in texts[: max(0, MAX_LINES - LINES_LEFT - lines)])


def _event_text(line: LogEvent) -> str:
    return f"{line.event.at.astimezone(UTC):%Y-%m-%d %H:%M}, step {line.ply}: {line.text}"


def _place(said: tuple[int, int, str]) -> tuple[int, int]:
    return said[:2]


def _fetched(game: Game) -> list[TableEvent]:
    return sorted(game.events.all(), key=lambda event: event.pk)


def _origins(entries: Iterable[Entry]) -> Origins:
    return {
        entry.ply: EntryOrigin(entry.seat, entry.note, entry.played_by_id)
        for entry in entries
        if entry.seat is not None and entry.note != EntryNote.INHERITED
    }
