"""The list of the films of a game."""

from dataclasses import dataclass

from games.models import Film, FilmFormat, Game, JobState
from games.selectors.films import films_of


@dataclass(frozen=True, slots=True)
class FilmView:
    """One kind of film. ``page`` names the address of the file, "" without a file."""

    kind: str
    label: str
    page: str
    is_under_way: bool
    has_failed: bool


@dataclass(frozen=True, slots=True)
class FilmsView:
    """All kinds; an open page polls ``page`` while one is being made. Empty for a game that is not over."""

    kinds: tuple[FilmView, ...]
    page: str

    @property
    def is_under_way(self) -> bool:
        """True if a film is being made."""
        return any(kind.is_under_way for kind in self.kinds)


def films_view(game: Game, page: str) -> FilmsView:
    """Return the finished, pending and possible films."""
    if not game.is_over or not game.ply:
        return FilmsView((), page)
    rows = {row.format: row for row in films_of(game)}
    return FilmsView(tuple(_view(game, kind, rows.get(kind)) for kind in FilmFormat), page)


def _view(game: Game, kind: FilmFormat, row: Film | None) -> FilmView:
    state = row.state if row else ""
    is_there = row is not None and row.finished_at is not None
    return FilmView(
        kind=kind.value,
        label=str(kind.label),
        page=f"film_{kind.value}" if is_there else "",
        is_under_way=not is_there and state in {JobState.QUEUED, JobState.RUNNING},
        has_failed=not is_there and state == JobState.FAILED,
    )
