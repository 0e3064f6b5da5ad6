import io
import os
import subprocess
import sys
from email.message import EmailMessage
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import OperationalError

from games.inbound.incoming_mail import MAX_BYTES
from games.management.commands import receive_mail
from games.notifications.links import TurnToken, reply_address
from games.notifications.models import InboundMail, InboundState
from tests.helpers.reply_mails import ADDRESS, game_by_mail, letter
from tooling.bootstrap import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in")]


def piped(monkeypatch: pytest.MonkeyPatch, data: bytes, *arguments: str) -> None:
    """Run the command with an email."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    call_command("receive_mail", *arguments)


def test_an_email_on_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, user = game_by_mail()
    key = reply_address(TurnToken.of(user, game))
    data = letter(game, user, "L", To="undisclosed-recipients:;")
    piped(monkeypatch, data, "--recipient", key, "--sender", f"<{user.email}>")
    piped(monkeypatch, data, "--recipient", key, "--sender", f"<{user.email}>")
    assert InboundMail.objects.get().state == InboundState.PLAYED
    assert capsys.readouterr().out == "played: played\nalready received\n"


def test_an_empty_envelope_sender_is_that_of_a_bounce(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    piped(monkeypatch, letter(game, user, "L"), "--sender", "")
    assert InboundMail.objects.get().state == InboundState.IGNORED


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"no header at all", b"From: eve@example.net\n\nL\n"])
def test_a_refused_reply_is_no_failure_of_the_command(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    piped(monkeypatch, data)
    assert InboundMail.objects.get().state == InboundState.REFUSED


def test_too_large_an_email_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    piped(monkeypatch, letter(game, user, "L") + b"x" * (MAX_BYTES + 100_000))
    assert InboundMail.objects.get().state == InboundState.REFUSED


def test_an_endless_email_is_cut_off() -> None:
    class Endless:
        given = 0

        def read(self, size: int) -> bytes:
            self.given += size
            return b"x" * size

    endless = Endless()
    data, is_truncated = receive_mail.read_bounded(endless)  # type: ignore[arg-type]
    assert is_truncated
    assert len(data) < MAX_BYTES
    assert endless.given < 2 * receive_mail.MAX_DISCARDED_BYTES


@pytest.mark.parametrize("error", [OperationalError("no\nserver"), RuntimeError("oh")])
def test_the_mail_server_keeps_an_email_that_the_site_cannot_receive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def away(*_args: object) -> None:
        raise error

    monkeypatch.setattr(receive_mail, "receive", away)
    with pytest.raises(SystemExit) as ended:
        piped(monkeypatch, b"From: a@b.example\n\nL\n")
    assert ended.value.code == 75
    assert capsys.readouterr().err.startswith(f"Not now: {type(error).__name__}")


def test_the_command_defers_an_email_without_a_database(tmp_path: object) -> None:
    mail = EmailMessage()
    mail["From"] = "a@b.example"
    env = {**os.environ, "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3", "INBOUND_ADDRESS": ADDRESS}
    command = [sys.executable, "manage.py", "receive_mail", "--recipient", ADDRESS, "--sender", "a@b.example"]
    done = subprocess.run(command, cwd=ROOT, env=env, input=mail.as_bytes(), capture_output=True, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (75, 1), done.stderr
