"""A trial of the traces that the site sends: python -m tooling.try_traces, where the packages of OpenTelemetry are.

It receives what the site sends about a page, a link with a secret and a task, prints it, and fails if anything about a
person is in it or if the task is not part of the request's trace.
"""

import os
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from .bootstrap import say

SECRETS = (b"amina", b"example.org", b"s3cret", b"carpets-and-coins")
bodies: list[bytes] = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Log nothing."""


def main() -> int:
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "marrakech_site.settings", "DATA_DIR": folder, "DEBUG": "1"}
        visit()
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    kinds: dict[bytes, set[str]] = {}
    for body in bodies:
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for span in (span for scope in resource.scope_spans for span in scope.spans):
                about = {one.key: one.value.string_value or one.value.int_value for one in span.attributes}
                say(f"{span.trace_id.hex()[:8]} {span.name:<40} {str(about)[:160]}")
                kinds.setdefault(span.trace_id, set()).add(span.name)
    found = [secret.decode() for secret in SECRETS if any(secret in body.lower() for body in bodies)]
    is_joined = any({"POST account_login", "games.tasks.drain", "SELECT"} <= names for names in kinds.values())
    say(f"secrets found: {found}; request and task in one trace: {is_joined}")
    return 0 if is_joined and not found else 1


def visit() -> None:
    import django

    django.setup()
    from celery.contrib.testing.worker import start_worker
    from django.apps import apps
    from django.conf import settings
    from django.contrib.auth.signals import user_logged_in
    from django.core.management import call_command
    from django.dispatch import receiver
    from django.test import Client

    from accounts.models import User
    from games import tasks
    from games.notifications import outbox
    from marrakech_site import telemetry
    from marrakech_site.celery import app

    settings.MIGRATION_MODULES = {config.label: None for config in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)
    client, person = Client(SERVER_NAME="localhost"), {"login": "amina", "password": "carpets-and-coins"}
    User.objects.create_user("amina", "amina@example.org", person["password"])
    outbox.queue_raw("amina@example.org", "Subject: s3cret\n\ns3cret", "key")
    with start_worker(app, perform_ping_check=False), app.connection_for_write() as broker:

        @receiver(user_logged_in)
        def start(**_: object) -> None:
            tasks.drain.apply_async(connection=broker)

        statuses = [
            client.post("/accounts/login/", person).status_code,
            client.get("/?q=s3cret", headers={"User-Agent": "s3cret"}).status_code,
            client.get("/invite/s3cret/").status_code,
            client.get("/players/amina/").status_code,
        ]
        say(f"statuses: {statuses}")
    telemetry.provider().shutdown()


if __name__ == "__main__":
    sys.exit(main())
