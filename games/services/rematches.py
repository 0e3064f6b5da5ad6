"""Once more, please."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import Conflict, Forbidden
from games.models import Game, Seat, Status

from .invitations import offer_seat, spend_one
from .lock import game_for_update
from .tables import create_table, join_table


@transaction.atomic
def rematch(game_id: int, user: User) -> Game:
    """Open a table like the finished one with seats kept for the same players, or sit down at the one that exists.

    Raises Forbidden (not-seated), TooMany, Conflict (not-over, and what ``join_table`` raises).
    """
    game = game_for_update(game_id)
    if not game.seats.filter(user=user).exists():
        raise Forbidden("not-seated", _("You did not sit at this table."))
    if game.status not in {Status.FINISHED, Status.ABORTED}:
        raise Conflict("not-over", _("This game is not over yet."))
    again = Game.objects.filter(rematch_of=game).exclude(status=Status.CANCELLED).first()
    if again:
        return join_table(again.pk, user)
    spend_one(user)  # opened and left in turn, tables like this would send mails without end
    Game.objects.filter(rematch_of=game).update(rematch_of=None)
    again = create_table(
        user,
        title=game.title,
        ruleset=game.ruleset,
        options=game.options,
        seat_count=game.seat_count,
        pace=game.pace,
        is_private=game.is_private,
        seat_order=game.seat_order,
        name=game.name,
    )
    again.rematch_of = game
    again.save(update_fields=["rematch_of"])
    others = Seat.objects.filter(game=game, user__is_active=True).exclude(user=user)
    for seat in others.select_related("user"):
        offer_seat(again, user, seat.user, rematch=True)
    return again
