"""What a player reads about reports and sanctions, and what a moderator reads about a case."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name, households_of
from games.chat.critical import Critical
from games.common.wording import join_names
from games.conduct.models import RecordedAct, Sanction, SanctionKind, Verb
from games.conduct.selectors import record_about, sanctions_of
from games.play.reliability import ReliabilityCounter, reliability_counter

from .models import Case, CaseOutcome, PlayerReport
from .selectors import Line, accuracy_of, reports_by


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One act in words. ``role`` stands for the name: who is concerned reads no names of staff."""

    at: datetime
    role: str
    text: str
    reason: str


def record_lines(rows: Iterable[RecordedAct]) -> list[RecordLine]:
    return [RecordLine(row.at, row.get_role_display(), _record_text(row), row.reason) for row in rows]


def _record_text(row: RecordedAct) -> str:
    if row.verb == Verb.QUIET:
        return _("Switched quiet mode on") if row.after else _("Switched quiet mode off")
    kinds = {**dict(CaseOutcome.choices), **dict(SanctionKind.choices)}
    what = row.after or row.before
    text = row.get_verb_display() if row.verb != Verb.CHANGED or not what else what
    return text if text == what or not what else f"{text} ({kinds.get(what, what)})"


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report as its reporter reads it. ``outcome`` is "" while the case is open."""

    name: str
    kind: str
    at: datetime
    outcome: str


def report_view(report: PlayerReport) -> ReportView:
    case = report.case
    outcome = "" if not case.closed_at else "nothing" if case.outcome == CaseOutcome.NOTHING else "done"
    return ReportView(display_name(case.accused), report.get_kind_display(), report.at, outcome)


@dataclass(frozen=True, slots=True)
class SanctionView:
    row: Sanction
    kind: str
    about: str
    is_over: bool


def sanction_view(row: Sanction) -> SanctionView:
    return SanctionView(row, row.get_kind_display(), row.get_rule_display(), row.is_over(timezone.now()))


@dataclass(frozen=True, slots=True)
class ConductView:
    """A player's page: what was decided about them, what they have reported, and their part of the record.

    ``reliability`` is the counter of games left and turns missed.
    """

    reliability: ReliabilityCounter
    sanctions: list[SanctionView]
    reports: list[ReportView]
    record: list[RecordLine]


def conduct_view(user: User) -> ConductView:
    return ConductView(
        reliability_counter(user, timezone.now()),
        [sanction_view(row) for row in sanctions_of(user)],
        [report_view(row) for row in reports_by(user)],
        record_lines(record_about(user)),
    )


@dataclass(frozen=True, slots=True)
class ModeratedReport:
    """A report as moderators read it, with how often the reporter was right before."""

    row: PlayerReport
    text: str
    reporter: str
    accuracy: str
    lines: list[Line]


def moderated_reports(rows: Sequence[PlayerReport]) -> list[ModeratedReport]:
    known = accuracy_of(row.reporter_id for row in rows)
    return [_moderated_report(row, known.get(row.reporter_id or 0)) for row in rows]


def _moderated_report(row: PlayerReport, known: int | None) -> ModeratedReport:
    if row.machine:
        why = str(Critical(row.text).label) if row.text in Critical.values else row.text
        return ModeratedReport(row, why, _("the site, which compares messages with a list"), "", copy_lines(row.copy))
    share = "" if known is None else _("%(percent)s%% of their earlier reports were right") % {"percent": known}
    name = display_name(row.reporter) if row.reporter else _("a former player")
    return ModeratedReport(row, row.text, name, share, copy_lines(row.copy))


def copy_lines(copy: Iterable[Line]) -> list[Line]:
    """Return the lines of a copy with their times, for a page."""
    return [{**line, "at": datetime.fromisoformat(line["at"]) if line["at"] else None} for line in copy]


def claim_text(case: Case, user: User, reports: Iterable[ModeratedReport] = ()) -> str:
    """Return whose the case is: "mine", "other" or "" for nobody's; "reported" if the user has reported it."""
    now = timezone.now()
    if any(report.row.reporter_id == user.pk for report in reports):
        return "reported"
    if case.is_claimed_by_other(user.pk, now):
        return "other"
    return "mine" if case.claimed_until and case.claimed_until > now else ""


def household_names(user: User) -> str:
    """Return with whom a player lives, as both have said, "" for nobody."""
    rows = [row for row in households_of(user) if row.confirmed_at]
    return join_names([display_name(row.other if row.user_id == user.pk else row.user) for row in rows])
