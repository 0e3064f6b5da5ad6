"""Incoming emails: each acts once, leaves a row, and gets at most one answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.core import jobs
from games.core.models import Game, Heartbeat
from games.core.selectors import may_see
from games.lobby.models import Invitation, InvitationState
from games.notifications import outbox
from games.notifications.alerts import mail_administrators
from games.notifications.models import InboundMail, InboundReason, InboundState, Kind, Notification
from games.play.models import Proposal


def player_of_token(user_id: int) -> User | None:
    """Return the player of a reply token, with the profile; None for an account that is closed or has no address."""
    return User.objects.select_related("profile").filter(pk=user_id, is_active=True).exclude(email="").first()


def is_invited(game: Game, user: User) -> bool:
    """Return True if the user has an invitation to the table that is not answered."""
    return game.invitations.filter(user=user, state=InvitationState.PENDING).exists()


def invitation_to_address(pk: int, address: str) -> Invitation | None:
    """Return an unanswered invitation that went to this address, with its game and inviter."""
    pending = Invitation.objects.filter(pk=pk, email=address.lower(), state=InvitationState.PENDING)
    return pending.exclude(email="").select_related("game", "inviter").first()


def invitation_of_token(pk: int, game: Game) -> Invitation | None:
    """Return the invitation of a reply token, None if it was deleted."""
    return Invitation.objects.filter(pk=pk, game=game).first()


def proposal_of_token(pk: int, game: Game) -> Proposal | None:
    """Return the proposal of a reply token, None if it was deleted."""
    return Proposal.objects.filter(pk=pk, game=game).first()


def take_question(pk: int, user: User) -> Mapping[str, Any] | None:
    """Close the question of an answer to this player and return it. None if it is answered already, or gone."""
    asked = Notification.objects.filter(pk=pk, kind=Kind.REPLY, user=user, params__question__is_answered=False)
    row = asked.first()
    if row is None:
        return None
    question: Mapping[str, Any] = row.params["question"]
    closed = {**row.params, "question": {**question, "is_answered": True}}
    return question if asked.update(params=closed) else None


def notification_of_report(pk: int) -> Notification | None:
    """Return the notification that a bounce report is about, with its user; None if it was deleted."""
    return Notification.objects.filter(pk=pk).select_related("user").first()


def answers_since(user: User, moment: datetime) -> int:
    """Return how many answers to emails the player was sent since then."""
    return Notification.objects.filter(kind=Kind.REPLY, user=user, created_at__gte=moment).count()


def was_answered(user: User, game: Game | None, excerpt: str, since: datetime) -> bool:
    """Return True if an email with the same text was answered since then, without a move being played."""
    same = InboundMail.objects.filter(user=user, game=game, excerpt=excerpt, state=InboundState.ANSWERED)
    return same.filter(received_at__gte=since).exists()


MAX_ANSWERS, WITHIN = 30, timedelta(hours=1)
SAME_TEXT_WITHIN = timedelta(hours=6)  # the same text is answered once in this time
RETENTION = timedelta(days=90)
RETENTION_UNPLAYED = timedelta(days=14)

DAY = timedelta(days=1)
WATCH = "inbound-checks"  # since this heartbeat incoming emails are watched
ALERT = "inbound-unchecked"  # this heartbeat exists while no email is checked


@dataclass(frozen=True, slots=True)
class MailIdentity:
    digest: str
    message_id: str
    source: str
    sender: str
    is_checked: bool = False


@dataclass(frozen=True, slots=True)
class MailAnswer:
    """The answer to a player: ``code`` names its text, ``params`` fill it. The same ``event`` gets only one."""

    to: User
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    event: str = ""


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """The result of an email. ``user`` is its sender, None if not proved.

    ``invitation`` is one whose email is sent again, to an address without an account.
    """

    state: InboundState
    reason: InboundReason
    user: User | None = None
    game: Game | None = None
    excerpt: str = ""
    answer: MailAnswer | None = None
    detail: str = ""
    invitation: Invitation | None = None


@transaction.atomic
def handle_once(identity: MailIdentity, handle: Callable[[], MailOutcome]) -> InboundMail | None:
    """Call ``handle`` for a new email, and store the result in the same transaction.

    Return the row, None for an email that has already been handled. An exception of ``handle`` undoes everything, so
    the email can be delivered again. Of two simultaneous deliveries one waits at the unique digest.
    """
    row, is_new = InboundMail.objects.get_or_create(
        digest=identity.digest,
        defaults={
            "message_id": identity.message_id,
            "source": identity.source,
            "sender": identity.sender[:254],
            "is_checked": identity.is_checked,
        },
    )
    if not is_new:
        return None
    result = handle()
    row.state, row.user, row.game = result.state, result.user, result.game
    row.excerpt = result.excerpt[:500]
    row.reason, row.detail = result.reason, result.detail[:300]
    if result.answer and not _queue_answer(row, result.answer):
        row.reason, row.detail = InboundReason.NOT_ANSWERED, row.reason
    row.save(update_fields=["state", "user", "game", "excerpt", "reason", "detail"])
    if result.invitation:
        _send_invitation_again(result.invitation)
    return row


def _queue_answer(row: InboundMail, answer: MailAnswer) -> bool:
    """Queue the answer, unless the player has had too many. Return True if it was queued.

    It shows the table only to who may see it.
    """
    if answers_since(answer.to, timezone.now() - WITHIN) >= MAX_ANSWERS:
        return False
    params = {**answer.params, "code": answer.code}
    game = row.game if row.game and may_see(row.game, answer.to) else None
    outbox.queue(Kind.REPLY, answer.event or f"mail:{row.pk}", user=answer.to, game=game, params=params)
    return True


def _send_invitation_again(invitation: Invitation) -> None:
    """Send the link of an invitation to its address again, once."""
    params = {"invitation": invitation.code, "rematch": 0}
    outbox.queue(Kind.INVITATION, f"{invitation.pk}:again", email=invitation.email, game=invitation.game, params=params)


UNPLAYED = (InboundState.REFUSED, InboundState.IGNORED)


def unplayed_mail() -> QuerySet[InboundMail]:
    """Return the emails that were refused or ignored."""
    return InboundMail.objects.filter(state__in=UNPLAYED)


def played_mail() -> QuerySet[InboundMail]:
    """Return the emails that have done something, or got an answer."""
    return InboundMail.objects.exclude(state__in=UNPLAYED)


def old_unplayed_mail(now: datetime) -> QuerySet[InboundMail]:
    """Return the refused and ignored emails that no server delivers again."""
    return unplayed_mail().filter(received_at__lt=now - RETENTION_UNPLAYED)


def old_mail(now: datetime) -> QuerySet[InboundMail]:
    """Return the other emails of three months ago."""
    return played_mail().filter(received_at__lt=now - RETENTION)


@transaction.atomic
def alert_about_unchecked_mail(now: datetime) -> bool:
    """Send an email if emails came in for a day and none was checked. Return True if it was sent."""
    watch, _is_new = Heartbeat.objects.get_or_create(name=WATCH, defaults={"at": now})
    if not settings.INBOUND_ADDRESS or now - watch.at < DAY:
        return False
    mails = InboundMail.objects.filter(received_at__gte=now - DAY)
    if mails.filter(is_checked=True).exists():
        jobs.end(ALERT)
        return False
    if not mails.exclude(reason=InboundReason.CANARY).exists() or not jobs.begin(ALERT, now):
        return False
    mail_administrators(
        _("No one checks the senders of incoming emails"),
        _("Emails have come in within the last day, but none has a result of your email server’s checks."),
        _("Set INBOUND_AUTHSERV_ID to the name in its Authentication-Results fields, or turn the checks on there."),
        _("Until then, anyone who knows a reply address and the player’s address can play that turn."),
    )
    return True
