"""Starting positions from other games, for games that do not begin with an empty log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.core.log import entries_of
from games.core.models import Entry, EntryNote, Game, Seat


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """The position of another game after ``ply`` entries. ``seat`` is the one that the new host takes."""

    game: Game
    ply: int
    seat: int
    state: object


def arrange_seats(seats: Sequence[Seat], host_id: int | None, position: StartingPosition) -> list[Seat]:
    """Return the seats in playing order: the host in the chosen seat, the others in the rest."""
    others = [seat for seat in seats if seat.user_id != host_id]
    return [*others[: position.seat], *(seat for seat in seats if seat.user_id == host_id), *others[position.seat :]]


def copy_entries(game: Game, position: StartingPosition, now: datetime) -> None:
    """Copy the entries of the starting position into a new game, and store their origin."""
    entries = entries_of(position.game).filter(ply__lt=position.ply)
    Entry.objects.bulk_create(
        Entry(
            game=game,
            ply=entry.ply,
            seat=entry.seat,
            notation=entry.notation,
            at=now,
            rules_version=entry.rules_version,
            state_hash=entry.state_hash,
            note=EntryNote.INHERITED,
        )
        for entry in entries
    )
    game.branched_from, game.branched_at, game.ply = position.game, position.ply, position.ply
    game.rules_version = position.game.rules_version
    game.save(update_fields=["branched_from", "branched_at", "ply", "rules_version"])
