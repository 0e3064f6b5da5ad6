"""The site as in production: gunicorn, a Celery worker and beat on PostgreSQL and Valkey, and an SMTP sink."""

import contextlib
import logging
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests import servers
from tooling.bootstrap import PYTHON, ROOT, say
from tooling.child_processes import ChildProcesses

OURS = {
    "DATABASE_URL",
    "REDIS_URL",
    "DEBUG",
    "SITE_URL",
    "EMAIL_URL",
    "SECRET_KEY",
    "DATA_DIR",
    "DJANGO_SETTINGS_MODULE",
}


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in {*OURS, "DJANGO_SETTINGS_MODULE"}}


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@dataclass
class StackMailSink:
    """An SMTP server that stores every message with its recipients."""

    messages: list[tuple[list[str], EmailMessage]] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store a message."""
        content = envelope.content if isinstance(envelope.content, bytes) else str(envelope.content).encode()
        message = message_from_bytes(content, _class=EmailMessage, policy=policy.default)
        self.messages.append((list(envelope.rcpt_tos), message))
        return "250 kept"

    def to(self, address: str) -> list[EmailMessage]:
        return [message for recipients, message in self.messages if address in recipients]

    def wait_for(self, address: str, count: int = 1, seconds: float = 30) -> list[EmailMessage]:
        """Wait for this many messages to an address. Raises TimeoutError."""
        servers.wait_for(lambda: len(self.to(address)) >= count, f"mail {count} to {address}", seconds)
        return self.to(address)


class LoggedProcesses(ChildProcesses):
    """Child processes whose lines are kept."""

    def __init__(self, env: dict[str, str]) -> None:
        super().__init__(env)
        self.lines: dict[str, list[str]] = {}

    def _relay(self, name: str, child: "subprocess.Popen[str]") -> None:  # type: ignore[override]
        for line in child.stdout or ():
            self.lines.setdefault(name, []).append(line)
            say(f"{name:<6} | {line.rstrip()}")


@dataclass
class Stack:
    """The running site. ``lines`` are what each process has printed."""

    url: str
    sink: StackMailSink
    env: dict[str, str]
    lines: dict[str, list[str]]

    def python(self, code: str) -> str:
        """Run code with the site's settings and database, in a process of its own; return what it prints."""
        command = [str(PYTHON), "manage.py", "shell", "--no-imports", "-c", code]
        done = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@contextlib.contextmanager
def _database() -> Iterator[str]:
    """Yield the URL of an empty PostgreSQL database, on the tests' server or on a new one."""
    given = urlsplit(os.environ.get("DATABASE_URL", ""))
    with contextlib.ExitStack() as opened:
        if given.scheme not in {"postgres", "postgresql"}:
            given = urlsplit(opened.enter_context(servers.postgres()))
        name = f"stack_{os.getpid()}"
        with psycopg.connect(urlunsplit(given), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        yield urlunsplit(given._replace(path=f"/{name}"))


@contextlib.contextmanager
def _broker() -> Iterator[str]:
    """Yield the URL of a Redis database that no other test process uses (tests/settings.py)."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    given = os.environ.get("REDIS_URL", "")
    with contextlib.ExitStack() as opened:
        server = given.rsplit("/", 1)[0] if given else opened.enter_context(servers.valkey())
        yield f"{server}/{15 - worker}"


@contextlib.contextmanager
def _smtp() -> Iterator[tuple[StackMailSink, str]]:
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd logs every line
    sink, port = StackMailSink(), servers.free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield sink, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Start everything, once for all tests."""
    folder = tmp_path_factory.mktemp("stack")
    port = servers.free_port()
    with _database() as database_url, _broker() as redis_url, _smtp() as (sink, email_url):
        env = {
            **clean_environment(),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "EMAIL_URL": email_url,
            "INBOUND_ADDRESS": "play@stack.example.org",
            "SITE_URL": f"http://127.0.0.1:{port}",
            "SECRET_KEY": "a key that only this stack has",
            "DATA_DIR": str(folder),
            "STATIC_ROOT": str(folder / "static"),
            "PYTHONUNBUFFERED": "1",
        }
        for command in ("migrate", "collectstatic"):
            subprocess.run([str(PYTHON), "manage.py", command, "--noinput", "-v", "0"], cwd=ROOT, env=env, check=True)
        children = _started(env, port, folder)
        try:
            servers.wait_for(lambda: servers.answers(port), "gunicorn")
            yield Stack(env["SITE_URL"], sink, env, children.lines)
            assert not children.dead(), f"{children.dead()} has ended by itself"
        finally:
            children.stop()


def _started(env: dict[str, str], port: int, folder: Path) -> LoggedProcesses:
    """Start the three processes as in docs/operating.md."""
    children = LoggedProcesses(env)
    celery = [str(PYTHON), "-m", "celery", "-qA", "marrakech_site"]
    gunicorn = [str(PYTHON), "-m", "gunicorn", "marrakech_site.wsgi", "--bind", f"127.0.0.1:{port}"]
    children.start("web", [*gunicorn, "--worker-class", "gthread", "--threads", "8", "--workers", "2", "--preload"])
    children.start("worker", [*celery, "worker", "--loglevel", "INFO", "--concurrency", "2"])
    children.start("beat", [*celery, "beat", "--loglevel", "INFO", "--pidfile=", "--schedule", str(folder / "beat")])
    return children
