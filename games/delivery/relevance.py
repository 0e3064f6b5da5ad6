"""The check whether a notification is still relevant when it is due."""

from datetime import timedelta

from django.utils import timezone

from games.core.choices import Status
from games.core.models import EventKind, Seat
from games.core.selectors import seat_of
from games.lobby.models import Invitation, InvitationState
from games.lobby.selectors import tables_of_news
from games.mail.selectors import (
    deputy_request_of,
    deputy_turn_of,
    event_of,
    invitation_of,
    message_of,
    proposal_of,
    reminded_turns,
)
from games.notifications.models import Channel, Kind, Notification, NotificationReason, NotificationState
from games.notifications.preferences import has_opted_out, is_switched_off
from games.play.models import ProposalState
from games.play.open_proposals import has_agreed

CANARY_LIFETIME = timedelta(hours=1)  # afterwards a test email says nothing about the present
Reason = NotificationReason
ABOUT_CLOCKS = frozenset({Kind.REMINDER, Kind.DEPUTY, Kind.PROPOSAL, Kind.NEWS})


def reason_to_drop(row: Notification) -> Reason | None:
    """Return why a notification must not be sent any more, None if it is still relevant.

    Email preferences do not apply to devices and webhooks. A webhook of a table gets every turn.
    """
    if row.kind == Kind.ACCOUNT:
        return None if row.raw else Reason.NO_TEXT
    if row.channel != Channel.EMAIL:
        return _account_closed(row) or (
            None if row.webhook and row.webhook.game_id and _is_table_open_or_played(row) else _outdated(row)
        )
    return _account_closed(row) or _unwanted(row) or _outdated(row)


def _is_table_open_or_played(row: Notification) -> bool:
    return row.game is not None and row.game.status != Status.CANCELLED


def _account_closed(row: Notification) -> Reason | None:
    return Reason.ACCOUNT_CLOSED if row.user and not row.user.is_active else None


def _unwanted(row: Notification) -> Reason | None:
    if not (row.user.email if row.user else row.email):
        return Reason.NO_ADDRESS
    if row.user and is_switched_off(row.user, row.kind, row.game):
        return Reason.SWITCHED_OFF
    if row.user is None and row.kind == Kind.INVITATION and has_opted_out(row.email):
        return Reason.OPTED_OUT
    return None


def _is_old(row: Notification) -> bool:
    return timezone.now() - row.created_at > CANARY_LIFETIME


def _outdated(row: Notification) -> Reason | None:
    if Kind(row.kind).policy.is_immediate:
        return Reason.OUTDATED if row.kind == Kind.CANARY and _is_old(row) else None
    if row.kind == Kind.DIGEST:
        return None if row.digest_items.filter(state=NotificationState.HELD).exists() else Reason.EMPTY
    if row.kind == Kind.TABLES:
        return None if row.user and tables_of_news(row.user, row.params["tables"]) else Reason.TABLE_CLOSED
    if row.kind == Kind.DEPUTY and row.game is None:
        request = deputy_request_of(row)
        return None if request and not request.accepted_at else Reason.ANSWERED
    if not _is_table_open_or_played(row):
        return Reason.TABLE_GONE
    return _outdated_invitation(invitation_of(row)) if row.kind == Kind.INVITATION else _outdated_for_seat(row)


def _outdated_about_clock(row: Notification) -> Reason | None:
    game = row.game
    if row.kind == Kind.REMINDER:
        return None if reminded_turns(row) else Reason.TURN_PLAYED
    if row.kind == Kind.DEPUTY:
        return None if deputy_turn_of(row) else Reason.TURN_PLAYED
    event = event_of(row) if row.kind == Kind.NEWS else None
    if game is None or (game.is_over and not (event and event.kind == EventKind.OPERATOR)):
        return Reason.GAME_OVER
    if row.kind == Kind.PROPOSAL:
        found = proposal_of(row)
        if found is None or found.state != ProposalState.OPEN:
            return Reason.OUTDATED
        return Reason.ANSWERED if has_agreed(found, row.user_id) else None
    return None if event else Reason.OUTDATED


def _outdated_for_seat(row: Notification) -> Reason | None:
    if row.kind in ABOUT_CLOCKS:
        return _outdated_about_clock(row)
    if row.kind == Kind.MARKED:
        apart = row.user and Seat.objects.of_blocked(row.user).filter(game=row.game).exists()
        is_marked = row.user and row.user.marks.filter(game=row.game).exists()
        return None if is_marked and not apart else Reason.OUTDATED
    game, seat = row.game, seat_of(row.game, row.user) if row.game else None
    if game and seat is None and row.kind == Kind.OVER and game.seats.filter(owner=row.user).exists():
        return None
    if game is None or seat is None:
        return Reason.NOT_SEATED
    if row.kind == Kind.TURN and not (seat.acting_since and seat.acting_since <= row.created_at):
        return Reason.TURN_PLAYED
    if row.kind in {Kind.STARTED, Kind.BOUNCE} and game.is_over:
        return Reason.GAME_OVER
    if row.kind == Kind.STARTED and row.channel == Channel.EMAIL and (seat.seen_ply or seat.acting_since):
        return Reason.KNOWN
    if row.kind == Kind.RESIGNED and game.is_over and row.user and not is_switched_off(row.user, Kind.OVER, game):
        return Reason.RESULT_SENT
    if row.kind == Kind.MENTION and message_of(row) is None:
        return Reason.MESSAGE_GONE
    return None


def _outdated_invitation(invitation: Invitation | None) -> Reason | None:
    if invitation is None or invitation.state != InvitationState.PENDING:
        return Reason.ANSWERED
    return None if invitation.game.status == Status.OPEN else Reason.TABLE_CLOSED


def drop_irrelevant(digest: Notification) -> None:
    """Drop the rows of a digest that are out of date when it is about to be sent."""
    for row in digest.digest_items.select_related("user__profile", "game"):
        if reason := reason_to_drop(row):
            held = Notification.objects.filter(pk=row.pk, digest=digest, state=NotificationState.HELD)
            held.update(state=NotificationState.DROPPED, reason=reason, detail="", digest=None)
