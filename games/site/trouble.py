"""Games in trouble, for the administration: what is wrong with each, and what can be done. All reads are bounded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import display_name
from games.clocks.models import Turn
from games.common.wording import duration_text
from games.core.choices import Status
from games.core.log import note_trouble
from games.core.models import Game, Seat
from games.core.selectors import seat_name
from games.notifications.models import Channel, Notification, NotificationState
from games.play.after_action import compare_with_logs

MAX_OF_A_KIND = 50
MAX_COMPARED = 30  # games whose columns are compared with their logs: the page waits for it
LATE_AFTER = timedelta(minutes=10)
MAIL_FAILED_SINCE = timedelta(days=7)
NOT_RUNNING = [status for status in Status if status != Status.RUNNING]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong in a sentence, and what can be done: names of forms on the game's page (``time_outs.admin``)."""

    text: str
    acts: Sequence[tuple[str, Promise]]


@dataclass(slots=True)
class TroubledGame:
    game: Game
    troubles: list[Trouble] = field(default_factory=list)


REWIND = ("rewind", gettext_lazy("Take the game back"))
REBUILD = ("rebuild", gettext_lazy("Repair from the log"))
ABORT = ("abort", gettext_lazy("End without a result"))
TIME = ("time", gettext_lazy("Give time"))
SEAT = ("seat", gettext_lazy("Hand a seat over"))
PAUSE = ("pause", gettext_lazy("Pause the table"))


def trouble(request: HttpRequest) -> HttpResponse:
    """Show the games in trouble."""
    user = cast(User, request.user)
    if not user.has_perm("games.view_game") and not user.has_perm("games.change_game"):
        raise PermissionDenied
    page = {
        "title": _("Games in trouble"),
        "found": troubled_games(timezone.now()),
        "compared": MAX_COMPARED,
        "may_change": user.has_perm("games.change_game"),
    }
    return TemplateResponse(request, "admin/trouble.html", {**admin.site.each_context(request), **page})


def troubled_games(now: datetime) -> list[TroubledGame]:
    """Return the games in trouble, each once, those whose log is damaged first.

    They are running, but for those whose log is damaged or cannot be packed, or whose packed turns are damaged.
    """
    found: dict[int, TroubledGame] = {}
    for game, one in _troubles(now):
        found.setdefault(game.pk, TroubledGame(game)).troubles.append(one)
    return list(found.values())


def _troubles(now: datetime) -> Iterator[tuple[Game, Trouble]]:
    yield from _different()  # first, because it finds damaged logs
    yield from _damaged()
    yield from _damaged_and_over()
    yield from _without_turn(now)
    yield from _late(now)
    yield from _without_mail(now)


def _damaged() -> Iterator[tuple[Game, Trouble]]:
    games = Game.objects.filter(troubled_at__isnull=False).exclude(status__in=NOT_RUNNING).order_by("-pk")
    for game in games[:MAX_OF_A_KIND]:
        text = _("The log can’t be replayed: %(fault)s.") % {"fault": game.trouble.rstrip(".")}
        yield game, Trouble(text, (REWIND, REBUILD, ABORT))


def _damaged_and_over() -> Iterator[tuple[Game, Trouble]]:
    games = Game.objects.filter(troubled_at__isnull=False, status=Status.FINISHED).order_by("-pk")
    for game in games[:MAX_OF_A_KIND]:
        text = _("The game is over, and something is wrong with what is stored of it: %(fault)s.")
        yield game, Trouble(text % {"fault": game.trouble.rstrip(".")}, (REBUILD,))


def _different() -> Iterator[tuple[Game, Trouble]]:
    """Compare the columns of the games that were played last with their logs."""
    latest = Seat.objects.filter(is_acting=True, game__troubled_at=None).order_by("-acting_since")
    ids = list(dict.fromkeys(latest.values_list("game", flat=True)[: 2 * MAX_COMPARED]))[:MAX_COMPARED]
    different, broken = compare_with_logs(ids)
    for pk in broken:
        note_trouble(pk)
    for game in different:
        yield game, Trouble(_("What is stored of the game is not what follows from its log."), (REBUILD,))


def _without_turn(now: datetime) -> Iterator[tuple[Game, Trouble]]:
    acting = Seat.objects.filter(game=OuterRef("pk"), is_acting=True)
    games = Game.objects.filter(status=Status.RUNNING, troubled_at=None).exclude(Exists(acting)).order_by("-pk")
    for game in games[:MAX_OF_A_KIND]:
        yield game, Trouble(_("No player has a turn."), (REBUILD, REWIND, ABORT))
    robots = Seat.objects.filter(is_acting=True, acting_since__lte=now - LATE_AFTER, game__troubled_at=None)
    robots = robots.exclude(user__robot="").filter(user__isnull=False).select_related("game", "user__profile")
    for seat in robots.order_by("acting_since")[:MAX_OF_A_KIND]:
        values = {"name": seat_name(seat), "time": _since(seat.acting_since, now)}
        text = _("The robot %(name)s has not played for %(time)s: look at the worker for robots.") % values
        yield seat.game, Trouble(text, (SEAT, REWIND, ABORT))


def _late(now: datetime) -> Iterator[tuple[Game, Trouble]]:
    turns = Turn.objects.filter(ended_at=None, deadline__lte=now - LATE_AFTER, game__troubled_at=None)
    for turn in turns.select_related("game", "user__profile").order_by("deadline")[:MAX_OF_A_KIND]:
        name = display_name(turn.user) if turn.user else _("a former player")
        values = {"name": name, "time": _since(turn.deadline, now)}
        if turn.failed_at:
            text = _("The turn of %(name)s could not be ended when time was up, %(time)s ago: %(error)s.")
            values["error"] = turn.failure.rstrip(".")
        else:
            text = _("The deadline of %(name)s passed %(time)s ago.")
        yield turn.game, Trouble(text % values, (TIME, SEAT, PAUSE))


def _without_mail(now: datetime) -> Iterator[tuple[Game, Trouble]]:
    failed = Notification.objects.filter(
        state=NotificationState.FAILED,
        channel=Channel.EMAIL,
        due_at__gt=now - MAIL_FAILED_SINCE,
        game__status=Status.RUNNING,
        user__isnull=False,
    )
    told: set[tuple[int | None, int | None]] = set()
    for row in failed.select_related("game", "user__profile").order_by("-due_at")[:MAX_OF_A_KIND]:
        if row.game is None or row.user is None or (row.game_id, row.user_id) in told:
            continue
        told.add((row.game_id, row.user_id))
        text = _("An email to %(name)s failed: %(why)s.")
        why = row.get_reason_display() or row.detail or _("error")
        yield row.game, Trouble(text % {"name": display_name(row.user), "why": why}, (TIME, SEAT))


def _since(at: datetime | None, now: datetime) -> str:
    return duration_text(int((now - at).total_seconds())) if at else ""
