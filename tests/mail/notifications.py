"""Outbox rows for tests, made by the services, and helpers to read their emails."""

import re
from collections.abc import Callable
from email.message import Message

from django.utils import timezone

from accounts.models import Profile, User
from games.mail.compose import MailWithPictures, compose
from games.models import BlockReason, Game, InboundReason, InboundState, Kind, Notification
from games.services.notifications.bounces import note_bounce
from games.services.notifications.inbound_mail import MailAnswer, MailIdentity, MailOutcome, handle_once
from games.services.play.endings import resign
from games.services.tables.chat import post_message
from games.services.tables.invitations import invite_address, invite_player
from tests.games.order_texts import after_next, before_a_rug, lay, order_for, whole_turn
from tests.makers import acting_user, make_table, make_user, play_on, started_game


def latest(kind: str, user: User | None = None, game: Game | None = None) -> Notification:
    """Return the newest row of a kind (and user, and game)."""
    rows = Notification.objects.filter(kind=kind)
    rows = rows.filter(user=user) if user else rows
    rows = rows.filter(game=game) if game else rows
    return rows.select_related("user__profile", "game").latest("pk")


def reader(language: str = "en", zone: str = "UTC", name: str = "", display_name: str = "") -> User:
    """Return a player with a profile of their own."""
    user = make_user(name)
    Profile.objects.filter(user=user).update(language=language, time_zone=zone, display_name=display_name)
    return User.objects.get(pk=user.pk)


def _invited(user: User) -> Notification:
    game = make_table(make_user("Amina"), name="The Blue Table")
    invite_player(game.pk, User.objects.get(username="Amina"), user.username)
    return latest(Kind.INVITATION, user)


def _begun(user: User) -> Notification:
    started_game(make_user("Amina"), user, name="The Blue Table")
    return latest(Kind.STARTED, user)


def _asked(user: User) -> Notification:
    game = started_game(make_user("Amina"), user, name="The Blue Table")
    game = play_on(game, 10)
    while acting_user(game) != user:
        game = play_on(game, 1)
    return latest(Kind.TURN, user)


def _answered(user: User) -> Notification:
    asked = _asked(user)
    answer = MailAnswer(user, "unclear", {"read": "what?", "since": asked.ply or 0})
    letter = MailIdentity(f"{asked.pk:064}", "<what@mail.example.org>", "pipe", user.email)
    handle_once(
        letter, lambda: MailOutcome(InboundState.ANSWERED, InboundReason.UNCLEAR, user, asked.game, "what?", answer)
    )
    return latest(Kind.REPLY, user)


def _ended(user: User) -> Notification:
    game = play_on(started_game(make_user("Amina"), user, name="The Blue Table"), 6)
    resign(game.pk, User.objects.get(username="Amina"))
    return latest(Kind.OVER, user)


def _left(user: User) -> Notification:
    game = started_game(make_user("Amina"), make_user("Bob"), user, name="The Blue Table")
    resign(play_on(game, 7).pk, User.objects.get(username="Amina"))
    return latest(Kind.RESIGNED, user)


def _named(user: User) -> Notification:
    game = started_game(make_user("Amina"), user, name="The Blue Table")
    post_message(game.pk, User.objects.get(username="Amina"), f"@{user.username}, shall we <b>play</b> on?")
    return latest(Kind.MENTION, user)


def _ordered(user: User) -> Notification:
    game = before_a_rug(make_user("Amina"), user, name="The Blue Table")
    order_for(game, user, orders=whole_turn(after_next(game), 1))
    lay(game)
    return latest(Kind.ORDERS, user)


def _unreached(user: User) -> Notification:
    game = started_game(make_user("Amina"), user, name="The Blue Table")
    note_bounce("amina@example.org", BlockReason.BOUNCE, "550 no such user", timezone.now())
    return latest(Kind.BOUNCE, user, game)


ROWS: dict[str, Callable[[User], Notification]] = {
    Kind.INVITATION: _invited,
    Kind.STARTED: _begun,
    Kind.TURN: _asked,
    Kind.OVER: _ended,
    Kind.RESIGNED: _left,
    Kind.MENTION: _named,
    Kind.BOUNCE: _unreached,
    Kind.ORDERS: _ordered,
    Kind.REPLY: _answered,
}
KINDS_WITH_MAIL = [str(kind.value) for kind in Kind if kind in ROWS and kind.policy.is_optional]


def row_of(kind: str, user: User) -> Notification:
    """Return a row of this kind for this reader, who plays with Amina at The Blue Table."""
    return ROWS[kind](user)


def code_of(row: Notification) -> str:
    """Return the code of a row's table."""
    assert row.game
    return row.game.code


def guest_row(inviter: User, address: str = "guest@example.net") -> Notification:
    """Return the row of an invitation to a person without an account."""
    invite_address(make_table(inviter, name="The Blue Table").pk, inviter, address)
    return latest(Kind.INVITATION)


def text_of(mail: MailWithPictures) -> str:
    """Return the text part."""
    return str(mail.body)


def html_of(mail: MailWithPictures) -> str:
    """Return the HTML part."""
    return str(mail.alternatives[0][0])


def words_of(mail: MailWithPictures) -> str:
    """Return the visible text of the HTML part in one line."""
    return re.sub(r"[ \t\n]+", " ", re.sub(r"<[^>]*>", "", html_of(mail)))


def pictures_of(mail: MailWithPictures) -> list[Message]:
    """Return the parts that are pictures."""
    return [part for part in mail.message().walk() if part.get_content_maintype() == "image"]


def mail_of(kind: str, user: User) -> MailWithPictures:
    """Return the email of this kind for this user."""
    return compose(row_of(kind, user))
