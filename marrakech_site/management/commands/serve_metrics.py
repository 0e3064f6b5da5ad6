"""``manage.py serve_metrics``: the figures for Prometheus on a port of their own."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections
from prometheus_client import CONTENT_TYPE_LATEST

from marrakech_site.metrics import exposition


class Handler(WSGIRequestHandler):
    timeout = 10  # seconds for a client that sends nothing, because one is served after the other

    def log_message(self, *_args: object) -> None:
        """Log nothing: Prometheus asks every few seconds."""


class Command(BaseCommand):
    """Answers at METRICS_PORT until it is stopped: one for each machine with processes of the site."""

    help = "Serve /metrics for Prometheus at METRICS_PORT."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.METRICS_PORT:
            raise CommandError("Set METRICS_PORT, such as 9200, or 0.0.0.0:9200 to listen everywhere.")
        host, _colon, port = settings.METRICS_PORT.rpartition(":")
        try:
            server = make_server(host or "127.0.0.1", int(port), answer, handler_class=Handler)
        except OSError as error:
            raise CommandError(f"Cannot listen at METRICS_PORT={settings.METRICS_PORT}: {error}.") from None
        server.serve_forever()


def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    if environ["PATH_INFO"] != "/metrics":
        start("404 Not Found", [])
        return [b""]
    close_old_connections()
    body = exposition()
    start("200 OK", [("Content-Type", CONTENT_TYPE_LATEST), ("Content-Length", str(len(body)))])
    return [body]
