"""The names of the Celery tasks, by which web processes, workers and beat of two releases understand each other."""

import ast
import re
from importlib import import_module

from django.conf import settings

from marrakech_site.celery import app
from tooling.bootstrap import ROOT

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


def test_every_queue_has_a_worker_wherever_workers_are_started() -> None:
    files = [ROOT / name for name in ("README.md", "compose.yaml", "docs/operating.md", "tooling/serve.py")]
    texts = {path.name: path.read_text() for path in files}
    for folder in (ROOT / "deploy").iterdir():  # the units of one service manager
        if folder.is_dir():
            texts[folder.name] = "\n".join(path.read_text() for path in folder.rglob("*") if path.is_file())
    queues = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    served = {place: set(re.findall(r"--queues\W+(\w+)", text)) for place, text in texts.items()}
    assert {place: queues - found for place, found in served.items() if found and queues - found} == {}
