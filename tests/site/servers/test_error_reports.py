"""Reports of errors: a service with Sentry's protocol, or emails to the administrators. Neither tells about people."""

import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import brotli
import pytest
import sentry_sdk
import structlog
from django.core import mail
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from marrakech_site import sentry
from marrakech_site.errors import ErrorReports
from tests.makers import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.site.urls")]

SECRETS = [
    "leila-the-player",
    "leila@example.org",
    "token-of-an-email",
    "word-of-a-query",
    "word-of-a-form",
    "value-of-a-cookie",
    "key-of-a-program",
    "text-of-an-exception",
    "text-of-a-message",
    "127.0.0.1",
]


class Service(HTTPServer):
    """Takes what the library sends."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.received: list[str] = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        body = brotli.decompress(body) if self.headers.get("Content-Encoding") == "br" else body
        assert isinstance(self.server, Service)
        self.server.received.append(body.decode())
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def service(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    with Service() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        settings.SENTRY_DSN = f"http://public@127.0.0.1:{server.server_port}/1"
        sentry.connect()
        monkeypatch.setattr(ErrorReports, "report", sentry.send)
        yield server
        sentry_sdk.get_client().close()
        sentry_sdk.get_global_scope().set_client(None)
        server.shutdown()
        thread.join()


def fail_at_a_page(client: Client) -> int:
    """Ask for a page that fails, with everything secret that a request can have. Return the number of the player."""
    user = make_user("leila-the-player", email="leila@example.org")
    client.force_login(user)
    client.cookies["known"] = "value-of-a-cookie"
    client.raise_request_exception = False
    answer = client.post(
        "/reset/token-of-an-email/?next=word-of-a-query",
        {"text": "word-of-a-form"},
        headers={"authorization": "Bearer key-of-a-program"},
    )
    assert answer.status_code == 500
    return user.pk


def fail_in_a_worker() -> None:
    try:
        raise ValueError("text-of-an-exception for leila@example.org")
    except ValueError:
        logging.getLogger("games.delivery").exception(
            "%s failed", "text-of-a-message", extra={"to": "leila-the-player"}
        )
        structlog.get_logger("worker").exception("job failed", job="text-of-a-message")


def test_a_service_learns_of_errors_and_nothing_of_people(service: Service, client: Client) -> None:
    number = fail_at_a_page(client)
    fail_in_a_worker()
    sentry_sdk.flush(timeout=10)
    events = [json.loads(text.splitlines()[2]) for text in service.received]
    assert [event["exception"]["values"][-1]["type"] for event in events] == ["ZeroDivisionError", *["ValueError"] * 2]
    assert events[0]["user"] == {"id": str(number)}
    assert events[0]["exception"]["values"][0]["stacktrace"]["frames"][-1]["function"] == "crash"
    assert events[0]["tags"]["request_id"]
    assert [event["message"] for event in events[1:]] == ["%s failed", "job failed"]
    for event in events[1:]:  # the source of this file stands beside the line that failed
        for frame in event["exception"]["values"][0]["stacktrace"]["frames"]:
            frame |= {"pre_context": [], "context_line": "", "post_context": []}
    assert [secret for secret in SECRETS if secret in json.dumps(events)] == []


@pytest.mark.django_db(transaction=True)  # within one, an error may still undo what is queued
def test_administrators_get_each_new_kind_of_error_once_an_hour(settings: Settings, client: Client) -> None:
    settings.ADMINS = [("", "admin@example.org")]
    cache.clear()
    number = fail_at_a_page(client)
    [first] = mail.outbox
    assert first.to == ["admin@example.org"]
    assert "ZeroDivisionError" in first.subject
    assert f"user: {number}" in first.body
    client.get("/crash/")
    assert len(mail.outbox) == 1
    assert "what:" not in first.body  # Django says nothing but "%s: %s"
    assert "under the number of the request" in " ".join(str(first.body).split())
    structlog.contextvars.clear_contextvars()  # as in a command
    logging.getLogger("games").error("a game is in trouble", extra={"game": "abcdefghkm"})
    assert "game: abcdefghkm" in mail.outbox[-1].body
    assert "/admin/trouble/" in mail.outbox[-1].body
    assert "number of the request" not in mail.outbox[-1].body
    fail_in_a_worker()
    bodies = "".join(str(email.body) for email in mail.outbox)
    assert len(mail.outbox) > 1
    assert [secret for secret in SECRETS if secret in bodies] == []


def test_an_error_while_the_database_is_away_adds_no_second_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def away(_record: logging.LogRecord) -> None:
        raise OperationalError("the database system is shutting down")

    monkeypatch.setattr(ErrorReports, "report", away)
    monkeypatch.setattr(logging, "raiseExceptions", True)
    ErrorReports().handle(logging.makeLogRecord({"name": "games", "levelno": logging.ERROR, "msg": "not stored"}))
    assert capsys.readouterr().err == ""
