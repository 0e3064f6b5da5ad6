"""Users in the database: names and addresses are unique in any case, and nobody lacks a profile."""

import datetime as dt
import io

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Profile, User
from accounts.services import purge_unconfirmed
from tests.accounts.conftest import is_signed_in, person, sign_in


@pytest.mark.parametrize(
    "fields",
    [
        {"username": "LEILA", "email": "other@example.org"},
        {"username": "leila", "email": "other@example.org"},
        {"username": "other", "email": "LEILA@example.org"},
        {"username": "other", "email": "leila@example.org"},
    ],
)
def test_the_database_refuses_doubles_in_any_case(leila: User, fields: dict[str, str]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User(**fields).save()
    assert User.objects.count() == 1


def test_a_form_of_the_model_says_which_field_is_taken(leila: User) -> None:
    with pytest.raises(ValidationError, match="This name is taken"):
        User(username="LEILA", email="other@example.org", password="!").full_clean()


def test_cleaning_puts_addresses_in_small_letters() -> None:
    user = User(username="omar", email="Omar@Example.org")
    user.clean()
    assert user.email == "omar@example.org"


def test_makers_of_users_put_addresses_in_small_letters(db: None) -> None:
    assert User.objects.create_user("omar", "Omar@Example.org").email == "omar@example.org"


def test_users_have_no_real_names(leila: User) -> None:
    assert not {field.name for field in User._meta.get_fields()} & {"first_name", "last_name"}
    assert str(leila) == "leila"


def test_createsuperuser_asks_name_address_and_password_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "carpets-and-coins")
    call_command("createsuperuser", interactive=False, username="root1", email="Root@Example.org", stdout=io.StringIO())
    admin = User.objects.get()
    assert (admin.is_superuser, admin.email, Profile.objects.get().user) == (True, "root@example.org", admin)
    assert EmailAddress.objects.get(verified=True, primary=True).user == admin
    assert is_signed_in(sign_in("root1"))


def test_sign_ups_that_nobody_confirms_are_dropped_after_a_week(leila: User) -> None:
    person("early", verified=False)
    person("late", verified=False)
    User.objects.create_superuser("boss", "boss@example.org")
    User.objects.exclude(username="late").update(date_joined=timezone.now() - dt.timedelta(days=8))
    assert purge_unconfirmed(timezone.now()) == 1
    assert set(User.objects.values_list("username", flat=True)) == {"leila", "late", "boss"}
    assert Profile.objects.count() == 3


def test_whoever_has_been_in_is_not_dropped(leila: User) -> None:
    User.objects.update(last_login=timezone.now(), date_joined=timezone.now() - dt.timedelta(days=8))
    EmailAddress.objects.update(verified=False)
    assert purge_unconfirmed(timezone.now()) == 0
    assert User.objects.get() == leila


def test_the_manager_finds_names_in_any_case(leila: User) -> None:
    assert User.objects.get_by_natural_key("LEILA") == leila


def test_a_user_that_cannot_be_stored_leaves_no_profile(leila: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        person("LEILA")
    assert Profile.objects.count() == 1
