import threading

import pytest

from games.analysis import analyses
from games.delivery import worker
from games.inbound import canary, imap
from games.management.commands import work
from games.play import robots
from games.replay import films


@pytest.fixture
def stop() -> threading.Event:
    return threading.Event()


@pytest.fixture(autouse=True)
def open_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the test's database connection open, and skip the hourly check of mail."""
    monkeypatch.setattr(work, "close_old_connections", lambda: None)
    monkeypatch.setattr(canary, "run_hourly_check", lambda now: None)


def test_the_embedded_worker_sweeps_and_delivers_at_once(
    monkeypatch: pytest.MonkeyPatch, stop: threading.Event
) -> None:
    done: list[str] = []

    def drain(*_args: object) -> None:
        done.append("drain")
        stop.set()

    monkeypatch.setattr(work, "sweep", lambda *_args: done.append("sweep"))
    monkeypatch.setattr(canary, "run_hourly_check", lambda now: done.append("watch"))
    monkeypatch.setattr(worker, "drain", drain)
    work.work(stop)
    assert done == ["sweep", "watch", "drain"]


def test_the_embedded_worker_fetches_email(monkeypatch: pytest.MonkeyPatch, stop: threading.Event) -> None:
    monkeypatch.setattr(imap, "fetch", stop.set)
    work.fetch(stop)
    assert stop.is_set()


def test_the_embedded_worker_calls_devices_and_webhooks(monkeypatch: pytest.MonkeyPatch, stop: threading.Event) -> None:
    monkeypatch.setattr(worker, "drain_calls", lambda *_args: stop.set())
    work.deliver_calls(stop)
    assert stop.is_set()


def test_a_failing_job_does_not_end_the_worker(monkeypatch: pytest.MonkeyPatch, stop: threading.Event) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(work, "sweep", fail)
    monkeypatch.setattr(worker, "drain", lambda *_args: stop.set())
    work.work(stop)
    assert stop.is_set()


def test_a_failing_job_of_the_worker_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("no way")

    assert not work.run_or_log(fail)
    assert "job failed" in str(caplog.records[-1].msg)


def test_a_worker_stopped_before_it_begins_runs_no_job(monkeypatch: pytest.MonkeyPatch, stop: threading.Event) -> None:
    done: list[str] = []
    monkeypatch.setattr(work, "sweep", lambda *_args: done.append("sweep"))
    stop.set()
    work.work(stop)
    assert done == []


def test_robots_play_until_none_is_waited_for(monkeypatch: pytest.MonkeyPatch, stop: threading.Event) -> None:
    games, played = [3, 5], list[int]()

    def play(game: int, told: object) -> None:
        played.append(games.pop(0))
        if not games:
            stop.set()

    monkeypatch.setattr(robots, "due", lambda now: games)
    monkeypatch.setattr(robots, "play_one", play)
    work.play_robots(stop)
    assert played == [3, 5]


def test_analyses_are_computed_beside_the_robots(monkeypatch: pytest.MonkeyPatch, stop: threading.Event) -> None:
    done: list[int] = []

    def compute(pk: int) -> None:
        done.append(pk)
        stop.set()

    monkeypatch.setattr(analyses, "due", lambda now, limit: [7])
    monkeypatch.setattr(analyses, "compute", compute)
    monkeypatch.setattr(films, "due", lambda now, limit: [])
    monkeypatch.setattr(work, "renew", lambda now: done.append(1))
    monkeypatch.setattr(work, "rate_waiting", lambda: done.append(0))
    work.analyse(stop)
    assert done == [7, 1, 0]


def test_films_are_made_beside_the_robots(monkeypatch: pytest.MonkeyPatch, stop: threading.Event) -> None:
    done: list[int] = []

    def make(pk: int, *_drawing: object) -> None:
        done.append(pk)
        stop.set()

    monkeypatch.setattr(analyses, "due", lambda now, limit: [])
    monkeypatch.setattr(films, "due", lambda now, limit: [9])
    monkeypatch.setattr(films, "make", make)
    monkeypatch.setattr(work, "rate_waiting", lambda: None)
    work.analyse(stop)
    assert done == [9]


def test_pauses_after_failing_jobs_grow_up_to_half_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    class Clock(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0)
            if len(pauses) == 7:
                self.set()
            return self.is_set()

    monkeypatch.setattr(work, "run_or_log", lambda job: False)
    work.work(Clock())
    assert pauses == [2, 4, 8, 16, 30, 30, 30]
