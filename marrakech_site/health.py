"""Is the process alive (/healthz), and can the site do its work (/readyz)?"""

import threading
from datetime import timedelta

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Heartbeat
from games.selectors.notifications.canary import is_enabled, stuck_since

_migrated = threading.Event()
OLDEST_BEAT = timedelta(seconds=120)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as this process answers at all."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when database, queue and scheduler work, 503 with the name of what does not.

    Whether mail gets through is told beside it, but alone it is no 503: a load balancer would take every web process
    away because a mail server is down, though all pages work. ``?mail`` asks for a 503 then, too: for whoever is paged.
    """
    findings = {"database": database(), "queue": queue()}
    works = findings["database"] == "ok"
    findings["scheduler"] = scheduler() if works else "unknown"
    ready = all(finding == "ok" for finding in findings.values())
    findings["mail"] = mail() if works else "unknown"
    if "mail" in request.GET:
        ready = ready and findings["mail"] in {"ok", "off"}
    return JsonResponse({"status": "ok" if ready else "failing", **findings}, status=200 if ready else 503)


def database() -> str:
    """Return ok, or what is wrong with the database: unreachable, or migrations still to run."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        pending = pending_migrations()
    except DatabaseError:
        return "unreachable"
    return f"{pending} migrations pending" if pending else "ok"


def pending_migrations() -> int:
    """Return how many migrations have not run. None left is remembered: code does not change while it runs."""
    if not _migrated.is_set():
        executor = MigrationExecutor(connection)
        if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return len(plan)
        _migrated.set()
    return 0


def queue() -> str:
    """Return ok when the broker answers, or when none is used (then the outbox table alone is the queue)."""
    if not settings.REDIS_URL:
        return "ok"
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2) as client:
            client.ping()
    except redis.RedisError:
        return "unreachable"
    return "ok"


def scheduler() -> str:
    """Return ok when the scheduler did its round lately."""
    beat = Heartbeat.objects.filter(name="scheduler").first()
    if beat is None:
        return "never seen"
    age = timezone.now() - beat.at
    return "ok" if age <= OLDEST_BEAT else f"silent for {int(age.total_seconds())} s"


def mail() -> str:
    """Return ok while the hourly trial mails get through, off where the site sends none, else since when none has."""
    if not is_enabled():
        return "off"
    since = stuck_since(timezone.now())
    return f"nothing has got through since {since:%Y-%m-%d %H:%M} UTC" if since else "ok"
