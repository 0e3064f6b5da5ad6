import re

import pytest
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.test import Client
from pytest_django.fixtures import Settings

from games import tasks
from games.delivery.backend import QueuedBackend
from games.notifications.models import Kind, Notification, NotificationReason, NotificationState

pytestmark = pytest.mark.django_db


def _letter(**values: object) -> EmailMessage:
    return EmailMessage(**{"subject": "Hello", "body": "Welcome", "to": ["zoe@example.org"], **values})  # type: ignore[arg-type]


def test_the_queued_backend_queues_an_email_instead_of_sending_it() -> None:
    assert QueuedBackend().send_messages([_letter()]) == 1
    row = Notification.objects.get()
    assert (row.kind, row.email, row.state) == (Kind.ACCOUNT, "zoe@example.org", NotificationState.QUEUED)
    assert "Welcome" in row.raw
    assert mail.outbox == []


def test_a_queued_account_email_is_sent_under_its_message_id() -> None:
    QueuedBackend().send_messages([_letter(headers={"Message-ID": "<one@example.org>"})])
    tasks.drain()
    row = Notification.objects.get()
    assert (row.state, row.message_id) == (NotificationState.SENT, "<one@example.org>")
    assert mail.outbox[0].message()["Message-ID"] == "<one@example.org>"


def test_the_text_of_an_account_email_is_deleted_after_sending() -> None:
    QueuedBackend().send_messages([_letter()])
    tasks.drain()
    assert Notification.objects.get().raw == ""


def test_every_recipient_of_an_account_email_gets_a_row() -> None:
    QueuedBackend().send_messages([_letter(to=["Zoë <zoe@example.org>"], bcc=["bo@example.org"])])
    assert set(Notification.objects.values_list("email", flat=True)) == {"zoe@example.org", "bo@example.org"}


def test_an_account_email_without_a_recipient_is_not_queued() -> None:
    assert QueuedBackend().send_messages([_letter(to=[])]) == 0
    assert not Notification.objects.exists()


def test_all_parts_of_an_account_email_are_kept() -> None:
    letter = EmailMultiAlternatives("Hello", "Grüße", None, ["zoe@example.org"])
    letter.attach_alternative("<p>Grüße</p>", "text/html")
    QueuedBackend().send_messages([letter])
    tasks.drain()
    sent = mail.outbox[0].message()
    assert [part.get_content_type() for part in sent.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    assert [bytes(part.get_payload(decode=True)).decode() for part in list(sent.walk())[1:]] == [
        "Grüße",
        "<p>Gr&#252;&#223;e</p>",
    ]


def test_an_account_email_of_a_rolled_back_transaction_is_not_sent() -> None:
    with transaction.atomic():
        QueuedBackend().send_messages([_letter()])
        transaction.set_rollback(True)
    assert not Notification.objects.exists()


def test_an_account_email_without_its_text_is_dropped() -> None:
    QueuedBackend().send_messages([_letter()])
    Notification.objects.update(raw="")
    tasks.drain()
    assert Notification.objects.get().reason == NotificationReason.NO_TEXT


def test_signing_up_sends_a_link_through_the_outbox(client: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "games.delivery.backend.QueuedBackend"
    password = "carpets-and-coins"
    client.post(
        "/accounts/signup/",
        {"username": "Zoe", "email": "zoe@example.org", "password1": password, "password2": password},
    )
    assert "confirm-email" in Notification.objects.get(email="zoe@example.org").raw
    tasks.drain()
    text = next(part for part in mail.outbox[0].message().walk() if part.get_content_type() == "text/plain")
    assert re.search(r"http://testserver/accounts/confirm-email/[^/\s]+/", str(text.get_payload(decode=True)))
    assert Notification.objects.get(email="zoe@example.org").raw == ""


def test_an_account_email_is_named_and_signed_by_the_site() -> None:
    QueuedBackend().send_messages([_letter()])
    tasks.drain()
    sent = mail.outbox[0].message()
    assert str(sent["Message-ID"]).endswith(".account@testserver>")
    assert str(sent["From"]).startswith("Marrakech by Mail <")
