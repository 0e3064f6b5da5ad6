"""The names of the Celery tasks, by which web processes, workers and beat of two releases understand each other."""

import ast
import re
from importlib import import_module

import pytest
from django.conf import settings

from marrakech_site.celery import app
from tooling.bootstrap import ROOT

# Files, and folders with the files of one service manager.
WORKERS_START = (
    *("README.md", "docs/operating.md", "compose.yaml", "deploy/kubernetes", "deploy/systemd"),
    *("tooling/serve.py", "benchmarks/processes.py"),
)
# During a rolling upgrade an old process sends a task to a new worker, and the other way round. So a name that
# has been released stays, wherever the function moves.
NAMES = {
    "games.tasks.analyse",
    "games.tasks.deliver",
    "games.tasks.drain",
    "games.tasks.drain_calls",
    "games.tasks.fetch_mail",
    "games.tasks.make_export",
    "games.tasks.make_film",
    "games.tasks.play_robot",
    "games.tasks.rate_games",
    "games.tasks.sweep",
    "games.tasks.watch_mail",
}


def test_celery_tasks_keep_their_names() -> None:
    import_module("games.tasks")
    assert {name for name in app.tasks if name.split(".")[0] in {"accounts", "games", "marrakech_site"}} == NAMES


def test_a_celery_task_does_not_take_its_name_from_its_module() -> None:
    decorators = [
        ast.unparse(decorator)
        for package in ("accounts", "games", "marrakech_site")
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if "shared_task" in ast.unparse(decorator)
    ]
    assert len(decorators) == len(NAMES)
    assert [decorator for decorator in decorators if "name=" not in decorator] == []


def test_beat_and_queues_know_only_tasks_that_exist() -> None:
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= NAMES
    assert set(settings.CELERY_TASK_ROUTES) <= NAMES


def test_outgoing_emails_share_their_queue_with_nothing_that_could_delay_them() -> None:
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in NAMES}
    assert {name for name, queue in queues.items() if queue == "mail"} == {"games.tasks.deliver", "games.tasks.drain"}


@pytest.mark.parametrize("place", WORKERS_START)
def test_every_queue_has_a_worker_wherever_workers_are_started(place: str) -> None:
    path = ROOT / place
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    served = {queue for file in files for queue in re.findall(r'--queues[\s",]+(\w+)', file.read_text())}
    assert served == {queue.name for queue in settings.CELERY_TASK_QUEUES}
