"""Traces of requests and tasks by OpenTelemetry. Imported only if OTEL_EXPORTER_OTLP_ENDPOINT is set.

The packages that instrument Django, Celery and Redis record addresses with what stands in them, keys and readers. So
spans are made here, and have names alone: of an address, a task or a statement, never a value, a player or a message.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

import structlog
from celery import signals
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from opentelemetry import propagate
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode

from games.engine import __version__

from .metrics import route_of

running: dict[str, tuple[Span, ExitStack]] = {}  # by the id of the task


@cache
def provider() -> TracerProvider:
    """Return what sends the spans of this process. Its thread starts with the first span, after all forks."""
    os.environ.setdefault("OTEL_SERVICE_NAME", "marrakech")
    made = TracerProvider()
    made.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return made


@contextmanager
def span(name: str, kind: SpanKind, parent: Any = None, attributes: dict[str, str] | None = None) -> Iterator[Span]:
    """Make a span of a block. Of an error it knows the kind: messages and lines of code are in the log."""
    with (
        provider()
        .get_tracer("marrakech", __version__)
        .start_as_current_span(
            name, parent, kind, attributes, record_exception=False, set_status_on_exception=False
        ) as made
    ):
        try:
            yield made
        except Exception as error:
            made.set_attribute("error.type", type(error).__name__)
            made.set_status(StatusCode.ERROR)
            raise


def trace_statement(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Make a span of a statement, with placeholders instead of its values."""
    about = {"db.system.name": connection.vendor, "db.query.text": sql}
    with span(sql.partition(" ")[0], SpanKind.CLIENT, attributes=about):
        return execute(sql, params, many, context)


def trace_requests(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Make a span of each request. A proxy may have begun its trace; nobody else may choose it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        parent = propagate.extract(request.headers) if settings.TRUSTED_PROXIES else None
        with span("request", SpanKind.SERVER, parent) as made, connection.execute_wrapper(trace_statement):
            response = get_response(request)
            made.update_name(f"{request.method} {route_of(request)}")
            made.set_attribute("http.request.method", str(request.method))
            made.set_attribute("http.route", route_of(request))
            made.set_attribute("http.response.status_code", response.status_code)
            made.set_attribute("request_id", structlog.contextvars.get_contextvars().get("request_id", ""))
            if response.status_code >= 500:
                made.set_status(StatusCode.ERROR)
        return response

    return middleware


def connect() -> None:
    """Trace tasks, too, as parts of the traces of the requests that started them."""
    signals.before_task_publish.connect(send_trace, dispatch_uid="telemetry")
    signals.task_prerun.connect(begin_task, dispatch_uid="telemetry")
    signals.task_postrun.connect(end_task, dispatch_uid="telemetry")
    signals.worker_process_shutdown.connect(send_rest, dispatch_uid="telemetry")


def send_trace(headers: dict[str, Any], **_: Any) -> None:
    propagate.inject(headers)


def begin_task(task_id: str, task: Any, **_: Any) -> None:
    stack, parent = ExitStack(), propagate.extract({"traceparent": task.request.get("traceparent") or ""})
    made = stack.enter_context(span(task.name, SpanKind.CONSUMER, parent))
    stack.enter_context(connection.execute_wrapper(trace_statement))
    running[task_id] = made, stack


def end_task(task_id: str, state: str, **_: Any) -> None:
    made, stack = running.pop(task_id)
    if state == "FAILURE":
        made.set_status(StatusCode.ERROR)
    stack.close()


def send_rest(**_: Any) -> None:
    """Send what waits: a process of a worker ends without telling anybody else."""
    provider().shutdown()
