"""The program behind ./test: every check and test with its duration, and the first failure at the end."""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from . import bootstrap, browser
from .bootstrap import PYTHON, ROOT, VENV, SetupFailed, say

TAIL_LINES = 40
PRODUCTION_ENV = {
    "DEBUG": "0",
    "SITE_URL": "https://example.org",
    "SECRET_KEY": "never-used-7f1c0e4d9a2b8c6e5f3a1d0b9c8e7f6a5b4c3d2e",
    "DATABASE_URL": "postgres://marrakech@localhost/marrakech",
    "REDIS_URL": "redis://localhost:6379/0",
    "EMAIL_URL": "smtp://localhost:25",
    "DEFAULT_FROM_EMAIL": "Marrakech by Mail <marrakech@example.org>",
    "OPERATOR_NAME": "Example",
}
SCALE_GAMES = ["--games", "1000", "100000", "--rounds", "3"]
REHEARSED = ["--seats", "350000"]
SCHEMA = "docs/openapi.yaml"
QUICK_FOLDERS = (
    "engine pictures core notifications clocks deputies play board time_outs proposals chat planning analysis replay "
    "people lobby lesson table"
)
QUICK_PATHS = [f"tests/{name}" for name in QUICK_FOLDERS.split()]  # without emails, API and browser


@dataclass
class CheckStep:
    name: str
    command: list[str]
    env: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    code: int = -1
    output: list[str] = field(default_factory=list)
    in_parallel: bool = False  # runs beside other steps, on one processor

    def run(self, env: dict[str, str]) -> None:
        """Run the command. Print its output as it comes, or at the end if it runs beside others."""
        say(f"\n== {self.name}" if not self.in_parallel else f"== {self.name} started")
        began = time.monotonic()
        with subprocess.Popen(
            self.command,
            cwd=ROOT,
            env={**env, **self.env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            for line in process.stdout or ():
                self.output.append(line.rstrip())
                if not self.in_parallel:
                    say(line.rstrip())
        self.code, self.seconds = process.returncode, time.monotonic() - began
        late = self.output if self.in_parallel else []
        say("\n".join([*late, f"-- {self.name}: {'ok' if self.code == 0 else 'FAILED'}, {self.seconds:.1f} s"]))


# The same order, dice and names in each run; another --randomly-seed after it wins.
PYTEST = [str(PYTHON), "-m", "pytest", "-q", "--durations=10", "--randomly-seed=1"]
SERVERS = [str(PYTHON), "-m", "tests.servers"]  # runs the rest of the command beside PostgreSQL and Valkey
# What these check is the same on each database: ./test --full runs them on PostgreSQL, too.
ONE_DATABASE_FOLDERS = ["accounts", "api", "delivery", "engine", "inbound", "mail", "naive_marram", "site"]
SERVER_FOLDERS = ["browser", "chaos", "stack"]
ON_SQLITE = "not stack and not browser and not chaos and not full"
ALL_ON_SQLITE = "not stack and not browser and not chaos"
ON_POSTGRESQL = "((database and not one_database and not sqlite) or stack or browser) and not full"
ALL_ON_POSTGRESQL = "(database and not sqlite) or stack or browser"
COVERED = "games/engine/*,games/core/*,games/clocks/*,games/deputies/*,games/play/*,games/time_outs/*"
PRESENTED = "games/board/*,games/pictures/*,games/mail/*"
PAGES = ",".join(f"games/*/{name}.py" for name in ("admin", "api", "forms", "presenters", "views"))
HELPERS = "tests/*"
PARALLEL_CHECK = partial(CheckStep, in_parallel=True)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="./test", description="Run every check and test, or pytest on given paths.")
    parser.add_argument("--quick", action="store_true", help="checks, and tests of rules and services on SQLite")
    parser.add_argument("--checks", action="store_true", help="checks only: style, types, layers, migrations, schema")
    parser.add_argument("--full", action="store_true", help="everything, with coverage, long runs and benchmarks")
    parser.add_argument("--fix", action="store_true", help="format and generate files; run no checks or tests")
    parser.add_argument("--pg", action="store_true", help="run the given paths on PostgreSQL and Valkey")
    options, rest = parser.parse_known_args(arguments)
    began = time.monotonic()
    try:
        bootstrap.ensure_environment("dev")
        if not (options.quick or options.checks or options.fix):
            browser.install_packages()
    except SetupFailed as error:
        print(error, file=sys.stderr)
        return 1
    say(f"-- environment: ok, {time.monotonic() - began:.1f} s")
    scratch = tempfile.mkdtemp(prefix="marrakech-checks-")
    try:
        return _run_all(_steps(options, rest, Path(scratch)), Path(scratch))
    except KeyboardInterrupt:
        return 130
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _run_all(steps: list[CheckStep], scratch: Path) -> int:
    ours = {"DATABASE_URL", "REDIS_URL", "DEBUG", "SITE_URL", "EMAIL_URL", "ALLOWED_HOSTS", "SECRET_KEY"}
    env = {name: value for name, value in os.environ.items() if name not in ours}
    env |= {"DATA_DIR": str(scratch), "PYTHONUNBUFFERED": "1", "COVERAGE_FILE": str(scratch / "coverage")}
    env["PATH"] = f"{VENV / 'bin'}{os.pathsep}{env.get('PATH', '')}"
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles every test again: a fifth of a quick run
    began = time.monotonic()
    in_parallel = threading.Thread(target=_run, args=([step for step in steps if step.in_parallel], env), daemon=True)
    in_parallel.start()
    _run([step for step in steps if not step.in_parallel], env)
    in_parallel.join()
    return _report(steps, time.monotonic() - began)


def _run(steps: list[CheckStep], env: dict[str, str]) -> None:
    for step in steps:
        step.run(env)


def _report(steps: list[CheckStep], seconds: float) -> int:
    failed = [step for step in steps if step.code]
    if failed:
        say(f"\n== First failure: {failed[0].name}")
        say("\n".join(failed[0].output[-TAIL_LINES:]))
    say(f"\n== Summary ({seconds:.0f} s)")
    for step in steps:
        say(f"{'ok    ' if step.code == 0 else 'FAILED'} {step.seconds:6.1f} s  {step.name}")
    for step in steps:
        if "pytest" in step.command and step.output:
            say(f"{step.name}: {step.output[-1].strip('= ')}")
    return 1 if failed else 0


def _steps(options: argparse.Namespace, rest: list[str], scratch: Path) -> list[CheckStep]:
    """Return the steps: fixes, checks, pytest on the given paths, or everything (``--quick``: on SQLite only)."""
    python = str(PYTHON)
    if options.fix:
        return _fixes(python)
    if options.checks:
        return [*_checks(python), *_site_checks(python, scratch)]
    if rest:
        return [CheckStep("Given tests", [*(SERVERS if options.pg else []), *PYTEST, *rest])]
    if options.quick:
        selected = ["-m", f"not slow and {ON_SQLITE}", "--nomigrations", "--ignore-glob=*_api.py", *QUICK_PATHS]
        return [*_checks(python), _on_sqlite(selected, HYPOTHESIS_PROFILE="quick")]
    full = _full_options() if options.full else []
    env = {"FULL": "1", "HYPOTHESIS_PROFILE": "full"} if options.full else {}
    chosen = ALL_ON_POSTGRESQL if options.full else ON_POSTGRESQL
    on_sqlite = ALL_ON_SQLITE if options.full else ON_SQLITE
    # tests/stack and tests/upgrade run all migrations, on PostgreSQL too.
    tables = [] if options.full else ["--nomigrations"]
    left_out = [] if options.full else _without(ONE_DATABASE_FOLDERS)
    # Four processes on two processors: each one often waits for its browser, for an email or for PostgreSQL.
    everywhere = [*SERVERS, *PYTEST, "-n", "4", "--dist", "loadgroup", "-m", chosen, *left_out, *tables, *full]
    return [
        *_checks(python),
        *_site_checks(python, scratch),
        _on_sqlite(["-m", on_sqlite, *_without(SERVER_FOLDERS), *tables, *full], **env),
        CheckStep("Tests on PostgreSQL and Valkey, stack and browser", everywhere, env),
        *(_long_runs(python, full) if options.full else []),
    ]


def _full_options() -> list[str]:
    """Return the options of pytest that measure coverage, and use an order, dice and names as in no run before."""
    seed = random.randrange(10**6)
    say(f"-- seed of the tests: {seed}")
    return ["--cov", "--cov-append", "--cov-report=", f"--randomly-seed={seed}"]


def _without(folders: list[str]) -> list[str]:
    """Return the options that leave folders out: to read thousands of tests that are not run takes seconds."""
    return [f"--ignore=tests/{name}" for name in folders]


def _on_sqlite(selected: list[str], **env: str) -> CheckStep:
    # "worksteal": no process is idle while another one has tests left.
    return CheckStep("Tests on SQLite", [*PYTEST, "-n", "2", "--dist", "worksteal", *selected], env)


def _long_runs(python: str, full: list[str]) -> list[CheckStep]:
    faults = [*PYTEST, "-m", "chaos", *full, "tests/chaos"]
    report = [python, "-m", "coverage", "report"]
    deep = [*PYTEST, "-n", "2", "tests/engine/rules", "tests/engine/notation"]
    years = [*PYTEST, "tests/clocks/test_simulation.py"]
    killed = "tests.delivery.killed_workers"
    outbox = [python, "-m", killed, "--mails", "10000", "--workers", "2", "--kills", "12"]
    return [
        CheckStep("Servers and workers killed and frozen under load", faults),
        CheckStep("The image is built, and its services run", [*SERVERS, python, "-m", "tooling.image"]),
        CheckStep(
            "Coverage of rules and services", [*report, f"--include={COVERED}", f"--omit={PAGES}", "--fail-under=100"]
        ),
        CheckStep("Coverage of presenters and email", [*report, f"--include={PRESENTED}", "--fail-under=95"]),
        CheckStep("Coverage of the tests’ helpers", [*report, f"--include={HELPERS}", "--fail-under=95"]),
        CheckStep("Simulated years of clocks", years, {"SIMULATION": "200 1000 500"}),
        CheckStep("Rules and notation, deep examples", deep, {"HYPOTHESIS_PROFILE": "deep"}),
        CheckStep("10,000 emails on SQLite, workers killed", outbox),
        CheckStep("10,000 emails on PostgreSQL, workers killed", [*SERVERS, *outbox]),
        CheckStep("Figures of the engine", [python, "-m", "benchmarks.engine"]),
        CheckStep("Ratings beside openskill", [python, "-m", "benchmarks.openskill_table"]),
        CheckStep("A year of rated games between known skills", [python, "-m", "benchmarks.rated_year"]),
        CheckStep("Figures of pages and API", [*SERVERS, python, "-m", "benchmarks.pages"]),
        CheckStep("Load of a small machine", [*SERVERS, python, "-m", "benchmarks.load"]),
        CheckStep("Turn emails at once", [*SERVERS, python, "-m", "benchmarks.mails", "--mails", "1000"]),
        CheckStep("Turn emails while much else is done", [*SERVERS, python, "-m", "benchmarks.prompt_mails"]),
        CheckStep("An upgrade rehearsed under play", [*SERVERS, python, "-m", "benchmarks.rehearsal", *REHEARSED]),
        CheckStep("Figures with 100,000 games", [*SERVERS, python, "-m", "benchmarks.scale", *SCALE_GAMES]),
        CheckStep("Figures of SQLite", [python, "-m", "benchmarks.scale", "--sqlite", *SCALE_GAMES]),
    ]


def _fixes(python: str) -> list[CheckStep]:
    """Return the steps that fix files. Migrations are left out: they need a name, and sometimes thought."""
    schema = [python, "manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", SCHEMA]
    return [
        CheckStep("ruff format", ["ruff", "format"]),  # first: it also wraps what would be too long for the check
        CheckStep("ruff check", ["ruff", "check", "--fix"]),
        CheckStep("djangofmt", ["djangofmt", "templates"]),
        CheckStep("Style sheets", [python, "-m", "tooling.css"]),
        CheckStep("OpenAPI schema", schema, PRODUCTION_ENV),
        CheckStep("Translation catalogues", [python, "-m", "tooling.translate"], {"DEBUG": "1"}),
    ]


def _checks(python: str) -> list[CheckStep]:
    migrations = [python, "manage.py", "makemigrations", "--check", "--dry-run"]
    return [
        PARALLEL_CHECK("ruff check", ["ruff", "check"]),
        PARALLEL_CHECK("ruff format", ["ruff", "format", "--check", "--quiet"]),
        PARALLEL_CHECK("djangofmt", ["djangofmt", "--check", "--quiet", "templates"]),
        PARALLEL_CHECK("Style sheets", [python, "-m", "tooling.css", "--check"]),
        PARALLEL_CHECK("mypy", ["mypy"]),
        PARALLEL_CHECK("import-linter", ["lint-imports", "--no-cache"]),
        PARALLEL_CHECK("Migrations are complete", migrations, {"DEBUG": "1"}),
    ]


def _site_checks(python: str, scratch: Path) -> list[CheckStep]:
    """Return the checks of the API and of production settings, which the quick run leaves out."""
    manage = [python, "manage.py"]
    schema = str(scratch / "openapi.yaml")
    return [
        PARALLEL_CHECK(
            "Migrations beside running code", [*SERVERS, python, "-m", "tooling.migrations"], {"DEBUG": "1"}
        ),
        PARALLEL_CHECK("Deploy checks", [*manage, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION_ENV),
        PARALLEL_CHECK(
            "OpenAPI schema without warnings",
            [*manage, "spectacular", "--validate", "--fail-on-warn", "--file", schema],
            PRODUCTION_ENV,
        ),
        PARALLEL_CHECK("Board and alerts", [python, "-m", "tooling.monitoring"]),
        PARALLEL_CHECK(f"OpenAPI schema as in {SCHEMA}", ["diff", "-u", str(ROOT / SCHEMA), schema]),
    ]
