import imaplib
import signal
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django.fixtures import Settings

from games import tasks
from games.inbound import imap
from games.inbound.handler import receive as really_receive
from games.inbound.incoming_mail import MAX_BYTES, IncomingMail
from games.management.commands import fetch_mail
from games.notifications.models import InboundMail, InboundState
from tests.helpers.reply_mails import game_by_mail, letter

from .imap_server import FakeMailbox, imap_server

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]


@pytest.fixture
def box(settings: Settings) -> Iterator[FakeMailbox]:
    """A mailbox that the site fetches from."""
    found = FakeMailbox()
    with imap_server(found) as address:
        settings.INBOUND_IMAP_URL = f"{address}/INBOX/Play"
        yield found


def states() -> list[str]:
    return list(InboundMail.objects.order_by("pk").values_list("state", flat=True))


def test_unread_emails_are_processed_and_marked_as_read(box: FakeMailbox) -> None:
    game, user = game_by_mail()
    box.put(letter(game, user, "L"), letter(game, user, "board"))
    assert tasks.fetch_mail() == 2
    assert states() == [InboundState.PLAYED, InboundState.ANSWERED]
    assert box.unread() == []
    assert box.asked[1:3] == ['LOGIN play "se/cret"', 'SELECT "INBOX/Play"']
    assert tasks.fetch_mail() == 0


def test_a_mail_that_is_too_large_is_not_fetched(box: FakeMailbox) -> None:
    game, user = game_by_mail()
    box.put(letter(game, user, "L"))
    box.sizes[1] = MAX_BYTES + 1
    imap.fetch()
    assert (states(), box.unread()) == ([InboundState.REFUSED], [])
    assert not [command for command in box.asked if "BODY.PEEK[]" in command]


def test_an_unprocessable_email_is_flagged_and_not_deleted(box: FakeMailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    box.put(b"Subject: bad\n\n", letter(game, user, "L"))

    def receive(arrival: IncomingMail) -> InboundMail | None:
        if arrival.subject == "bad":
            raise ValueError("unexpected")
        return really_receive(arrival)

    monkeypatch.setattr(imap, "receive", receive)
    imap.fetch()
    assert (states(), box.unread()) == ([InboundState.PLAYED], [])
    assert any(r"\Flagged" in command for command in box.asked)


def test_a_bad_email_does_not_delay_others(box: FakeMailbox) -> None:
    game, user = game_by_mail()
    box.put(b"", b"\xff\x00 no mail at all", letter(game, user, "L"))
    imap.fetch()
    assert states()[-1] == InboundState.PLAYED
    assert box.unread() == []


def test_an_email_stays_unread_without_the_database(box: FakeMailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    box.put(letter(game, user, "L"))

    def away(*_args: object) -> None:
        raise OperationalError

    monkeypatch.setattr(imap, "receive", away)
    with pytest.raises(OperationalError):
        imap.fetch()
    assert box.unread() == [1]
    assert box.asked[-1] == "LOGOUT"


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "UID SEARCH", "UID FETCH"])
def test_a_mailbox_that_refuses_a_command_is_an_error(box: FakeMailbox, command: str) -> None:
    box.put(b"From: a@b.example\n\nL\n")
    box.answers[command] = "NO not today"
    with pytest.raises(imaplib.IMAP4.error):
        imap.fetch()
    assert box.unread() == [1]


def test_an_email_that_was_deleted_meanwhile_is_skipped(box: FakeMailbox) -> None:
    box.put(b"From: a@b.example\n\nL\n")
    box.answers["UID FETCH 1 (BODY"] = "OK nothing there"
    assert imap.fetch() == 1
    assert states() == []


def test_an_error_at_logout_of_the_mailbox_changes_nothing(box: FakeMailbox) -> None:
    box.answers["LOGOUT"] = "BAD what"
    assert imap.fetch() == 0


def test_without_a_mailbox_no_email_is_fetched() -> None:
    assert imap.fetch() == 0
    with pytest.raises(CommandError, match="not set"):
        call_command("fetch_mail")


def test_the_fetch_command_can_run_once(box: FakeMailbox, capsys: pytest.CaptureFixture[str]) -> None:
    box.put(b"From: a@b.example\n\nL\n")
    call_command("fetch_mail", "--once")
    assert capsys.readouterr().out == "1 emails fetched.\n"


def test_the_fetch_command_run_once_reports_errors(box: FakeMailbox) -> None:
    box.answers["LOGIN"] = "NO wrong password"
    with pytest.raises(CommandError, match="wrong password"):
        call_command("fetch_mail", "--once")


def test_the_fetch_command_goes_on_after_an_error(box: FakeMailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    box.answers["LOGIN"] = "NO wrong password"
    monkeypatch.setattr(fetch_mail, "close_old_connections", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    waits: list[float] = []

    class Stop:
        def is_set(self) -> bool:
            return len(waits) == 2

        def wait(self, seconds: float) -> None:
            waits.append(seconds)

    monkeypatch.setattr(fetch_mail, "Event", Stop)
    call_command("fetch_mail")
    assert waits == [60.0, 60.0]


@pytest.mark.parametrize(
    ("url", "port", "folder", "is_tls"),
    [
        ("imaps://u:p@mail.example.org", 993, "INBOX", True),
        ("imap://u:p@mail.example.org/Play%20mail", 143, "Play mail", False),
        ("imaps://u@mail.example.org:1993/INBOX", 1993, "INBOX", True),
    ],
)
def test_a_mailbox_is_configured_by_an_address(url: str, port: int, folder: str, is_tls: bool) -> None:
    box = imap.mailbox_of(url)
    assert (box.port, box.folder, box.is_tls) == (port, folder, is_tls)


@pytest.mark.parametrize(
    ("url", "encrypts"), [("imaps://u:p@m.example/INBOX", "tls"), ("imap://u:p@m.example", "starttls")]
)
def test_the_password_of_a_mailbox_is_sent_encrypted_only(
    monkeypatch: pytest.MonkeyPatch, url: str, encrypts: str
) -> None:
    done: list[str] = []

    class Fake:
        def __init__(self, *_args: object, **options: object) -> None:
            done.append("tls" if "ssl_context" in options else "plain")

        def starttls(self, _context: object) -> None:
            done.append("starttls")

    monkeypatch.setattr(imaplib, "IMAP4", Fake)
    monkeypatch.setattr(imaplib, "IMAP4_SSL", Fake)
    imap._connected(imap.mailbox_of(url))
    assert done[-1] == encrypts
