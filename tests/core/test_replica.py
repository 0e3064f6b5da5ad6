"""The log of a game that is over comes from the replica, here a second database, if that knows it."""

from collections.abc import Iterator

import pytest
from django.db import connections

from games.core.log import log_of, log_with_origins, logs_of
from games.core.models import Entry, Game
from games.core.replica import ALIAS, Replica
from tests.makers import play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def over() -> Game:
    return play_on(started_game(options={"rugs": "1/1/1"}))


@pytest.fixture(autouse=True)
def second(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "OPTIONS": {}}
    monkeypatch.setitem(connections.settings, ALIAS, {**connections.settings["default"], **engine})
    monkeypatch.setattr("games.core.log.replica", Replica())
    connections[ALIAS].connect()
    with connections[ALIAS].schema_editor() as editor:
        editor.create_model(Game)
        editor.create_model(Entry)
    connections[ALIAS].disable_constraint_checking()  # other tables are not there
    yield
    connections[ALIAS].close()
    del connections[ALIAS]


def replicate(game: Game, length: int | None = None) -> None:
    """Copy a game, with one word of its log changed: so one sees from where it comes."""
    entries = list(Entry.objects.filter(game=game).order_by("ply")[:length])
    entries[0].notation = "of the replica"
    Game.objects.using(ALIAS).bulk_create(list(Game.objects.filter(pk=game.pk)))
    Entry.objects.using(ALIAS).bulk_create(entries)


def first(game: Game, ply: int | None = None) -> str:
    return log_of(game, ply)[0][1]


def test_the_log_of_a_game_that_is_over_comes_from_the_replica(over: Game) -> None:
    replicate(over)
    assert first(over) == "of the replica"
    assert first(over, 2) == "of the replica"
    assert log_with_origins(over)[0] == log_of(over)
    assert log_of(over)[1:] == logs_of([over])[over.pk][1:]


def test_the_log_of_a_running_game_comes_from_the_primary() -> None:
    game = play_on(started_game(), 3)
    replicate(game)
    assert first(game) != "of the replica"


def test_a_replica_that_does_not_know_the_end_of_a_game_is_not_believed(over: Game) -> None:
    replicate(over)
    Game.objects.using(ALIAS).update(finished_at=None)
    assert first(over) != "of the replica"


def test_a_replica_without_the_whole_log_is_not_believed(over: Game) -> None:
    replicate(over, over.ply - 1)
    assert first(over) != "of the replica"
    assert len(log_of(over)) == over.ply


def test_a_replica_that_fails_is_left_alone_for_a_while(over: Game, caplog: pytest.LogCaptureFixture) -> None:
    with connections[ALIAS].schema_editor() as editor:
        editor.delete_model(Entry)
    for _twice in range(2):
        assert len(log_of(over)) == over.ply
    assert [one.levelname for one in caplog.records].count("WARNING") == 1
