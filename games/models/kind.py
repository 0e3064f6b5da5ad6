"""Kinds of notifications, the policy of each kind, and channels."""

from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The subject of a notification."""

    INVITATION = "invitation", _("Someone invites you to a table")
    STARTED = "started", _("One of your games starts")
    TURN = "turn", _("It’s your turn")
    OVER = "over", _("One of your games is over")
    RESIGNED = "resigned", _("A player resigns from one of your games")
    MENTION = "mention", _("Someone mentions you in a chat")
    ORDERS = "orders", _("Your orders in advance were played or dropped")
    REMINDER = "reminder", _("Your time is running out")
    DEPUTY = "deputy", _("You are asked to play for someone")
    PROPOSAL = "proposal", _("Someone proposes something at one of your tables")
    NEWS = "news", _("Clocks and seats of your games change")
    BOUNCE = "bounce", _("Emails to a player in one of your games bounce")
    ACCOUNT = "account", _("Account emails")
    REPLY = "reply", _("Answer to your email")
    DIGEST = "digest", _("Digest")
    CANARY = "canary", _("Test email from the site to itself")

    @property
    def policy(self) -> "KindPolicy":
        """The policy for notifications of this kind."""
        return POLICIES.get(self, KindPolicy())


@dataclass(frozen=True, slots=True)
class KindPolicy:
    """The policy for notifications of one kind.

    ``is_optional``: players choose whether and how often they get it; devices and webhooks get it too.
    ``is_immediate``: someone has requested it, or it tests delivery. It is never out of date, never waits, and needs no
    link to unsubscribe. ``ignores_blocks``: it also goes to an address that bounces. ``is_answerable``: a reply can
    play the turn or say something at the table. ``is_urgent``: it wakes a sleeping device.
    """

    is_optional: bool = True
    is_immediate: bool = False
    ignores_blocks: bool = False
    is_answerable: bool = False
    is_urgent: bool = False


POLICIES = {
    Kind.INVITATION: KindPolicy(is_answerable=True, is_urgent=True),
    Kind.STARTED: KindPolicy(is_answerable=True, is_urgent=True),
    Kind.TURN: KindPolicy(is_answerable=True, is_urgent=True),
    Kind.OVER: KindPolicy(is_answerable=True),
    Kind.RESIGNED: KindPolicy(is_answerable=True),
    Kind.MENTION: KindPolicy(is_answerable=True, is_urgent=True),
    Kind.ORDERS: KindPolicy(is_answerable=True),
    Kind.NEWS: KindPolicy(is_answerable=True),
    Kind.REMINDER: KindPolicy(is_answerable=True, is_urgent=True),
    Kind.DEPUTY: KindPolicy(is_answerable=True, is_urgent=True),
    Kind.PROPOSAL: KindPolicy(is_answerable=True, is_urgent=True),
    Kind.ACCOUNT: KindPolicy(is_optional=False, is_immediate=True, ignores_blocks=True),
    Kind.REPLY: KindPolicy(is_optional=False, is_immediate=True, is_answerable=True),
    Kind.DIGEST: KindPolicy(is_optional=False, is_answerable=True),
    Kind.CANARY: KindPolicy(is_optional=False, is_immediate=True, ignores_blocks=True),
}


class Channel(models.TextChoices):
    """The way in which a notification is delivered."""

    EMAIL = "email", _("email")
    PUSH = "push", _("push")
    WEBHOOK = "webhook", _("webhook")
