import datetime as dt

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.selectors import token_by_key, tokens_of
from accounts.services import create_token
from games.notifications.models import Feed, FeedKind
from tests.accounts.conftest import PASSWORD, link_in_last_mail

pytestmark = pytest.mark.one_database
NEW = {"password1": "oranges-and-mint", "password2": "oranges-and-mint"}


@pytest.fixture
def key(leila: User) -> str:
    """The key of a token of a player who also has a feed."""
    Feed.objects.create(user=leila, kind=FeedKind.CALENDAR)
    return create_token(leila, "robot")[1]


def is_open(key: str) -> tuple[bool, bool]:
    return token_by_key(key) is not None, Feed.objects.filter(revoked_at=None).exists()


def test_a_token_expires_after_a_year(key: str, leila: User) -> None:
    with time_machine.travel(timezone.now() + dt.timedelta(days=364)):
        assert token_by_key(key)
    with time_machine.travel(timezone.now() + dt.timedelta(days=366)):
        assert token_by_key(key) is None
        assert tokens_of(leila) == []


def test_the_token_page_offers_a_shorter_life_and_shows_it(signed_in: Client) -> None:
    signed_in.post("/settings/tokens/", {"name": "bot", "days": 30, "password": PASSWORD})
    left = ApiToken.objects.get().expires_at - timezone.now()
    assert left.days == 29
    assert "Expires" in signed_in.get("/settings/tokens/").content.decode()


@pytest.mark.parametrize("password", ["", "wrong"])
def test_making_a_token_needs_the_password(signed_in: Client, password: str) -> None:
    answer = signed_in.post("/settings/tokens/", {"name": "bot", "days": 30, "password": password})
    assert "password" in answer.context["form"].errors
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("password", ["", "wrong"])
def test_making_a_feed_needs_the_password(signed_in: Client, password: str) -> None:
    answer = signed_in.post("/notifications/feeds/", {"what": "turns", "password": password})
    assert answer.status_code == 403
    assert not Feed.objects.exists()


def test_the_button_to_end_all_access_ends_sessions_tokens_and_feeds(signed_in: Client, key: str) -> None:
    signed_in.post("/settings/tokens/end-all/")
    assert is_open(key) == (False, False)


@pytest.mark.parametrize("ends", [True, False])
def test_a_new_password_ends_all_access_if_requested(signed_in: Client, key: str, ends: bool) -> None:
    data = {"oldpassword": PASSWORD, **NEW, **({"ends_access": "on"} if ends else {})}
    assert signed_in.post("/accounts/password/change/", data).status_code == 302
    assert is_open(key) == (not ends, not ends)


def test_a_new_password_after_a_forgotten_one_ends_all_access_if_requested(leila: User, key: str) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": "leila@example.org"})
    assert mail.outbox
    form = client.get(link_in_last_mail(), follow=True)
    client.post(form.redirect_chain[-1][0], {**NEW, "ends_access": "on"})
    assert is_open(key) == (False, False)
