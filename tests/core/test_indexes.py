import pytest
from django.apps import apps
from django.db import connection, models

from games.core.models import Entry, Seat

OWN = [model for app in ("games", "accounts") for model in apps.get_app_config(app).get_models()]
NAMES = {"User.username", "Heartbeat.name"}  # Django asks for the first; the second is a primary key of few rows


def test_unique_text_columns_have_one_index() -> None:
    """PostgreSQL has a second one, for LIKE, for unique=True and db_index=True: say it in Meta instead."""
    found = {
        f"{model.__name__}.{field.name}"
        for model in OWN
        for field in model._meta.local_fields
        if isinstance(field, models.CharField | models.TextField)
        and (field.unique or getattr(field, "db_index", False))
    }
    assert found <= NAMES


@pytest.mark.django_db
def test_seats_and_entries_are_found_by_indexes_of_several_columns() -> None:
    with connection.cursor() as cursor:
        for model in (Entry, Seat):
            found = connection.introspection.get_constraints(cursor, model._meta.db_table)
            plain = [
                name for name, one in found.items() if one["index"] and one["columns"] in (["game_id"], ["user_id"])
            ]
            assert plain == []
