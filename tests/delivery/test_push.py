import base64
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from py_vapid import Vapid
from pytest_django.fixtures import Settings

from games.core.models import Game
from games.delivery import push, worker
from games.notifications.models import Channel, Notification, NotificationReason, NotificationState, PushDevice
from games.notifications.push_devices import add_device, remove_device
from tests.helpers.notifications import reader
from tests.helpers.push_browser import Browser
from tests.helpers.web_server import HOST, Receiver, lead
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
KEY = push.new_private_key()


@pytest.fixture(autouse=True)
def with_key(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = KEY, "mailto:host@example.org"


def asked(receiver: Receiver, language: str = "en") -> tuple[Browser, Game, Notification]:
    """Return a player's browser, a game that waits for the player, and the row of the turn."""
    user, browser = reader(language=language, name="Leila"), Browser(f"https://{HOST}:{receiver.port}")
    add_device(user, **browser.answer(), name="Firefox")
    game = started_game(user, make_user("Amina"), name="The Blue Table")
    return browser, game, Notification.objects.filter(channel=Channel.PUSH).latest("pk")


def pushed(row: Notification) -> Notification:
    worker.deliver(row.pk)
    row.refresh_from_db()
    return row


def test_a_push_message_is_readable_by_its_browser(receiver: Receiver) -> None:
    browser, game, row = asked(receiver)
    receiver.status, receiver.headers = 201, {"Location": "https://push.example.org/m/1"}
    row = pushed(row)
    assert (row.state, row.provider_id) == (NotificationState.SENT, "https://push.example.org/m/1")
    payload = browser.read(receiver.requests[0].body)
    assert payload.pop("body").startswith("It’s your turn (turn 1).")
    url = f"http://testserver{game.get_absolute_url()}"
    assert payload == {"title": "Marrakech · The Blue Table", "url": url, "tag": f"table-{game.code}"}
    assert PushDevice.objects.get().last_sent_at


def test_a_push_message_is_unreadable_by_others(receiver: Receiver) -> None:
    _browser, _game, row = asked(receiver)
    pushed(row)
    assert b"turn" not in receiver.requests[0].body


def test_the_push_service_gets_a_signed_subject(receiver: Receiver) -> None:
    _browser, _game, row = asked(receiver)
    pushed(row)
    headers = receiver.requests[0].headers
    scheme, token, key = headers["authorization"].replace("t=", "").replace("k=", "").replace(",", " ").split()
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert (scheme, claims["aud"]) == ("vapid", f"https://{HOST}:{receiver.port}")
    assert claims["sub"] == "mailto:host@example.org"
    assert key == push.public_key()
    signed, _dot, signature = token.rpartition(".")
    assert Vapid.from_raw_public(key.encode()).verify_token(signed.encode(), signature)


def test_a_push_waits_for_an_offline_device(receiver: Receiver) -> None:
    _browser, _game, row = asked(receiver)
    pushed(row)
    headers = receiver.requests[0].headers
    assert (headers["ttl"], headers["urgency"], headers["content-encoding"]) == ("86400", "high", "aes128gcm")


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_deleted_and_no_other(receiver: Receiver, status: int) -> None:
    _browser, _game, row = asked(receiver)
    other = add_device(make_user("Amina"), **Browser().answer(), name="Edge")
    receiver.status = status
    row = pushed(row)
    assert (row.state, row.device) == (NotificationState.FAILED, None)
    assert list(PushDevice.objects.all()) == [other]


@pytest.mark.parametrize("status", [400, 413, 429, 500])
def test_a_temporarily_refused_push_is_tried_again(receiver: Receiver, status: int) -> None:
    _browser, _game, row = asked(receiver)
    receiver.status = status
    row = pushed(row)
    assert (row.state, row.reason) == (NotificationState.QUEUED, NotificationReason.CALL_FAILED)
    assert row.detail == f"the server answered {status}"
    assert PushDevice.objects.exists()


def test_a_push_service_in_a_private_network_is_not_called(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    _browser, _game, row = asked(receiver)
    tried = lead(monkeypatch, lambda _name: ["192.168.1.1"])
    assert pushed(row).state == NotificationState.FAILED
    assert (tried, PushDevice.objects.exists()) == ([], False)


def test_a_played_turn_is_not_pushed(receiver: Receiver) -> None:
    _browser, game, row = asked(receiver)
    play_on(game, 2)
    assert pushed(row).state == NotificationState.DROPPED
    assert receiver.requests == []


def test_quiet_hours_hold_a_push(receiver: Receiver) -> None:
    _browser, _game, row = asked(receiver)
    assert row.user
    now, profile = timezone.now(), row.user.profile
    profile.quiet_from, profile.quiet_until = now.time(), (now + timedelta(hours=2)).time()
    profile.save(update_fields=["quiet_from", "quiet_until"])
    assert pushed(row).state == NotificationState.HELD


def test_a_removed_device_gets_no_push(receiver: Receiver) -> None:
    _browser, _game, row = asked(receiver)
    assert row.user
    assert row.device
    remove_device(row.user, row.device.pk)
    assert pushed(row).state == NotificationState.FAILED
    assert receiver.requests == []


def test_a_device_that_changed_its_owner_gets_no_push(receiver: Receiver) -> None:
    browser, _game, row = asked(receiver)
    add_device(make_user("Amina"), **browser.answer(), name="Firefox")
    assert pushed(row).state == NotificationState.FAILED
    assert receiver.requests == []


def test_a_site_without_a_key_pushes_nothing(receiver: Receiver, settings: Settings) -> None:
    _browser, _game, row = asked(receiver)
    settings.VAPID_PRIVATE_KEY = ""
    assert pushed(row).state == NotificationState.FAILED


def test_a_site_without_a_key_queues_no_push(receiver: Receiver, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    add_device(make_user("Leila"), **Browser().answer(), name="Firefox")
    started_game(make_user("Leila"), make_user("Amina"))
    assert not Notification.objects.filter(channel=Channel.PUSH).exists()


def test_a_new_push_key_is_printed_as_a_line_for_the_environment() -> None:
    out, err = StringIO(), StringIO()
    call_command("vapid_keys", stdout=out, stderr=err)
    name, _is, key = out.getvalue().strip().partition("=")
    assert name == "VAPID_PRIVATE_KEY"
    assert push.public_key(key) in err.getvalue()
