"""Whether a mail is still worth sending by the time its turn has come."""

from datetime import timedelta

from django.utils import timezone

from games.models import Channel, Invitation, InvitationState, Kind, Notification, NotificationState, Status
from games.selectors.notifications.mail_preferences import is_switched_off
from games.selectors.notifications.subjects import has_opted_out, invitation_of, message_of
from games.selectors.seats import seat_of

CANARY_LIFETIME = timedelta(hours=1)  # how long a trial mail says something about now
ALWAYS_RELEVANT = frozenset({Kind.REPLY, Kind.CANARY})  # somebody has written to the site, or it writes to itself


def reason_to_drop(row: Notification) -> str:
    """Return why a notification would be pointless now, in a few words for whoever looks at the outbox; "" if not.

    A device or a webhook is told whatever its owner has chosen for mails; a webhook of a table hears of everybody.
    """
    if row.kind == Kind.ACCOUNT:
        return "" if row.raw else "its text is gone"
    if row.channel != Channel.EMAIL:
        return _closed(row) or ("" if row.webhook and row.webhook.game_id and _stands(row) else _nothing_to_tell(row))
    return _closed(row) or _nobody_reads(row) or _nothing_to_tell(row)


def _stands(row: Notification) -> bool:
    return row.game is not None and row.game.status != Status.CANCELLED


def _closed(row: Notification) -> str:
    return "the account is closed" if row.user and not row.user.is_active else ""


def _nobody_reads(row: Notification) -> str:
    if not (row.user.email if row.user else row.email):
        return "there is no address"
    if row.user and is_switched_off(row.user, row.kind, row.game):
        return "the player has switched this kind off"
    if row.user is None and row.kind == Kind.INVITATION and has_opted_out(row.email):
        return "the reader wants no invitations"
    return ""


def _is_stale(row: Notification) -> bool:
    return timezone.now() - row.created_at > CANARY_LIFETIME


def _nothing_to_tell(row: Notification) -> str:
    if row.kind in ALWAYS_RELEVANT:
        return "a later one tells more" if row.kind == Kind.CANARY and _is_stale(row) else ""
    if row.kind == Kind.DIGEST:
        return (
            "" if row.digest_items.filter(state=NotificationState.HELD).exists() else "there is nothing in it any more"
        )
    if not _stands(row):
        return "the table is gone"
    return _answered(invitation_of(row)) if row.kind == Kind.INVITATION else _past(row)


def _past(row: Notification) -> str:
    """Return why news of a table are none any more."""
    game, seat = row.game, seat_of(row.game, row.user) if row.game else None
    if game is None or seat is None:
        return "the reader sits there no longer"
    if row.kind == Kind.TURN and not (seat.acting_since and seat.acting_since <= row.created_at):
        return "the turn has been played"
    if row.kind in {Kind.STARTED, Kind.BOUNCE} and game.is_over:
        return "the game is over already"
    if row.kind == Kind.STARTED and row.channel == Channel.EMAIL and (seat.seen_ply or seat.acting_since):
        return "the player has been at the table since, or a mail about a turn tells more"
    if row.kind == Kind.RESIGNED and game.is_over and row.user and not is_switched_off(row.user, Kind.OVER, game):
        return "the game is over, and the mail about that says so"
    if row.kind == Kind.MENTION and message_of(row) is None:
        return "the message is gone"
    return ""


def _answered(invitation: Invitation | None) -> str:
    if invitation is None or invitation.state != InvitationState.PENDING:
        return "the invitation has been answered or withdrawn"
    return "" if invitation.game.status == Status.OPEN else "the table is not open any more"
