"""Rematches of games that are over."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common.errors import Conflict, Forbidden
from games.core.choices import SeatOrder, Status
from games.core.lock import bump_version, game_for_update
from games.core.models import Game, Seat
from games.core.shares import NO_SHARE, NewShare
from games.play.table_times import time_settings_of

from .invitations import count_invitation, offer_seat
from .tables import NewTable, create_table, join_table


@transaction.atomic
def rematch(game_id: int, user: User, *, share: NewShare = NO_SHARE) -> Game:
    """Create a table with the settings and players of a finished one, or join the existing rematch.

    People get an invitation, robots a seat. At the start everyone moves up one seat. Raises Forbidden
    (not-seated), TooMany, Conflict (not-over), and like ``create_table`` and ``join_table``.
    """
    game = game_for_update(game_id)
    if not game.seats.filter(user=user).exists():
        raise Forbidden("not-seated", _("You did not play at this table."))
    if game.status not in {Status.FINISHED, Status.ABORTED}:
        raise Conflict("not-over", _("This game is not over yet."))
    new_game = Game.objects.filter(rematch_of=game).exclude(status=Status.CANCELLED).first()
    bump_version(game)  # so that the open pages of the others show the rematch
    if new_game:
        return join_table(new_game.pk, user, share=share)
    others = list(Seat.objects.filter(game=game, user__is_active=True).exclude(user=user).select_related("user"))
    people = [seat.user for seat in others if seat.user and not seat.user.robot]
    if people:
        count_invitation(user)  # otherwise opening and leaving rematches could send any number of emails
    Game.objects.filter(rematch_of=game).update(rematch_of=None)
    new_game = create_table(
        user,
        NewTable(
            title=game.title,
            ruleset=game.ruleset,
            options=game.options,
            seat_count=game.seat_count,
            times=time_settings_of(game),
            is_private=game.is_private,
            has_hints=game.has_hints,
            seat_order=SeatOrder.ROTATED,
            name=game.name,
            share=share,
            robots=[seat.user.robot for seat in others if seat.user and seat.user.robot],
            rematch_of=game,
        ),
    )
    for person in people:
        offer_seat(new_game, user, person, rematch=True)
    return new_game
