"""./run: web server, workers and scheduler in the foreground, with one log."""

import argparse
import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

from . import bootstrap
from .bootstrap import LOCKS, PYTHON, ROOT, SetupFailed, say
from .child_processes import ChildProcesses

FALSE_VALUES = {"0", "false", "no", "off"}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run", description="Start the site. docs/operating.md lists the settings.")
    parser.add_argument("--demo", action="store_true", help="add four players and games in every stage")
    options = parser.parse_args(arguments)
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    if not port.isdigit():
        return _fail(f"PORT must be a number, not {port}.")
    if trouble := _cannot_listen(host, int(port)):
        return _fail(trouble)
    try:
        bootstrap.ensure_environment("runtime")
    except SetupFailed as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return 130
    return _serve(_environment(host, port), host, int(port), demo=options.demo)


def _serve(env: dict[str, str], host: str, port: int, *, demo: bool) -> int:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    database = _data_folder(env) / "marrakech.sqlite3"
    is_embedded = not env.get("DATABASE_URL")
    if is_embedded:
        _close_to_others(database)
    for step in _steps(env, database, is_embedded=is_embedded, demo=demo):
        command = [str(PYTHON), "manage.py", *step]
        # In its own session, so that Ctrl-C does not interrupt a migration.
        if subprocess.run(command, cwd=ROOT, env=env, check=False, start_new_session=True).returncode:
            return _fail(f"manage.py {step[0]} failed. Its output is above.")
        if stop.is_set():
            return 0
        if step[0] == "migrate" and is_embedded:
            record_migration(database)
        if step[0] == "collectstatic":
            record_collection(env)
    children = ChildProcesses(env)
    for name, command in _commands(env, host, port).items():
        children.start(name, command)
    try:
        return _watch(children, stop, env, host, port)
    finally:
        children.stop()
        say("Stopped.")


def _steps(env: dict[str, str], database: Path, *, is_embedded: bool, demo: bool) -> list[list[str]]:
    """Return what manage.py must do before the start."""
    steps = [] if is_embedded and is_migrated(database) else [["migrate", "-v", "0"]]
    if is_embedded and steps:
        steps.append(["store_films", "-v", "0"])
    if not is_collected(env):
        steps.append(["collectstatic", "--noinput", "-v", "0"])
    return [*steps, ["demo"]] if demo else steps


def _close_to_others(database: Path) -> None:
    """Let only the owner read the key and the database. It is created empty: SQLite gives its other files its mode."""
    database.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(database, os.O_RDONLY | os.O_CREAT, 0o600))
    for path in (database, *database.parent.glob(f"{database.name}-*"), database.with_name("secret-key")):
        if path.exists() and path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _watch(children: ChildProcesses, stop: threading.Event, env: dict[str, str], host: str, port: int) -> int:
    """Wait for Ctrl-C (0) or the end of a child (1). Print the addresses as soon as the web server answers."""
    printed = False
    while not stop.wait(0.1):
        if (dead := children.dead()) and not children.restart(dead):
            return _fail(f"The {dead} process has ended by itself, so everything stops. Its last lines are above.")
        if not printed and _answers(host, port):
            printed = True
            say(f"\n  The site is at    {env['SITE_URL']}/")
            if env["DEBUG"].lower() not in FALSE_VALUES and not env.get("EMAIL_URL"):
                say(f"  Its emails are at {env['SITE_URL']}/dev/mailbox/")
            say("  Ctrl-C stops it.\n")
    return 0


def _commands(env: dict[str, str], host: str, port: int) -> dict[str, list[str]]:
    python, celery = str(PYTHON), [str(PYTHON), "-m", "celery", "-qA", "marrakech_site"]
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    web = [python, "-m", "gunicorn", "marrakech_site.wsgi", "--bind", bind, "--worker-class", "gthread"]
    web += ["--threads", "8", "--log-level", "warning", "--graceful-timeout", "3"]
    always = {"web": web}
    if env.get("METRICS_PORT"):
        always["metrics"] = [python, "manage.py", "serve_metrics"]
    if not env.get("REDIS_URL"):
        return {**always, "worker": [python, "manage.py", "work"]}
    schedule = str(_data_folder(env) / "beat-schedule")
    worker = [*celery, "worker", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    return {
        **always,
        "mail": [*worker, "--queues", "mail", "--concurrency", "4", "--hostname", "mail@%h"],
        "worker": [*worker, "--queues", "celery", "--concurrency", "2"],
        "robots": [*worker, "--queues", "robots", "--concurrency", "2", "--hostname", "robots@%h"],
        "beat": [*celery, "beat", "--loglevel", "INFO", "--pidfile=", "--schedule", schedule],
    }


def _environment(host: str, port: str) -> dict[str, str]:
    """Return the environment of the children, with settings for development where nothing is set."""
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "marrakech_site.settings"}
    is_local = host in {"127.0.0.1", "localhost", "::1"}
    url_host = f"[{host}]" if ":" in host else host
    env.setdefault("SITE_URL", f"http://{url_host if host not in {'0.0.0.0', '::'} else '127.0.0.1'}:{port}")
    if not env.get("DEBUG"):
        env["DEBUG"] = "1"
    env.setdefault("STATIC_BUNDLES", "1")
    env.setdefault("STATIC_ROOT", str(_data_folder(env) / "static"))
    if not is_local and env["DEBUG"].lower() not in FALSE_VALUES:
        env.setdefault("ALLOWED_HOSTS", "*")  # HOST=0.0.0.0 means access from other machines
    return env


def _data_folder(env: dict[str, str]) -> Path:
    return Path(env.get("DATA_DIR") or ROOT / "var")


def _cannot_listen(host: str, port: int) -> str:
    """Return the reason why the address cannot be used, "" if it can."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, OverflowError) as error:
        if _answers(host, port):
            return f"Port {port} is busy: stop what uses it, or start with PORT={port + 1} ./run"
        return f"Cannot listen on {host}:{port} ({error}); set HOST and PORT to an address of this machine."
    return ""


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except (OSError, OverflowError):
        return False


def _fail(sentence: str) -> int:
    time.sleep(0.05)  # let the readers of the children's pipes print first
    print(sentence, file=sys.stderr, flush=True)
    return 1


def migration_state() -> int:
    """Return a number that changes with the packages, the settings or the names of the migrations."""
    names = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/migrations/*.py"))
    parts = [(ROOT / LOCKS["runtime"]).read_bytes(), (ROOT / "marrakech_site/settings.py").read_bytes()]
    return zlib.crc32(b"\0".join([*parts, "\n".join(names).encode()])) & 0x7FFFFFFF or 1


def is_migrated(path: Path) -> bool:
    if not path.exists():
        return False
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=5)) as database:
            return bool(database.execute("PRAGMA user_version").fetchone()[0] == migration_state())
    except sqlite3.Error:
        return False


def record_migration(path: Path) -> None:
    if path.exists():
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:
            database.execute(f"PRAGMA user_version = {migration_state()}")


def static_state(env: dict[str, str]) -> str:
    """Return a text that changes with static files, the settings, what bundles them, the packages and their place."""
    files = sorted(path for path in (ROOT / "static").rglob("*") if path.is_file())
    files += [ROOT / LOCKS["runtime"], *(ROOT / "marrakech_site" / name for name in ("settings.py", "static_files.py"))]
    facts = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return f"{zlib.crc32(repr(facts).encode())} {env['STATIC_ROOT']} {env['STATIC_BUNDLES']}"


def is_collected(env: dict[str, str]) -> bool:
    """Return True if the static files are collected, or need not be: collecting them takes three seconds."""
    if env["DEBUG"].lower() not in FALSE_VALUES and env["STATIC_BUNDLES"].lower() in FALSE_VALUES:
        return True
    stamp = _stamp_of_static_files(env)
    return (Path(env["STATIC_ROOT"]) / "staticfiles.json").exists() and (
        stamp.exists() and stamp.read_text() == static_state(env)
    )


def record_collection(env: dict[str, str]) -> None:
    _stamp_of_static_files(env).write_text(static_state(env))


def _stamp_of_static_files(env: dict[str, str]) -> Path:
    return _data_folder(env) / "collected"
