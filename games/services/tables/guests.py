"""Games of guests, who sign in to an account they have."""

from accounts.models import User
from games.models import AdvanceOrder, Game, Presence, Seat, Turn

from ..play.tallies import recount


def give_games(guest: User, user: User) -> None:
    """Give the guest's seats and orders to a player, in the caller's transaction."""
    tables = list(Seat.objects.filter(user=guest).values_list("game", flat=True))
    for model in (AdvanceOrder, Presence):
        model.objects.filter(user=guest, game__in=tables).update(user=user)
    Turn.objects.filter(user=guest).update(user=user)
    Game.objects.filter(host=guest).update(host=user)
    Seat.objects.filter(user=guest).update(user=user)
    recount([guest.pk, user.pk])
