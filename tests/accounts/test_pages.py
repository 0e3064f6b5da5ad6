from pathlib import Path

import pytest
from allauth.account import urls as account_urls
from django.conf import settings as site
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.helpers.page_client import squeezed

from .conftest import reauthenticate

pytestmark = pytest.mark.one_database

TEMPLATES = Path(site.BASE_DIR) / "templates"
PAGES = sorted(
    str(path.relative_to(TEMPLATES))
    for folder in ("account", "accounts", "allauth", "mfa", "usersessions")
    for path in (TEMPLATES / folder).rglob("*.html")
)
FOR_STRANGERS = [
    "account_login",
    "account_signup",
    "account_inactive",
    "account_email_verification_sent",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
]
FOR_PLAYERS = [
    "account_logout",
    "account_email",
    "account_change_password",
    "account_reauthenticate",
    "usersessions_list",
    "mfa_index",
    "mfa_activate_totp",
    "accounts:settings",
    "accounts:tokens",
    "accounts:delete",
]


@pytest.mark.parametrize("name", FOR_STRANGERS)
def test_account_pages_of_strangers_have_the_look_of_the_site(client: Client, name: str) -> None:
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert '<div class="narrow"><div class="card' in squeezed(page.content.decode())


@pytest.mark.parametrize(("name", "other"), [("account_login", "account_signup"), ("account_signup", "account_login")])
def test_sign_in_and_sign_up_lead_to_each_other_and_on_to_the_same_page(client: Client, name: str, other: str) -> None:
    page = client.get(reverse(name), {"next": "/rules/"}).content.decode()
    assert f'href="{reverse(other)}?next=%2Frules%2F"' in page


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_account_pages_of_players_have_the_look_of_the_site(signed_in: Client, name: str) -> None:
    reauthenticate(signed_in)
    page = signed_in.get(reverse(name))
    assert page.status_code == 200
    assert b'<main class="page__main"' in page.content
    assert b"<h1>" in page.content


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_account_pages_send_strangers_away(client: Client, name: str) -> None:
    page = client.get(reverse(name))
    assert page.status_code == 302
    assert page.headers["Location"].partition("?")[0] in {"/", "/accounts/login/"}


@pytest.mark.parametrize("name", PAGES)
def test_every_account_template_is_found_here_and_can_be_rendered(name: str) -> None:
    assert Path(get_template(name).template.origin.name) == TEMPLATES / name  # type: ignore[attr-defined]


def test_no_template_of_the_account_library_is_shown(leila: User) -> None:
    views = [getattr(pattern.callback, "view_class", None) for pattern in account_urls.urlpatterns]
    names = set(filter(None, (getattr(view, "template_name", None) for view in views)))
    later = {"account/confirm_login_code.html"}  # sign-in by code is switched off
    assert {name for name in names if not (TEMPLATES / name).exists()} <= later
