"""Health checks: /healthz for the process, /readyz for database, queue, scheduler and email."""

import shutil
import tempfile
import threading
import time
from datetime import timedelta

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.choices import Status
from games.core.jobs import beat
from games.core.models import Game, Heartbeat
from games.inbound.canary import is_enabled, stuck_since
from games.site.late_work import late_work

_is_migrated = threading.Event()
MAX_BEAT_AGE = timedelta(seconds=120)
WRITE_SECONDS = 10.0  # between two tries to write
MIN_FREE = 20 * 1024**2  # bytes: enough to finish what is under way


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if database, disk, queue and scheduler work, else 503 with the state of each.

    Failing email or a damaged game alone is no 503, because a load balancer would remove every web process though all
    pages work. With ``?mail`` or ``?games``, for alerts, it is.

    With ``?traffic``, for a load balancer, only a process that has not seen all migrations yet answers 503. What is
    away from all processes alike removes none: pages work without Redis, and say so without the database.
    """
    if "traffic" in request.GET:
        return traffic()
    findings = {"database": database(), "queue": queue(), "disk": disk()}
    works = findings["database"] == "ok"
    findings["scheduler"] = scheduler() if works else "unknown"
    ready = all(finding == "ok" for finding in findings.values())
    findings["mail"] = mail() if works else "unknown"
    findings["games"] = games() if works else "unknown"
    if "mail" in request.GET:
        ready = ready and findings["mail"] in {"ok", "off"}
    if "games" in request.GET:
        ready = ready and findings["games"] == "ok"
    return JsonResponse({"status": "ok" if ready else "failing", **findings}, status=200 if ready else 503)


def traffic() -> HttpResponse:
    try:
        pending = pending_migrations()
    except DatabaseError:
        return JsonResponse({"status": "failing", "database": "unreachable"}, status=503)
    if pending:
        return JsonResponse({"status": "failing", "database": f"{pending} migrations pending"}, status=503)
    return JsonResponse({"status": "ok"})


def database() -> str:
    """Return ok, unreachable, that it cannot be written, or how many migrations are pending."""
    try:
        if pending := pending_migrations():
            return f"{pending} migrations pending"
        Heartbeat.objects.exists()
    except DatabaseError:
        return "unreachable"
    return _last_write.finding()


class LastWrite:
    """Whether the database accepts writes: a row of its own is written at most every ten seconds."""

    def __init__(self) -> None:
        self._checked_at, self._finding = 0.0, "ok"

    def finding(self) -> str:
        now = time.monotonic()
        if self._finding != "ok" or now - self._checked_at >= WRITE_SECONDS:
            self._checked_at = now
            try:
                beat("probe", timezone.now())
            except DatabaseError:
                self._finding = "cannot be written"
            else:
                self._finding = "ok"
        return self._finding


_last_write = LastWrite()


def disk() -> str:
    """Return ok, or that the data folder cannot be written or is nearly full."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as probe:
            probe.write(b"probe")
        free = shutil.disk_usage(settings.DATA_DIR).free
    except FileNotFoundError:
        return "ok"  # a site with servers needs no such folder
    except OSError:
        return "cannot be written"
    return "ok" if free >= MIN_FREE else f"only {free // 1024**2} MB free"


def pending_migrations() -> int:
    """Return how many migrations are pending. Zero is remembered, because the code of a process does not change."""
    if not _is_migrated.is_set():
        executor = MigrationExecutor(connection)
        if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return len(plan)
        _is_migrated.set()
    return 0


def queue() -> str:
    """Return ok if the broker answers, or if none is used (then the outbox table alone is the queue)."""
    if not settings.REDIS_URL:
        return "ok"
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
            client.ping()
    except redis.RedisError:
        return "unreachable"
    return "ok"


def scheduler() -> str:
    """Return ok if the scheduler has run recently, and nothing of its work on clocks has waited for minutes.

    A deadline at which it fails again and again is late, too, though its heartbeats come in time.
    """
    last = Heartbeat.objects.filter(name="scheduler").first()
    if last is None:
        return "never seen"
    now = timezone.now()
    if (age := now - last.at) > MAX_BEAT_AGE:
        return f"silent for {int(age.total_seconds())} s"
    late = [f"{row.count} {row.name}, the first since {row.at:%Y-%m-%d %H:%M} UTC" for row in late_work(now) if row.at]
    return "; ".join(late) or "ok"


def games() -> str:
    """Return ok, or how many running games have a log that does not replay."""
    troubled = Game.objects.filter(troubled_at__isnull=False).values_list("status", flat=True)
    count = list(troubled).count(Status.RUNNING)
    return f"{count} in trouble" if count else "ok"


def mail() -> str:
    """Return ok if the hourly test emails arrive, off if the site sends none, else since when none has arrived."""
    if not is_enabled():
        return "off"
    since = stuck_since(timezone.now())
    return f"nothing has got through since {since:%Y-%m-%d %H:%M} UTC" if since else "ok"
