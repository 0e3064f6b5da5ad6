"""What can be reported, what is sent along, and the queue of cases."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import Permission
from django.db.models import Count, Q, QuerySet

from accounts.blocks import block_of
from accounts.models import User
from accounts.selectors import get_profile
from games.chat.models import ChatMessage
from games.chat.selectors import MAX_MESSAGES, messages_for
from games.common.errors import NotFound
from games.conduct.models import Sanction
from games.core.models import Game

from .models import Case, CaseOutcome, PlayerReport

AROUND = 10  # messages before the reported one, and as many after it
MAX_ROWS, CLOSED_ROWS = 100, 20
BASE_SCORE, GRAVE_SCORE = 20, 50
MIN_FOR_ACCURACY = 3  # decided reports
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReportSubject:
    """What a report is about: a player, at a table or not, for a message or not."""

    accused: User
    game: Game | None = None
    message: ChatMessage | None = None


def is_reportable(reporter: User, accused: User) -> bool:
    """Return True if the reporter can report this account: another person's."""
    return reporter.pk != accused.pk and not accused.robot and not accused.is_guest and not reporter.is_guest


def reportable_at(game: Game, reporter: User) -> list[User]:
    """Return whom the reporter can report at a table, in order of seats: also those whose seats others took."""
    seats = game.seats.select_related("user__profile", "owner__profile").order_by("number", "id")
    people = dict.fromkeys(person for seat in seats for person in (seat.user, seat.owner) if person)
    return [person for person in people if is_reportable(reporter, person)]


def message_subject(game: Game, reporter: User, pk: int) -> ReportSubject:
    """Return a message that the reporter can read, or has hidden, as the subject of a report. Raises NotFound."""
    message = ChatMessage.objects.filter(game=game, pk=pk).select_related("author").first()
    if message is None or message.author is None or not is_reportable(reporter, message.author):
        raise NotFound
    if not messages_for(game, reporter, unhidden=message.author).filter(pk=pk).exists():
        raise NotFound
    return ReportSubject(message.author, game, message)


def hidden_messages(subject: ReportSubject, reporter: User) -> list[ChatMessage]:
    """Return the latest messages of the accused at the table that the reporter has hidden, oldest first."""
    if subject.game is None or subject.message or not block_of(reporter, subject.accused):
        return []
    written = messages_for(subject.game, reporter, unhidden=subject.accused).filter(author=subject.accused)
    hidden = written.exclude(pk__in=messages_for(subject.game, reporter).values("pk"))
    return list(reversed(hidden.order_by("-pk")[:AROUND]))


def copy_of(subject: ReportSubject, reporter: User, around: int = AROUND) -> list[Line]:
    """Return what is sent with a report: the message among those around it, or what the profile says.

    Of the messages, the copy contains what the reporter can read, and what the accused wrote: at most ``around`` before
    the reported one, and as many after it.
    """
    if subject.message is None:
        about = get_profile(subject.accused).about
        return [_line(subject.accused.username, about, True)] if subject.game is None else []
    readable = messages_for(subject.message.game, reporter, unhidden=subject.accused).select_related("author")
    before = readable.filter(pk__lt=subject.message.pk).order_by("-pk")[:around]
    after = readable.filter(pk__gt=subject.message.pk).order_by("pk")[:around]
    rows = [*reversed(before), subject.message, *after]
    return [_line(row.author.username if row.author else "", row.text, row == subject.message, row.at) for row in rows]


def _line(name: str, text: str, is_reported: bool, at: datetime | None = None) -> Line:
    return {"name": name, "text": text, "reported": is_reported, "at": at.isoformat(timespec="seconds") if at else ""}


def accuracy_of(reporters: Iterable[int | None]) -> dict[int, int]:
    """Return by the ids of reporters what percentage of their decided reports was right, after three of them."""
    decided = PlayerReport.objects.filter(reporter__in={*reporters} - {None}, case__closed_at__isnull=False)
    right = Count("pk", filter=~Q(case__outcome=CaseOutcome.NOTHING))
    found = decided.order_by().values_list("reporter").annotate(all=Count("pk"), right=right)
    return {pk: 100 * right // number for pk, number, right in found if pk and number >= MIN_FOR_ACCURACY}


def score_of(reporter: User, *, is_grave: bool) -> int:
    """Return how urgent a report is: its kind, and how often the reporter was right."""
    known = accuracy_of([reporter.pk]).get(reporter.pk)
    return max((GRAVE_SCORE if is_grave else BASE_SCORE) + (0 if known is None else round((known - 50) * 0.8)), 1)


def open_cases(moderator: User) -> QuerySet[Case]:
    """Return the cases that wait, the gravest first, then the oldest; none about the moderator."""
    waiting = Case.objects.filter(closed_at=None).exclude(accused=moderator)
    counted = waiting.select_related("accused__profile", "claimed_by__profile").annotate(count=Count("reports"))
    return counted.order_by("-score", "opened_at")[:MAX_ROWS]


def closed_cases(moderator: User) -> QuerySet[Case]:
    """Return the cases that were decided last, latest first; none about the moderator."""
    decided = Case.objects.filter(closed_at__isnull=False).exclude(accused=moderator)
    return decided.select_related("accused__profile").order_by("-closed_at")[:CLOSED_ROWS]


def moderators() -> list[User]:
    """Return the players who may deal with reports."""
    allowed = Permission.objects.get(codename="moderate", content_type__app_label="games")
    may = Q(is_superuser=True) | Q(user_permissions=allowed) | Q(groups__permissions=allowed)
    return list(User.objects.filter(may, is_active=True).distinct().select_related("profile").order_by("pk"))


def may_answer(moderator: User, row: Sanction) -> bool:
    """Return False for who has decided the sanction, while there is another moderator to answer the appeal."""
    return row.decided_by_id != moderator.pk or all(one.pk in (moderator.pk, row.user_id) for one in moderators())


def case_for(moderator: User, pk: int) -> Case:
    """Return a case that this moderator may see. Raises NotFound, also for one about the moderator."""
    cases = Case.objects.exclude(accused=moderator).select_related("accused__profile", "claimed_by", "closed_by")
    found = cases.filter(pk=pk).first()
    if found is None:
        raise NotFound
    return found


def reports_in(case: Case) -> list[PlayerReport]:
    """Return the reports of a case, oldest first."""
    return list(case.reports.select_related("reporter__profile", "game"))


def earlier_cases(case: Case) -> list[Case]:
    """Return how earlier cases of the same player ended, latest first."""
    earlier = Case.objects.filter(accused=case.accused_id, closed_at__isnull=False).exclude(pk=case.pk)
    return list(earlier.select_related("accused", "claimed_by", "closed_by").prefetch_related("sanctions")[:10])


def reports_by(user: User) -> list[PlayerReport]:
    """Return what a player has reported, latest first."""
    return list(user.reports.select_related("case__accused__profile").order_by("-pk")[:MAX_ROWS])


def cases_about(game: Game, moderator: User) -> QuerySet[Case]:
    """Return the cases with a report from this table, latest first; none about the moderator."""
    cases = Case.objects.filter(pk__in=PlayerReport.objects.filter(game=game).values("case"))
    return cases.exclude(accused=moderator).select_related("accused__profile")


def all_messages(game: Game) -> list[ChatMessage]:
    """Return the latest messages of a table, oldest first, whoever may read them: for who has recorded a reason."""
    latest = ChatMessage.objects.filter(game=game).select_related("author__profile").order_by("-pk")[:MAX_MESSAGES]
    return list(reversed(latest))
