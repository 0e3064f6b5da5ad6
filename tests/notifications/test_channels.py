from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.common.errors import Conflict, Forbidden, Invalid, NotFound, TooMany
from games.common.rate_limits import RATES
from games.notifications import outbox
from games.notifications.feeds import MAX_FEEDS, make_feed, revoke_feed
from games.notifications.models import CallError, Channel, Feed, FeedKind, Kind, Notification, PushDevice, Webhook
from games.notifications.push_devices import MAX_DEVICES, add_device, remove_device
from games.notifications.webhooks import (
    add_webhook,
    change_webhook,
    count_test,
    enable_webhook,
    note_called,
    note_failed,
)
from tests.helpers.push_browser import Browser, base64url
from tests.makers import make_table, make_user

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/in"


@pytest.fixture
def leila() -> User:
    return make_user("Leila")


@pytest.fixture
def hook(leila: User) -> Webhook:
    return add_webhook(leila, URL, "json")


def hold(user: User, **target: PushDevice | Webhook) -> Notification:
    """Return a row that waits for a target."""
    return Notification.objects.create(key="x", kind=Kind.TURN, user=user, due_at=timezone.now(), **target)


def test_a_browser_added_twice_is_one_device(leila: User) -> None:
    browser = Browser()
    first = add_device(leila, **browser.answer(), name="Firefox")
    assert add_device(leila, **browser.answer(), name="Firefox again").pk == first.pk


def test_a_browser_belongs_to_its_latest_user(leila: User) -> None:
    browser, other = Browser(), make_user()
    add_device(leila, **browser.answer(), name="Firefox")
    add_device(other, **browser.answer(), name="Firefox")
    assert PushDevice.objects.get().user == other


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/send"},
        {"endpoint": "http://push.example.org/send"},
        {"p256dh": "?"},
        {"p256dh": "é"},
        {"p256dh": base64url(b"\4" + bytes(63))},
        {"p256dh": base64url(b"\2" + bytes(64))},
        {"auth": base64url(bytes(15))},
    ],
)
def test_a_subscription_that_cannot_be_pushed_to_is_refused(leila: User, wrong: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        add_device(leila, **{**Browser().answer(), **wrong}, name="Firefox")
    assert not PushDevice.objects.exists()


def test_devices_of_a_user_are_limited(leila: User) -> None:
    for _number in range(MAX_DEVICES):
        add_device(leila, **Browser().answer(), name="Firefox")
    with pytest.raises(Conflict):
        add_device(leila, **Browser().answer(), name="Firefox")


def test_notifications_to_a_removed_device_stay(leila: User) -> None:
    device = add_device(leila, **Browser().answer(), name="Firefox")
    row = hold(leila, device=device)
    remove_device(leila, device.pk)
    row.refresh_from_db()
    assert row.device is None


def test_another_players_device_cannot_be_removed(leila: User) -> None:
    device = add_device(leila, **Browser().answer(), name="Firefox")
    with pytest.raises(NotFound):
        remove_device(make_user(), device.pk)
    assert PushDevice.objects.exists()


def test_an_unknown_format_of_a_webhook_is_refused(leila: User) -> None:
    with pytest.raises(Invalid):
        add_webhook(leila, URL, "carrier pigeon")


def test_only_players_add_webhooks_to_a_table(leila: User) -> None:
    with pytest.raises(Forbidden):
        add_webhook(leila, URL, "json", make_table())


def test_two_webhooks_have_two_secrets(leila: User, hook: Webhook) -> None:
    assert add_webhook(leila, URL, "json").secret != hook.secret


def test_a_day_of_failures_switches_a_webhook_off_once(hook: Webhook) -> None:
    now = timezone.now()
    disabled = [note_failed(hook, CallError.CLOSED, now + timedelta(hours=hours)) for hours in (0, 23, 24, 25)]
    assert disabled == [False, False, True, False]


def test_a_success_restarts_the_day_of_webhook_failures(hook: Webhook) -> None:
    now = timezone.now()
    note_failed(hook, CallError.CLOSED, now)
    note_called(hook, now + timedelta(hours=12))
    assert not note_failed(hook, CallError.CLOSED, now + timedelta(hours=25))


def test_a_permanent_failure_switches_a_webhook_off_at_once(hook: Webhook) -> None:
    assert note_failed(hook, CallError.CLOSED, timezone.now(), for_good=True)


def test_switching_a_webhook_on_forgets_its_failures(leila: User, hook: Webhook) -> None:
    note_failed(hook, CallError.CLOSED, timezone.now(), for_good=True)
    enable_webhook(leila, hook.pk)
    hook.refresh_from_db()
    assert (hook.disabled_at, hook.failing_since, hook.last_error) == (None, None, "")


def test_a_new_address_switches_a_webhook_on_again(leila: User, hook: Webhook) -> None:
    note_failed(hook, CallError.CLOSED, timezone.now(), for_good=True)
    change_webhook(leila, hook.pk, f" {URL}/2 ", "slack")
    hook.refresh_from_db()
    assert (hook.disabled_at, hook.url) == (None, f"{URL}/2")


def test_test_calls_of_webhooks_are_limited(leila: User) -> None:
    for _number in range(RATES["webhook"].burst):
        count_test(leila)
    with pytest.raises(TooMany):
        count_test(leila)


def test_feeds_have_different_secret_addresses(leila: User) -> None:
    assert make_feed(leila, FeedKind.TURNS).code != make_feed(leila, FeedKind.TURNS).code


@pytest.mark.parametrize("kind", ["", "table", "nonsense"])
def test_a_feed_of_an_unknown_kind_is_refused(leila: User, kind: str) -> None:
    with pytest.raises(Invalid):
        make_feed(leila, kind)


def test_a_calendar_feed_has_no_table(leila: User) -> None:
    with pytest.raises(Invalid):
        make_feed(leila, FeedKind.CALENDAR, make_table())


def test_feeds_of_a_user_are_limited(leila: User) -> None:
    for _number in range(MAX_FEEDS):
        make_feed(leila, FeedKind.TURNS)
    with pytest.raises(Conflict):
        make_feed(leila, FeedKind.TURNS)


def test_a_feed_is_revoked_once_and_by_its_owner(leila: User) -> None:
    feed = make_feed(leila, FeedKind.TURNS)
    with pytest.raises(NotFound):
        revoke_feed(make_user(), feed.pk)
    revoke_feed(leila, feed.pk)
    with pytest.raises(NotFound):
        revoke_feed(leila, feed.pk)
    assert Feed.objects.get().revoked_at


def tell(user: User | None, kind: Kind = Kind.TURN) -> list[str]:
    """Queue an event; return the channels of its rows."""
    game = make_table()
    outbox.queue(kind, "event", user=user, email="" if user else "guest@example.net", game=game)
    return sorted(Notification.objects.filter(game=game).values_list("channel", flat=True))


def test_an_event_goes_to_mailbox_devices_and_webhooks(leila: User, hook: Webhook, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = "a key"
    for _number in range(2):
        add_device(leila, **Browser().answer(), name="Firefox")
    assert tell(leila) == [Channel.EMAIL, Channel.PUSH, Channel.PUSH, Channel.WEBHOOK]


def test_the_same_event_again_queues_no_notification(leila: User, hook: Webhook) -> None:
    game = make_table()
    for _time in range(2):
        outbox.queue(Kind.TURN, "event", user=leila, game=game)
    assert Notification.objects.filter(game=game).count() == 2


def test_a_player_without_a_confirmed_address_is_notified_by_other_channels() -> None:
    user = make_user()
    add_webhook(user, URL, "json")
    user.email = ""
    user.save(update_fields=["email"])
    assert tell(user) == [Channel.WEBHOOK]


def test_a_webhook_that_is_switched_off_gets_no_rows(leila: User, hook: Webhook) -> None:
    note_failed(hook, CallError.CLOSED, timezone.now(), for_good=True)
    assert tell(leila) == [Channel.EMAIL]


def test_robots_have_no_channels(leila: User, hook: Webhook) -> None:
    leila.robot = "greedy"
    assert tell(leila) == []


def test_addresses_without_an_account_have_only_the_email_channel() -> None:
    assert tell(None, Kind.INVITATION) == [Channel.EMAIL]


def test_a_digest_is_only_sent_by_mail(leila: User, hook: Webhook) -> None:
    assert tell(leila, Kind.DIGEST) == [Channel.EMAIL]
