import smtplib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError

from games.inbound import lmtp
from games.inbound.incoming_mail import MAX_BYTES, IncomingMail
from games.notifications.links import TurnToken, reply_address
from games.notifications.models import InboundMail, InboundReason, InboundState
from tests.helpers.reply_mails import game_by_mail, letter
from tooling.bootstrap import ROOT

MAIL = b"From: a@example.org\r\nMessage-ID: <1@a>\r\n\r\nL\r\n"


@pytest.fixture
def port() -> Iterator[int]:
    """Run a server, and return its port."""
    with lmtp.TcpServer(("127.0.0.1", 0), lmtp.LmtpHandler) as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def mails(monkeypatch: pytest.MonkeyPatch) -> list[IncomingMail]:
    """Return the list of the emails that are received; nothing is stored. "broken" in a recipient fails."""
    found: list[IncomingMail] = []

    def receive(mail: IncomingMail) -> InboundMail:
        if "broken" in mail.recipients[0]:
            raise OperationalError("no database")
        found.append(mail)
        return InboundMail(state=InboundState.REFUSED, reason=InboundReason.NO_TURN)

    monkeypatch.setattr(lmtp, "receive", receive)
    monkeypatch.setattr(lmtp, "close_old_connections", lambda: None)
    return found


def talk(port: int, *texts: bytes) -> list[str]:
    """Send texts and return the lines of all answers."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(b"".join(texts))
        client.shutdown(socket.SHUT_WR)
        return client.makefile("rb").read().decode().splitlines()


def test_every_recipient_gets_an_answer_over_lmtp(port: int, mails: list[IncomingMail]) -> None:
    start = b"LHLO me\r\nMAIL FROM:<a@example.org>\r\n"
    recipients = b"".join(b"RCPT TO:<%s@b.example>\r\n" % name for name in (b"play+1", b"broken", b"play+2"))
    lines = talk(port, start, recipients, b"DATA\r\n", MAIL, b".\r\nQUIT\r\n")
    assert lines[-5:] == [
        "354 go on",
        "250 2.0.0 refused: no-turn",
        "451 4.3.0 not now: OperationalError",
        "250 2.0.0 refused: no-turn",
        "221 bye",
    ]
    assert [mail.recipients for mail in mails] == [("play+1@b.example",), ("play+2@b.example",)]
    assert (mails[0].sender, mails[0].envelope_sender, mails[0].lines) == ("a@example.org", "a@example.org", ("L",))


def test_a_python_client_can_use_the_lmtp_server(port: int, mails: list[IncomingMail]) -> None:
    with smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail("", ["play@b.example"], MAIL)
        client.sendmail("a@b.example", ["play@b.example"], b"Subject: dots\r\n\r\n.\r\n..b\r\n")
    assert [mail.envelope_sender for mail in mails] == ["", "a@b.example"]
    assert str(mails[1].message.get_payload()).splitlines() == [".", "..b"]


@pytest.mark.parametrize(
    "text",
    [
        b"\x00\xff\r\n",
        b"DATA\r\n",
        b"RCPT TO:<a@b>\r\n",
        b"MAIL FROM:nobody\r\n",
        b"MAIL FROM:<a@b>\r\nRCPT TO:<>\r\n",
        b"X" * 10_000 + b"\r\n",
        b"LHLO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\nno end",
        b"HELO\r\n" * 15,
    ],
)
def test_invalid_commands_do_not_stop_the_lmtp_server(port: int, mails: list[IncomingMail], text: bytes) -> None:
    talk(port, text)
    assert not mails
    with smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail("a@b.example", ["play@b.example"], MAIL)
    assert len(mails) == 1


def test_a_dot_after_a_bare_line_feed_does_not_end_an_email(port: int, mails: list[IncomingMail]) -> None:
    start = b"LHLO me\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\n"
    smuggled = b"a\n.\r\nMAIL FROM:<evil@b>\r\nRCPT TO:<c@d>\r\nDATA\r\nx" + b"y" * lmtp.MAX_PART * 2
    talk(port, start, smuggled, b"\r\n.\r\nQUIT\r\n")
    assert [mail.envelope_sender for mail in mails] == ["a@b"]


def test_the_beginning_of_a_too_large_email_is_read_over_lmtp(port: int, mails: list[IncomingMail]) -> None:
    with smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail("a@b.example", ["play@b.example"], MAIL + (b"x" * 1000 + b"\r\n") * (MAX_BYTES // 1000 + 1))
    assert (mails[0].is_truncated, mails[0].sender) == (True, "a@example.org")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("mail_comes_in")
def test_a_reply_is_played_over_lmtp(port: int) -> None:
    game, user = game_by_mail()
    with smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail(user.email, [reply_address(TurnToken.of(user, game))], letter(game, user, "L"))
    row = InboundMail.objects.get()
    assert (row.state, row.source) == (InboundState.PLAYED, "lmtp")


@pytest.mark.slow
def test_the_lmtp_command_listens_at_a_socket_file_and_stops(tmp_path: Path) -> None:
    place = tmp_path / "lmtp.sock"
    command = [sys.executable, "manage.py", "serve_lmtp", "--listen", str(place)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == f"LMTP at {place}\n"
        with smtplib.LMTP(str(place)) as client:
            assert client.noop()[0] == 250
        process.terminate()
        assert process.wait(10) == 0
