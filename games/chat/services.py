"""Chat messages of a table."""

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.blocks import hidden_from, muting
from accounts.models import User
from accounts.selectors import is_quiet
from games.common import rate_limits, signals
from games.common.errors import Forbidden, Invalid, NotFound, TooMany
from games.common.permissions import require_confirmed_address
from games.common.wording import moment_text
from games.conduct.selectors import Act, require_may
from games.core.choices import Status
from games.core.lock import bump_version, game_for_update
from games.core.models import Game, Seat
from games.notifications import outbox
from games.notifications.models import Kind

from .critical import critical
from .models import ChatMessage
from .selectors import guide_at, messages_for, strangers_at, tables_with_text, times_to_strangers

MAX_LENGTH = 1000  # characters
TIME_TO_REPEAT = timedelta(minutes=5)  # the same words within it are the same message, sent again
DAY = timedelta(days=1)  # in which repeats and messages to strangers are counted
MAX_TO_STRANGERS = 60
MIN_REPEATED, MAX_REPEATS = 40, 2  # characters, and tables with the same text in that time
# An address, or the name of a host with a path, or with one of the usual endings that are no words of a sentence.
LINK = re.compile(
    r"://|\bwww\.|(?<![@\w.-])[\w-]+(?:\.[\w-]+)*\.(?:[a-z]{2,24}/[\w?#~-]"
    r"|(?:com|net|org|info|biz|io|app|dev|xyz|tv|eu|uk|de|fr|ch|nl|ru)(?![\w@-]))",
    re.IGNORECASE,
)
MENTION = re.compile(r"@([\w.-]+)")


@transaction.atomic
def post_message(game_id: int, user: User, text: str, after: int | None = None) -> ChatMessage:
    """Post a chat message; players named with @ are notified.

    What is sent again, because its answer was lost, is not posted twice: the same text by the same player, after the
    message ``after``, the last one that they saw. If that is not known (None), within the last few minutes.

    Raises Forbidden (not-seated, address-unconfirmed, no-messages, unread-warning, chat-off, strangers), Invalid
    (empty-message, long-message, link-to-strangers, repeated-text), TooMany (too-many, too-many-today).
    """
    game = game_for_update(game_id)
    if game.status == Status.CANCELLED or not game.seats.filter(user=user).exists():
        raise Forbidden("not-seated", _("Only players at this table can write here."))
    require_confirmed_address(user)
    require_may(user, Act.WRITE)
    text = text.strip()
    if not text:
        raise Invalid("empty-message", _("Write something first."))
    if len(text) > MAX_LENGTH:
        raise Invalid("long-message", _("A message can have at most %(most)s characters.") % {"most": MAX_LENGTH})
    same_text = game.messages.filter(author=user, text=text)
    unseen = Q(at__gte=timezone.now() - TIME_TO_REPEAT) if after is None else Q(pk__gt=after)
    if same := same_text.filter(unseen).first():
        return same
    strangers = strangers_at(game, user)
    _require_welcome(game, user, text, strangers)
    rate_limits.count("chat", user.pk)
    message = ChatMessage.objects.create(game=game, author=user, text=text, ply=game.ply)
    game.seats.filter(user=user).update(read_message=message.pk, unread_messages=0)
    readers = game.seats.exclude(user=user).exclude(user__in=muting(user)).exclude(user__profile__quiet__gt="")
    readers.update(unread_messages=F("unread_messages") + 1)
    bump_version(game)
    _notify_mentioned_players(game, message)
    if (strangers or not game.is_private) and (why := critical(text, to_strangers=bool(strangers))):
        signals.send_after_commit(signals.message_is_critical, pk=message.pk, why=why)
    return message


def _require_welcome(game: Game, user: User, text: str, strangers: Collection[int]) -> None:
    """Refuse what the site does not carry: see ``CHAT``, links to strangers, the same long text at many tables.

    A guide and a newcomer may write to each other also where ``CHAT`` is "friends".

    Raises Forbidden (chat-off, strangers), Invalid (link-to-strangers, repeated-text), TooMany (too-many-today).
    """
    if settings.CHAT == "off":
        raise Forbidden("chat-off", _("There are no messages on this site."))
    has_link = bool(LINK.search(_own_address().sub("", text)))
    if not game.is_private and (has_link or settings.CHAT == "friends") and strangers:
        if settings.CHAT == "friends" and guide_at(game) is None:
            raise Forbidden("strangers", _("On this site you can write to players with whom you have finished a game."))
        if has_link:
            raise Invalid("link-to-strangers", _("You can send links to players with whom you have finished a game."))
    since = timezone.now() - DAY
    if strangers:
        _require_messages_left(user, since)
    if len(text) >= MIN_REPEATED and tables_with_text(user, text, since) >= MAX_REPEATS:
        raise Invalid("repeated-text", _("You have written the same at other tables today. Use other words."))


def _own_address() -> re.Pattern[str]:
    """Return what matches the address of this site, and none that only begins or ends like it."""
    host = re.escape(urlsplit(settings.SITE_URL).netloc)
    return re.compile(rf"(?:https?://)?(?<![\w.@-]){host}(?!\.?[\w@-]|:\d)", re.IGNORECASE)


def _require_messages_left(user: User, since: datetime) -> None:
    """Raise TooMany (too-many-today), with the time of the next message, after 60 to strangers within a day."""
    times = times_to_strangers(user, since, MAX_TO_STRANGERS)
    if len(times) == MAX_TO_STRANGERS:
        again = times[-1] + DAY
        text = _(
            "You have sent %(most)s messages within a day to players with whom you have not finished a game. "
            "You can write again on %(time)s."
        )
        wait = (again - timezone.now()).total_seconds()
        raise TooMany(wait, text % {"most": MAX_TO_STRANGERS, "time": moment_text(again)}, "too-many-today")


def mark_read(game: Game, user: User, last: int) -> None:
    """Record that the player has seen the chat up to the message ``last``. What was seen before stays seen."""
    messages = messages_for(game, user)
    reached = messages.filter(pk__lte=last).order_by("-pk").values_list("pk", flat=True).first()
    if reached is not None:
        later = messages.filter(pk__gt=reached).exclude(author=user).count()
        seats = Seat.objects.filter(game=game, user=user, read_message__lt=reached)
        seats.update(read_message=reached, unread_messages=later, version=F("version") + 1)


@transaction.atomic
def remove_message(message_id: int) -> None:
    """Delete a message, for administrators. It disappears from the table and from unsent emails. Raises NotFound."""
    message = ChatMessage.objects.filter(pk=message_id).first()
    if message is None:
        raise NotFound
    game = game_for_update(message.game_id)
    unread = game.seats.filter(read_message__lt=message.pk, unread_messages__gt=0)
    if message.author:
        unread = unread.exclude(user__in=muting(message.author))
    unread.update(unread_messages=F("unread_messages") - 1)
    message.delete()
    bump_version(game)


def _notify_mentioned_players(game: Game, message: ChatMessage) -> None:
    names = {name.rstrip(".-").casefold() for name in MENTION.findall(message.text)}
    others = game.seats.exclude(user=message.author).exclude(user=None)
    for seat in others.exclude(user__in=hidden_from(message.author)).select_related("user__profile"):
        is_named = seat.user is not None and seat.user.username.casefold() in names
        is_named = is_named and not (seat.user and is_quiet(seat.user))
        if seat.user and is_named and message.author and rate_limits.may_reach(message.author, seat.user):
            outbox.queue(Kind.MENTION, f"{message.pk}", user=seat.user, game=game, params={"message": message.pk})


def recount_unread(user: User, other: User) -> None:
    """Count the unread messages of a player again at the tables where both sit: one hides the other's, or no longer.

    It also lets the pages of these tables be rendered again.
    """
    for seat in Seat.objects.filter(user=user, game__seats__user=other).select_related("game"):
        unread = messages_for(seat.game, user).filter(pk__gt=seat.read_message).exclude(author=user).count()
        Seat.objects.filter(pk=seat.pk).update(unread_messages=unread, version=F("version") + 1)


def keep_within_log(game: Game) -> None:
    """Let no message point behind the end of a log that was shortened."""
    ChatMessage.objects.filter(game=game, ply__gt=game.ply).update(ply=game.ply)
