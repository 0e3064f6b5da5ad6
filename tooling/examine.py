"""./test: the environment, then every check and test, each with its duration, the first failure at the end."""

import argparse
import os
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

TAIL = 40
PRODUCTION = {
    "DEBUG": "0",
    "SITE_URL": "https://example.org",
    "SECRET_KEY": "never-used-7f1c0e4d9a2b8c6e5f3a1d0b9c8e7f6a5b4c3d2e",
    "DATABASE_URL": "postgres://marrakech@localhost/marrakech",
    "REDIS_URL": "redis://localhost:6379/0",
    "EMAIL_URL": "smtp://localhost:25",
    "DEFAULT_FROM_EMAIL": "Marrakech by Mail <marrakech@example.org>",
}
SCHEMA = "docs/openapi.yaml"
QUICK = ["tests/engine", "tests/games"]  # rules, services and lists; pages, mails and API are for the whole run


@dataclass
class Step:
    """One command of the examination."""

    name: str
    command: list[str]
    env: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    code: int = -1
    output: list[str] = field(default_factory=list)
    aside: bool = False  # takes one processor: may run while others do

    def run(self, env: dict[str, str]) -> None:
        """Run it; its output is kept, and appears as it comes, or in the end what ran beside others."""
        say(f"\n== {self.name}" if not self.aside else f"== {self.name} begins")
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
                if not self.aside:
                    say(line.rstrip())
        self.code, self.seconds = process.returncode, time.monotonic() - began
        late = self.output if self.aside else []
        say("\n".join([*late, f"-- {self.name}: {'ok' if self.code == 0 else 'FAILED'}, {self.seconds:.1f} s"]))


CHECK = partial(Step, aside=True)


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; return 0 when everything passed."""
    parser = argparse.ArgumentParser(prog="./test", description="Run every check and test, or pytest on given paths.")
    parser.add_argument("--quick", action="store_true", help="checks, and tests of rules and services on SQLite")
    parser.add_argument(
        "--coverage", action="store_true", help="fail unless every branch of rules and services is tested"
    )
    parser.add_argument("--pg", action="store_true", help="run the given paths on PostgreSQL and Valkey")
    wishes, rest = parser.parse_known_args(arguments)
    began = time.monotonic()
    try:
        bootstrap.ensure("dev")
        if not wishes.quick:
            browser.install()
    except SetupFailed as error:
        print(error, file=sys.stderr)
        return 1
    say(f"-- environment: ok, {time.monotonic() - began:.1f} s")
    scratch = tempfile.mkdtemp(prefix="marrakech-examine-")
    try:
        return _examine(_steps(wishes.quick, wishes.pg, wishes.coverage, rest, Path(scratch)), Path(scratch))
    except KeyboardInterrupt:
        return 130
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _examine(steps: list[Step], scratch: Path) -> int:
    ours = {"DATABASE_URL", "REDIS_URL", "DEBUG", "SITE_URL", "EMAIL_URL", "ALLOWED_HOSTS", "SECRET_KEY"}
    env = {name: value for name, value in os.environ.items() if name not in ours}
    env |= {"DATA_DIR": str(scratch), "PYTHONUNBUFFERED": "1", "COVERAGE_FILE": str(scratch / "coverage")}
    env["PATH"] = f"{VENV / 'bin'}{os.pathsep}{env.get('PATH', '')}"
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile every test anew: a fifth of a quick run
    began = time.monotonic()
    aside = threading.Thread(target=_run, args=([step for step in steps if step.aside], env), daemon=True)
    aside.start()
    _run([step for step in steps if not step.aside], env)
    aside.join()
    return _report(steps, time.monotonic() - began)


def _run(steps: list[Step], env: dict[str, str]) -> None:
    for step in steps:
        step.run(env)


def _report(steps: list[Step], seconds: float) -> int:
    failed = [step for step in steps if step.code]
    if failed:
        say(f"\n== First failure: {failed[0].name}")
        say("\n".join(failed[0].output[-TAIL:]))
    say(f"\n== Summary ({seconds:.0f} s)")
    for step in steps:
        say(f"{'ok    ' if step.code == 0 else 'FAILED'} {step.seconds:6.1f} s  {step.name}")
    for step in steps:
        if "pytest" in step.command and step.output:
            say(f"{step.name}: {step.output[-1].strip('= ')}")
    return 1 if failed else 0


def _steps(quick: bool, pg: bool, measured: bool, rest: list[str], scratch: Path) -> list[Step]:
    """Return the steps: pytest on the given paths, or everything (``quick``: without servers and browser)."""
    python = str(PYTHON)
    pytest = [python, "-m", "pytest", "-q", "--durations=10"]
    beside = [python, "-m", "tests.services"]
    if rest:
        return [Step("Given tests", [*beside, *pytest, *rest] if pg else [*pytest, *rest])]
    apart = ["--ignore=tests/stack", "--ignore=tests/browser"]
    covered = ["--cov", "--cov-report=term", "--cov-fail-under=100"]
    brief = ["-m", "not slow", "--nomigrations", *QUICK]
    part = brief if quick else covered if measured else []
    fewer = {"HYPOTHESIS_PROFILE": "quick"} if quick else {}
    # Nobody is idle while somebody else has tests left.
    sqlite = Step("Tests on SQLite", [*pytest, "-n", "2", "--dist", "worksteal", *apart, *part], fewer)
    # What it is all one to which database it uses has been run.
    everything = [*beside, *pytest, "-n", "2", "--dist", "loadgroup", "--stored"]
    steps = [*_checks(python), *([] if quick else _site_checks(python, scratch)), sqlite]
    return steps if quick else [*steps, Step("Tests on PostgreSQL and Valkey, stack and browser", everything)]


def _checks(python: str) -> list[Step]:
    migrations = [python, "manage.py", "makemigrations", "--check", "--dry-run"]
    return [
        CHECK("ruff check", ["ruff", "check"]),
        CHECK("ruff format", ["ruff", "format", "--check", "--quiet"]),
        CHECK("djangofmt", ["djangofmt", "--check", "--quiet", "templates"]),
        CHECK("Style sheets", [python, "-m", "tooling.css", "--check"]),
        CHECK("mypy", ["mypy"]),
        CHECK("import-linter", ["lint-imports", "--no-cache"]),
        CHECK("Migrations are complete", migrations, {"DEBUG": "1"}),
    ]


def _site_checks(python: str, scratch: Path) -> list[Step]:
    """Return the checks of the API and of a site for many: like pages and mails, they are for the whole run."""
    manage = [python, "manage.py"]
    schema = str(scratch / "openapi.yaml")
    return [
        CHECK("Deploy checks", [*manage, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
        CHECK(
            "OpenAPI schema without warnings",
            [*manage, "spectacular", "--validate", "--fail-on-warn", "--file", schema],
            PRODUCTION,
        ),
        CHECK(f"OpenAPI schema as in {SCHEMA}", ["diff", "-u", str(ROOT / SCHEMA), schema]),
    ]
