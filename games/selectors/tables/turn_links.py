"""Player and table of a link in an email."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import Gone, NotFound
from games.models import Game


def table_of_link(game_id: int) -> Game:
    """Return the table of a link. Raises NotFound if it was deleted."""
    game = Game.objects.select_related("host").filter(pk=game_id).first()
    if game is None:
        raise NotFound
    return game


def player_of_link(user_id: int) -> User | None:
    """Return the player of a link, None if the account is closed or deleted."""
    return User.objects.filter(pk=user_id, is_active=True).first()


def player_by_link(user_id: int) -> User:
    """Return the player of a link. Raises Gone (account-closed)."""
    player = player_of_link(user_id)
    if player is None:
        raise Gone("account-closed", _("The account for this link is closed."))
    return player
