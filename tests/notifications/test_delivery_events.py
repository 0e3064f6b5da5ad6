from base64 import b64encode
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail
from django.test import Client
from django.urls import include, path
from pytest_django.fixtures import Settings

from games import tasks
from games.delivery.backend import QueuedBackend
from games.notifications.models import BlockReason, DeliveryEvent, Kind, MailBlock, Notification, NotificationState
from marrakech_site.urls import webhook_patterns
from tests.helpers.notifications import latest
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2031, 5, 1, 12, 0, tzinfo=UTC)
urlpatterns = [path("anymail/", include(webhook_patterns("postmark", "a secret")))]


def report(event: str, **values: object) -> None:
    """Send a report of a mail service."""
    payload = {"event_type": event, "timestamp": NOW, "event_id": "1", "recipient": "amina@example.org", **values}
    tracking.send(sender=object, event=AnymailTrackingEvent(**payload), esp_name="Postmark")


def sent(settings: Settings) -> Notification:
    """Return a turn mail to Amina that was sent through a mail service."""
    settings.DELIVERY_EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    started_game(make_user("Amina"), make_user())
    tasks.deliver(latest(Kind.TURN).pk)
    return latest(Kind.TURN)


def test_an_email_stores_the_services_id_for_it(settings: Settings) -> None:
    row = sent(settings)
    assert (row.state, row.provider_id) == (NotificationState.SENT, "0")


def test_an_account_email_is_handed_to_a_service_in_parts(settings: Settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    letter = mail.EmailMultiAlternatives("Grüße", "Bestätige", None, ["zoe@example.org"])
    letter.attach_alternative("<p>Bestätige</p>", "text/html")
    QueuedBackend().send_messages([letter])
    tasks.drain()
    params = vars(mail.outbox[0])["anymail_test_params"]
    parts = [params[name].rstrip("\n") for name in ("subject", "text_body", "html_body")]
    assert parts == ["Grüße", "Bestätige", "<p>Best&#228;tige</p>"]


def test_a_delivery_event_is_stored_once_beside_its_email(settings: Settings) -> None:
    row = sent(settings)
    for _time in range(2):
        report("delivered", message_id=row.provider_id)
    stored = DeliveryEvent.objects.get()
    assert (stored.notification, stored.event, stored.at) == (row, "delivered", NOW)


def test_an_email_is_also_found_by_its_message_id(settings: Settings) -> None:
    row = sent(settings)
    report("deferred", message_id=row.message_id.strip("<>"), recipient=None, event_id=None, timestamp=None)
    stored = DeliveryEvent.objects.get()
    assert (stored.notification, stored.recipient) == (row, "amina@example.org")


def test_the_message_id_of_another_email_is_not_taken_for_ours(settings: Settings) -> None:
    row = sent(settings)
    report("delivered", message_id=f"elsewhere.{row.pk}@example.net", recipient=None)
    stored = DeliveryEvent.objects.get()
    assert (stored.notification, stored.recipient) == (None, "")


@pytest.mark.parametrize(
    ("event", "values", "reason"),
    [
        ("bounced", {"reject_reason": "bounced", "mta_response": "550 5.1.1 no such user"}, BlockReason.BOUNCE),
        ("bounced", {"reject_reason": None, "esp_event": {"type": "bounce"}}, BlockReason.BOUNCE),
        ("rejected", {"reject_reason": "invalid"}, BlockReason.BOUNCE),
        ("complained", {"reject_reason": "spam"}, BlockReason.COMPLAINT),
    ],
)
def test_a_hard_bounce_or_a_complaint_blocks_the_address(
    settings: Settings, event: str, values: dict[str, object], reason: str
) -> None:
    row = sent(settings)
    report(event, message_id=row.provider_id, **values)
    block = MailBlock.objects.get()
    row.refresh_from_db()
    assert (block.email, block.reason, row.state) == ("amina@example.org", reason, NotificationState.BOUNCED)
    assert Notification.objects.filter(kind=Kind.BOUNCE).count() == 1


@pytest.mark.parametrize(
    ("event", "values"),
    [
        ("bounced", {"reject_reason": "bounced", "description": "Transient: General"}),  # Amazon
        ("bounced", {"reject_reason": "bounced", "esp_event": {"Type": "SoftBounce"}}),  # Postmark
        ("bounced", {"reject_reason": "bounced", "esp_event": {"hard_bounce": False}}),  # Mailjet
        ("bounced", {"reject_reason": "bounced", "mta_response": "552 5.2.2 over quota"}),
        ("bounced", {"reject_reason": "timed_out"}),
        ("rejected", {"reject_reason": "spam"}),
        ("deferred", {}),
        ("unsubscribed", {}),
    ],
)
def test_a_temporary_delivery_event_is_only_stored(settings: Settings, event: str, values: dict[str, object]) -> None:
    row = sent(settings)
    report(event, message_id=row.provider_id, **values)
    row.refresh_from_db()
    assert (row.state, DeliveryEvent.objects.count()) == (NotificationState.SENT, 1)
    assert not MailBlock.objects.exists()


@pytest.mark.parametrize("event", ["opened", "clicked"])
def test_opened_emails_are_not_tracked(event: str) -> None:
    report(event)
    assert not DeliveryEvent.objects.exists()


def test_a_bounce_of_an_unknown_email_blocks_its_address() -> None:
    user = make_user("Amina")
    report("bounced", message_id=None, esp_event=SimpleNamespace(), description="gone\0")
    user.refresh_from_db()
    assert user.bounced_at is not None
    assert MailBlock.objects.get().detail == "gone"


def test_a_bounce_without_an_address_is_only_stored() -> None:
    report("bounced", message_id="x", recipient=None)
    assert DeliveryEvent.objects.count() == 1
    assert not MailBlock.objects.exists()


@pytest.mark.urls("tests.notifications.test_delivery_events")
def test_a_service_can_report_over_http_only_with_the_secret(client: Client, settings: Settings) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": "postmark:a secret"}
    make_user("Amina")
    payload = {"RecordType": "Bounce", "Type": "HardBounce", "ID": 7, "Email": "amina@example.org", "MessageID": "m"}
    payload["BouncedAt"] = "2031-05-01T12:00:00Z"
    url, kind = "/anymail/postmark/tracking/", "application/json"
    assert client.post(url, payload, content_type=kind).status_code == 400
    assert not DeliveryEvent.objects.exists()
    secret = "Basic " + b64encode(b"postmark:a secret").decode()
    assert client.post(url, payload, content_type=kind, HTTP_AUTHORIZATION=secret).status_code == 200
    assert MailBlock.objects.get().email == "amina@example.org"


def test_delivery_reports_are_refused_without_a_configured_secret(client: Client) -> None:
    assert webhook_patterns("postmark", "") == []
    assert client.post("/anymail/postmark/tracking/").status_code == 404
