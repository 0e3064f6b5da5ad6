"""The outbox, what players want to be told, and where."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.models import Game


class Kind(models.TextChoices):
    INVITATION = "invitation", _("Someone invites you to a table")
    STARTED = "started", _("One of your games starts")
    TURN = "turn", _("It’s your turn")
    OVER = "over", _("One of your games is over")
    MARKED = "marked", _("A game that you have marked is over")
    RESIGNED = "resigned", _("A player resigns from one of your games")
    MENTION = "mention", _("Someone mentions you in a chat")
    ORDERS = "orders", _("Your orders in advance were played or dropped")
    REMINDER = "reminder", _("Your time is running out")
    DEPUTY = "deputy", _("You are asked to play for someone")
    PROPOSAL = "proposal", _("Someone proposes something at one of your tables")
    NEWS = "news", _("Clocks and seats of your games change")
    BOUNCE = "bounce", _("Emails to one of your opponents bounce")
    TABLES = "tables", _("New tables match a filter that you saved")
    ACCOUNT = "account", _("Account emails")
    REPLY = "reply", _("Answer to your email")
    DIGEST = "digest", _("Digest")
    CANARY = "canary", _("Test email from the site to itself")

    @property
    def policy(self) -> "KindPolicy":
        return POLICIES[self]


@dataclass(frozen=True, slots=True)
class KindPolicy:
    """The policy for notifications of one kind.

    ``emails`` names its emails on the page that stops them, ``why`` tells at their end why they come.
    ``is_optional``: players choose whether and how often they get it; devices and webhooks get it too.
    ``is_immediate``: someone has requested it, or it tests delivery. It is never out of date, never waits, and needs no
    link to unsubscribe. ``ignores_blocks``: it also goes to an address that bounces. ``is_answerable``: a reply can
    play the turn or say something at the table. ``is_urgent``: it wakes a sleeping device.
    """

    emails: Promise | str = ""
    why: Promise | str = ""
    is_optional: bool = True
    is_immediate: bool = False
    ignores_blocks: bool = False
    is_answerable: bool = False
    is_urgent: bool = False


POLICIES = {
    Kind.INVITATION: KindPolicy(
        emails=_("Emails about invitations"),
        why=_("You are receiving this because someone invited you to a table."),
        is_answerable=True,
        is_urgent=True,
    ),
    Kind.STARTED: KindPolicy(
        emails=_("Emails about games that start"),
        why=_("You are receiving this because one of your games has started."),
        is_answerable=True,
        is_urgent=True,
    ),
    Kind.TURN: KindPolicy(
        emails=_("Emails about your turns"),
        why=_("You are receiving this because it is your turn."),
        is_answerable=True,
        is_urgent=True,
    ),
    Kind.OVER: KindPolicy(
        emails=_("Emails about games that are over"),
        why=_("You are receiving this because one of your games is over."),
        is_answerable=True,
    ),
    Kind.MARKED: KindPolicy(
        emails=_("Emails about games that you have marked"),
        why=_("You are receiving this because you have marked this game."),
    ),
    Kind.RESIGNED: KindPolicy(
        emails=_("Emails about players who resign"),
        why=_("You are receiving this because a player resigned from one of your games."),
        is_answerable=True,
    ),
    Kind.MENTION: KindPolicy(
        emails=_("Emails about chat messages that mention you"),
        why=_("You are receiving this because someone mentioned you in a chat."),
        is_answerable=True,
        is_urgent=True,
    ),
    Kind.ORDERS: KindPolicy(
        emails=_("Emails about your orders in advance"),
        why=_("You are receiving this because your orders in advance were played or dropped."),
        is_answerable=True,
    ),
    Kind.REMINDER: KindPolicy(
        emails=_("Reminders before your deadlines"),
        why=_("You are receiving this because your time is running out."),
        is_answerable=True,
        is_urgent=True,
    ),
    Kind.DEPUTY: KindPolicy(
        emails=_("Emails that ask you to play for someone"),
        why=_("You are receiving this because you have agreed to be someone’s deputy."),
        is_answerable=True,
        is_urgent=True,
    ),
    Kind.PROPOSAL: KindPolicy(
        emails=_("Emails about proposals at your tables"),
        why=_("You are receiving this because someone made a proposal at one of your tables."),
        is_answerable=True,
        is_urgent=True,
    ),
    Kind.NEWS: KindPolicy(
        emails=_("Emails about clocks and seats of your games"),
        why=_("You are receiving this because there is news from one of your games: its clocks, seats or result."),
        is_answerable=True,
    ),
    Kind.BOUNCE: KindPolicy(
        emails=_("Emails about players whom emails do not reach"),
        why=_("You are receiving this because emails to a player in one of your games come back."),
    ),
    Kind.TABLES: KindPolicy(
        emails=_("Emails about new tables"),
        why=_("You are receiving this because you saved a filter of the lobby."),
    ),
    Kind.ACCOUNT: KindPolicy(is_optional=False, is_immediate=True, ignores_blocks=True),
    Kind.REPLY: KindPolicy(
        why=_("You are receiving this because we got an email from you, or in your name."),
        is_optional=False,
        is_immediate=True,
        is_answerable=True,
    ),
    Kind.DIGEST: KindPolicy(
        why=_("You are receiving this because you chose to get digests."),
        is_optional=False,
        is_answerable=True,
    ),
    Kind.CANARY: KindPolicy(is_optional=False, is_immediate=True, ignores_blocks=True),
}


class Channel(models.TextChoices):
    EMAIL = "email", _("email")
    PUSH = "push", _("push")
    WEBHOOK = "webhook", _("webhook")


class NotificationReason(models.TextChoices):
    """Codes with texts for administrators."""

    # it waits
    DIGEST = "digest", _("waits for the digest")
    IN_DIGEST = "in-digest", _("part of a digest")
    DIGEST_NOT_SENT = "digest-not-sent", _("its digest was not sent")
    QUIET_HOURS = "quiet-hours", _("the player’s quiet hours")
    LOOKING = "looking", _("the player is looking at the table")
    NOT_ACTED = "not-acted", _("one email was sent, and the player has not acted since")
    NOT_URGENT = "not-urgent", _("not urgent yet")
    PAUSED = "paused", _("the address did not answer in time")
    # it is out of date, or unwanted
    ACCOUNT_CLOSED = "account-closed", _("the account is closed")
    NO_ADDRESS = "no-address", _("there is no address")
    SWITCHED_OFF = "switched-off", _("the player does not want this kind of email")
    OPTED_OUT = "opted-out", _("the recipient wants no invitations")
    BLOCKED = "blocked", _("emails to this address bounce")
    NO_TEXT = "no-text", _("the text has been deleted")
    OUTDATED = "outdated", _("a later one says more")
    EMPTY = "empty", _("the digest is empty")
    TABLE_GONE = "table-gone", _("the table is gone")
    TABLE_CLOSED = "table-closed", _("the table is no longer open")
    NOT_SEATED = "not-seated", _("the player has left the table")
    TURN_PLAYED = "turn-played", _("the turn has been played")
    GAME_OVER = "game-over", _("the game is over")
    RESULT_SENT = "result-sent", _("the email about the end of the game says it")
    KNOWN = "known", _("the player has seen the table or got an email about a turn")
    MESSAGE_GONE = "message-gone", _("the message has been removed")
    ANSWERED = "answered", _("the invitation has been answered or withdrawn")
    DEMONSTRATION = "demonstration", _("demonstration")
    # it failed
    BOUNCED = "bounced", _("the email bounced")
    REFUSED = "refused", _("the server refused it")
    NO_ANSWER = "no-answer", _("the server did not say whether it took it")
    TARGET_GONE = "target-gone", _("the device or webhook is gone")
    CALL_FAILED = "call-failed", _("the call failed")
    WORKER_STOPPED = "worker-stopped", _("every worker that took it stopped")
    ERROR = "error", _("error")


class NotificationState(models.TextChoices):
    """Queued: to be sent when due. Held: waits for a digest, the end of quiet hours or of a visit to the table."""

    QUEUED = "queued", _("queued")
    HELD = "held", _("held")
    SENDING = "sending", _("sending")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    BOUNCED = "bounced", _("bounced")
    DROPPED = "dropped", _("dropped")


class Notification(models.Model):
    """One notification to one person about one event, by one channel. ``key`` prevents a second row.

    The worker claims a row by a conditional update, sends outside any transaction, and marks it. A worker may claim it
    from ``due_at`` on: for a row being sent, this is the end of its lease. ``reason`` says why it waits, failed or was
    dropped; ``detail`` is the text of a server or an exception, or the key of the digest.
    """

    key = models.CharField(_("key"), max_length=160)
    channel = models.CharField(_("channel"), max_length=7, choices=Channel, default=Channel.EMAIL)
    kind = models.CharField(_("kind"), max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="notifications",
    )
    email = models.EmailField(_("email address"), blank=True)  # of a recipient without an account
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    ply = models.PositiveIntegerField(_("step"), null=True, blank=True)  # the length of the log when it was queued
    params = models.JSONField(default=dict, blank=True)
    raw = models.TextField(blank=True)  # a complete message (account mail); emptied once sent
    device = models.ForeignKey("PushDevice", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    webhook = models.ForeignKey("Webhook", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    digest = models.ForeignKey(
        "self", verbose_name=_("digest"), on_delete=models.SET_NULL, null=True, blank=True, related_name="digest_items"
    )

    state = models.CharField(_("state"), max_length=10, choices=NotificationState, default=NotificationState.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(_("due at"))
    reason = models.CharField(_("reason"), max_length=20, choices=NotificationReason, blank=True)
    detail = models.CharField(_("details"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    failed_at = models.DateTimeField(null=True, blank=True)  # the last attempt that failed
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    sent_to = models.EmailField(blank=True)  # the address that the email went to; the player may have another one now
    message_id = models.CharField(_("Message-ID"), max_length=200, blank=True)
    # The mail service's id in its reports.
    provider_id = models.CharField(_("number at the email service"), max_length=200, blank=True)
    # The request that caused it, as in the log. Code of before adds rows without one.
    request_id = models.CharField(_("number of the request"), max_length=64, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [models.UniqueConstraint(fields=["key"], name="notification_once")]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state__in=["queued", "held", "sending"]), name="notification_due"
            ),
            # For SQLite, which uses no index with a condition that a parameter fulfils.
            models.Index(fields=["state", "due_at"], name="notification_state"),
            models.Index(fields=["provider_id"], condition=~models.Q(provider_id=""), name="notification_at_provider"),
            models.Index(fields=["game", "user"], name="notification_thread"),
            # For the admin: rows by state, and the few that are not emails about a turn.
            models.Index(fields=["state", "-id"], name="notification_by_state"),
            models.Index(fields=["kind", "-id"], condition=~models.Q(kind="turn"), name="notification_kind"),
            models.Index(fields=["channel", "-id"], condition=~models.Q(channel="email"), name="notification_call"),
            models.Index(fields=["failed_at"], condition=models.Q(failed_at__isnull=False), name="notification_failed"),
            models.Index(fields=["email"], condition=~models.Q(email=""), name="notification_address"),
        ]

    def __str__(self) -> str:
        return self.key


class CallError(models.TextChoices):
    """Codes with texts that contain the parameters of the error."""

    STATUS = "status", _("the server answered %(status)d")
    PAUSED = "paused", _("%(host)s did not answer in time and is paused for a minute")
    NO_ANSWER = "no-answer", _("no answer within %(seconds)d seconds")
    CERTIFICATE = "certificate", _("the certificate is not valid: %(why)s")
    UNKNOWN_HOST = "unknown-host", _("the host name %(host)s is unknown")
    NOT_HTTP = "not-http", _("the answer is not valid HTTP")
    CLOSED = "closed", _("the connection was closed without an answer")
    NETWORK = "network", _("network error: %(why)s")
    BAD_ADDRESS = "bad-address", _("This is not a valid web address.")
    PRIVATE_ADDRESS = "private-address", _("This address is in a private network. Use a public address.")
    NOT_VISIBLE = "not-visible", _("the owner can no longer see the table")
    SWITCHED_OFF = "switched-off", _("the webhook was removed or turned off")
    DEVICE_REMOVED = "device-removed", _("the device was removed")
    SIGNED_OFF = "signed-off", _("notifications are turned off on the device (status %(status)d)")
    NO_KEY = "no-key", _("the site has no key for web push")
    OTHER = "error", "%(why)s"


class DeliveryEvent(models.Model):
    """One report of a mail service about an email. ``event`` is anymail's name for it."""

    notification = models.ForeignKey(
        Notification,
        verbose_name=_("notification"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="events",
    )
    # Services repeat reports.
    event_id = models.CharField(_("number of the report"), max_length=120, null=True, blank=True)
    event = models.CharField(_("event"), max_length=20)
    recipient = models.EmailField(_("recipient"), blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("delivery report")
        verbose_name_plural = _("delivery reports")
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["event_id"], name="delivery_event_once")]
        indexes = [
            models.Index(fields=["recipient"], name="delivery_event_recipient"),
            models.Index(fields=["at"], name="delivery_event_at"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.recipient}"


def new_feed_code() -> str:
    """Return a random address part that cannot be guessed (192 bits)."""
    return secrets.token_urlsafe(24)


class FeedKind(models.TextChoices):
    CALENDAR = "calendar", _("calendar of deadlines")
    TURNS = "turns", _("feed of turns")
    TABLE = "table", _("feed of a table")
    TABLES = "tables", _("feed of new tables")
    FOLLOWING = "following", _("feed of the players you follow")


EXPIRY_NOTICE = timedelta(days=14)  # before a feed expires, it says so


class FeedQuerySet(models.QuerySet["Feed"]):
    def valid(self, now: datetime) -> Self:
        """Keep the feeds that can be read: neither expired nor revoked."""
        return self.filter(models.Q(expires_at=None) | models.Q(expires_at__gt=now), revoked_at=None)


class Feed(models.Model):
    """A private address under which one feed can be read without signing in, until it expires or is revoked."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="feeds"
    )
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, null=True, blank=True, related_name="feeds"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=FeedKind)
    code = models.CharField(max_length=32, default=new_feed_code, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)  # null: made before feeds expired
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    objects = FeedQuerySet.as_manager()

    class Meta:
        verbose_name = _("feed")
        verbose_name_plural = _("feeds")
        constraints = [models.UniqueConstraint(fields=["code"], name="feed_code_once")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"

    def expires_soon(self, now: datetime) -> bool:
        """Return True if the feed tells its readers that it expires."""
        return self.expires_at is not None and self.expires_at - now < EXPIRY_NOTICE


class InvitationOptOut(models.Model):
    """An address without an account that gets no more invitations."""

    email = models.EmailField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["email"], name="opt_out_once")]

    def __str__(self) -> str:
        return self.email


class BlockReason(models.TextChoices):
    BOUNCE = "bounce", _("the address does not exist or rejects emails")
    REPORTS = "reports", _("several emails came back, without a clear reason")
    COMPLAINT = "complaint", _("the recipient reported an email from here as spam")


class MailBlock(models.Model):
    """A period without emails to an address, because it bounced or its reader complained.

    Rows stay after the block has ended, so that clocks can look up when a player could not be reached.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="mail_blocks",
    )
    email = models.EmailField(_("email address"))
    reason = models.CharField(_("reason"), max_length=10, choices=BlockReason)
    detail = models.CharField(_("details"), max_length=300, blank=True)
    began_at = models.DateTimeField(_("began at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("blocked email address")
        verbose_name_plural = _("blocked email addresses")
        constraints = [
            models.UniqueConstraint(fields=["email"], condition=models.Q(ended_at=None), name="mail_block_once")
        ]
        indexes = [
            models.Index(fields=["user", "-began_at"], name="mail_block_of_user"),
            models.Index(fields=["email"], name="mail_block_address"),
            models.Index(fields=["reason", "-id"], name="mail_block_reason"),
            models.Index(fields=["-id"], condition=models.Q(ended_at__isnull=False), name="mail_block_ended"),
            models.Index(fields=["-id"], condition=models.Q(ended_at=None), name="mail_block_lasting"),
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.reason}"


class Frequency(models.TextChoices):
    EVERY = "every", _("every time")
    ONCE = "once", _("one email, then none until you act")
    TWICE = "twice", _("a digest twice a day")
    DAILY = "daily", _("a digest once a day")
    URGENT = "urgent", _("only when urgent")
    NEVER = "never", _("never")


class MailPreference(models.Model):
    """The frequency of emails of one kind ("": every kind) to a player, everywhere or from one table.

    The most specific choice counts: table and kind, table, kind, all. Without a choice every email is sent. But "never"
    for all emails, or for all of a table, overrides more specific choices there.

    ``previous`` is the choice before a link in an email stopped it, so that the link can undo that: "" for a choice
    made on the site, ``NOTHING`` if there was none.
    """

    NOTHING: ClassVar[str] = "-"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_preferences")
    kind = models.CharField(max_length=20, blank=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="mail_preferences")
    frequency = models.CharField(max_length=8, choices=Frequency)
    previous = models.CharField(max_length=8, blank=True, editable=False)

    class Meta:
        verbose_name = _("email setting")
        verbose_name_plural = _("email settings")
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "game"], name="mail_preference_of_table_once"),
            models.UniqueConstraint(
                fields=["user", "kind"], condition=models.Q(game=None), name="mail_preference_of_all_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind or 'all'}: {self.frequency}"


class PushDevice(models.Model):
    """A browser with notifications turned on. ``endpoint`` is an address of the browser's vendor."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.URLField(max_length=500)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=50)
    name = models.CharField(_("device"), max_length=60)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    last_sent_at = models.DateTimeField(_("last sent at"), null=True, blank=True)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["endpoint"], name="push_device_once")]

    def __str__(self) -> str:
        return self.name


class WebhookShape(models.TextChoices):
    JSON = "json", _("signed JSON")
    DISCORD = "discord", _("Discord")
    SLACK = "slack", _("Slack")


class Webhook(models.Model):
    """An address that the site calls for a player's events, or for all turns of one table.

    ``last_error`` is the latest error, ``last_error_params`` are the values in its label. ``failing_since`` is the
    first failure after the last success; a day of failures sets ``disabled_at``.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="webhooks"
    )
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, null=True, blank=True, related_name="webhooks"
    )
    url = models.URLField(_("address"), max_length=500)
    shape = models.CharField(_("format"), max_length=8, choices=WebhookShape, default=WebhookShape.JSON)
    secret = models.CharField(max_length=64)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    last_sent_at = models.DateTimeField(_("last sent at"), null=True, blank=True)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    disabled_at = models.DateTimeField(_("disabled at"), null=True, blank=True)
    last_error = models.CharField(max_length=20, choices=CallError, blank=True)
    last_error_params = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["id"]
        indexes = [models.Index(fields=["-id"], condition=models.Q(disabled_at__isnull=False), name="webhook_disabled")]

    def __str__(self) -> str:
        return f"{self.shape} {self.pk}"

    @property
    def host(self) -> str:
        """The host of the address. The rest of the address may be secret."""
        return self.url.partition("//")[2].partition("/")[0]

    @property
    def why(self) -> str:
        return str(CallError(self.last_error).label) % self.last_error_params if self.last_error else ""


class Presence(models.Model):
    """The last time a player looked at a table: on a visible tab with the focus."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="presences")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="presences")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="presence_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.game_id}"


class InboundReason(models.TextChoices):
    """Codes with texts for administrators."""

    # answers to a command
    PLAYED = "played", _("played")
    UNCLEAR = "unclear", _("not understood")
    ILLEGAL = "illegal", _("not possible by the rules")
    ALREADY = "already", _("part of the turn had been played")
    LATE = "late", _("about a turn that is over")
    OVER = "over", _("the game is over")
    BOARD = "board", _("asked for the position")
    HELP = "help", _("asked for help")
    QUESTION = "question", _("a question")
    AGREED = "agreed", _("agreed to a proposal")
    DECLINED = "declined", _("declined a proposal")
    CLOSED = "closed", _("about a proposal that is no longer open")
    SAID = "said", _("said in the chat")
    NOT_SAID = "not-said", _("not accepted in the chat")
    RESIGN = "resign", _("asked how to resign")
    UNDO = "undo", _("asked how to take a turn back")
    INVITED = "invited", _("has no seat at the table yet")
    NOT_STARTED = "not-started", _("the game has not started")
    UNCLEAR_ANSWER = "unclear-answer", _("no answer to a proposal")
    CONFIRM = "confirm", _("asked to confirm it")
    KEPT = "kept", _("did not confirm it: nothing has changed")
    NOT_DONE = "not-done", _("confirmed, but it was no longer possible")
    RESIGNED = "resigned", _("resigned")
    JOINED = "joined", _("accepted an invitation")
    REJECTED = "rejected", _("declined an invitation")
    NOT_JOINED = "not-joined", _("could not accept an invitation")
    DEPUTY = "deputy", _("agreed to be a deputy")
    NO_DEPUTY = "no-deputy", _("declined to be a deputy")
    NO_REQUEST = "no-request", _("about a request to a deputy that is gone")
    REMATCH = "rematch", _("asked for a rematch")
    NO_REMATCH = "no-rematch", _("could not get a rematch")
    BACK = "back", _("is back from a holiday")
    NOT_AWAY = "not-away", _("is back, but was not on holiday")
    # not admitted
    ENDED = "ended", _("the reply address ended with a new password")
    EXPIRED = "expired", _("the reply address has expired")
    OFF = "off", _("the player has not turned on playing by reply")
    STRANGER = "stranger", _("not from the player’s address")
    FORGED = "forged", _("the checks of the sender failed")
    UNPROVED = "unproved", _("nothing proves the sender")
    LARGE = "large", _("too large")
    REPEATED = "repeated", _("the same text was answered before")
    NOT_ANSWERED = "not-answered", _("not answered: too many answers in an hour")
    NO_INBOUND = "no-inbound", _("this site takes no emails")
    NO_TURN = "no-turn", _("not sent to the reply address of a turn")
    GONE = "gone", _("the player or the table is gone")
    # written by a program
    CANARY = "canary", _("the site’s own test email")
    BOUNCE = "bounce", _("a bounce: it has no return address")
    REPORT = "report", _("a delivery report")
    FINAL_REPORT = "final-report", _("a report that one of our emails bounced")
    VAGUE_REPORT = "vague-report", _("a report about one of our emails that says nothing final")
    NO_REPLY = "no-reply", _("from an address that no one reads")
    AUTOMATIC = "automatic", _("sent automatically")
    BULK = "bulk", _("sent to many")
    MAILING_LIST = "list", _("from a mailing list")
    SUBJECT = "subject", _("the subject is that of an automatic reply")
    OWN = "own", _("from this site itself")
    ERROR = "error", _("error")


class InboundState(models.TextChoices):
    RECEIVED = "received", _("received")
    PLAYED = "played", _("played")
    ANSWERED = "answered", _("answered, nothing played")
    REFUSED = "refused", _("refused")
    IGNORED = "ignored", _("ignored")
    FAILED = "failed", _("failed")


class InboundMail(models.Model):
    """One incoming email, from any source. The unique ``digest`` stops a second delivery from acting again.

    ``digest`` is a SHA-256 over Message-ID and recipient (over the whole message if it has no id). ``excerpt`` is the
    part that was read, not the whole email. ``reason`` explains the result; ``detail`` adds the text of a header or an
    exception, or the code of a refusal.
    """

    digest = models.CharField(_("fingerprint"), max_length=64)
    message_id = models.CharField(_("Message-ID"), max_length=250, blank=True)
    source = models.CharField(_("source"), max_length=20)  # webhook, pipe, imap
    sender = models.CharField(_("sender"), max_length=254, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="inbound_mails",
    )
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, null=True, blank=True, related_name="inbound_mails"
    )
    received_at = models.DateTimeField(_("received at"), auto_now_add=True)
    state = models.CharField(_("state"), max_length=10, choices=InboundState, default=InboundState.RECEIVED)
    reason = models.CharField(_("reason"), max_length=20, choices=InboundReason, blank=True)
    detail = models.CharField(_("details"), max_length=300, blank=True)
    excerpt = models.CharField(_("excerpt"), max_length=500, blank=True)
    is_checked = models.BooleanField(default=False)  # the mail server has checked whether the sender is genuine

    class Meta:
        verbose_name = _("received email")
        verbose_name_plural = _("received emails")
        constraints = [models.UniqueConstraint(fields=["digest"], name="inbound_once")]
        indexes = [
            models.Index(fields=["-received_at"], name="inbound_latest"),
            models.Index(fields=["state", "-id"], name="inbound_state"),
            models.Index(fields=["reason", "-id"], name="inbound_reason"),
            models.Index(fields=["sender"], name="inbound_sender"),
            models.Index(fields=["message_id"], name="inbound_message_id"),
        ]

    def __str__(self) -> str:
        return f"{self.sender} {self.message_id}"
