"""The lists of the administration take as many statements for many rows as for few."""

import itertools
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import BooleanField, CharField, Field, ForeignKey, Model, UniqueConstraint
from django.test import Client

from accounts.models import User
from games.core.models import Game, Seat, new_code
from tests.helpers.full_runs import MORE
from tests.helpers.page_client import signed_in
from tests.site.access.access_data import make_access_data

from .test_speed import PAGE_STATEMENTS, asked, at_most
from .test_statements_of_lists import add_games, copy_of, new_people

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
MODELS = {model._meta.label: model for model in admin.site._registry}
NUMBERS = itertools.count(1000)
HEARTBEATS = "games.Heartbeat"  # one for each process


def names_of_keys(model: type[Model]) -> set[str]:
    """Return the fields of which each row of a model must have another value."""
    keys = {field.name for field in model._meta.concrete_fields if field.unique and not field.primary_key}
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint) and constraint.fields:
            keys.add(constraint.fields[-1] if "began_at" in constraint.fields else constraint.fields[0])
    return keys


def another_value(field: Field[Any, Any], row: Model) -> object:
    value, number = getattr(row, field.attname), next(NUMBERS)
    if value is None:
        return None
    if isinstance(field, BooleanField):
        return False  # only one row may be marked
    if isinstance(field, ForeignKey):
        (other,) = copies_of(getattr(row, field.name), 1)
        return other.pk
    if isinstance(field, CharField):
        return f"{new_code()}@example.org"[: field.max_length]
    return value + timedelta(minutes=number) if isinstance(value, datetime) else number


def copies_of(row: Model, count: int) -> list[Model]:
    """Add copies of a row that differ in what must differ, and return them."""
    if isinstance(row, User):
        return [*new_people(count)]
    if isinstance(row, Game):
        return [*add_games(row, new_people(count))]
    if isinstance(row, Seat):
        place = [*row.game.seats.order_by("pk")].index(row)
        return [game.seats.order_by("pk")[place] for game in add_games(row.game, new_people(count))]
    model = type(row)
    fields = [field for field in model._meta.concrete_fields if field.name in names_of_keys(model)]
    return [
        *model._default_manager.bulk_create(
            copy_of(row, **{field.attname: another_value(field, row) for field in fields}) for _number in range(count)
        )
    ]


@pytest.fixture
def administrator() -> Client:
    make_access_data()
    return signed_in(User.objects.get(username="admin"))


def test_lists_of_the_administration_take_as_many_statements_for_many_rows_as_for_three(administrator: Client) -> None:
    rows = [MODELS[label]._default_manager.latest("pk") for label in sorted(MODELS.keys() - {HEARTBEATS})]

    def asked_with(more: int) -> list[list[str]]:
        for row in rows:
            copies_of(row, more)
        return [asked(administrator, f"/admin/{row._meta.app_label}/{row._meta.model_name}/") for row in rows]

    for row, few, many in zip(rows, asked_with(2), asked_with(MORE), strict=True):
        at_most(PAGE_STATEMENTS, many)
        assert len(many) == len(few), "\n".join([row._meta.label, *few, "-----", *many])
