"""Tests of the triggers of the database that keep the record of acts: on SQLite and PostgreSQL."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.conduct.models import RecordedAct, RecordRole, Verb
from games.conduct.services import add_record, forget_name
from tests.helpers.empty_tables import let_record_go, record_migration
from tests.makers import make_user, started_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def act() -> RecordedAct:
    """A row of the record, kept by the triggers of the migration."""
    ada = make_user("Ada")
    row = add_record(make_user("Mo"), RecordRole.MODERATOR, Verb.SANCTION, "Ada", person=ada, reason="Moths.")
    let_record_go()
    with connection.cursor() as cursor:
        for statement in record_migration().protect_statements(connection.vendor):
            cursor.execute(statement)
    return row


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM games_recordedact",
        "UPDATE games_recordedact SET reason = 'Nothing.'",
        "UPDATE games_recordedact SET object = 'Ben'",
        "UPDATE games_recordedact SET actor_id = person_id",
    ],
)
def test_a_row_of_the_record_is_neither_changed_nor_deleted(act: RecordedAct, statement: str) -> None:
    with pytest.raises(IntegrityError, match="only added to"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    found = RecordedAct.objects.get()
    assert (found.reason, found.object, found.actor) == ("Moths.", "Ada", act.actor)


def test_an_erasure_takes_the_name_out_and_a_deletion_empties_what_a_row_leads_to(act: RecordedAct) -> None:
    assert act.person
    forget_name(act.person)
    assert RecordedAct.objects.get().object == "somebody"
    act.person.delete()
    assert RecordedAct.objects.get().person is None
    add_record(make_user("Mo"), RecordRole.ADMIN, Verb.CHANGED, "a game", game=started_game())
    assert RecordedAct.objects.count() == 2
