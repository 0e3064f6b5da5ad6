"""Tests of INBOUND_AUTH=require, and of the alert when nobody checks senders."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from pytest_django.fixtures import Settings

from games.inbound.incoming_mail import PIPE, IncomingMail, parse_mail
from games.inbound.sender_check import is_checked, is_proved
from games.inbound.services import DAY, alert_about_unchecked_mail
from games.mail.compose import compose
from games.notifications.models import InboundReason, InboundState
from tests.helpers.notifications import text_of
from tests.helpers.reply_mails import AUTHSERV, answer_to, game_by_mail, letter, received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]
NOW = datetime(2031, 5, 1, 12, 0, tzinfo=UTC)


def with_results(results: str) -> IncomingMail:
    """Return an email from example.org with these results of the server."""
    field = f"Authentication-Results: {results}\n" if results else ""
    return IncomingMail(parse_mail(f"{field}From: amina@example.org\n\nL\n".encode()), PIPE)


@pytest.mark.parametrize(
    "results",
    [
        f"{AUTHSERV}; dmarc=pass header.from=example.org",
        f"{AUTHSERV}; dkim=pass header.d=example.org",
        f"{AUTHSERV}; dkim=pass header.i=@mail.example.org",
        f"{AUTHSERV}; spf=pass smtp.mailfrom=amina@example.org",
        f"{AUTHSERV}; spf=pass smtp.mailfrom=example.org",
    ],
)
def test_a_sender_is_proved(results: str) -> None:
    assert is_proved(with_results(results))
    assert is_checked(with_results(results))


@pytest.mark.parametrize(
    "results",
    [
        "",
        "evil.example; dmarc=pass",
        f"{AUTHSERV}; none",
        f"{AUTHSERV}; dkim=pass header.d=evil.example",
        f"{AUTHSERV}; dkim=pass",
        f"{AUTHSERV}; spf=pass smtp.mailfrom=eve@evil.example",
        f"{AUTHSERV}; spf=pass",
        f"{AUTHSERV}; dkim=neutral header.d=example.org",
        f"{AUTHSERV}; dmarc=none; spf=softfail smtp.mailfrom=example.org",
    ],
)
def test_a_sender_is_not_proved(results: str) -> None:
    assert not is_proved(with_results(results))


def test_an_unproved_reply_plays_nothing_and_the_player_reads_why(settings: Settings) -> None:
    settings.INBOUND_AUTH = "require"
    game, user = game_by_mail()
    row = received(letter(game, user, "L"))
    assert (row.state, row.reason, row.user) == (InboundState.REFUSED, InboundReason.UNPROVED, None)
    game.refresh_from_db()
    assert game.turn == 1
    assert "nothing proves it" in " ".join(text_of(compose(answer_to(user))).split())


def test_a_proved_reply_is_played(settings: Settings) -> None:
    settings.INBOUND_AUTH = "require"
    game, user = game_by_mail()
    proof = {"Authentication-Results": f"{AUTHSERV}; dmarc=pass header.from=example.org"}
    row = received(letter(game, user, "L", **proof))
    assert (row.state, row.is_checked) == (InboundState.PLAYED, True)


def test_administrators_hear_once_that_nobody_checks_senders(settings: Settings) -> None:
    settings.ADMINS = [("", "root@example.org")]
    stranger, checked = b"From: eve@example.net\n\nL\n", f"Authentication-Results: {AUTHSERV}; none\n".encode()
    with time_machine.travel(NOW, tick=False) as clock:
        received(stranger)
        assert not alert_about_unchecked_mail(NOW)
        clock.move_to(NOW + DAY)
        assert alert_about_unchecked_mail(NOW + DAY)
        assert not alert_about_unchecked_mail(NOW + DAY + timedelta(minutes=1))
        received(checked + stranger)
        assert not alert_about_unchecked_mail(NOW + DAY)
        clock.move_to(NOW + 3 * DAY)
        assert not alert_about_unchecked_mail(NOW + 3 * DAY)  # no mail at all
        received(b"From: mallory@example.net\n\nL\n")
        assert alert_about_unchecked_mail(NOW + 3 * DAY)
    assert [alert.to for alert in mail.outbox] == [["root@example.org"]] * 2
    assert "INBOUND_AUTHSERV_ID" in mail.outbox[0].body
