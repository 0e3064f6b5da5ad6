import json
import os
import subprocess

import requests

from tests import servers
from tooling.bootstrap import PYTHON, ROOT


def lines_of_gunicorn(debug: str) -> list[str]:
    """Start gunicorn with a page that is no part of the site, ask for it, stop gunicorn and return its lines."""
    port = servers.free_port()
    command = [str(PYTHON), "-m", "gunicorn", "wsgiref.simple_server:demo_app", "--bind", f"127.0.0.1:{port}"]
    env = {**os.environ, "DEBUG": debug}
    with subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True) as server:
        servers.wait_for(lambda: servers.answers(port), "gunicorn")
        requests.get(f"http://127.0.0.1:{port}/page", timeout=30)
        server.terminate()
        _out, lines = server.communicate(timeout=30)
    return lines.splitlines()


def test_gunicorn_logs_json_on_a_public_site() -> None:
    lines = [json.loads(line) for line in lines_of_gunicorn("0")]
    assert {line["logger"] for line in lines} == {"gunicorn.error"}
    assert any("Listening at" in line["event"] and line["level"] == "info" for line in lines)


def test_gunicorn_does_not_log_requests_with_secret_addresses() -> None:
    assert not any("/page" in line for line in lines_of_gunicorn("0"))


def test_gunicorn_logs_short_lines_with_debug() -> None:
    lines = lines_of_gunicorn("1")
    assert any("Listening at" in line for line in lines)
    assert not any(line.startswith("{") for line in lines)
