import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.conduct.models import RecordedAct
from tests.accounts.conftest import make_person, sign_in
from tests.helpers.admin_pages import act, ask

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


def test_an_administrator_removes_a_lost_second_factor_for_a_reason_that_its_player_reads() -> None:
    careless = make_person("careless")
    lock = TOTP.activate(careless, generate_totp_secret()).instance
    RecoveryCodes.activate(careless)
    boss = admin_browser()
    assert "careless: TOTP Authenticator" in " ".join(ask(boss, "remove", lock).split())
    assert "This field is required" in act(boss, "remove", lock, reason="")
    assert (Authenticator.objects.count(), len(mail.outbox), RecordedAct.objects.count()) == (2, 0, 0)
    act(boss, "remove", lock, reason="Lost in the desert.")
    assert not Authenticator.objects.exists()
    row = RecordedAct.objects.get()
    assert (row.actor and row.actor.username, row.person, row.reason) == ("boss", careless, "Lost in the desert.")
    assert row.after == "Second factors removed: Authenticator app, Recovery codes"
    (email,) = mail.outbox
    assert email.to == ["careless@example.org"]
    assert "Lost in the desert." in email.body
    assert "- Authenticator app" in email.body
    assert "Lost in the desert." in sign_in("careless").get("/settings/conduct/").content.decode()


def test_the_recovery_codes_stay_with_another_second_factor() -> None:
    careful = make_person("careful")
    lock = TOTP.activate(careful, generate_totp_secret()).instance
    RecoveryCodes.activate(careful)
    Authenticator.objects.create(user=careful, type="webauthn", data={"name": "My key", "credential": {}})
    act(admin_browser(), "remove", lock)
    assert {row.type for row in Authenticator.objects.all()} == {"webauthn", "recovery_codes"}


def test_a_second_factor_is_not_deleted_past_the_record() -> None:
    lock = TOTP.activate(make_person("careful"), generate_totp_secret()).instance
    boss = admin_browser()
    assert boss.post(reverse("admin:mfa_authenticator_delete", args=[lock.pk]), {"post": "yes"}).status_code == 403
    ask(boss, "delete_selected", lock, post="yes")
    assert Authenticator.objects.exists()


def test_a_second_factor_cannot_be_set_up_for_another_user() -> None:
    assert admin_browser().get(reverse("admin:mfa_authenticator_add")).status_code == 403
