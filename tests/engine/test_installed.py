import subprocess
import sys
from pathlib import Path

import pytest

from games import engine
from games.engine import registry
from tooling.bootstrap import UV

pytestmark = pytest.mark.slow
ENGINE = Path(engine.__file__).parent
USE = """
import marrakech_engine as engine, sys
title = engine.get_title("marrakech")
state = title.start("gigamic", {}, 3)
assert all(getattr(engine, name) for name in engine.__all__)
assert not [name for name in sys.modules if name.split(".")[0] in ("django", "games")]
print(engine.__version__, len(title.legal_actions(state)))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which the engine is installed."""
    target = tmp_path_factory.mktemp("installed")
    install = [str(UV), "pip", "install", "-q", "--offline", "--no-build-isolation", "--no-deps", "--python"]
    subprocess.run([*install, sys.executable, "--target", str(target), str(ENGINE)], check=True)
    return target


def run(folder: Path, *command: str) -> str:
    """Run a program that finds nothing but the folder and the standard library."""
    env = {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-S", *command], cwd=folder, env=env, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_the_engine_is_installed_as_a_package_of_its_own(folder: Path) -> None:
    assert run(folder, "-c", USE) == f"{engine.__version__} 3\n"


def test_the_installed_engine_has_types_and_sample_files(folder: Path) -> None:
    assert (folder / "marrakech_engine" / "py.typed").exists()
    assert len(run(folder, "-m", "marrakech_engine", "samples").splitlines()) >= 3


def test_titles_of_the_installed_engine_are_entry_points(folder: Path) -> None:
    show = "from importlib.metadata import entry_points as e; print(*[p.name for p in e(group='marrakech.titles')])"
    assert set(run(folder, "-c", show).split()) == set(registry._OWN)
    load = "from importlib.metadata import entry_points as e; [p.load().start for p in e(group='marrakech.titles')]"
    assert run(folder, "-c", load) == ""


def test_the_installed_engine_has_every_file(folder: Path) -> None:
    installed = {path.relative_to(folder / "marrakech_engine") for path in (folder / "marrakech_engine").rglob("*")}
    listed = subprocess.run(["git", "ls-files"], cwd=ENGINE, capture_output=True, text=True, check=False)
    files = {Path(name) for name in listed.stdout.splitlines() if (ENGINE / name).exists()}
    assert files - installed <= {Path("pyproject.toml")}


def test_the_installed_engine_has_a_command(folder: Path) -> None:
    assert run(folder, str(folder / "bin" / "marrakech-engine"), "--version") == (
        f"python -m marrakech_engine {engine.__version__}\n"
    )
    assert "python -m marrakech_engine replay game.mkg" in run(folder, "-m", "marrakech_engine", "replay", "--help")


def test_the_installed_engine_has_its_readme_its_licence_and_an_address(folder: Path) -> None:
    (info,) = folder.glob("marrakech_engine-*.dist-info")
    metadata = (info / "METADATA").read_text()
    headers, _, readme = metadata.partition("\n\n")
    assert readme.strip() == (ENGINE / "README.md").read_text().strip()
    assert "License-Expression: AGPL-3.0-or-later" in headers
    assert "Project-URL: Licence, https://" in headers
    assert (info / "licenses" / "LICENSE").read_text() == (ENGINE.parents[1] / "LICENSE").read_text()


def test_the_example_of_the_readme_runs(folder: Path) -> None:
    example = (ENGINE / "README.md").read_text().split("```python\n")[1].split("```")[0]
    assert run(folder, "-c", example).startswith("Outcome(reason=")
