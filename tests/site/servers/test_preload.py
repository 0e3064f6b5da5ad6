"""Test of what is open when gunicorn, which has loaded the site (--preload), forks its workers."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
import threading

connections = []
sys.addaudithook(lambda event, arguments: connections.append(arguments) if event == "socket.connect" else None)
import marrakech_site.wsgi

assert not connections, connections
assert threading.active_count() == 1, threading.enumerate()
"""


def test_loading_the_site_opens_no_connection_and_starts_no_thread(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "SECRET_KEY": "x" * 50,
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
