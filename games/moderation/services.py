"""Reports and cases: sent, claimed, decided."""

from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from accounts.selectors import display_name
from accounts.validators import ERASED_NAME
from games.chat.models import ChatMessage
from games.clocks.models import TurnStepKind
from games.clocks.selectors import turns_of
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid
from games.common.permissions import require_confirmed_address
from games.common.wording import time_until
from games.conduct.models import RecordRole, Rule, Sanction, SanctionKind, Verb
from games.conduct.selectors import excluded_from_ratings, sanctions_of
from games.conduct.services import add_record, answer_appeal, checked_reason, lift, sanction
from games.core import jobs
from games.core.models import Game
from games.lobby.tables import leave_open_tables
from games.notifications.alerts import mail_administrators
from games.notifications.letters import send_letter
from games.notifications.links import link
from games.ratings.services import unrate_open_tables

from .models import Case, CaseOutcome, PlayerReport
from .selectors import AROUND, ReportSubject, case_for, copy_of, is_reportable, may_answer, moderators, score_of

CONTACT = parseaddr(settings.SERVER_EMAIL)[1]  # for who cannot sign in any more
CLAIM, DAY = timedelta(minutes=30), timedelta(days=1)
MAX_TEXT = 1000  # characters of a report
CRITICAL_SCORE = 150  # of a message with words of the list: more than three grave reports
LAST_TURNS = 5  # of the accused, in which a time-out counts
MISSED = {TurnStepKind.STAND_IN, TurnStepKind.LEAVES, TurnStepKind.OFFERED}
GRAVE = {Rule.RUDE, Rule.NAME}
SANCTIONS = {  # what an outcome does, and for how many days
    CaseOutcome.NOTE: (SanctionKind.NOTE, 0),
    CaseOutcome.WARNING: (SanctionKind.WARNING, 0),
    CaseOutcome.NO_CHAT_1: (SanctionKind.NO_CHAT, 1),
    CaseOutcome.NO_CHAT_7: (SanctionKind.NO_CHAT, 7),
    CaseOutcome.NO_CHAT_30: (SanctionKind.NO_CHAT, 30),
    CaseOutcome.UNRATED: (SanctionKind.UNRATED, 30),
    CaseOutcome.NO_GAMES: (SanctionKind.NO_GAMES, 30),
    CaseOutcome.CLOSED: (SanctionKind.CLOSED, 0),
}


@transaction.atomic
def report(reporter: User, subject: ReportSubject, kind: Rule, text: str = "") -> PlayerReport:
    """Report a player. What is open about the same player becomes one case; the same report again changes nothing.

    Raises Invalid (not-reportable, needs-table, long-report, empty-report), Conflict (too-early),
    Forbidden (address-unconfirmed), TooMany.
    """
    accused, now = subject.accused, timezone.now()
    if not is_reportable(reporter, accused):
        raise Invalid("not-reportable", _("You can only report other players, not robots or guests."))
    require_confirmed_address(reporter)
    text = text.strip()
    if len(text) > MAX_TEXT:
        raise Invalid("long-report", _("A report can have at most %(most)s characters.") % {"most": MAX_TEXT})
    if kind == Rule.OTHER and not text:
        raise Invalid("empty-report", _("Say in a sentence what has happened."))
    if kind == Rule.STOPPED:
        _require_stopped(subject, now)
    lock_user(accused)
    case, _is_new = Case.objects.get_or_create(accused=accused, closed_at=None, defaults={"opened_at": now})
    about = {"reporter": reporter, "kind": kind, "game": subject.game, "message": subject.message}
    if same := case.reports.filter(**about).first():
        return same
    rate_limits.count("report", reporter.pk)
    Case.objects.filter(pk=case.pk).update(score=F("score") + score_of(reporter, is_grave=kind in GRAVE))
    return PlayerReport.objects.create(case=case, text=text, copy=copy_of(subject, reporter), at=now, **about)


@transaction.atomic
def report_by_site(message_id: int, why: str) -> None:
    """Put a message into the case of its author, at the front of the queue. The same message again changes nothing.

    Nobody at a private table has sent its other messages to moderators: those they read only by ``look_at``.
    """
    message = ChatMessage.objects.select_related("author", "game").filter(pk=message_id).first()
    if message is None or message.author is None:
        return
    lock_user(message.author)
    now = timezone.now()
    case, _is_new = Case.objects.get_or_create(accused=message.author, closed_at=None, defaults={"opened_at": now})
    if case.reports.filter(machine=True, message=message).exists():
        return
    is_first = not case.reports.filter(machine=True).exists()
    Case.objects.filter(pk=case.pk).update(score=F("score") + CRITICAL_SCORE)
    subject = ReportSubject(message.author, message.game, message)
    copy = copy_of(subject, message.author, around=0 if message.game.is_private else AROUND)
    about = {"game": message.game, "message": message, "copy": copy, "at": now}
    PlayerReport.objects.create(case=case, kind=Rule.OTHER, machine=True, text=why, **about)
    if is_first:
        _write_to_moderators(case)


def tell_moderators(now: datetime) -> None:
    """Write once a day to all moderators while cases wait."""
    if Case.objects.filter(closed_at=None).exists() and jobs.is_time_for("moderators", DAY, now):
        _write_to_moderators()


def _write_to_moderators(urgent: Case | None = None) -> None:
    """Write to all moderators how many cases wait for them, or of one that cannot wait; to ADMINS if nobody may decide.

    Who is accused or has reported it does not decide a case.
    """
    cases = [urgent] if urgent else Case.objects.filter(closed_at=None).prefetch_related("reports")
    barred = [{case.accused_id, *(row.reporter_id for row in case.reports.all())} for case in cases]
    people = [user for user in moderators() if user.is_confirmed]
    for user in people:
        if count := sum(user.pk not in one for one in barred):
            there = link("games:case", urgent.pk) if urgent else link("games:moderation")
            send_letter(user, "cases", urgent=urgent, count=count, there=there, label=_("Moderation"))
    if settings.ADMINS and any(all(user.pk in one for user in people) for one in barred):
        mail_administrators(gettext("Reports wait that no moderator can decide"), link("games:moderation"))


def _require_stopped(subject: ReportSubject, now: datetime) -> None:
    """Raise Invalid (needs-table), or Conflict (too-early) if the accused has missed nothing yet.

    Missed is what a time-out did in the accused's last turns, also after the loss of the seat, and an overdue turn.
    """
    game = subject.game
    if game is None:
        raise Invalid("needs-table", _("Report this from the table where it has happened."))
    turns = [turn for turn in turns_of(game, ["steps"]) if turn.user_id == subject.accused.pk]
    if any(step.kind in MISSED for turn in turns[-LAST_TURNS:] for step in turn.all_steps):
        return
    turn = next((turn for turn in turns if turn.ended_at is None), None)
    if turn is None:
        raise Conflict("too-early", _("It is not their turn, so there is nothing to report yet."))
    if turn.deadline is None:
        raise Conflict("too-early", _("No clock runs for this turn, so there is nothing to report yet."))
    if turn.deadline > now:
        time = time_until(turn.deadline, now)
        text = _("Their clock still runs for %(time)s, so there is nothing to report yet.") % {"time": time}
        raise Conflict("too-early", text)


def _open_case(moderator: User, pk: int) -> Case:
    """Return an open case that another person has reported, with its accused locked.

    Raises NotFound as ``case_for``, Conflict (decided), Forbidden (own-report).
    """
    found = case_for(moderator, pk)
    lock_user(found.accused)
    case = Case.objects.select_related("accused__profile", "claimed_by").get(pk=pk)
    if case.closed_at is not None:
        raise Conflict("decided", _("This case has been decided."))
    if case.reports.filter(reporter=moderator).exists():
        raise Forbidden("own-report", _("You have reported this player. Another moderator decides the case."))
    return case


@transaction.atomic
def claim(moderator: User, pk: int) -> Case:
    """Take a case for 30 minutes, so that nobody else decides it meanwhile.

    Raises NotFound, Conflict (decided, claimed), Forbidden (own-report).
    """
    case, now = _open_case(moderator, pk), timezone.now()
    if case.is_claimed_by_other(moderator.pk, now):
        raise Conflict("claimed", _("Another moderator is looking at this case."))
    case.claimed_by, case.claimed_until = moderator, now + CLAIM
    case.save(update_fields=["claimed_by", "claimed_until"])
    add_record(moderator, RecordRole.MODERATOR, Verb.CLAIMED, str(case), case=case)
    return case


@transaction.atomic
def decide(moderator: User, pk: int, outcome: CaseOutcome, rule: Rule, reason: str, *, machine: bool = False) -> Case:
    """Close a case that the moderator has claimed. The player is told of a sanction, all reporters of the end.

    Who may start no new games leaves the tables that have not begun: they would start with the next player there.

    Raises NotFound, Conflict (decided, not-claimed, last-admin), Forbidden (own-report), Invalid (no-reason).
    """
    case, now = _open_case(moderator, pk), timezone.now()
    if case.claimed_by_id != moderator.pk or case.claimed_until is None or case.claimed_until <= now:
        raise Conflict("not-claimed", _("Take the case first. It is yours for 30 minutes."))
    case.outcome, case.reason = outcome, checked_reason(reason)
    case.closed_at, case.closed_by = now, moderator
    case.save(update_fields=["outcome", "reason", "closed_at", "closed_by"])
    about = {"after": outcome, "reason": case.reason, "case": case}
    add_record(moderator, RecordRole.MODERATOR, Verb.DECIDED, str(case), **about)
    if outcome != CaseOutcome.NOTHING:
        kind, days = SANCTIONS[outcome]
        row = sanction(moderator, case.accused, kind, rule, case.reason, days=days, machine=machine, case=case)
        if kind in (SanctionKind.UNRATED, SanctionKind.NO_GAMES):
            leave_open_tables(case.accused, only_rated=kind == SanctionKind.UNRATED)
        _write(case.accused, "sanction", row)
    for user in User.objects.filter(reports__case=case, is_active=True).select_related("profile").distinct():
        _write(user, "report_closed", case)
    return case


@transaction.atomic
def answer(moderator: User, pk: int, text: str, *, lifts: bool) -> Sanction:
    """Answer an appeal and tell the player. Who has decided it leaves the answer to another moderator, if there is one.

    Raises Forbidden (own-decision), and like ``answer_appeal``.
    """
    decided = Sanction.objects.filter(pk=pk).first()
    if decided and not may_answer(moderator, decided):
        why = _("You have decided this sanction yourself. Another moderator answers the appeal.")
        raise Forbidden("own-decision", why)
    row = answer_appeal(moderator, pk, text, lifts=lifts)
    _write(row.user, "appeal_answered", row)
    return row


@transaction.atomic
def exclude_from_ratings(user: User, reason: str) -> None:
    """Leave a player out of all ratings until that is lifted, by a command. Repeating it changes nothing.

    Open tables of the player become unrated. The next computation of the ratings leaves the player out.
    Raises Invalid (no-reason).
    """
    lock_user(user)
    if user.pk in excluded_from_ratings():
        return
    row = sanction(None, user, SanctionKind.EXCLUDED, Rule.OTHER, reason)
    unrate_open_tables(user)
    _write(user, "sanction", row)


@transaction.atomic
def include_in_ratings(user: User, reason: str) -> None:
    """Let a player count for the ratings again, from their next computation on. Raises Invalid (no-reason)."""
    lock_user(user)
    for row in sanctions_of(user).filter(kind=SanctionKind.EXCLUDED, lifted_at=None):
        lift(row, reason)
        _write(user, "appeal_answered", row)


@transaction.atomic
def look_at(moderator: User, game: Game, reason: str) -> None:
    """Record who is going to read a table and its messages for 30 minutes, and why. Raises Invalid (no-reason)."""
    reason = checked_reason(reason)
    add_record(moderator, RecordRole.MODERATOR, Verb.LOOKED, game.code, game=game, reason=reason)


@transaction.atomic
def forget_name(user: User) -> None:
    """Take the name of an account that is erased out of the copies that were sent with reports."""
    for row in PlayerReport.objects.filter(copy__icontains=f'"{user.username}"').only("copy"):
        for line in row.copy:
            if line["name"] == user.username:
                line["name"] = ERASED_NAME
        row.save(update_fields=["copy"])


def _write(user: User, name: str, about: Sanction | Case) -> None:
    """Send one of the emails of this subject to a player, in their language."""
    is_closed = isinstance(about, Sanction) and about.kind == SanctionKind.CLOSED
    send_letter(
        user,
        name,
        about=about,
        accused=display_name(about.accused) if isinstance(about, Case) else "",
        contact=CONTACT,
        there="" if is_closed else link("games:conduct"),
        label=_("Reports and sanctions"),
    )
