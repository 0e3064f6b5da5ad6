"""Statements that are put together once and sent with other values."""

import pytest

from accounts.models import User
from accounts.ready import Ready
from tests.makers import make_user

pytestmark = pytest.mark.django_db

BY_NAME = Ready(lambda name, pk: User.objects.filter(username=name, pk=pk).values_list("pk", "username"))
ODD = "it's 100 %s"
BY_ODD_NAME = Ready(lambda pk: User.objects.filter(username=ODD, is_active=True, pk=pk))
BY_NUMBERS = Ready(lambda numbers: User.objects.filter(pk__in=numbers).order_by("pk").select_related("profile"))


def test_each_value_comes_to_its_place_at_every_call() -> None:
    for user in (make_user(), make_user()):
        assert BY_NAME(user.username, user.pk) == [(user.pk, user.username)]
        assert BY_NAME(user.username, user.pk + 1) == []


def test_what_never_changes_may_be_any_text() -> None:
    user = make_user()
    assert BY_ODD_NAME(user.pk) == []
    User.objects.filter(pk=user.pk).update(username=ODD)
    assert BY_ODD_NAME(user.pk) == [user]


def test_tuples_may_be_of_any_length() -> None:
    users = [make_user() for _ in range(3)]
    for end in (1, 3, 2):
        assert BY_NUMBERS(tuple(user.pk for user in users[:end])) == users[:end]


def test_rows_are_what_the_queryset_makes_of_them() -> None:
    found = BY_NUMBERS.first((make_user().pk,))
    assert found
    wanted = User.objects.select_related("profile").get(pk=found.pk)
    assert vars(found)["date_joined"] == wanted.date_joined
    assert found.profile == wanted.profile


def test_a_name_that_looks_like_a_stand_in_is_a_name() -> None:
    user = make_user()
    assert BY_NAME("stand-in-1987000000", user.pk) == []
    assert BY_NAME(user.username, user.pk) == [(user.pk, user.username)]


def test_rows_may_be_read_one_by_one() -> None:
    user = make_user()
    rows, read = BY_NUMBERS.sent((user.pk,))
    assert [read(row) for row in rows] == [user]
