"""What replies to emails are about, and their Reply-To addresses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.selectors import get_profile
from games.core.choices import Status
from games.core.lists import waiting_games
from games.core.models import EventKind, Game, Seat
from games.core.selectors import seat_of, seats_of
from games.deputies.selectors import deputy_url, represented_seat, request_to
from games.lobby.models import Invitation
from games.notifications.links import (
    Subject,
    TurnToken,
    day_number,
    link,
    reply_address,
    table_link,
    turn_link_token,
)
from games.notifications.models import Kind, Notification
from games.notifications.selectors import table_of_token
from games.play.open_proposals import proposal_with_answers
from games.proposals.presenters import proposal_url

from .selectors import event_of, invitation_of

ABOUT_TURNS = frozenset({Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.DEPUTY, Kind.REPLY, Kind.DIGEST})


# A yes or no to these needs no permission to play by reply: their links can do the same.
OF_EVERYONE = frozenset({Subject.INVITATION, Subject.DEPUTY})


def reply_address_of(row: Notification) -> str:
    token = reply_token_of(row)
    return reply_address_for(row.user, token) if row.user and token else ""


def reply_token_of(row: Notification) -> TurnToken | None:
    """Return what a reply to the email of a row is about, None if it can only be read."""
    token = _token_of(row) if Kind(row.kind).policy.is_answerable else None
    day = day_number(row.created_at) if row.created_at else 0  # a row that is not stored has no day
    return replace(token, day=day) if token else None


def _token_of(row: Notification) -> TurnToken | None:
    if row.kind == Kind.INVITATION:
        return _invitation_token(row)
    if row.kind == Kind.REPLY and (subject := row.params.get("subject")):
        about, number = subject
        return TurnToken.to_answer(Subject(about), number, row.user, row.game)
    if row.kind == Kind.DEPUTY and row.game is None:
        return TurnToken.to_answer(Subject.DEPUTY, int(row.params["deputy"]), row.user, None)
    game = row.game or (_only_table(row, row.user) if row.kind == Kind.DIGEST and row.user else None)
    if row.user is None or game is None or game.status == Status.CANCELLED:
        return None
    if row.kind == Kind.PROPOSAL:
        return TurnToken.to_answer(Subject.PROPOSAL, int(row.params["proposal"]), row.user, game)
    if open_question(row):
        return TurnToken.to_answer(Subject.CONFIRM, row.pk, row.user, game)
    return _turn_token(row, game, row.user)


def open_question(row: Notification) -> Mapping[str, Any]:
    """Return what an answer asks its reader to confirm, {} for nothing or once that is answered."""
    question: Mapping[str, Any] = row.params.get("question") or {}
    return {} if question.get("is_answered") else question


def _invitation_token(row: Notification) -> TurnToken | None:
    invitation = invitation_of(row)
    return TurnToken.to_answer(Subject.INVITATION, invitation.pk, row.user, row.game) if invitation else None


def _turn_token(row: Notification, game: Game, user: User) -> TurnToken | None:
    seat = seat_of(game, user)
    if seat is None and row.kind in {Kind.DEPUTY, Kind.REPLY}:
        seat = represented_seat(game, seats_of(game), user, timezone.now())
    if seat is None:
        return None
    token = TurnToken.of(user, game)
    if is_about_own_holiday(row, seat):
        return replace(token, about=Subject.HOLIDAY)
    return token if row.kind in ABOUT_TURNS and seat.is_acting else replace(token, about=Subject.CHAT)


def is_about_own_holiday(row: Notification, seat: Seat | None) -> bool:
    """Return True for news of a holiday of the recipient's."""
    event = event_of(row) if row.kind == Kind.NEWS and seat else None
    is_own = event is not None and seat is not None and event.seat == seat.number
    return is_own and event is not None and event.kind in {EventKind.AUTOMATIC, EventKind.HOLIDAY}


def _only_table(row: Notification, user: User) -> Game | None:
    items = row.digest_items.exclude(game=None).select_related("game")
    games = {game.pk: game for game in [*waiting_games(user), *(item.game for item in items)] if game}
    return next(iter(games.values())) if len(games) == 1 else None


def plays_by_reply(player: User) -> bool:
    """Return whether the turns of a player can be played by replies."""
    return bool(settings.INBOUND_ADDRESS) and player.is_confirmed and get_profile(player).plays_by_reply


def reply_address_for(recipient: User, token: TurnToken) -> str:
    """Return the address of a token, "" if the recipient has not turned on playing by reply and it is needed."""
    if not recipient.is_confirmed:
        return ""
    return reply_address(token) if token.about in OF_EVERYONE or get_profile(recipient).plays_by_reply else ""


def url_of(token: TurnToken, user: User) -> str:
    """Return the address of the page where a player can do what a reply would have done; the home page for nothing."""
    if token.about is Subject.DEPUTY:
        request = request_to(user, token.number)
        return deputy_url(request) if request else link("games:deputy")
    game = table_of_token(token.game_id)
    if token.about is Subject.INVITATION:
        code = Invitation.objects.filter(pk=token.number).values_list("code", flat=True).first()
        return link("games:invitation", code) if code else link("games:home")
    if game is None:
        return link("games:home")
    if token.about is Subject.PROPOSAL:
        proposal = proposal_with_answers(token.number)
        return proposal_url(proposal, user) if proposal else table_link(game)
    is_open = token.about is Subject.TURN and game.status == Status.RUNNING and token.is_same_turn(game)
    return link("games:turn_link", turn_link_token(TurnToken.of(user, game), "")) if is_open else table_link(game)
