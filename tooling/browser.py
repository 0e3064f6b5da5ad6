"""Chromium, gettext, proxies and promtool for the tests: found, or installed with apt if that is allowed."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from .bootstrap import VENV, SetupFailed, say

# The first is Chromium without windows, which saves a third of the time.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_PACKAGES = CHROMIUM_NAMES[:2]  # also the names of Debian's packages
EXTRA_PACKAGES = ["fonts-dejavu-core", "libatomic1"]
TOOLS = {"nginx": "nginx", "caddy": "caddy", "promtool": "prometheus"}  # and Debian's package of each
UNPACKED = VENV / "unpacked"
TRUE_VALUES = {"1", "true", "yes", "on"}


def find_chromium() -> str:
    """Return the path of an installed Chromium, "" if there is none. CHROMIUM names another one."""
    return os.environ.get("CHROMIUM") or next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), "")


def find_tool(name: str) -> str:
    """Return the path of one of the tools, "" if it is missing."""
    folders = [os.environ.get("PATH", ""), "/usr/sbin", *(str(UNPACKED / "usr" / part) for part in ("sbin", "bin"))]
    return shutil.which(name, path=os.pathsep.join(folders)) or ""


def is_required() -> bool:
    """Return True if a missing browser is an error: REQUIRE_BROWSER=1, or CI."""
    return any(os.environ.get(name, "").lower() in TRUE_VALUES for name in ("REQUIRE_BROWSER", "CI"))


def install_packages() -> None:
    """Install what is missing, as root on a system with apt. Raise SetupFailed if Chromium is required and missing."""
    if os.geteuid() == 0 and shutil.which("apt-get") and not os.environ.get("NO_APT"):
        if not os.environ.get("CHROMIUM") and not shutil.which(CHROMIUM_PACKAGES[0]):
            _add(CHROMIUM_PACKAGES[0], *EXTRA_PACKAGES)
        if not find_chromium():
            _add(CHROMIUM_PACKAGES[1], *EXTRA_PACKAGES)
        if not shutil.which("xgettext"):
            _add("gettext")
        for tool, package in TOOLS.items():
            if not find_tool(tool):
                _unpack(package)
    if not find_chromium():
        sentence = "Chromium is not installed (on Debian: apt install chromium libatomic1)"
        if is_required():
            raise SetupFailed(f"{sentence}, and REQUIRE_BROWSER or CI requires it.")
        say(f"{sentence}. The browser tests are skipped.")


def _add(*packages: str) -> None:
    say(f"Installing {', '.join(packages)} with apt ...")
    if _apt("install", "-y", "--no-install-recommends", *packages) and not _apt("update"):
        _apt("install", "-y", "--no-install-recommends", *packages)


def _unpack(package: str) -> None:
    """Unpack a package without installing it: that would also start its server."""
    say(f"Unpacking {package} for its tests ...")
    with TemporaryDirectory() as folder:
        download = ["apt-get", "-q", "download", package]
        if subprocess.run(download, cwd=folder, capture_output=True, check=False).returncode:
            _apt("update")
            subprocess.run(download, cwd=folder, capture_output=True, check=False)
        UNPACKED.mkdir(exist_ok=True)
        found = list(Path(folder).glob("*.deb"))
        if not found or subprocess.run(["dpkg", "-x", found[0], UNPACKED], check=False).returncode:
            say(f"There is no package {package}. Its tests are skipped.")


def _apt(*words: str) -> int:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["apt-get", "-q", *words], env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        say(done.stdout[-500:] + done.stderr[-500:])
    return done.returncode
