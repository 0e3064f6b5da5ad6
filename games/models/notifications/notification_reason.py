"""Reasons why a notification waits, failed or was dropped."""

from django.db import models
from django.utils.translation import gettext_lazy as _


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
    RESIGNATION = "resignation", _("a resignation at the table can still be taken back")
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
