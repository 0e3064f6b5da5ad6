import json
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db.migrations.executor import MigrationExecutor
from pytest_django import Settings

from accounts.online import ProgressBar
from games.core import log
from games.core.choices import Status
from games.core.models import Entry, Game, Seat
from games.engine.values import Outcome
from games.management.commands import before_deploy
from games.play import after_action
from tests.makers import finished_game, make_table, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def data_folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def run(**options: object) -> str:
    out = StringIO()
    call_command("before_deploy", stdout=out, jobs=1, **options)
    return out.getvalue()


def refused(**options: object) -> str:
    """Return what the command prints before it refuses."""
    out = StringIO()
    with pytest.raises(CommandError, match="Do not deploy it"):
        call_command("before_deploy", stdout=out, jobs=1, **options)
    return out.getvalue()


def spoiled_hash(ply: int = 1) -> Game:
    game = play_on(started_game(), 3)
    Entry.objects.filter(game=game, ply=ply).update(state_hash="0" * 16)
    return game


def test_code_that_makes_the_same_of_all_games_may_be_deployed() -> None:
    play_on(started_game(), 5)
    finished_game()
    make_table()
    assert run() == "2 games compared: this code changes none of them.\n"


def test_code_that_makes_another_position_is_refused() -> None:
    sound, other = play_on(started_game(), 3), spoiled_hash()
    printed = refused()
    assert f"{other.code}: the position at step 2" in printed
    assert sound.code not in printed


def test_code_that_derives_other_columns_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished_game()
    real = after_action.mark_finished

    def with_other_scores(game: Game, seats: list[Seat], outcome: Outcome, now: datetime) -> None:
        real(game, seats, outcome, now)
        seats[1].score = -1

    monkeypatch.setattr(after_action, "mark_finished", with_other_scores)
    before = list(game.seats.values())
    assert f"{game.code}: seat 1 score is " in refused()
    assert list(game.seats.values()) == before


def test_code_that_fails_at_a_position_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_on(started_game(), 3)
    monkeypatch.setattr(after_action, "mark_running", lambda *rows: 1 // 0)
    assert f"{game.code}: ZeroDivisionError" in refused()


def test_a_game_known_to_be_in_trouble_refuses_no_code() -> None:
    game = spoiled_hash()
    Game.objects.filter(pk=game.pk).update(troubled_at=game.started_at)
    assert f"{game.code}: the position at step 2" in run()


def test_a_game_that_is_played_meanwhile_is_compared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, read = play_on(started_game(), 3), list[int]()
    real = log.entries_of

    def while_it_is_played(row: Game) -> list[Entry]:
        read.append(row.pk)
        if len(read) == 1:
            play_on(Game.objects.get(pk=game.pk), 1)
        return real(row)

    monkeypatch.setattr(log, "entries_of", while_it_is_played)
    assert "1 games compared" in run()
    assert len(read) > 1


def test_a_sample_has_the_latest_games_of_each_kind() -> None:
    old, new, running = finished_game(), finished_game(), play_on(started_game(), 1)
    aborted = finished_game()
    Game.objects.filter(pk=aborted.pk).update(status=Status.ABORTED)
    assert before_deploy._chosen(1, None, 1) == [new.pk, running.pk, aborted.pk]
    assert before_deploy._chosen(1, None, 2) == [old.pk, new.pk, running.pk, aborted.pk]
    assert before_deploy._chosen(1, new.pk, 2) == [old.pk, new.pk]
    assert before_deploy._chosen(running.pk, running.pk, 0) == [running.pk]


def test_a_stopped_run_goes_on_and_remembers_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    games = [spoiled_hash(), play_on(started_game(), 1), play_on(started_game(), 1)]
    monkeypatch.setattr(before_deploy, "PART", 1)
    compared = list[int]()

    def stopped_at_the_second(pk: int) -> tuple[str, str, bool] | None:
        compared.append(pk)
        if len(compared) == 2:
            raise KeyboardInterrupt
        return real(pk)

    real = before_deploy.compare_game
    monkeypatch.setattr(before_deploy, "compare_game", stopped_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        run()
    printed = refused(resume=True)
    assert compared == [games[0].pk, games[1].pk, games[1].pk, games[2].pk]
    assert "1 games were compared before" in printed
    assert games[0].code in printed
    assert not list(data_folder.iterdir())


def test_a_run_of_other_code_does_not_go_on(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    game = play_on(started_game(), 1)
    notes = before_deploy.Notes({"first": 1, "last": None, "sample": 100}, resume=False)
    notes.add([game.pk], [])
    assert json.loads((data_folder / "before_deploy.json").read_text())["after"] == game.pk
    monkeypatch.setattr(before_deploy, "release", lambda: "the next one")
    assert "before" not in run(resume=True).partition("1 games are")[0]


def test_code_whose_migrations_are_missing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = [(type("Migration", (), {"app_label": "games", "name": "0099_more"}), False)]
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *given: plan)
    with pytest.raises(CommandError, match="Run migrate first: 1 migrations, from games 0099_more on"):
        run()


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_the_progress_in_a_terminal_only() -> None:
    terminal, file = Terminal(), StringIO()
    for out in (terminal, file):
        ProgressBar(4, "games", out).add(4)
    assert terminal.getvalue() == f"\r[{'#' * 30}] 4 of 4 games, 0 s left\x1b[K\n"
    assert file.getvalue() == ""


def test_a_bar_of_a_command_stays_on_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.online.REDRAW", 0)
    terminal = Terminal()
    bar = ProgressBar(4, "games", OutputWrapper(terminal))
    bar.add(1)
    bar.write("one: a fault")
    bar.add(2)
    bar.add(1)
    assert [line.count("games, ") for line in terminal.getvalue().split("\n")] == [1, 2, 0]
    assert "\r\x1b[Kone: a fault\n" in terminal.getvalue()


def test_a_bar_says_how_much_time_is_left() -> None:
    bar = ProgressBar(4000, "rows", StringIO())
    bar.done = 1000
    assert bar.line(100) == f"[{'#' * 7}{'.' * 23}] 1,000 of 4,000 rows, 5 min left"
    assert bar.line(10) == f"[{'#' * 7}{'.' * 23}] 1,000 of 4,000 rows, 30 s left"
