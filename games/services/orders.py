"""Whole turns: rotation and rugs ordered before the roll, for every face of the die, and played in one go."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.core import Message, Title
from games.engine.errors import BadNotation
from games.engine.orders import OrderFormat
from games.errors import Conflict, Illegal
from games.models import Game

from .advance import settle, title_of
from .play import acting_seat, reason_of
from .plies import carry_out

Read = Callable[[str], Any]


@transaction.atomic
def play_turn(game_id: int, user: User, text: str, expected_ply: int, note: str = "") -> Game:
    """Play a turn, or what is left of it, as the text orders. Return the game as it is then.

    Every face that is ordered is checked before anything is rolled. A face without an order leaves the turn waiting
    at the rug. Raises StalePly, Conflict and Forbidden as ``play_action`` does, Conflict (no-orders) where the title
    has none, Illegal where the text cannot be read or does not fit: the message names each face and the reason.
    Nothing is changed then.
    """
    game, seat, state = acting_seat(game_id, user, expected_ply)
    title, now = title_of(game), timezone.now()
    form = format_of(title)
    orders = read(title, form.read, text)
    if said := form.obstacles(form.read_condition(""), orders, state, seat):
        raise refused(title, said)
    settle(game, title, carry_out(game, title, form, orders, state, now, note), now, seat)
    return game


def format_of(title: Title) -> OrderFormat:
    """Return how this title's turns are ordered. Raises Conflict (no-orders)."""
    if title.orders is None:
        raise Conflict("no-orders", _("Whole turns cannot be ordered in this game."))
    return title.orders


def read(title: Title, reader: Read, text: str) -> Any:
    """Return what a text means to a reader of the format. Raises Illegal."""
    try:
        return reader(text)
    except BadNotation as error:
        raise Illegal(error.code, reason_of(title, error)) from error


def refused(title: Title, said: Sequence[Message]) -> Illegal:
    """Return the error for orders that do not fit: the first reason as its code, all of them in words."""
    code = said[0].key.removeprefix("refused.").replace(".", "-")
    return Illegal(code, " ".join(_sentence(title, message) for message in said))


def _sentence(title: Title, message: Message) -> str:
    params = {name: _sentence(title, v) if isinstance(v, Message) else v for name, v in message.params.items()}
    return gettext(title.phrases[message.key]) % params
