from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.notifications.models import Notification

pytestmark = pytest.mark.django_db

EDITOR = SimpleNamespace(connection=connection)
migration = import_module("games.migrations.0015_reason_codes")
SENTENCES = {  # as the first release stored them -> code and detail
    "mail to this address comes back": ("blocked", ""),
    "in digest:20260101T0800:7": ("in-digest", "digest:20260101T0800:7"),
    "digest:20260101T0800:8 did not leave": ("digest-not-sent", "digest:20260101T0800:8"),
    "OSError: disk full": ("error", "OSError: disk full"),
    "": ("", ""),
}


def store(*sentences: str) -> None:
    Notification.objects.bulk_create(
        Notification(key=f"{number}:{text}"[:160], kind="turn", due_at=timezone.now(), detail=text)
        for number, text in enumerate(sentences)
    )


def stored() -> list[tuple[str, str]]:
    return list(Notification.objects.order_by("pk").values_list("reason", "detail"))


def test_every_stored_reason_gets_its_code_and_back() -> None:
    store(*SENTENCES)
    migration.store_codes(apps, EDITOR)
    assert stored() == list(SENTENCES.values())
    migration.restore_sentences(apps, EDITOR)
    assert stored() == [("", sentence) for sentence in SENTENCES]


def test_more_stored_reasons_than_a_batch_are_converted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migration, "BATCH", 2)
    store(*(f"in digest:{number}" for number in range(5)))
    migration.store_codes(apps, EDITOR)
    assert stored() == [("in-digest", f"digest:{number}") for number in range(5)]
    migration.restore_sentences(apps, EDITOR)
    assert stored() == [("", f"in digest:{number}") for number in range(5)]


def test_unique_stored_reasons_are_converted_without_an_update_of_all_rows() -> None:
    store(*(f"in digest:{number}" for number in range(60)))
    with CaptureQueriesContext(connection) as queries:
        migration.store_codes(apps, EDITOR)
    assert not [query for query in queries if "'in digest:5'" in query["sql"]]
    assert len(queries) < 200
