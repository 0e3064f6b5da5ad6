"""The Reply-To addresses of emails about tables."""

from dataclasses import replace

from django.utils import timezone

from accounts.models import User
from accounts.selectors import get_profile
from games.core.choices import Status
from games.core.lists import waiting_games
from games.core.models import Game
from games.core.selectors import seat_of, seats_of
from games.deputies.selectors import represented_seat
from games.notifications.links import TurnToken, reply_address
from games.notifications.models import Kind, Notification

ABOUT_TURNS = frozenset({Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.DEPUTY, Kind.REPLY, Kind.DIGEST})


def reply_address_of(row: Notification) -> str:
    game = row.game or (_only_table(row, row.user) if row.kind == Kind.DIGEST and row.user else None)
    if row.user is None or game is None or game.status == Status.CANCELLED or not Kind(row.kind).policy.is_answerable:
        return ""
    if row.kind == Kind.PROPOSAL:
        return proposal_reply_address(row)
    seat = seat_of(game, row.user)
    if row.kind == Kind.DEPUTY:
        seat = represented_seat(game, seats_of(game), row.user, timezone.now())
    if seat is None and row.kind != Kind.INVITATION:
        return ""
    is_chat = row.kind not in ABOUT_TURNS or seat is None or not seat.is_acting
    return reply_address_for(row.user, replace(TurnToken.of(row.user, game), is_chat=is_chat))


def _only_table(row: Notification, user: User) -> Game | None:
    items = row.digest_items.exclude(game=None).select_related("game")
    games = {game.pk: game for game in [*waiting_games(user), *(item.game for item in items)] if game}
    return next(iter(games.values())) if len(games) == 1 else None


def proposal_reply_address(row: Notification) -> str:
    if row.user is None or row.game is None:
        return ""
    return reply_address_for(row.user, replace(TurnToken.of(row.user, row.game), proposal=int(row.params["proposal"])))


def reply_address_for(recipient: User, token: TurnToken) -> str:
    """Return the address of a token, "" if the recipient has not turned on playing by reply."""
    return reply_address(token) if get_profile(recipient).plays_by_reply else ""
