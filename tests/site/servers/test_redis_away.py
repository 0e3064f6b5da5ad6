import socket
import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError

from accounts.models import User
from accounts.rate_limits import seconds_to_wait
from games import receivers, tasks
from games.chat.models import ChatMessage
from games.delivery.push import new_private_key
from games.lobby.models import Invitation
from games.notifications.models import Channel, Notification, NotificationState
from games.notifications.push_devices import add_device
from games.notifications.webhooks import add_webhook
from marrakech_site import env, redis_cache
from marrakech_site.redis_cache import SurvivingRedisCache
from tests.accounts.conftest import PASSWORD, is_signed_in, make_person, sign_in
from tests.helpers.page_client import signed_in
from tests.helpers.push_browser import Browser
from tests.helpers.web_server import HOST, receiving
from tests.makers import make_table, make_user, started_game

pytestmark = pytest.mark.one_database
NOWHERE = "redis://127.0.0.1:1/0"  # nothing listens on port 1


def use_server(url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site use a server for its caches and as its broker."""
    settings.REDIS_URL = url
    settings.CACHES = {name: env.cache(name, url, prefix=f"away/{name}", entries=99) for name in ("default", "games")}
    monkeypatch.setattr(SurvivingRedisCache, "away_until", 0.0)
    monkeypatch.setattr(tasks.drain.app.conf, "broker_url", url)
    monkeypatch.setattr(tasks.drain.app, "_pool", None)
    monkeypatch.setattr(receivers, "broker", receivers.Broker())


@pytest.fixture(params=["stopped", "frozen"])
def _redis_away(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The site's Redis server is stopped: nothing listens. Or it is frozen: it takes connections, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = NOWHERE if request.param == "stopped" else f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        use_server(url, settings, monkeypatch)
        yield
        for each in caches.all():
            each.clear()  # the memory, which outlives the cache


away = pytest.mark.usefixtures("_redis_away")


@away
def test_memory_replaces_an_unreachable_redis() -> None:
    began = time.monotonic()
    cache.set("a", 1)
    assert cache.add("a", 2) is False
    assert cache.incr("a") == 2
    cache.set_many({"b": 3}, 60)
    assert cache.get_many(["a", "b", "c"]) == {"a": 2, "b": 3}
    assert (cache.get("c", 9), cache.has_key("a"), cache.touch("a", 60)) == (9, True, True)
    cache.delete_many(["b"])
    assert cache.delete("a") is True
    assert cache.get("a") is None
    assert time.monotonic() - began < 1


def test_a_redis_that_has_not_answered_is_left_alone(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    use_server(NOWHERE, settings, monkeypatch)
    tried = []

    def fail(*args: object, **_options: object) -> None:
        tried.append(args)
        raise RedisConnectionError("away")

    monkeypatch.setattr(RedisCache, "get", fail)
    for _ in range(20):
        caches["default"].get("a")
        caches["games"].get("a")
    assert len(tried) == 1


def test_redis_is_used_again_when_it_is_back(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    use_server(NOWHERE, settings, monkeypatch)
    monkeypatch.setattr(redis_cache, "AWAY_SECONDS", 0.0)
    cache.set("a", "in memory")
    assert cache.get("a") == "in memory"
    monkeypatch.setattr(RedisCache, "get", lambda *_: "on the server")
    assert cache.get("a") == "on the server"
    cache.clear()


@away
def test_each_process_counts_its_limits_without_redis() -> None:
    assert [seconds_to_wait("chat:1", 2, 0.1) > 0 for _ in range(4)] == [False, False, True, True]


@away
@pytest.mark.django_db
def test_players_sign_in_without_redis() -> None:
    make_person("leila")
    client = sign_in("leila")
    assert is_signed_in(client)
    assert client.get("/").status_code == 200


@away
@pytest.mark.django_db
def test_a_password_guesser_is_stopped_by_each_process_without_redis() -> None:
    make_person("leila")
    for _ in range(5):
        assert Client().post("/accounts/login/", {"login": "leila", "password": "wrong"}).status_code == 200
    assert not is_signed_in(sign_in("leila", PASSWORD))


@pytest.mark.django_db
def test_a_redis_failing_during_a_sign_in_locks_nobody_out(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    make_person("leila")
    use_server(NOWHERE, settings, monkeypatch)
    monkeypatch.setattr(RedisCache, "add", lambda *_, **_options: True)  # and every other call fails
    assert is_signed_in(sign_in("leila"))
    cache.clear()


@away
@pytest.mark.django_db
def test_players_stay_signed_in_and_sign_out_without_redis() -> None:
    client = signed_in(make_user())
    assert client.get("/settings/").status_code == 200
    assert client.post("/accounts/logout/").status_code == 302
    assert not is_signed_in(client)


@away
@pytest.mark.django_db
def test_players_write_in_the_chat_without_redis() -> None:
    ada = make_user()
    game = started_game(ada, make_user())
    assert signed_in(ada).post(f"/t/{game.code}/chat/", {"text": "Mint tea?"}).status_code == 302
    assert ChatMessage.objects.get().text == "Mint tea?"


@away
@pytest.mark.django_db
def test_players_invite_without_redis() -> None:
    ada, bo = make_user(), make_user()
    game = make_table(ada)
    assert signed_in(ada).post(f"/t/{game.code}/invite/", {"player": bo.username}).status_code == 302
    assert Invitation.objects.get().game == game


@away
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/lobby/", "/t/{code}/", "/t/{code}/board.png", "/api/v1/games/{code}/"])
def test_pages_pictures_and_the_api_work_without_redis(path: str) -> None:
    ada = make_user()
    game = started_game(ada, make_user())
    assert signed_in(ada).get(path.format(code=game.code)).status_code == 200


@away
@pytest.mark.django_db
def test_each_process_counts_the_limit_of_the_api_without_redis(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rest_framework.throttling.AnonRateThrottle.THROTTLE_RATES", {"anon": "2/min", "write": "9/min"}
    )
    assert [client.get("/api/v1/games/").status_code for _ in range(3)] == [200, 200, 429]


def _called(user: User) -> list[str]:
    """Start a game of a player, let a worker call, and return the states of the calls."""
    started_game(user, make_user())
    assert tasks.drain_calls() > 0
    return list(Notification.objects.exclude(channel=Channel.EMAIL).values_list("state", flat=True))


@away
@pytest.mark.django_db
def test_devices_get_their_messages_without_redis(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAPID_PRIVATE_KEY = new_private_key()
    ada = make_user()
    with receiving(monkeypatch) as receiver:
        add_device(ada, **Browser(f"https://{HOST}:{receiver.port}").answer(), name="Firefox")
        assert set(_called(ada)) == {NotificationState.SENT}
        assert receiver.requests


@away
@pytest.mark.django_db
def test_webhooks_are_called_without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = make_user()
    with receiving(monkeypatch) as receiver:
        add_webhook(ada, receiver.url, "json")
        assert set(_called(ada)) == {NotificationState.SENT}
        assert receiver.requests


@away
@pytest.mark.django_db
def test_each_process_leaves_a_silent_webhook_alone_without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = make_user()
    with receiving(monkeypatch) as receiver:
        add_webhook(ada, receiver.url, "json")  # the server stops below
    assert set(_called(ada)) <= {NotificationState.QUEUED, NotificationState.HELD}
    started_game(ada, make_user())
    assert tasks.drain_calls() > 0
    assert Notification.objects.filter(channel=Channel.WEBHOOK, state=NotificationState.HELD).exists()


def test_a_turn_tries_an_unreachable_broker_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL, tried = NOWHERE, []

    def fail(*args: object, **_options: object) -> None:
        tried.append(args)
        raise RedisConnectionError("away")

    monkeypatch.setattr(tasks.drain, "apply_async", fail)
    monkeypatch.setattr(receivers, "broker", receivers.Broker())
    for _ in range(20):
        receivers.on_emails_queued()
    assert len(tried) == 1


def test_an_unreachable_broker_delays_a_turn_by_under_a_second(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_server(NOWHERE, settings, monkeypatch)
    began = time.monotonic()
    receivers.on_emails_queued()
    assert time.monotonic() - began < 1
