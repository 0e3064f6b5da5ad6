"""Users, invitations and messages that emails are about."""

from datetime import datetime

from accounts.models import User
from games.models import ChatMessage, Deputy, Invitation, Notification, Proposal, TableEvent, Turn, TurnStepKind


def user_of_token(user_id: int) -> User | None:
    """Return the user of an unsubscribe token, None if the account was deleted."""
    return User.objects.filter(pk=user_id).first()


def invitation_of(row: Notification) -> Invitation | None:
    """Return the invitation that a notification is about, with inviter and invited player."""
    invitations = Invitation.objects.filter(code=row.params.get("invitation", ""))
    return invitations.select_related("inviter__profile", "user__profile").first()


def message_of(row: Notification) -> ChatMessage | None:
    """Return the chat message that a notification is about, with its author."""
    return ChatMessage.objects.filter(pk=row.params.get("message")).select_related("author__profile").first()


def event_of(row: Notification) -> TableEvent | None:
    """Return the event at a table that a notification is about."""
    return TableEvent.objects.filter(pk=row.params.get("event"), game=row.game).first()


def proposal_of(row: Notification) -> Proposal | None:
    """Return the proposal that a notification is about, with who made it."""
    return Proposal.objects.filter(pk=row.params.get("proposal")).select_related("user__profile").first()


def deputy_request_of(row: Notification) -> Deputy | None:
    """Return the request to be a deputy that a notification is about, None if it was withdrawn or declined."""
    rows = Deputy.objects.current().filter(pk=row.params.get("deputy"), deputy=row.user)
    return rows.select_related("user__profile", "deputy__profile").first()


def deputy_turn_of(row: Notification) -> Turn | None:
    """Return the turn that a deputy is asked to play, with its seat; None when it has ended."""
    return Turn.objects.filter(pk=row.params.get("turn"), ended_at=None).select_related("game", "seat", "user").first()


def house_plays_at(turn: Turn) -> datetime | None:
    """Return until when the deputy who was asked has time for a turn, None if the deadline is still to come."""
    return turn.due_at if turn.steps.filter(kind=TurnStepKind.DEPUTY).exists() else None


def reminded_turns(row: Notification) -> list[Turn]:
    """Return the turns of a reminder that are still open and whose deadlines have not moved away, most urgent first."""
    wanted = row.params.get("turns", [])
    known = dict(zip(wanted, map(datetime.fromisoformat, row.params.get("deadlines", [])), strict=False))
    turns = Turn.objects.filter(pk__in=wanted, user=row.user, ended_at=None, deadline__isnull=False)
    return [
        turn
        for turn in turns.select_related("game", "seat", "user__profile").order_by("deadline", "id")
        if turn.deadline and turn.deadline <= known.get(turn.pk, turn.deadline)
    ]
