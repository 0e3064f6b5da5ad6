from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games import tasks
from games.core.jobs import beat
from games.core.models import Heartbeat
from games.delivery.email import Bounced
from games.inbound import canary
from games.inbound.canary import address_of_hour, hour_in, hour_of, stuck_since
from games.notifications.models import (
    DeliveryEvent,
    Kind,
    MailBlock,
    Notification,
    NotificationReason,
    NotificationState,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2031, 5, 1, 12, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def clock(settings: Settings) -> Iterator[time_machine.Traveller]:
    """Set up mail and stop the clock at noon."""
    settings.EMAIL_URL, settings.CANARY_ADDRESS = "smtp://mail.example.org", "canary@example.org"
    settings.ADMINS = [("", "admin@example.org")]
    with time_machine.travel(NOW, tick=False) as moments:
        yield moments


def watched(clock: time_machine.Traveller, hours: int) -> list[str]:
    """Run the hourly check for some hours without sending; return the subjects of the mails to the administrators."""
    for _hour in range(hours):
        clock.shift(HOUR)
        tasks.watch_mail()
        tasks.watch_mail()
    return [str(message.subject) for message in mail.outbox]


def test_a_test_email_is_an_email_about_a_turn_and_is_sent_once_an_hour() -> None:
    for _time in range(2):
        tasks.watch_mail()
        tasks.drain()
    (sent,) = mail.outbox
    assert sent.to == ["canary@example.org"]
    kinds = [part.get_content_type() for part in sent.message().walk()]
    assert kinds == ["multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png"]
    assert "Amina" in sent.body


def test_administrators_get_no_email_while_test_emails_are_delivered(clock: time_machine.Traveller) -> None:
    for _hour in range(4):
        tasks.watch_mail()
        tasks.drain()
        clock.shift(HOUR)
    assert stuck_since(timezone.now()) is None
    assert {message.to[0] for message in mail.outbox} == {"canary@example.org"}


def test_administrators_get_one_email_when_test_emails_stop_and_one_afterwards(clock: time_machine.Traveller) -> None:
    assert watched(clock, 2) == []
    assert watched(clock, 3) == ["[Marrakech by Mail] Emails are not getting through"]
    Notification.objects.filter(kind=Kind.CANARY).update(state=NotificationState.SENT)
    assert watched(clock, 1)[1:] == ["[Marrakech by Mail] Emails are getting through again"]
    assert watched(clock, 1)[2:] == []
    assert not Heartbeat.objects.filter(name=canary.TROUBLE_HEARTBEAT).exists()


def test_a_test_email_must_return_if_the_site_receives_email(clock: time_machine.Traveller, settings: Settings) -> None:
    settings.INBOUND_ADDRESS = "play@example.org"
    tasks.watch_mail()
    Notification.objects.update(state=NotificationState.SENT)
    clock.shift(2 * HOUR)
    assert stuck_since(timezone.now()) == NOW
    address = Notification.objects.get(kind=Kind.CANARY).email
    assert canary.note_canary_returned(address.upper(), timezone.now())
    assert canary.note_canary_returned(address, timezone.now())
    assert stuck_since(timezone.now()) is None
    assert DeliveryEvent.objects.get().notification == Notification.objects.get(kind=Kind.CANARY)


@pytest.mark.parametrize(
    "address", ["play@example.org", "play+canary-7-abc@example.org", "play+canary-x-y@example.org"]
)
def test_a_test_email_cannot_be_forged(settings: Settings, address: str) -> None:
    settings.INBOUND_ADDRESS = "play@example.org"
    assert not canary.note_canary_returned(address, NOW)
    assert not DeliveryEvent.objects.exists()


def test_the_address_of_a_test_email_fits_into_a_mailbox_name(settings: Settings) -> None:
    settings.INBOUND_ADDRESS = "play@example.org"
    assert len(address_of_hour(hour_of(NOW)).partition("@")[0]) <= 64
    assert hour_in(address_of_hour(hour_of(NOW))) == hour_of(NOW)


@pytest.mark.parametrize(("name", "value"), [("EMAIL_URL", ""), ("CANARY_ADDRESS", "me@localhost")])
def test_a_site_without_email_sends_no_test_emails(settings: Settings, name: str, value: str) -> None:
    setattr(settings, name, value)
    tasks.watch_mail()
    assert not Notification.objects.exists()


def test_test_emails_without_their_own_address_go_to_the_administrators(settings: Settings) -> None:
    settings.CANARY_ADDRESS, settings.SERVER_EMAIL = "", "Marrakech <root@example.org>"
    assert address_of_hour(1) == "root@example.org"


def test_a_bounced_test_email_blocks_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise Bounced("550 no such user")

    monkeypatch.setattr("games.delivery.email.send", refuse)
    tasks.watch_mail()
    tasks.drain()
    assert Notification.objects.get().state == NotificationState.BOUNCED
    assert not MailBlock.objects.exists()


def test_a_late_test_email_is_not_sent(clock: time_machine.Traveller) -> None:
    tasks.watch_mail()
    clock.shift(2 * HOUR)
    tasks.drain()
    assert Notification.objects.get().reason == NotificationReason.OUTDATED


def test_the_health_page_reports_lost_email_and_stays_ready(client: Client, clock: time_machine.Traveller) -> None:
    watched(clock, 3)
    beat("scheduler", timezone.now())
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["mail"]) == (200, "nothing has got through since 2031-05-01 13:30 UTC")
    assert client.get("/readyz?mail").status_code == 503


def test_the_health_page_of_a_site_without_mail_has_mail_off(client: Client, settings: Settings) -> None:
    settings.EMAIL_URL = ""
    beat("scheduler", timezone.now())
    answer = client.get("/readyz?mail")
    assert (answer.status_code, answer.json()["mail"]) == (200, "off")


def test_the_health_page_reports_working_mail(client: Client) -> None:
    beat("scheduler", timezone.now())
    assert client.get("/readyz").json()["mail"] == "ok"
