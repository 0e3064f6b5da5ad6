import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.delivery import push
from games.notifications.feeds import make_feed
from games.notifications.models import Feed, PushDevice, Webhook
from games.notifications.push_devices import add_device
from games.notifications.webhooks import add_webhook
from tests.helpers.page_client import signed_in
from tests.helpers.push_browser import Browser
from tests.makers import make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
PAGE = "/notifications/"
KEY = push.new_private_key()
HOOK = {"url": "https://hooks.example.org/in", "shape": "json", "table": ""}


@pytest.fixture
def leila(client: Client) -> User:
    """A player who is signed in."""
    user = make_user("Leila")
    client.force_login(user)
    return user


def text(client: Client, path: str = PAGE) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_of_channels_mentions_no_devices_without_a_key(client: Client, leila: User) -> None:
    page = text(client)
    assert "data-push" not in page
    assert "on your devices" not in page


def test_a_device_can_be_switched_on_with_a_key(client: Client, leila: User, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = KEY
    assert f'data-push="{push.public_key(KEY)}"' in text(client)


def test_a_browser_is_added_under_its_name_on_the_page(client: Client, leila: User) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    answer = client.post(f"{PAGE}devices/", Browser().answer(), headers={"User-Agent": agent})
    assert answer.status_code == 302
    assert PushDevice.objects.get(user=leila).name == "Firefox, Linux"


def test_a_browser_with_an_invalid_subscription_is_refused_on_the_page(client: Client, leila: User) -> None:
    answer = client.post(f"{PAGE}devices/", {**Browser().answer(), "p256dh": "nonsense"})
    assert answer.status_code == 422
    assert "could not be registered for notifications" in answer.content.decode()


def test_a_device_is_removed_on_the_page(client: Client, leila: User) -> None:
    device = add_device(leila, **Browser().answer(), name="Old phone")
    assert client.post(f"{PAGE}devices/{device.pk}/delete/").status_code == 302
    assert not PushDevice.objects.exists()


def test_a_webhook_is_added_and_shown_with_its_secret(client: Client, leila: User) -> None:
    answer = client.post(f"{PAGE}webhooks/", HOOK)
    hook = Webhook.objects.get(user=leila)
    assert answer["Location"] == f"{PAGE}webhooks/{hook.pk}/"
    assert hook.secret in text(client, answer["Location"])


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://hooks.example.org/", "must begin with https://"),
        ("https://192.168.1.7/", "is in a private network"),
        ("https://localhost/", "is in a private network"),
        ("https://hooks.example.org:25/", "The port must be 443"),
        ("", "This field is required"),
    ],
)
def test_a_refused_webhook_address_stays_in_the_form(client: Client, leila: User, url: str, sentence: str) -> None:
    answer = client.post(f"{PAGE}webhooks/", {**HOOK, "url": url})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert f'value="{url}"' in answer.content.decode() or not url


def test_a_webhook_over_the_limit_is_refused_on_the_page(client: Client, leila: User) -> None:
    for number in range(10):
        add_webhook(leila, f"https://hooks.example.org/{number}", "json")
    answer = client.post(f"{PAGE}webhooks/", HOOK)
    assert answer.status_code == 409
    assert "reached the limit for webhooks" in answer.content.decode()


def test_a_webhook_of_a_table_needs_a_seat(client: Client, leila: User) -> None:
    game = make_table(leila)
    client.post(f"{PAGE}webhooks/?table={game.code}", {**HOOK, "table": game.code})
    assert Webhook.objects.get().game == game


def test_a_webhook_cannot_be_added_to_another_players_table(client: Client, leila: User) -> None:
    game = make_table()
    assert client.post(f"{PAGE}webhooks/", {**HOOK, "table": game.code}).status_code == 422
    assert not Webhook.objects.exists()


def test_a_webhook_is_changed(client: Client, leila: User) -> None:
    hook = add_webhook(leila, HOOK["url"], "json")
    client.post(f"{PAGE}webhooks/{hook.pk}/", {"url": "https://b.example.org/", "shape": "slack"})
    hook.refresh_from_db()
    assert (hook.url, hook.shape) == ("https://b.example.org/", "slack")


def test_changing_a_webhook_to_a_private_address_is_refused(client: Client, leila: User) -> None:
    hook = add_webhook(leila, HOOK["url"], "json")
    answer = client.post(f"{PAGE}webhooks/{hook.pk}/", {"url": "https://[::1]/", "shape": "slack"})
    hook.refresh_from_db()
    assert (answer.status_code, hook.url) == (422, HOOK["url"])


def test_a_new_webhook_secret_replaces_the_old_one(client: Client, leila: User) -> None:
    hook = add_webhook(leila, HOOK["url"], "json")
    client.post(f"{PAGE}webhooks/{hook.pk}/secret/")
    assert hook.secret not in text(client, f"{PAGE}webhooks/{hook.pk}/")


def test_a_webhook_is_removed(client: Client, leila: User) -> None:
    hook = add_webhook(leila, HOOK["url"], "json")
    assert client.post(f"{PAGE}webhooks/{hook.pk}/delete/")["Location"] == PAGE
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("verb", ["", "try/", "on/", "secret/", "remove/"])
def test_a_webhook_of_another_player_is_not_found(client: Client, leila: User, verb: str) -> None:
    hook = add_webhook(make_user(), HOOK["url"], "json")
    assert client.post(f"{PAGE}webhooks/{hook.pk}/{verb}", HOOK).status_code == 404
    assert Webhook.objects.filter(pk=hook.pk, secret=hook.secret, url=HOOK["url"]).exists()


@pytest.mark.parametrize("what", ["calendar", "turns"])
def test_a_feed_is_made_and_its_address_shown(client: Client, leila: User, what: str) -> None:
    client.post(f"{PAGE}feeds/", {"what": what, "password": "carpets-and-coins"})
    feed = Feed.objects.get(user=leila, kind=what)
    assert f"/feeds/{feed.code}." in text(client)


def test_the_time_until_a_feed_expires_is_chosen_and_shown(client: Client, leila: User) -> None:
    sent = {"what": "turns", "password": "carpets-and-coins"}
    client.post(f"{PAGE}feeds/", {**sent, "days": "30"})
    feed = Feed.objects.get()
    assert feed.expires_at
    assert (feed.expires_at - feed.created_at).days in {29, 30}
    assert "· expires" in text(client)
    assert client.post(f"{PAGE}feeds/", {**sent, "days": "9999"}).status_code == 422


def test_the_feed_page_proposes_a_feed_of_the_table_one_comes_from(client: Client, leila: User) -> None:
    game = make_table()
    assert f'<option value="{game.code}" selected>' in text(client, f"{PAGE}?table={game.code}")


def test_a_feed_of_a_table_is_made(client: Client, leila: User) -> None:
    game = make_table()
    client.post(f"{PAGE}feeds/", {"what": game.code, "password": "carpets-and-coins"})
    assert Feed.objects.get().game == game


@pytest.mark.parametrize("what", ["", "table", "nonsense", "a\0b"])
def test_a_feed_that_does_not_exist_is_refused(client: Client, leila: User, what: str) -> None:
    assert client.post(f"{PAGE}feeds/", {"what": what, "password": "carpets-and-coins"}).status_code == 422
    assert not Feed.objects.exists()


def test_a_feed_of_a_hidden_table_is_refused(client: Client, leila: User) -> None:
    game = make_table(is_private=True)
    assert client.post(f"{PAGE}feeds/", {"what": game.code, "password": "carpets-and-coins"}).status_code == 422


def test_a_revoked_feed_is_not_listed(client: Client, leila: User) -> None:
    feed = make_feed(leila, "calendar")
    assert client.post(f"{PAGE}feeds/{feed.pk}/delete/").status_code == 302
    assert feed.code not in text(client)


def test_the_service_worker_is_a_script_at_the_root(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "showNotification" in answer.content.decode()


def test_the_page_of_channels_takes_few_statements_however_much_is_on_it(
    client: Client, leila: User, settings: Settings, django_assert_max_num_queries: object
) -> None:
    settings.VAPID_PRIVATE_KEY = KEY
    for _number in range(5):
        add_device(leila, **Browser().answer(), name="Firefox")
        game = make_table(leila)
        add_webhook(leila, HOOK["url"], "slack", game)
        make_feed(leila, "table", game)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        text(client)


@pytest.mark.parametrize("is_guest", [True, False])
def test_only_a_confirmed_address_adds_channels(settings: Settings, is_guest: bool) -> None:
    settings.VAPID_PRIVATE_KEY = KEY
    user = make_user("Nora", verified=False, is_guest=is_guest)
    client = signed_in(user)
    page = text(client, PAGE)
    assert "Confirm your email address first." in page or is_guest
    assert "Sign up and confirm" in page or not is_guest
    assert f'action="{PAGE}webhooks/' not in page
    assert f'action="{PAGE}devices/"' not in page
    assert f'action="{PAGE}devices/"' in text(signed_in(make_user("Leila")), PAGE)
    refusals = [client.post(f"{PAGE}webhooks/", HOOK), client.post(f"{PAGE}devices/", Browser().answer())]
    assert [answer.status_code for answer in refusals] == [403, 403]
    assert not Webhook.objects.exists()
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(("verb", "sent"), [("", {"url": "https://b.example.org/", "shape": "slack"}), ("on/", {})])
def test_a_webhook_is_neither_changed_nor_turned_on_without_a_confirmed_address(
    client: Client, leila: User, verb: str, sent: dict[str, str]
) -> None:
    hook = add_webhook(leila, HOOK["url"], "json")
    Webhook.objects.update(disabled_at=timezone.now())
    User.objects.filter(pk=leila.pk).update(email="")
    answer = client.post(f"{PAGE}webhooks/{hook.pk}/{verb}", sent)
    assert answer.status_code == 403
    assert "Confirm your email address first." in answer.content.decode()
    hook.refresh_from_db()
    assert (hook.url, hook.disabled_at is None) == (HOOK["url"], False)
