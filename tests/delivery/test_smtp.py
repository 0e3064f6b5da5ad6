from html import unescape

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone
from pytest_django.fixtures import Settings

from games import tasks
from games.delivery.backend import QueuedBackend
from games.mail.compose import message_id
from games.notifications.models import Kind, Notification, NotificationState
from tests.helpers.notifications import reader, row_of
from tests.makers import make_user, started_game

from .smtp_servers import smtp_sink

pytestmark = pytest.mark.django_db


def test_an_email_about_a_turn_arrives_complete_over_smtp(settings: Settings) -> None:
    row = row_of(Kind.TURN, reader(display_name="Zoë علي"))
    with smtp_sink(settings) as sink:
        tasks.deliver(row.pk)
    (sent,) = sink.mails
    assert sink.recipients == [row.user.email]  # type: ignore[union-attr]
    assert sent["Subject"].startswith("Marrakech · Your turn at The Blue Table with Amina, turn ")
    assert sent["Message-ID"] == Notification.objects.get(pk=row.pk).message_id
    kinds = [part.get_content_type() for part in sent.walk()]
    assert kinds == ["multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png"]
    assert "Zoë علي" in sent.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "Zoë علي" in unescape(sent.get_body(("html",)).get_content())  # type: ignore[union-attr]


def test_an_email_refused_by_the_server_is_resent_once(settings: Settings) -> None:
    row = row_of(Kind.STARTED, reader())
    with smtp_sink(settings) as sink:
        sink.refuse = 1
        tasks.deliver(row.pk)
        row.refresh_from_db()
        assert row.state == NotificationState.QUEUED
        assert "try again later" in row.detail
        Notification.objects.update(due_at=timezone.now())
        tasks.deliver(row.pk)
        tasks.deliver(row.pk)
    assert [str(sent["Message-ID"]) for sent in sink.mails] == [message_id(row)]


def test_a_delivery_round_uses_one_smtp_connection(settings: Settings) -> None:
    started_game(*(make_user() for _player in range(4)))
    with smtp_sink(settings) as sink:
        assert tasks.drain() == 4
    assert len(sink.mails) == 4
    assert len(sink.sessions) == 1


def test_account_mail_arrives_as_it_was_written_over_smtp(settings: Settings) -> None:
    text = "Grüße — bestätige: http://testserver/accounts/confirm-email/abc/\n.\n"
    QueuedBackend().send_messages([EmailMessage("Bestätigung", text, None, ["zoe@example.org"])])
    with smtp_sink(settings) as sink:
        tasks.drain()
    (sent,) = sink.mails
    assert sent["Subject"] == "Bestätigung"
    assert sent.get_content().replace("\r\n", "\n") == text
