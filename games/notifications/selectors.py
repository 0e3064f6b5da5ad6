"""Where players are reached: addresses, devices, webhooks and feeds, and who a link in an email is for."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common.errors import Gone, NotFound
from games.core.models import Game
from games.core.selectors import may_see

from .models import Channel, Feed, FeedKind, Kind, MailBlock, Notification, Presence, PushDevice, Webhook

IS_LOOKING = timedelta(minutes=2)  # a page that is open tells the site this often at least

MAX_TABLES = 100


class LinkToken(Protocol):
    """What a link in an email says of its player."""

    @property
    def user_id(self) -> int:
        """The player who may act."""

    @property
    def version(self) -> int:
        """The player's ``link_version`` when the email was written."""


def is_first_of_game(row: Notification) -> bool:
    """Return True if the recipient has not been sent an email about the start or a turn of this game before."""
    rows = Notification.objects.filter(user=row.user, game=row.game, channel=Channel.EMAIL, sent_at__isnull=False)
    return not rows.filter(kind__in=[Kind.STARTED, Kind.TURN]).exclude(pk=row.pk).exists()


def step_of_last_mail(row: Notification) -> int:
    """Return how long the log was when the recipient's last email about a turn of this game was queued, 0 for none."""
    rows = Notification.objects.filter(user=row.user, game=row.game, channel=Channel.EMAIL, sent_at__isnull=False)
    told = rows.filter(kind__in=[Kind.STARTED, Kind.TURN]).exclude(pk=row.pk).aggregate(ply=Max("ply"))
    return told["ply"] or 0


def players_at_table(game: Game, users: Iterable[User], now: datetime) -> set[int]:
    """Return which of these players have the table open."""
    looking = Presence.objects.filter(game=game, user__in=users, at__gt=now - IS_LOOKING)
    return set(looking.values_list("user_id", flat=True))


def devices_of(user: User) -> list[PushDevice]:
    """Return the browsers that get the player's push notifications."""
    return list(PushDevice.objects.filter(user=user))


def webhooks_of(user: User) -> QuerySet[Webhook]:
    """Return the player's webhooks, with their tables."""
    return Webhook.objects.filter(user=user).select_related("game")


def webhook_of(user: User, pk: int) -> Webhook:
    """Return a webhook of the player. Raises NotFound."""
    hook = webhooks_of(user).filter(pk=pk).first()
    if hook is None:
        raise NotFound
    return hook


def tables_of(user: User) -> list[Game]:
    """Return the open and running tables of the player, latest first."""
    return list(Game.objects.current_for(user).order_by("-id")[:MAX_TABLES])


def table_by_code(user: User, code: str) -> Game | None:
    """Return the table with this code, None if there is none that the player may see."""
    return Game.objects.visible_to(user).filter(code=code).first() if code.isalnum() else None


def emails_to(user: User, game: Game | None, named: Iterable[str]) -> QuerySet[Notification]:
    """Return the sent emails to a player that have one of these Message-IDs, or else those about a table, latest first.

    Some mail services give emails other Message-IDs than the site has written.
    """
    sent = Notification.objects.filter(user=user, channel=Channel.EMAIL, sent_at__isnull=False)
    sent = sent.select_related("user__profile", "game").order_by("-sent_at")
    answered = sent.filter(message_id__in=[name for name in named if name])
    return answered if answered.exists() else sent.filter(game=game)


def address_of(row: Notification) -> str:
    """Return the address of an email: the one it went to; before that the player's confirmed one, or the row's own."""
    return row.sent_to or (row.user.email if row.user else row.email)


def is_blocked(email: str) -> bool:
    """Return True if an address is blocked after a bounce or a complaint."""
    return MailBlock.objects.filter(email=email.lower(), ended_at=None).exists()


def is_undeliverable(row: Notification) -> bool:
    """Return True if an email must not be sent because its address is blocked. Takes no query for a player."""
    if row.channel != Channel.EMAIL or Kind(row.kind).policy.ignores_blocks:
        return False
    return row.user.bounced_at is not None if row.user else is_blocked(row.email)


def block_of(user: User) -> MailBlock | None:
    """Return the block of the player's address that lasts now."""
    return MailBlock.objects.filter(user=user, ended_at=None).order_by("-began_at").first()


def was_notified_otherwise(user: User, since: datetime) -> bool:
    """Return True if a device or a webhook has accepted a notification to the player since then."""
    return Notification.objects.filter(user=user, sent_at__gt=since).exclude(channel=Channel.EMAIL).exists()


def feeds_of(user: User) -> list[Feed]:
    """Return the player's feeds that work, with their tables."""
    return list(Feed.objects.valid(timezone.now()).filter(user=user).select_related("game").order_by("id"))


def feed_by_code(code: str, *, is_calendar: bool) -> Feed:
    """Return the feed at a private address, with owner and table.

    Raises NotFound for a feed that is unknown, expired or revoked, belongs to a closed account, has the other format,
    or is about a table that its owner may no longer see.
    """
    feeds = Feed.objects.valid(timezone.now()).filter(code=code, user__is_active=True)
    feed = feeds.select_related("user__profile", "game").first()
    if feed is None or (feed.kind == FeedKind.CALENDAR) != is_calendar or not _may_owner_see(feed):
        raise NotFound
    return feed


def _may_owner_see(feed: Feed) -> bool:
    return feed.game is None or may_see(feed.game, feed.user)


def user_of_token(user_id: int) -> User | None:
    """Return the user of an unsubscribe token, None if the account was deleted."""
    return User.objects.filter(pk=user_id).first()


def table_of_link(game_id: int) -> Game:
    """Return the table of a link. Raises NotFound if it was deleted."""
    game = Game.objects.select_related("host").filter(pk=game_id).first()
    if game is None:
        raise NotFound
    return game


def player_of_link(token: LinkToken) -> User | None:
    """Return the player of a link, None if the account is closed or deleted, or the link ended with a new password."""
    return User.objects.filter(pk=token.user_id, link_version=token.version, is_active=True).first()


def player_by_link(token: LinkToken) -> User:
    """Return the player of a link. Raises Gone (link-ended)."""
    player = player_of_link(token)
    if player is None:
        raise Gone("link-ended", _("This link no longer works."))
    return player


def table_of_token(game_id: int) -> Game | None:
    """Return the table of a reply token, None if it was deleted."""
    return Game.objects.filter(pk=game_id).first()
