"""Chromium for the browser tests and gettext for the catalogue: found, or installed by apt where that is allowed."""

import os
import shutil
import subprocess

from .bootstrap import SetupFailed, say

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ["chromium", "fonts-dejavu-core", "libatomic1"]
ON = {"1", "true", "yes", "on"}


def find() -> str:
    """Return the path of a Chromium of this machine, or nothing. CHROMIUM names another one."""
    return os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), "")


def is_required() -> bool:
    """Tell whether a missing browser is an error: REQUIRE_BROWSER=1, or CI."""
    return any(os.environ.get(name, "").lower() in ON for name in ("REQUIRE_BROWSER", "CI"))


def install() -> None:
    """Install what is missing if we may. Raises SetupFailed when Chromium is required and cannot be had."""
    missing = [*([] if find() else PACKAGES), *([] if shutil.which("xgettext") else ["gettext"])]
    if missing and os.geteuid() == 0 and shutil.which("apt-get") and not os.environ.get("NO_APT"):
        say(f"Installing {', '.join(missing)} with apt ...")
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", *missing]):
            done = subprocess.run(["apt-get", *command], env=env, capture_output=True, text=True, check=False)
            if done.returncode:
                say(done.stdout[-500:] + done.stderr[-500:])
                break
    if not find():
        sentence = "There is no Chromium here (on Debian: apt install chromium libatomic1)"
        if is_required():
            raise SetupFailed(f"{sentence}, and REQUIRE_BROWSER or CI asks for it.")
        say(f"{sentence}: the browser tests will be skipped.")
