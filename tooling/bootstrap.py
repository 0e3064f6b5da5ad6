"""The virtual environment in .venv, made with Python and pip alone from the lock files."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UV = VENV / "tools" / "bin" / "uv"
STAMP = VENV / "installed"
LOCKS = {"runtime": "requirements.lock", "dev": "requirements-dev.lock"}


class SetupFailed(Exception):
    """The environment could not be made. The text says why in one sentence."""


def say(sentence: str) -> None:
    """Print one line at once, even into a pipe."""
    print(sentence, flush=True)


def ensure_environment(kind: str) -> None:
    """Install the packages for ``kind``, runtime (./run) or dev (./test), unless they are there. Raises SetupFailed."""
    if _stamp("dev") == _installed() or _stamp(kind) == _installed():
        return
    if _installed().startswith("dev"):  # installed by ./test: keep its packages
        kind = "dev"
    say(f"Installing the packages of {LOCKS[kind]} into .venv ...")
    if not PYTHON.exists() or _version_of(PYTHON) != _version_of(Path(sys.executable)):
        shutil.rmtree(VENV, ignore_errors=True)
        # Without pip: faster, and it works on Debian without python3-venv.
        _call([sys.executable, "-m", "venv", "--without-pip", str(VENV)], "Python's venv module does not work here.")
    if not UV.exists():
        _install_uv()
    lock = str(ROOT / LOCKS[kind])
    sync = [str(UV), "pip", "sync", "-q", "--python", str(PYTHON), "--require-hashes", "--compile-bytecode", lock]
    _call(sync, "The packages could not be installed.")
    STAMP.write_text(_stamp(kind))


def _install_uv() -> None:
    options = ["install", "-q", "--disable-pip-version-check", "--no-warn-script-location", "--root-user-action=ignore"]
    options += ["--require-hashes", "--target", str(VENV / "tools"), "-r", str(ROOT / "requirements-uv.lock")]
    sentence = "uv could not be installed with pip."
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
        _call([sys.executable, "-m", "pip", *options], sentence)
        return
    _call([str(PYTHON), "-m", "ensurepip"], "pip is missing. Install it (on Debian: apt install python3-pip).")
    _call([str(PYTHON), "-m", "pip", *options], sentence)


def _stamp(kind: str) -> str:
    digest = hashlib.sha256((ROOT / LOCKS[kind]).read_bytes()).hexdigest()
    return f"{kind} {digest} {VENV.resolve()} {sys.version_info.major}.{sys.version_info.minor}"


def _installed() -> str:
    return STAMP.read_text() if STAMP.exists() and PYTHON.exists() else ""


def _version_of(python: Path) -> str:
    code = "import sys; print(*sys.version_info[:2])"
    return subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False).stdout


def _call(command: list[str], sentence: str) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SetupFailed(f"{sentence}\n{done.stdout.strip()}")
