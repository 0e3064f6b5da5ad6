"""The derived columns, made anew from the log."""

from django.db import transaction

from games.models import Game, Seat
from games.selectors.log import entries_of, state_of

from ..lock import game_for_update
from .after_action import GAME_COLUMNS, SEAT_COLUMNS, derived_values, set_derived_columns, title_of


@transaction.atomic
def rebuild_derived(game_id: int) -> bool:
    """Set the derived columns of a started game to what its log says. Tell whether anything was different.

    Times are kept where the log does not say otherwise: deadlines are promises made to players.
    """
    game = game_for_update(game_id)
    if game.started_at is None:
        return False
    seats = list(game.seats.select_related("user").order_by("number"))
    before = _snapshot(game, seats)
    last = entries_of(game).last()
    game.ply = last.ply + 1 if last else 0
    now = last.at if last else game.started_at
    set_derived_columns(game, seats, title_of(game), state_of(game), now)
    if _snapshot(game, seats) == before:
        return False
    game.version += 1
    game.save(update_fields=GAME_COLUMNS)
    Seat.objects.bulk_update(seats, SEAT_COLUMNS)
    return True


def _snapshot(game: Game, seats: list[Seat]) -> list[object]:
    return [derived_values(game), *(derived_values(seat) for seat in seats)]
