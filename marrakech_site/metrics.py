"""Figures for Prometheus: /metrics, the requests counted, and what the database and the broker tell when asked."""

import os
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, connection
from django.db.models import Exists, OuterRef
from django.db.models.signals import post_save
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from accounts.models import User
from accounts.signals import registered
from games.common import metrics, signals
from games.core.choices import Status
from games.core.models import Game, Heartbeat, Seat
from games.notifications import outbox
from games.notifications.models import Notification
from games.site.late_work import late_work

from . import metrics_folder

CAP = 100_000  # rows that are counted at most: an index alone is read
SUBMITS = {"games:act", "api:actions"}
GetResponse = Callable[[HttpRequest], HttpResponse]


@require_safe
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    """Answer whoever knows METRICS_TOKEN; there is no such page for anybody else."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not (settings.METRICS_TOKEN and constant_time_compare(given, settings.METRICS_TOKEN)):
        raise Http404
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)


def exposition() -> bytes:
    """Return all figures: those that the processes have counted, and those read now."""
    counted, read = REGISTRY, CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        counted = CollectorRegistry()
        counted.register(ProcessCollector(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).parent))
    read.register(SiteCollector())
    return generate_latest(counted) + generate_latest(read)


class ProcessCollector(Collector):
    """What the processes of this machine have counted, and those of containers that share the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        with metrics_folder.lock(self.folder, is_shared=True):
            files = [str(path) for path in self.folder.glob("*/*.db")]
            found = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]
        yield from found


class SiteCollector(Collector):
    """What is read when asked: a dozen statements, each with an index, none that counts more than ``CAP`` rows."""

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("marrakech_database_up", "1 if the database answers.")
        found: list[Metric] = []
        try:
            found = [*_outbox(), *_games(), *_scheduler()]
        except DatabaseError:
            up.add_metric([], 0)
        else:
            up.add_metric([], 1)
        yield up
        yield from found
        yield _queues()


def _outbox() -> Iterator[Metric]:
    rows = GaugeMetricFamily("marrakech_outbox_rows", f"Rows of the outbox that wait, {CAP} at most.", labels=["state"])
    for state in outbox.OPEN:
        rows.add_metric([state], Notification.objects.filter(state=state)[:CAP].count())
    yield rows
    due = Notification.objects.filter(state__in=outbox.OPEN, due_at__lte=timezone.now())
    oldest = due.order_by("due_at").values_list("due_at", flat=True).first()
    age = (timezone.now() - oldest).total_seconds() if oldest else 0
    yield GaugeMetricFamily("marrakech_outbox_oldest_seconds", "How long the longest due row has waited.", value=age)


def _games() -> Iterator[Metric]:
    games = GaugeMetricFamily("marrakech_games", f"Open and running games, {CAP} at most.", labels=["status"])
    for status in (Status.OPEN, Status.RUNNING):
        games.add_metric([status], Game.objects.filter(status=status)[:CAP].count())
    yield games
    troubled = list(Game.objects.filter(troubled_at__isnull=False).values_list("status", flat=True)[:CAP])
    trouble = troubled.count(Status.RUNNING)
    yield GaugeMetricFamily("marrakech_games_in_trouble", "Running games with a damaged log.", value=trouble)


def _scheduler() -> Iterator[Metric]:
    now = timezone.now()
    last = Heartbeat.objects.filter(name="scheduler").values_list("at", flat=True).first()
    if last is not None:
        age = (now - last).total_seconds()
        yield GaugeMetricFamily(
            "marrakech_sweep_age_seconds", "Since the last sweep began; it is due every 30 s.", value=age
        )
    late = GaugeMetricFamily("marrakech_late_work", "What the sweep should have done ten minutes ago.", labels=["what"])
    for row in late_work(now):
        late.add_metric([row.name], row.count)
    yield late


def _queues() -> Metric:
    lengths = GaugeMetricFamily("marrakech_queue_length", "Messages that wait for a worker.", labels=["queue"])
    if settings.REDIS_URL:
        try:
            with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
                for queue in settings.CELERY_TASK_QUEUES:
                    lengths.add_metric([queue.name], int(client.llen(queue.name)))
        except redis.RedisError:
            pass  # then there are none, as on a site without Redis; /readyz says so, and SweepLate follows
    return lengths


class _Statements:
    """Counts the statements of one request."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        self.count += 1
        return execute(*arguments)


def count_requests(get_response: GetResponse) -> GetResponse:
    """Count each request, its seconds and statements, by the name of its address: never by what stands in it."""
    if not (settings.METRICS_PORT or settings.METRICS_TOKEN):
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        statements, began = _Statements(), time.perf_counter()
        with connection.execute_wrapper(statements):
            response = get_response(request)
        seconds = time.perf_counter() - began
        requests, durations, numbers = _counters_of(route_of(request), response.status_code)
        requests.inc()
        durations.observe(seconds)
        numbers.observe(statements.count)
        if request.method == "POST" and route_of(request) in SUBMITS:
            metrics.submit_seconds.observe(seconds)
        return response

    return middleware


@lru_cache(4096)
def _counters_of(route: str, status: int) -> tuple[Any, Any, Any]:
    return (
        metrics.requests.labels(route, status),
        metrics.request_seconds.labels(route),
        metrics.request_statements.labels(route),
    )


def route_of(request: HttpRequest) -> str:
    """Return the name of an address. There is none for static files, polls without news, and what does not exist."""
    if match := request.resolver_match:
        return match.view_name
    if request.path_info.startswith(settings.STATIC_URL):
        return "static"
    return "games:poll" if request.path_info.endswith("/poll/") else "unknown"


def connect() -> None:
    """Count ends of games and newcomers, too, if somebody may ask for the figures."""
    if settings.METRICS_PORT or settings.METRICS_TOKEN:
        signals.game_over.connect(count_end, dispatch_uid="metrics")
        post_save.connect(count_guest, sender=User, dispatch_uid="metrics")
        registered.connect(count_account, dispatch_uid="metrics")


def count_end(game: Game, **_kwargs: Any) -> None:
    """Count a game that has ended, and the players whose first one it is."""
    metrics.count_after_commit(metrics.games_ended.labels(game.status))
    if game.status == Status.FINISHED:
        earlier = Seat.objects.filter(user=OuterRef("user"), finished_at__isnull=False).exclude(game=game)
        people = game.seats.filter(user__robot="")
        first_games = people.filter(~Exists(earlier)).count()
        metrics.count_after_commit(metrics.newcomers.labels("first finished game"), first_games)


def count_guest(instance: User, created: bool, **_kwargs: Any) -> None:
    if created and instance.is_guest:
        metrics.count_after_commit(metrics.newcomers.labels("guest"))


def count_account(**_kwargs: Any) -> None:
    """Count an account, also of somebody who was a guest before and was counted as one."""
    metrics.count_after_commit(metrics.newcomers.labels("account"))
