"""Whether a mail is still worth sending by the time its turn has come."""

from games.models import Invitation, InvitationState, Kind, Notification, Status
from games.selectors.mail import invitation_of, is_refused, is_switched_off, message_of
from games.selectors.people import seat_of


def reason_to_drop(row: Notification) -> str:
    """Return why a mail would be pointless now, in a few words for whoever looks at the outbox; "" if it is not."""
    if row.kind == Kind.ACCOUNT:
        return "" if row.raw else "its text is gone"
    return _nobody_reads(row) or _nothing_to_tell(row)


def _nobody_reads(row: Notification) -> str:
    if not (row.user.email if row.user else row.email):
        return "there is no address"
    if row.user and not row.user.is_active:
        return "the account is closed"
    if row.user and is_switched_off(row.user, row.kind):
        return "the player has switched this kind off"
    if row.user is None and is_refused(row.email):
        return "the reader wants no invitations"
    return ""


def _nothing_to_tell(row: Notification) -> str:
    game = row.game
    if game is None or game.status == Status.CANCELLED:
        return "the table is gone"
    if row.kind == Kind.INVITATION:
        return _answered(invitation_of(row))
    seat = seat_of(game, row.user)
    if seat is None:
        return "the reader sits there no longer"
    if row.kind == Kind.TURN and not (seat.acting_since and seat.acting_since <= row.created_at):
        return "the turn has been played"
    if row.kind == Kind.STARTED and game.is_over:
        return "the game is over already"
    if row.kind == Kind.RESIGNED and game.is_over and row.user and not is_switched_off(row.user, Kind.OVER):
        return "the game is over, and the mail about that says so"
    if row.kind == Kind.MENTION and message_of(row) is None:
        return "the message is gone"
    return ""


def _answered(invitation: Invitation | None) -> str:
    if invitation is None or invitation.state != InvitationState.PENDING:
        return "the invitation has been answered or withdrawn"
    return "" if invitation.game.status == Status.OPEN else "the table is not open any more"
