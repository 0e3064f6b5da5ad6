import datetime as dt
import io

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from accounts import services
from accounts.errors import AddressTaken, NameTaken, NoAddress
from accounts.models import Profile, User
from accounts.selectors import display_name
from accounts.services import create_robot, purge_unconfirmed, verify_address
from tests.accounts.conftest import is_signed_in, make_person, sign_in


@pytest.mark.parametrize(
    "fields",
    [
        {"username": "LEILA", "email": "other@example.org"},
        {"username": "leila", "email": "other@example.org"},
        {"username": "other", "email": "LEILA@example.org"},
        {"username": "other", "email": "leila@example.org"},
    ],
)
def test_the_database_refuses_equal_names_in_any_case(leila: User, fields: dict[str, str]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User(**fields).save()
    assert User.objects.count() == 1


def test_a_model_form_of_users_says_which_field_is_taken(leila: User) -> None:
    with pytest.raises(ValidationError, match="This name is taken"):
        User(username="LEILA", email="other@example.org", password="!").full_clean()


def test_cleaning_a_user_lowercases_the_address() -> None:
    user = User(username="omar", email="Omar@Example.org")
    user.clean()
    assert user.email == "omar@example.org"


def test_creating_a_user_lowercases_the_address(db: None) -> None:
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


def test_unconfirmed_sign_ups_are_deleted_after_a_week(leila: User) -> None:
    make_person("early", verified=False)
    make_person("late", verified=False)
    User.objects.create_superuser("boss", "boss@example.org")
    User.objects.exclude(username="late").update(date_joined=timezone.now() - dt.timedelta(days=8))
    assert purge_unconfirmed(timezone.now()) == 1
    assert set(User.objects.values_list("username", flat=True)) == {"leila", "late", "boss"}
    assert Profile.objects.count() == 3


@pytest.mark.parametrize(("days", "left"), [(59, {"idle"}), (61, set())])
def test_unused_unconfirmed_accounts_are_deleted_after_two_months(days: int, left: set[str]) -> None:
    make_person("idle", verified=False)
    User.objects.update(last_login=timezone.now() - dt.timedelta(days=days))
    purge_unconfirmed(timezone.now())
    assert set(User.objects.values_list("username", flat=True)) == left


def overdue_people(*names: str) -> None:
    for name in names:
        make_person(name, verified=False)
    User.objects.update(date_joined=timezone.now() - dt.timedelta(days=8))


def test_an_account_that_is_confirmed_while_others_are_deleted_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    overdue_people("early", "late")

    def meanwhile(user: User) -> None:
        verify_address(User.objects.exclude(pk=user.pk).get())
        user.delete()

    monkeypatch.setattr(services, "delete_account", meanwhile)
    assert purge_unconfirmed(timezone.now()) == 1
    assert User.objects.get().is_confirmed


def test_an_account_that_cannot_be_deleted_does_not_keep_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    overdue_people("broken", "idle")

    def deleting(user: User) -> None:
        if user.username == "broken":
            raise RuntimeError
        user.delete()

    monkeypatch.setattr(services, "delete_account", deleting)
    assert purge_unconfirmed(timezone.now()) == 1
    assert User.objects.get().username == "broken"


def test_robots_are_not_deleted_as_unconfirmed_accounts() -> None:
    create_robot("greedy", "Greedy", "Greedy")
    User.objects.update(date_joined=timezone.now() - dt.timedelta(days=800))
    assert purge_unconfirmed(timezone.now()) == 0


def test_a_robot_has_neither_address_nor_password() -> None:
    robot = create_robot("greedy", "Greedy", "Greedy")
    assert (robot.email, robot.has_usable_password(), robot.is_confirmed) == ("", False, False)


def test_a_robot_cannot_take_another_users_name(leila: User) -> None:
    with pytest.raises(NameTaken):
        create_robot("greedy", "Leila", "Leila")
    assert User.objects.get() == leila


def test_a_robot_has_its_name_in_the_readers_language() -> None:
    robot = create_robot("greedy", "Greedy-2", "Greedy 2")
    assert display_name(robot) == "Greedy 2"
    with translation.override("fr"):
        assert display_name(robot) == "Glouton 2"


def test_an_address_in_use_cannot_be_counted_as_confirmed(leila: User) -> None:
    omar = make_person("omar", verified=False)
    EmailAddress.objects.filter(user=omar).update(email=leila.email)
    with pytest.raises(AddressTaken):
        verify_address(omar)


def test_a_missing_address_cannot_be_confirmed() -> None:
    with pytest.raises(NoAddress):
        verify_address(create_robot("greedy", "Greedy", "Greedy"))


def test_the_user_manager_finds_names_in_any_case(leila: User) -> None:
    assert User.objects.get_by_natural_key("LEILA") == leila


def test_a_user_that_cannot_be_stored_leaves_no_profile(leila: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make_person("LEILA")
    assert Profile.objects.count() == 1
