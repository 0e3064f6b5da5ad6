import hashlib
import hmac
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from django.utils.translation import override
from pytest_django.fixtures import Settings

from accounts.models import User
from games import tasks
from games.core import jobs
from games.core.models import Heartbeat
from games.delivery import safe_http, webhooks, worker
from games.delivery.safe_http import Unreachable
from games.notifications.models import CallError, Channel, Kind, Notification, NotificationReason, NotificationState
from games.notifications.webhooks import add_webhook, remove_webhook
from tests.helpers.notifications import KINDS_WITH_MAIL, reader, row_of
from tests.helpers.web_server import Receiver, lead
from tests.helpers.webhooks import asked, deliver, rows, sent
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_webhook_sends_a_turn_as_json(receiver: Receiver) -> None:
    webhook, game = asked(receiver)
    assert deliver().state == NotificationState.SENT
    payload = sent(receiver)
    assert (payload["event"], payload["player"], payload["turn"]) == ("turn", "Leila", None)
    assert payload["table"]["code"] == game.code
    assert [player["name"] for player in payload["table"]["players"]] == ["Leila", "Amina"]
    assert payload["text"].startswith("It’s your turn (turn 1).")
    webhook.refresh_from_db()
    assert webhook.last_sent_at


def test_the_signature_of_a_webhook_can_be_checked_with_the_secret(receiver: Receiver) -> None:
    webhook, _game = asked(receiver)
    row = deliver()
    (request,) = receiver.requests
    signed = request.headers["x-marrakech-timestamp"].encode() + b"." + request.body
    expected = hmac.new(webhook.secret.encode(), signed, hashlib.sha256).hexdigest()
    assert request.headers["x-marrakech-signature"] == f"sha256={expected}"
    assert request.headers["x-marrakech-event"] == "turn"
    assert request.headers["x-marrakech-delivery"] == str(row.pk) == sent(receiver)["delivery"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS_WITH_MAIL if kind in set(Kind)])
def test_every_kind_of_notification_has_words_for_webhooks(receiver: Receiver, kind: str) -> None:
    user = make_user("Leila")
    add_webhook(user, receiver.url, "json")
    row_of(kind, user)
    row = Notification.objects.get(pk=next(row.pk for row in reversed(rows()) if row.kind == kind))
    worker.deliver(row.pk)
    assert sent(receiver)["event"] == kind
    assert sent(receiver)["text"]


def test_a_webhook_uses_the_language_of_its_owner(receiver: Receiver) -> None:
    user = reader(language="fr", name="Leila")
    asked(receiver, user=user)
    deliver()
    assert "tour" in sent(receiver)["text"]


def test_a_discord_webhook_sends_content_without_mentions(receiver: Receiver) -> None:
    user = make_user("Leila")
    add_webhook(user, receiver.url, "discord")
    started_game(user, make_user("Amina"), name="@everyone *look*")
    deliver()
    payload = sent(receiver)
    assert payload["content"].startswith(r"Marrakech · \@everyone \*look\*: It’s your turn")
    assert payload["allowed_mentions"] == {"parse": []}
    assert payload["embeds"][0]["url"].startswith("http://testserver/t/")


def test_a_slack_webhook_sends_text_and_blocks_without_markup_of_names(receiver: Receiver) -> None:
    user = make_user("Leila")
    add_webhook(user, receiver.url, "slack")
    started_game(user, make_user("Amina"), name="<!here> & *co*")
    deliver()
    payload = sent(receiver)
    assert payload["text"].startswith("Marrakech · &lt;!here&gt; &amp; \u200b*co\u200b*: It’s your turn")
    assert payload["blocks"][0]["type"] == "section"


def test_a_webhook_does_not_announce_a_played_turn(receiver: Receiver) -> None:
    _webhook, game = asked(receiver)
    play_on(game, 2)
    first = next(row for row in rows() if row.kind == Kind.TURN)
    worker.deliver(first.pk)
    first.refresh_from_db()
    assert (first.state, first.reason) == (NotificationState.DROPPED, NotificationReason.TURN_PLAYED)


def test_a_refused_webhook_call_is_tried_again(receiver: Receiver) -> None:
    webhook, _game = asked(receiver)
    receiver.status = 500
    row = deliver()
    assert (row.state, row.reason) == (NotificationState.QUEUED, NotificationReason.CALL_FAILED)
    assert row.detail == "the server answered 500"
    webhook.refresh_from_db()
    assert webhook.failing_since
    assert webhook.why == "the server answered 500"
    with override("fr"):
        assert webhook.why == "le serveur a répondu 500"


def test_a_webhook_follows_no_redirect(receiver: Receiver) -> None:
    asked(receiver)
    receiver.status, receiver.headers = 301, {"Location": "https://10.0.0.1/"}
    assert deliver().detail == "the server answered 301"


@pytest.mark.parametrize(("shape", "status"), [("json", 410), ("discord", 404), ("slack", 404), ("slack", 410)])
def test_a_webhook_that_is_gone_for_good_is_switched_off_at_once(receiver: Receiver, shape: str, status: int) -> None:
    webhook, _game = asked(receiver, shape)
    receiver.status = status
    assert deliver().state == NotificationState.FAILED
    webhook.refresh_from_db()
    assert webhook.disabled_at


def test_a_day_of_webhook_failures_causes_one_email(receiver: Receiver, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "games.delivery.backend.QueuedBackend"
    webhook, _game = asked(receiver)
    receiver.status = 500
    now = timezone.now()
    for hours in (0, 25, 26):
        with time_machine.travel(now + timedelta(hours=hours), tick=False):
            Notification.objects.filter(channel=Channel.WEBHOOK).update(
                due_at=timezone.now(), state="queued", attempts=0
            )
            deliver()
    mail = Notification.objects.get(kind=Kind.ACCOUNT)
    assert mail.email == webhook.user.email
    assert "turned off" in mail.raw
    assert webhook.url not in mail.raw


def test_an_unconfirmed_address_gets_no_email_about_a_webhook(receiver: Receiver, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "games.delivery.backend.QueuedBackend"
    webhook, _game = asked(receiver)
    User.objects.filter(pk=webhook.user_id).update(email="")
    receiver.status = 410
    assert deliver().state == NotificationState.FAILED
    assert not Notification.objects.filter(kind=Kind.ACCOUNT).exists()


def test_a_webhook_in_a_private_network_is_switched_off(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    webhook, _game = asked(receiver)
    lead(monkeypatch, lambda _name: ["10.0.0.1"])
    assert deliver().state == NotificationState.FAILED
    webhook.refresh_from_db()
    assert webhook.disabled_at
    assert "private network" in webhook.why


def test_a_silent_webhook_host_is_not_called_for_a_while(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(receiver)
    tried = []

    def silent(*_args: object) -> None:
        tried.append("call")
        raise Unreachable(CallError.CLOSED)

    monkeypatch.setattr(safe_http, "post", silent)
    assert deliver().detail == "the connection was closed without an answer"
    Notification.objects.filter(channel=Channel.WEBHOOK).update(due_at=timezone.now())
    row = deliver()
    assert (row.state, row.attempts) == (NotificationState.HELD, 1)
    assert row.reason == NotificationReason.PAUSED
    assert tried == ["call"]


def test_a_slow_webhook_pauses_only_those_of_its_owner(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "SLOW_ANSWER", 0.0)
    webhook, _game = asked(receiver)
    another = add_webhook(webhook.user, receiver.url.replace("hook", "hook2"), "json")
    assert deliver().state == NotificationState.SENT
    assert "did not answer in time" in webhooks.send_test(another).answer
    monkeypatch.setattr(safe_http, "SLOW_ANSWER", 60.0)
    assert webhooks.send_test(add_webhook(make_user("Zahra"), receiver.url, "json")).is_good


def test_email_does_not_wait_for_webhooks(receiver: Receiver) -> None:
    asked(receiver)
    assert tasks.drain() == Notification.objects.filter(channel=Channel.EMAIL).count()
    assert (rows()[-1].state, receiver.requests) == (NotificationState.QUEUED, [])
    assert (tasks.drain_calls(), rows()[-1].state) == (1, NotificationState.SENT)


def test_webhooks_are_called_by_one_worker_at_a_time(receiver: Receiver) -> None:
    asked(receiver)
    jobs.begin(worker.CALLS_LOCK, timezone.now())
    assert (tasks.drain_calls(), receiver.requests) == (0, [])
    jobs.end(worker.CALLS_LOCK)
    assert tasks.drain_calls() == 1
    assert not Heartbeat.objects.exists()


def test_a_worker_killed_during_a_webhook_call_stops_others_for_a_minute_only(receiver: Receiver) -> None:
    asked(receiver)
    jobs.begin(worker.CALLS_LOCK, timezone.now() - worker.CALLS_LEASE)
    assert tasks.drain_calls() == 1


def test_a_removed_webhook_is_called_no_more(receiver: Receiver) -> None:
    webhook, _game = asked(receiver)
    remove_webhook(webhook.user, webhook.pk)
    assert (deliver().state, receiver.requests) == (NotificationState.FAILED, [])


def test_a_test_call_of_a_webhook_shows_the_answer(receiver: Receiver) -> None:
    webhook, _game = asked(receiver)
    assert webhooks.send_test(webhook) == webhooks.WebhookTest(True, "200")
    assert sent(receiver)["event"] == "test"


def test_a_test_call_of_a_chat_webhook_is_one_line(receiver: Receiver) -> None:
    webhook, _game = asked(receiver, "discord")
    webhooks.send_test(webhook)
    assert "This is a test" in sent(receiver)["content"]


def test_a_failed_test_call_of_a_webhook_shows_the_reason_and_disables_nothing(receiver: Receiver) -> None:
    webhook, _game = asked(receiver)
    receiver.status = 410
    assert webhooks.send_test(webhook) == webhooks.WebhookTest(False, "the server answered 410")
    webhook.refresh_from_db()
    assert webhook.disabled_at is None


def test_quiet_hours_do_not_hold_a_webhook(receiver: Receiver, settings: Settings) -> None:
    webhook, game = asked(receiver)
    profile = webhook.user.profile
    local = timezone.now().time()
    profile.quiet_from, profile.quiet_until = local, (timezone.now() + timedelta(hours=2)).time()
    profile.save(update_fields=["quiet_from", "quiet_until"])
    assert acting_user(game) == webhook.user
    assert deliver().state == NotificationState.SENT
