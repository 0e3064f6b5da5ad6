"""What the site did today and how newcomers fared, for the administration. All reads are bounded."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib import admin
from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.db.models.functions import TruncWeek
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.clocks.models import Turn
from games.core.choices import Status
from games.core.models import Game, Heartbeat, Seat
from games.notifications import outbox
from games.notifications.models import Channel, Notification
from games.ratings.inputs import FINISHED_BY

from .late_work import late_work

LATEST = 100_000  # rows among which those of today are counted
LATEST_ACCOUNTS = 10_000
CAP = 1_000  # rows that wait
WEEKS = 8
KEPT = 5 * 60  # seconds
LATE: dict[str, Promise] = {
    "deadlines late": gettext_lazy("Deadlines that the sweep has missed"),
    "seats late for a robot": gettext_lazy("Offered seats that a robot should have"),
    "pauses late to end": gettext_lazy("Pauses that should have ended"),
    "proposals late to close": gettext_lazy("Proposals that should be closed"),
}
WIDTH, HEIGHT, BAR = 80, 160, 18  # of a week's group of bars, in the units of the drawing


@dataclass(frozen=True, slots=True)
class Week:
    """The accounts made in a week, and how many of them have begun and finished a game by now."""

    monday: date
    joined: int
    began: int
    finished: int


@dataclass(frozen=True, slots=True)
class Figures:
    turns: int
    mails: int
    calls: int
    failed: int
    waiting: int
    oldest: datetime | None  # since when the longest due row of the outbox has waited
    sweep_at: datetime | None
    late: list[tuple[Promise, int]]
    troubled: int
    weeks: list[Week]


def figures(request: HttpRequest) -> HttpResponse:
    """Show the figures; for some minutes, those that somebody else has seen."""
    found: Figures = cache.get_or_set("figures", lambda: read_figures(timezone.now()), KEPT)  # type: ignore[assignment]
    page = {
        "title": _("What the site does"),
        "found": found,
        "bars": bars(found.weeks),
        "caption": _caption(found.weeks),
    }
    return TemplateResponse(request, "admin/figures.html", {**admin.site.each_context(request), **page})


def read_figures(now: datetime) -> Figures:
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    ended = Turn.objects.filter(ended_at__gte=today).order_by("-ended_at")
    due = Notification.objects.filter(state__in=outbox.OPEN, due_at__lte=now)
    sent = _latest(Notification.objects.filter(sent_at__gte=today), LATEST)
    by_channel = dict(sent.order_by().values_list("channel").annotate(Count("pk")))
    mails = by_channel.pop(Channel.EMAIL, 0)
    troubled = Game.objects.filter(troubled_at__isnull=False).order_by("-id").values_list("status", flat=True)[:CAP]
    return Figures(
        turns=ended.filter(ended_by__in=FINISHED_BY)[:LATEST].count(),
        mails=mails,
        calls=sum(by_channel.values()),
        failed=Notification.objects.filter(failed_at__gte=today)[:CAP].count(),
        waiting=due[:CAP].count(),
        oldest=due.order_by("due_at").values_list("due_at", flat=True).first(),
        sweep_at=Heartbeat.objects.filter(name="scheduler").values_list("at", flat=True).first(),
        late=[(LATE[row.name], row.count) for row in late_work(now) if row.count],
        troubled=list(troubled).count(Status.RUNNING),
        weeks=weeks_of_newcomers(now),
    )


def _latest(rows: QuerySet[Any], number: int) -> QuerySet[Any]:
    """Keep those that are among the latest rows of their table: it has no index by time, and needs none for this."""
    last = rows.model._default_manager.aggregate(last=Max("pk"))["last"] or 0
    return rows.filter(pk__gt=last - number)


def weeks_of_newcomers(now: datetime) -> list[Week]:
    """Return the last weeks, the latest last: of the newest accounts of people, without guests."""
    monday = now.date() - timedelta(days=now.weekday())
    mondays = [monday - timedelta(weeks=back) for back in range(WEEKS - 1, -1, -1)]
    seats = Seat.objects.filter(user=OuterRef("pk"))
    people = User.objects.filter(robot="", is_guest=False, date_joined__date__gte=mondays[0])
    rows = (
        _latest(people, LATEST_ACCOUNTS)
        .annotate(week=TruncWeek("date_joined"))
        .annotate(has_begun=Exists(seats.filter(number__isnull=False)))
        .annotate(has_finished=Exists(seats.filter(finished_at__isnull=False, game__status=Status.FINISHED)))
        .order_by()
        .values("week")
        .annotate(
            joined=Count("pk"),
            began=Count("pk", filter=Q(has_begun=True)),
            finished=Count("pk", filter=Q(has_finished=True)),
        )
    )
    found = {row["week"].date(): Week(row["week"].date(), row["joined"], row["began"], row["finished"]) for row in rows}
    return [found.get(monday, Week(monday, 0, 0, 0)) for monday in mondays]


def bars(weeks: list[Week]) -> list[dict[str, Any]]:
    """Return the rectangles of the graph: three for each week, and where its label stands."""
    highest = max([week.joined for week in weeks] + [1])
    drawn: list[dict[str, Any]] = []
    for number, week in enumerate(weeks):
        columns = []
        for column, (name, value) in enumerate(
            (("joined", week.joined), ("began", week.began), ("finished", week.finished))
        ):
            high = round(value / highest * HEIGHT)
            x = number * WIDTH + 12 + column * (BAR + 1)
            columns.append({"name": name, "x": x, "y": HEIGHT + 20 - high, "high": high, "value": value})
        drawn.append({"monday": week.monday, "x": number * WIDTH + WIDTH // 2, "columns": columns})
    return drawn


def _caption(weeks: list[Week]) -> str:
    totals = {name: sum(getattr(week, name) for week in weeks) for name in ("joined", "began", "finished")}
    return (
        _("%(joined)d accounts in eight weeks; %(began)d have begun a game, %(finished)d have finished one.") % totals
    )
