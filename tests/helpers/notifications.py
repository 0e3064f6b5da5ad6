"""Outbox rows for tests, made by the services, and helpers to read their emails."""

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import Message
from functools import cache

from django.utils import timezone

from accounts.models import Profile, User
from games.chat.services import post_message
from games.clocks.models import Turn, TurnStep, TurnStepKind
from games.core.log import add_event
from games.core.models import Entry, EventKind, Game
from games.deputies.models import Deputy
from games.deputies.services import ask_deputy
from games.engine.values import RESIGNS
from games.following.services import mark
from games.inbound.services import MailAnswer, MailIdentity, MailOutcome, handle_once
from games.lobby.invitations import invite_address, invite_player
from games.lobby.saved_filters import save_filter, tell_of_tables
from games.mail.compose import MailWithPictures, compose
from games.notifications.bounces import note_bounce
from games.notifications.models import BlockReason, InboundReason, InboundState, Kind, Notification
from games.notifications.outbox import notify_players, queue
from games.play.endings import resign
from games.play.models import Proposal, ProposalKind
from tests.makers import acting_user, make_table, make_user, play_on, started_game

from .order_texts import after_next, before_a_rug, lay, order_for, whole_turn


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


def _resign(game: Game, name: str) -> None:
    """Let a player resign, long ago: who has often left games starts no new ones."""
    resign(game.pk, User.objects.get(username=name))
    Entry.objects.filter(game=game, notation=RESIGNS).update(at=timezone.now() - timedelta(days=400))


def _ended(user: User) -> Notification:
    game = play_on(started_game(make_user("Amina"), user, name="The Blue Table"), 6)
    _resign(game, "Amina")
    return latest(Kind.OVER, user)


def _marked(user: User) -> Notification:
    game = play_on(started_game(make_user("Amina"), make_user("Bob"), name="The Blue Table"), 6)
    mark(user, game)
    resign(game.pk, User.objects.get(username="Amina"))
    return latest(Kind.MARKED, user)


def _left(user: User) -> Notification:
    game = started_game(make_user("Amina"), make_user("Bob"), user, name="The Blue Table")
    _resign(play_on(game, 7), "Amina")
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


def _reminded(user: User) -> Notification:
    game = started_game(make_user("Amina"), user, name="The Blue Table", pace="usual")
    while acting_user(game) != user:
        game = play_on(game, 1)
    turn = Turn.objects.get(game=game, user=user, ended_at=None)
    params = {"turns": [turn.pk], "part": "half"}
    queue(Kind.REMINDER, f"{turn.pk}:half", user=user, game=game, params=params)
    return latest(Kind.REMINDER, user)


def _asked_as_deputy(user: User) -> Notification:
    late = make_user("Nora")
    game = started_game(late, make_user("Amina"), name="The Blue Table", pace="usual")
    now = timezone.now()
    Deputy.objects.create(user=late, deputy=user, created_at=now, accepted_at=now)
    turn = Turn.objects.get(game=game, user=late, ended_at=None)
    TurnStep.objects.create(turn=turn, kind=TurnStepKind.DEPUTY, number=1, at=now, made_at=now)
    ask_deputy(turn, now, now)
    return latest(Kind.DEPUTY, user)


def _proposed(user: User) -> Notification:
    amina, now = make_user("Amina"), timezone.now()
    game = started_game(amina, user, name="The Blue Table")
    times = {"created_at": now, "expires_at": now + timedelta(days=3)}
    proposal = Proposal.objects.create(game=game, user=amina, kind=ProposalKind.ABORT, ply=game.ply, **times)
    queue(Kind.PROPOSAL, str(proposal.pk), user=user, game=game, params={"proposal": proposal.pk})
    return latest(Kind.PROPOSAL, user)


def _news(user: User) -> Notification:
    game = started_game(make_user("Amina"), user, name="The Blue Table")
    notify_players(add_event(game, EventKind.STAND_IN, timezone.now(), seat=0))
    return latest(Kind.NEWS, user)


def _new_tables(user: User) -> Notification:
    save_filter(user, {})
    make_table(make_user("Amina"), name="The Blue Table")
    tell_of_tables(timezone.now())
    return latest(Kind.TABLES, user)


ROWS: dict[str, Callable[[User], Notification]] = {
    Kind.INVITATION: _invited,
    Kind.STARTED: _begun,
    Kind.TURN: _asked,
    Kind.OVER: _ended,
    Kind.MARKED: _marked,
    Kind.RESIGNED: _left,
    Kind.MENTION: _named,
    Kind.BOUNCE: _unreached,
    Kind.ORDERS: _ordered,
    Kind.REMINDER: _reminded,
    Kind.DEPUTY: _asked_as_deputy,
    Kind.PROPOSAL: _proposed,
    Kind.NEWS: _news,
    Kind.TABLES: _new_tables,
    Kind.REPLY: _answered,
}
KINDS_WITH_MAIL = [str(kind.value) for kind in Kind if kind.policy.is_optional]  # each needs a row above


def row_of(kind: str, user: User) -> Notification:
    """Return a row of this kind for this reader, who plays with Amina at The Blue Table."""
    return ROWS[kind](user)


def code_of(row: Notification) -> str:
    """Return the code of a row's table, "site" for a row about no table."""
    return row.game.code if row.game else "site"


def guest_row(inviter: User, address: str = "guest@example.net") -> Notification:
    """Return the row of an invitation to a person without an account."""
    invite_address(make_table(inviter, name="The Blue Table").pk, inviter, address)
    return latest(Kind.INVITATION)


def text_of(mail: MailWithPictures) -> str:
    """Return the text part, with the lines of each paragraph joined."""
    return unflowed(str(mail.body))


def unflowed(text: str) -> str:
    """Read a flowed text as a mail program does (RFC 3676), but without the indents of lines that are joined."""
    found, joins = "", False
    for line in text.replace("\r\n", "\n").splitlines():
        words = line.lstrip() if joins else line.removeprefix(" ")
        joins = line.endswith(" ") and line != "-- "
        found += words if joins else f"{words}\n"
    return found


def html_of(mail: MailWithPictures) -> str:
    """Return the HTML part."""
    return str(mail.alternatives[0][0])


def words_of(mail: MailWithPictures) -> str:
    """Return the visible text of the HTML part in one line."""
    return re.sub(r"[ \t\n]+", " ", re.sub(r"<[^>]*>", "", html_of(mail)))


def pictures_of(mail: MailWithPictures) -> list[Message]:
    return [part for part in mail.message().walk() if part.get_content_maintype() == "image"]


def height_of(picture: Message) -> int:
    """Return the height of a PNG in pixels."""
    return int.from_bytes(bytes(picture.get_payload(decode=True))[20:24], "big")


def mail_of(kind: str, user: User) -> MailWithPictures:
    """Return the email of this kind for this user."""
    return compose(row_of(kind, user))


@cache
def shared_mail(kind: str, language: str = "en") -> MailWithPictures:
    """Return the email of this kind to a reader with the usual settings, the same to each test: none may change it."""
    return mail_of(kind, reader(language, display_name="Zoë & “Co”"))


def both(row: Notification) -> list[str]:
    """Return text and visible HTML of a row's email, each in one line."""
    mail = compose(row)
    return [" ".join(text_of(mail).split()), " ".join(words_of(mail).split())]
