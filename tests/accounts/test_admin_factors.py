import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import make_person

pytestmark = pytest.mark.one_database


def admin_browser() -> Client:
    boss = make_person("boss")
    boss.is_staff = boss.is_superuser = True
    boss.save()
    client = Client()
    client.force_login(boss)
    return client


def test_addresses_and_sessions_are_not_edited_past_their_own_checks() -> None:
    assert EmailAddress not in admin.site._registry
    assert UserSession not in admin.site._registry


def test_the_secret_of_a_second_factor_is_not_shown() -> None:
    lock = TOTP.activate(make_person("careful"), generate_totp_secret()).instance
    html = admin_browser().get(reverse("admin:mfa_authenticator_change", args=[lock.pk])).content.decode()
    assert "careful" in html
    assert lock.data["secret"] not in html


def test_an_administrator_removes_a_lost_second_factor() -> None:
    lock = TOTP.activate(make_person("careless"), generate_totp_secret()).instance
    admin_browser().post(reverse("admin:mfa_authenticator_delete", args=[lock.pk]), {"post": "yes"})
    assert not Authenticator.objects.exists()


def test_a_second_factor_cannot_be_set_up_for_another_user() -> None:
    assert admin_browser().get(reverse("admin:mfa_authenticator_add")).status_code == 403
