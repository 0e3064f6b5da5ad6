"""Tests of a player's rights: a copy of all data, closing the account, changing one's mind, and the erasure."""

import io
import json
from datetime import datetime, timedelta
from zipfile import ZipFile

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import exports, files
from accounts.erasure import close_account, erase_due, reopen
from accounts.errors import AccountErased, ExportTooSoon
from accounts.models import Erasure, Export, HeldName, User
from accounts.selectors import display_name, has_lookalike
from accounts.services import create_token, deactivate, reactivate, update_profile
from accounts.signals import account_closed, account_erasing

from .conftest import PASSWORD, is_signed_in, link_in_last_mail, make_person, reauthenticate, sign_in, sign_up
from .test_two_factor import code_of

pytestmark = pytest.mark.one_database

DAY = timedelta(days=1)


def make_export(user: User) -> Export:
    row = exports.request_export(user)
    exports.make(row.pk)
    row.refresh_from_db()
    return row


def made(user: User) -> ZipFile:
    return ZipFile(io.BytesIO(exports.zip_of(make_export(user))))


def erased(user: User, **choices: bool) -> User:
    close_account(user, **choices)
    assert erase_due(timezone.now() + 8 * DAY) == 1
    return User.objects.get(pk=user.pk)


# A copy of all data


def test_an_export_is_made_mailed_and_downloaded_with_the_password(signed_in: Client, leila: User) -> None:
    assert signed_in.post("/settings/data/").headers["Location"] == "/settings/data/"
    assert b"being made" in signed_in.get("/settings/data/").content
    assert signed_in.get("/settings/data/download/").status_code != 200
    exports.make(Export.objects.get().pk)
    assert link_in_last_mail() == "/settings/data/"
    assert Client().get("/settings/data/download/").status_code == 302
    assert 'href="?confirm=1"' in signed_in.get("/settings/data/").content.decode()
    session = signed_in.session
    del session["account_authentication_methods"]  # signed in a long time ago
    session.save()
    assert "reauthenticate" in signed_in.get("/settings/data/download/").headers["Location"]
    assert "reauthenticate" in signed_in.get("/settings/data/?confirm=1").headers["Location"]
    reauthenticate(signed_in)
    assert "0; url=/settings/data/download/" in signed_in.get("/settings/data/?confirm=1").content.decode()
    answer = signed_in.get("/settings/data/download/")
    assert answer.headers["Content-Type"] == "application/zip"
    account = json.loads(ZipFile(io.BytesIO(answer.content)).read("account.json"))
    assert account["User"][0]["email"] == "leila@example.org"


def test_a_player_gets_no_export_of_another(signed_in: Client) -> None:
    make_export(make_person("omar"))
    reauthenticate(signed_in)
    assert signed_in.get("/settings/data/download/").status_code == 404


def test_an_export_explains_itself_in_the_players_language(leila: User) -> None:
    update_profile(leila, language="fr")
    archive = made(leila)
    assert archive.testzip() is None
    text = archive.read("README.txt").decode()
    assert all(subject.file in text for subject in exports.SUBJECTS)
    assert "JSON" in text
    assert "Passwords" not in text


def test_there_is_one_export_a_day(signed_in: Client, leila: User) -> None:
    assert b"Make a copy" in signed_in.get("/settings/data/").content
    make_export(leila)
    assert b"Make a new copy" not in signed_in.get("/settings/data/").content
    with pytest.raises(ExportTooSoon) as refused:
        exports.request_export(leila)
    assert 0 < refused.value.wait <= DAY.total_seconds()
    Export.objects.update(requested_at=timezone.now() - 1.01 * DAY)
    make_export(leila)
    assert Export.objects.count() == 2


def test_an_export_that_fails_is_tried_three_times_and_may_be_asked_for_again(
    leila: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_user: User) -> bytes:
        raise RuntimeError

    row = exports.request_export(leila)
    monkeypatch.setattr(exports, "archive_of", broken)
    for _attempt in range(4):
        exports.make(row.pk)
        Export.objects.update(due_at=timezone.now())
    row.refresh_from_db()
    assert (row.attempts, row.made_at, row.failed_at is None) == (3, None, False)
    assert mail.outbox == []
    exports.request_export(leila)


def test_an_export_is_made_once(leila: User) -> None:
    row = make_export(leila)
    exports.make(row.pk)
    assert len(mail.outbox) == 1


def test_exports_are_deleted_after_a_week_with_their_files(
    leila: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    make_export(leila)
    exports.keep_up(timezone.now() + 6.9 * DAY)
    assert Export.objects.exists()
    name = Export.objects.get().file.name
    assert files.exists(name)
    with django_capture_on_commit_callbacks(execute=True):
        exports.keep_up(timezone.now() + 7.1 * DAY)
    assert not Export.objects.exists()
    assert not files.exists(name)


def test_an_export_whose_account_is_erased_meanwhile_leaves_no_file(
    leila: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    row = exports.request_export(leila)
    files.store(name := f"exports/{row.pk}.zip", b"of a worker that has stopped")

    def erase(_user: User) -> bytes:
        with django_capture_on_commit_callbacks(execute=True):
            Export.objects.all().delete()
        assert not files.exists(name)
        return b"all about Leila"

    monkeypatch.setattr(exports, "archive_of", erase)
    exports.make(row.pk)
    assert not files.exists(name)


# Closing, and changing one's mind


def test_closing_signs_out_at_once_and_mails_how_to_come_back(signed_in: Client, leila: User) -> None:
    elsewhere = sign_in("leila")
    signed_in.post("/settings/delete/", {"password": PASSWORD})
    assert not is_signed_in(signed_in)
    assert not is_signed_in(elsewhere)
    assert not User.objects.get().is_active
    assert link_in_last_mail() == "/accounts/login/"


def test_an_account_that_cannot_be_closed_stays_open(leila: User) -> None:
    def receiver(**_rest: object) -> None:
        raise RuntimeError

    account_closed.connect(receiver)
    with pytest.raises(RuntimeError):
        close_account(leila)
    account_closed.disconnect(receiver)
    assert User.objects.get().is_active
    assert not Erasure.objects.exists()


def test_signing_in_within_a_week_reopens_the_account(leila: User) -> None:
    close_account(leila)
    browser = sign_in("leila")
    assert is_signed_in(browser)
    assert not Erasure.objects.exists()
    assert erase_due(timezone.now() + 30 * DAY) == 0


def test_a_wrong_password_reopens_nothing(leila: User) -> None:
    close_account(leila)
    sign_in("leila", "wrong-and-long")
    assert not User.objects.get().is_active


def test_a_closed_account_with_a_second_factor_is_reopened_after_it_alone(leila: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(leila, secret)
    close_account(leila)
    browser = sign_in("leila")
    assert not User.objects.get().is_active
    browser.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert is_signed_in(browser)
    assert User.objects.get().is_active


def test_an_account_is_not_reopened_after_a_week(leila: User) -> None:
    close_account(leila)
    Erasure.objects.update(closed_at=timezone.now() - 7.01 * DAY)
    assert not is_signed_in(sign_in("leila"))
    assert not reopen(leila)


def test_an_account_that_an_administrator_closes_meanwhile_is_not_reopened_by_signing_in(leila: User) -> None:
    close_account(leila)
    deactivate(leila)
    assert not is_signed_in(sign_in("leila"))


def test_an_account_that_an_administrator_closed_is_neither_reopened_nor_erased(leila: User) -> None:
    deactivate(leila)
    assert not is_signed_in(sign_in("leila"))
    assert erase_due(timezone.now() + 30 * DAY) == 0


def test_an_administrator_can_reopen_an_account_until_it_is_erased(leila: User) -> None:
    close_account(leila)
    reactivate(leila)
    assert erase_due(timezone.now() + 30 * DAY) == 0
    erased(leila)
    with pytest.raises(AccountErased):
        reactivate(leila)
    assert not User.objects.get().is_active


# The erasure


def test_nothing_is_erased_within_a_week(leila: User) -> None:
    close_account(leila)
    assert erase_due(timezone.now() + 6.9 * DAY) == 0
    assert User.objects.get().username == "leila"


def test_an_erased_account_is_somebody(leila: User) -> None:
    update_profile(leila, display_name="Leïla B.", about="Hi")
    create_token(leila, "bot")
    somebody = erased(leila)
    assert somebody.username.startswith("somebody-")
    mark = somebody.username.removeprefix("somebody-")
    assert len(mark) == 4
    assert display_name(somebody) == f"Somebody {mark}"
    assert (somebody.email, somebody.profile.about, somebody.api_tokens.count()) == ("", "", 0)
    assert not somebody.has_usable_password()


def test_the_names_of_an_erased_account_are_free_after_90_days(leila: User) -> None:
    update_profile(leila, display_name="Queen")
    erased(leila)
    assert b"taken" in sign_up(Client(), username="Leila").content
    assert has_lookalike("Queen")
    held: datetime = HeldName.objects.earliest("until").until
    erase_due(held + DAY)
    assert not has_lookalike("Leila")
    assert not has_lookalike("Queen")


def test_nobody_can_call_themselves_like_an_erased_account() -> None:
    assert b"reserved" in sign_up(Client(), username="Somebody-4f2a").content


def test_an_erasure_that_fails_is_tried_again(leila: User) -> None:
    def receiver(**_rest: object) -> None:
        raise RuntimeError

    close_account(leila)
    account_erasing.connect(receiver)
    assert erase_due(timezone.now() + 8 * DAY) == 0
    account_erasing.disconnect(receiver)
    assert User.objects.get().username == "leila"
    assert erase_due(timezone.now() + 8 * DAY) == 1
