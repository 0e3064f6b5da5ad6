"""Games that begin with a position of another one instead of an empty log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Entry, Game, Seat
from games.selectors.log import entries_of

INHERITED = "inherited"  # the note of an entry that another game's log has brought along


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """The first ``ply`` entries of another game, the seat there that the host of the new one takes, and the state."""

    game: Game
    ply: int
    seat: int
    state: object


def arrange_seats(seats: Sequence[Seat], host_id: int | None, beginning: StartingPosition) -> list[Seat]:
    """Return the seats in order of their numbers: the host where they want to sit, the others around."""
    others = [seat for seat in seats if seat.user_id != host_id]
    return [*others[: beginning.seat], *(seat for seat in seats if seat.user_id == host_id), *others[beginning.seat :]]


def copy_entries(game: Game, beginning: StartingPosition, now: datetime) -> None:
    """Give a game that has just been made the entries it begins with, and note where they are from."""
    given = entries_of(beginning.game).filter(ply__lt=beginning.ply)
    Entry.objects.bulk_create(
        Entry(
            game=game,
            ply=entry.ply,
            seat=entry.seat,
            notation=entry.notation,
            at=now,
            rules_version=entry.rules_version,
            state_hash=entry.state_hash,
            note=INHERITED,
        )
        for entry in given
    )
    game.branched_from, game.branched_at, game.ply = beginning.game, beginning.ply, beginning.ply
    game.rules_version = beginning.game.rules_version
    game.save(update_fields=["branched_from", "branched_at", "ply", "rules_version"])
