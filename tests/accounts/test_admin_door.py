import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from pytest_django import Settings

from tests.accounts.conftest import make_person

pytestmark = pytest.mark.one_database


@pytest.fixture
def boss(settings: Settings) -> Client:
    """The browser of an administrator of a public site."""
    settings.ADMIN_SECOND_FACTOR = True
    user, client = make_person("boss"), Client()
    user.is_staff = user.is_superuser = True
    user.save()
    client.force_login(user)
    return client


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/user/", "/moderation/", "/admin/nonsense/"])
def test_without_a_second_factor_every_admin_page_leads_to_its_set_up(boss: Client, path: str) -> None:
    answer = boss.get(path)
    assert answer.status_code == 403
    assert "/accounts/2fa/totp/activate/?next=/admin/" in answer.content.decode()
    assert boss.post(path, {"action": "deactivate"}).status_code == 403


def test_the_set_up_of_a_second_factor_is_open_to_administrators(boss: Client) -> None:
    assert boss.get("/accounts/2fa/totp/activate/", follow=True).status_code == 200
    assert boss.get("/settings/").status_code == 200


def test_with_a_second_factor_the_admin_opens(boss: Client) -> None:
    TOTP.activate(make_person("boss2"), generate_totp_secret())
    assert boss.get("/admin/").status_code == 403
    user = boss.get("/settings/").wsgi_request.user
    TOTP.activate(user, generate_totp_secret())
    assert boss.get("/admin/").status_code == 200


def test_the_admin_sends_visitors_and_players_to_sign_in(boss: Client) -> None:
    assert Client().get("/admin/").status_code == 302
    player = Client()
    player.force_login(make_person("omar"))
    assert "second factor" not in player.get("/admin/", follow=True).content.decode()
