import zlib
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games import tasks
from games.analysis import analyses
from games.analysis.models import Analysis
from games.analysis.selectors import with_result
from games.core import jobs
from games.core.models import Game, JobReason, JobState
from games.core.packing import pack_log, unpack_log
from games.engine import registry
from games.engine.analysis import Analyst, from_json
from games.engine.marrakech.analysis import ANALYST
from games.engine.marrakech.title import MARRAKECH
from games.moderation.hints import lost_on_purpose
from games.play.after_action import rebuild_derived
from games.play.endings import abort_game, resign
from tests.engine.helpers.toy import STONES
from tests.helpers.page_client import text_at
from tests.makers import acting_user, finished_game, host_of, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]

EARLIER, LATER = -timedelta(hours=1), timedelta(hours=1)


@pytest.fixture
def row() -> Analysis:
    return finished_game().analysis


def fresh(row: Analysis) -> Analysis:
    return Analysis.objects.get(pk=row.pk)


def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every analysis fail after its first turn."""

    def broken(plies: Any) -> Iterator[Any]:
        raise ZeroDivisionError("no turns at all")
        yield

    monkeypatch.setattr(MARRAKECH, "analyst", Analyst(1, broken, ()))


def test_the_end_of_a_game_queues_its_analysis(row: Analysis) -> None:
    assert (row.state, row.version, row.result) == (JobState.QUEUED, ANALYST.version, None)


def test_a_running_game_has_no_analysis() -> None:
    assert not Analysis.objects.filter(game=play_on(started_game(), 3)).exists()


def test_an_aborted_game_has_no_analysis() -> None:
    game = abort_game(play_on(started_game(), 9).pk)
    assert not Analysis.objects.filter(game=game).exists()


def test_a_game_that_was_over_at_once_has_no_analysis() -> None:
    game = started_game()
    resign(game.pk, acting_user(game))
    assert not Analysis.objects.filter(game=game).exists()


def test_a_game_that_a_player_left_is_analysed() -> None:
    game = play_on(started_game(), 9)
    resign(game.pk, acting_user(game))
    assert Analysis.objects.filter(game=game).exists()


def test_a_game_of_a_title_without_an_analyst_has_no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)
    game = play_on(started_game(title="stones", ruleset="standard"))
    assert (game.status, Analysis.objects.count()) == ("finished", 0)


def test_an_analysis_is_queued_once(row: Analysis) -> None:
    assert analyses.queue(row.game) is None
    assert Analysis.objects.count() == 1


def test_rebuilding_the_columns_of_a_game_keeps_its_analysis(row: Analysis) -> None:
    rebuild_derived(row.game_id)
    assert Analysis.objects.get() == row


def test_an_analysis_is_computed_turn_by_turn(row: Analysis) -> None:
    tasks.analyse(row.pk)
    done = fresh(row)
    assert (done.state, done.turns_done, done.turns) == (JobState.DONE, 5, 5)  # what is drawn first is a turn 0


def test_the_luck_and_skill_of_an_analysis_add_up_to_the_score(row: Analysis) -> None:
    analyses.compute(row.pk)
    scores = [seat.score or 0 for seat in row.game.seats.order_by("number")]
    seats = from_json(fresh(row).result or {}).seats
    assert [seat.score for seat in seats] == [pytest.approx(score - sum(scores) / 2) for score in scores]
    assert fresh(row).luck_swing == pytest.approx(abs(seats[0].luck.value - seats[1].luck.value), abs=0.02)


def test_a_finished_analysis_is_not_computed_again(row: Analysis) -> None:
    analyses.compute(row.pk)
    done = fresh(row)
    analyses.compute(row.pk)
    assert fresh(row).finished_at == done.finished_at


def test_two_workers_do_not_compute_the_same_analysis(row: Analysis) -> None:
    now = timezone.now()
    assert jobs.claim(Analysis, row.pk, now, analyses.LEASE)
    assert jobs.claim(Analysis, row.pk, now, analyses.LEASE) is None


def test_a_dead_analysis_worker_is_replaced_after_its_lease(row: Analysis) -> None:
    now = timezone.now()
    jobs.claim(Analysis, row.pk, now, analyses.LEASE)
    assert jobs.claim(Analysis, row.pk, now + analyses.LEASE, analyses.LEASE)


def test_an_analysis_that_kills_every_worker_is_given_up(row: Analysis) -> None:
    Analysis.objects.update(attempts=jobs.MAX_ATTEMPTS)
    assert jobs.claim(Analysis, row.pk, timezone.now(), analyses.LEASE) is None
    assert (fresh(row).state, fresh(row).reason) == (JobState.FAILED, JobReason.WORKER_STOPPED)


def test_a_failed_analysis_has_its_reason_and_is_tried_again(row: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch)
    analyses.compute(row.pk)
    failed = fresh(row)
    assert (failed.state, failed.detail) == (JobState.QUEUED, "ZeroDivisionError: no turns at all")
    assert failed.due_at > timezone.now()


def test_the_last_failure_of_an_analysis_is_final(row: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch)
    Analysis.objects.update(attempts=jobs.MAX_ATTEMPTS - 1)
    analyses.compute(row.pk)
    assert fresh(row).state == JobState.FAILED


def test_an_analysis_of_a_title_that_lost_its_analyst_says_so(row: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MARRAKECH, "analyst", None)
    analyses.compute(row.pk)
    assert fresh(row).detail == "LookupError: marrakech has no analyst"


def test_a_worker_that_lost_its_analysis_stops_silently(row: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(plies: Any) -> Iterator[Any]:
        for turn in ANALYST.analyse(plies):
            yield turn
            Analysis.objects.update(attempts=2)

    monkeypatch.setattr(MARRAKECH, "analyst", Analyst(1, slow, ()))
    analyses.compute(row.pk)
    assert (fresh(row).state, fresh(row).result, fresh(row).turns_done) == (JobState.RUNNING, None, 0)


def test_an_analysis_is_due_until_it_is_done(row: Analysis) -> None:
    assert analyses.due(timezone.now()) == [row.pk]
    analyses.compute(row.pk)
    assert analyses.due(timezone.now()) == []


def test_a_finished_analysis_can_be_queued_again(row: Analysis) -> None:
    analyses.compute(row.pk)
    assert analyses.requeue(row.pk)
    assert (fresh(row).state, fresh(row).result, fresh(row).attempts) == (JobState.QUEUED, None, 0)


def test_a_queued_analysis_is_not_queued_again(row: Analysis) -> None:
    assert not analyses.requeue(row.pk)


def test_an_analysis_worker_is_woken_after_the_commit(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.REDIS_URL, woken = "redis://nowhere", list[Any]()
    monkeypatch.setattr(tasks.analyse, "apply_async", lambda args, retry: woken.append((args, retry)))
    for task in (tasks.drain, tasks.drain_calls, tasks.play_robot):  # none may meet the broker that does not exist
        monkeypatch.setattr(task, "apply_async", lambda *args, **options: None)
    with django_capture_on_commit_callbacks(execute=True):
        game = finished_game()
        assert woken == []
    assert woken == [([game.analysis.pk], False)]


def test_the_sweep_finds_a_lost_analysis(row: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[int] = []
    monkeypatch.setattr(analyses, "send_after_commit", lambda signal, pk: woken.append(pk))
    Analysis.objects.update(due_at=timezone.now() + EARLIER)
    tasks.sweep()
    assert woken == [row.pk]


def test_the_sweep_leaves_new_analyses_to_their_own_message(row: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[int] = []
    monkeypatch.setattr(analyses, "send_after_commit", lambda signal, pk: woken.append(pk))
    tasks.sweep()
    assert woken == []


def test_the_analyse_command_queues_games_without_an_analysis(row: Analysis) -> None:
    row.delete()
    assert told() == "1 games queued.\n"
    assert Analysis.objects.get().game == row.game


def test_the_analyse_command_queues_analyses_of_an_earlier_method(row: Analysis) -> None:
    analyses.compute(row.pk)
    Analysis.objects.update(version=0)
    assert told() == "1 games queued.\n"
    assert (fresh(row).state, fresh(row).version) == (JobState.QUEUED, ANALYST.version)


def test_the_analyse_command_leaves_other_games_alone(row: Analysis) -> None:
    make_user()
    started_game()
    assert told() == "0 games queued.\n"


def test_the_analyse_command_skips_titles_without_an_analyst(row: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MARRAKECH, "analyst", None)
    Analysis.objects.all().delete()
    assert (told(), Game.objects.count()) == ("0 games queued.\n", 1)


def told() -> str:
    out = StringIO()
    call_command("analyse", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"", id="empty"),
        pytest.param(zlib.compress(b"[]"), id="a list"),
        pytest.param(zlib.compress(b'{"keys":{},"columns":{}}'), id="no columns"),
    ],
)
def test_a_damaged_packed_analysis_is_made_again(row: Analysis, damage: bytes) -> None:
    analyses.compute(row.pk)
    assert pack_log(row.game_id)
    sound = with_result(fresh(row)).result
    Analysis.objects.update(packed=damage)
    page = f"/t/{row.game.code}/"
    for address in (page, f"{page}analysis/"):
        assert "The game will be analysed in a moment." in text_at(Client(), address)
    assert Client().get(f"/api/v1/games/{row.game.code}/analysis/").json()["state"] == "queued"
    assert (fresh(row).state, fresh(row).packed) == (JobState.QUEUED, None)
    analyses.compute(row.pk)
    assert with_result(fresh(row)).result == sound


def test_a_damaged_analysis_does_not_keep_a_log_from_being_unpacked(row: Analysis) -> None:
    analyses.compute(row.pk)
    assert pack_log(row.game_id)
    Analysis.objects.update(packed=b"")
    assert unpack_log(row.game_id)
    assert (fresh(row).state, fresh(row).packed, fresh(row).result) == (JobState.QUEUED, None, None)


def test_the_hints_for_moderators_leave_a_damaged_analysis_out(row: Analysis) -> None:
    analyses.compute(row.pk)
    assert pack_log(row.game_id)
    Analysis.objects.update(packed=b"")
    assert lost_on_purpose(host_of(row.game), timezone.now()) == []
