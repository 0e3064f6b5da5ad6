"""Sanctions and the record: decided, read, appealed, lifted. Traces: noted, and deleted after 90 days."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from accounts.selectors import is_last_admin
from accounts.services import close_access
from accounts.signals import account_closed
from accounts.validators import ERASED_NAME
from games.common.errors import Conflict, Forbidden, Invalid, NotFound

from .models import RecordedAct, RecordRole, Rule, Sanction, SanctionKind, Trace, Verb

if TYPE_CHECKING:
    from games.moderation.models import Case

TRACE, TRACES_KEPT = timedelta(minutes=10), timedelta(days=90)
MAX_LENGTH = 2000  # characters of a reason, an appeal or an answer


def checked_reason(text: str) -> str:
    """Return what was written. Raises Invalid (no-reason)."""
    text = text.strip()[:MAX_LENGTH]
    if not text:
        raise Invalid("no-reason", _("Give a reason. The player concerned can read it."))
    return text


def add_record(actor: User | None, role: RecordRole, verb: Verb, about: str, **details: Any) -> RecordedAct:
    """Write one act into the record, in the transaction of the act. Nobody is the actor of a command.

    ``details`` are person, game, before, after, reason and case, as far as they are known.
    """
    act = {"actor": actor, "role": role, "verb": verb, "object": about[:120]}
    return RecordedAct.objects.create(at=timezone.now(), **act, **details)


def forget_name(user: User) -> None:
    """Take the name of an account that is erased out of the record of what was done about it."""
    rows: QuerySet[RecordedAct] = QuerySet(RecordedAct).filter(
        person=user, object__icontains=user.username
    )  # its own manager refuses changes
    for row in rows:
        rows.filter(pk=row.pk).update(object=ERASED_NAME)


@transaction.atomic
def sanction(
    moderator: User | None,
    user: User,
    kind: SanctionKind,
    rule: Rule,
    facts: str,
    *,
    days: int = 0,
    machine: bool = False,
    case: "Case | None" = None,
) -> Sanction:
    """Decide a sanction, from now on for some days. Running games go on; a closed account leaves them after the commit.

    Nobody is the moderator of a command.
    Raises Invalid (no-reason), Forbidden (own-case), Conflict (last-admin).
    """
    if moderator == user:
        raise Forbidden("own-case", _("No one decides about themselves."))
    if kind == SanctionKind.CLOSED and is_last_admin(user):
        raise Conflict("last-admin", _("This player is the only administrator of the site. The account stays open."))
    now = timezone.now()
    row = Sanction.objects.create(
        user=user,
        kind=kind,
        rule=rule,
        facts=checked_reason(facts),
        machine=machine,
        case=case,
        decided_by=moderator,
        at=now,
        ends_at=now + timedelta(days=days) if days else None,
    )
    about = {"person": user, "after": kind, "reason": row.facts, "case": case}
    role = RecordRole.MODERATOR if moderator else RecordRole.ADMIN
    add_record(moderator, role, Verb.SANCTION, user.username, **about)
    if kind == SanctionKind.CLOSED:
        close_access(user)
        transaction.on_commit(lambda: account_closed.send(sender=User, user=user), robust=True)  # else by the sweep
    return row


def _own(user: User, pk: int) -> Sanction:
    lock_user(user)
    row = Sanction.objects.filter(user=user, pk=pk).first()
    if row is None:
        raise NotFound
    return row


@transaction.atomic
def read_sanction(user: User, pk: int) -> Sanction:
    """Note that the player has read a sanction. Repeating it changes nothing. Raises NotFound."""
    row = _own(user, pk)
    if row.read_at is None:
        row.read_at = timezone.now()
        row.save(update_fields=["read_at"])
    return row


@transaction.atomic
def appeal(user: User, pk: int, text: str) -> Sanction:
    """Ask for another look at a sanction, once. Raises NotFound, Conflict (appealed), Invalid (no-reason)."""
    row = _own(user, pk)
    if not row.may_appeal:
        raise Conflict("appealed", _("You have appealed already, or it has been lifted."))
    row.appeal, row.appealed_at = checked_reason(text), timezone.now()
    row.save(update_fields=["appeal", "appealed_at"])
    return row


@transaction.atomic
def answer_appeal(moderator: User, pk: int, answer: str, *, lifts: bool) -> Sanction:
    """Answer an appeal: lift the sanction, or keep it. The caller has asked whether this moderator may.

    Raises NotFound, Forbidden (own-case), Conflict (answered), Invalid (no-reason).
    """
    found = Sanction.objects.select_related("user").filter(pk=pk).first()
    if found is None:
        raise NotFound
    if found.user_id == moderator.pk:
        raise Forbidden("own-case", _("No one decides about themselves."))
    lock_user(found.user)
    found.refresh_from_db()
    if found.appealed_at is None or found.answered_at is not None:
        raise Conflict("answered", _("This appeal has been answered."))
    now = timezone.now()
    found.answer, found.answered_at = checked_reason(answer), now
    found.lifted_at = now if lifts else found.lifted_at
    found.save(update_fields=["answer", "answered_at", "lifted_at"])
    verb = Verb.LIFTED if lifts else Verb.KEPT
    about = {"person": found.user, "before": found.kind, "reason": found.answer, "case": found.case}
    add_record(moderator, RecordRole.MODERATOR, verb, found.user.username, **about)
    return found


@transaction.atomic
def lift(row: Sanction, reason: str) -> None:
    """End a sanction by a command, whether there is an appeal or not. Raises Invalid (no-reason)."""
    row.answer, now = checked_reason(reason), timezone.now()
    row.answered_at = row.lifted_at = now
    row.save(update_fields=["answer", "answered_at", "lifted_at"])
    about = {"person": row.user, "before": row.kind, "reason": row.answer}
    add_record(None, RecordRole.ADMIN, Verb.LIFTED, row.user.username, **about)


def note_trace(user: User, address: str, device: str, now: datetime) -> None:
    """Store digests of where a player acts from, once in ten minutes for each place. Robots and guests leave none."""
    if user.robot or user.is_guest:
        return
    at = now - (now - datetime.min.replace(tzinfo=UTC)) % TRACE
    trace = Trace(
        user_id=user.pk,
        at=at,
        address=_digest(at, address),
        network=_digest(at, _network(address)),
        device=_digest(at, device) if device else "",
    )
    if cache.add(f"trace:{user.pk}:{at:%d%H%M}:{trace.address}:{trace.device}", 1, TRACE.total_seconds()):
        Trace.objects.bulk_create([trace], ignore_conflicts=True)


def _digest(at: datetime, text: str) -> str:
    """Return a digest that can be compared with others of the same 90 days only."""
    period = at.toordinal() // TRACES_KEPT.days
    return salted_hmac(f"games.trace.{period}", text, algorithm="sha256").hexdigest()[:32]


def _network(address: str) -> str:
    """Return the /24 of an IPv4 address, the /48 of an IPv6 address: what one provider gives to one customer."""
    try:
        version = ip_address(address).version
    except ValueError:
        return address
    return str(ip_network(f"{address}/{24 if version == 4 else 48}", strict=False))


def old_traces(now: datetime) -> QuerySet[Trace]:
    """Return the traces from more than 90 days ago."""
    return Trace.objects.filter(at__lt=now - TRACES_KEPT)
