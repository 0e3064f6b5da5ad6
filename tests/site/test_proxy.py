"""The proxies of the folder ``deploy``: slow clients take no thread of the site, and links stay out of logs."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from django.test import RequestFactory
from django.urls import resolve

from marrakech_site.logs import safe_path
from tests.servers import free_port
from tests.site.access.access_data import routes
from tooling.bootstrap import ROOT
from tooling.browser import find_tool

NGINX, CADDY = find_tool("nginx"), find_tool("caddy")
needs_nginx = pytest.mark.skipif(not NGINX, reason="nginx is not installed (on Debian: apt install nginx)")
needs_caddy = pytest.mark.skipif(not CADDY, reason="caddy is not installed (on Debian: apt install caddy)")
SLOW = 40  # connections, each with a thread of its own if the site read it: it has eight
PATIENCE = 5.0  # seconds for an answer that takes milliseconds
HEADERS = b"GET / HTTP/1.1\r\nHost: marrakech.example.org\r\nX-Slow: "
BODY = b"POST / HTTP/1.1\r\nHost: marrakech.example.org\r\nContent-Length: 5000\r\n\r\nfirst=bytes"
READER = b"GET /large HTTP/1.1\r\nHost: marrakech.example.org\r\n\r\n"
GROUP = r"<[^>]*>|\(\?P<[^)]*\)"  # a part of a route that is given
KINDS = pytest.mark.parametrize("sent", [HEADERS, BODY, READER], ids=["headers", "body", "reader"])


@contextlib.contextmanager
def running(command: list[str], port: int, **env: str) -> Iterator[None]:
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **env}) as process:
        try:
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline and process.poll() is None:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.05)
            assert process.poll() is None, f"{command[0]} has stopped"
            yield
        finally:
            process.kill()


@pytest.fixture(scope="module")
def site() -> Iterator[int]:
    """Run gunicorn with the threads of the Dockerfile. Return its port."""
    port = free_port()
    options = re.search(r'"--worker-class", "gthread", "--threads", "(\d+)"', (ROOT / "Dockerfile").read_text())
    assert options
    words = ["--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", options[1], "--timeout", "120"]
    settings = ["--config", "/dev/null", "--log-level", "error"]
    with running([sys.executable, "-m", "gunicorn", "tests.site.slow_app", *words, *settings], port):
        yield port


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the unprivileged processes of nginx can enter."""
    found = Path(mkdtemp(prefix="marrakech-proxy-"))
    found.chmod(0o755)
    yield found
    shutil.rmtree(found, ignore_errors=True)


def replaced(text: str, pattern: str, new: str) -> str:
    found, count = re.subn(pattern, lambda _match: new, text)
    assert count, f"the shipped file has no {pattern}"
    return found


@contextlib.contextmanager
def nginx(site: int, folder: Path) -> Iterator[int]:
    """Run nginx with the shipped lines, without TLS and on a free port. Return the port."""
    port, text = free_port(), (ROOT / "deploy" / "nginx.conf").read_text()
    text = replaced(text, r"listen \[::\]:443 ssl http2;", "")  # IPv6, which not each machine has
    text = replaced(text, r"listen \[::\]:80;", "")
    text = replaced(text, r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    text = replaced(text, r"listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = replaced(text, r"ssl_certificate(_key)? [^;]*;", "")
    text = replaced(text, r"access_log \S+", f"access_log {folder}/access.log")
    text = replaced(text, r"127\.0\.0\.1:8000", f"127.0.0.1:{site}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;"
        f"events {{ worker_connections 512; }} http {{ {paths} {text} }}"
    )
    assert NGINX
    with running([NGINX, "-e", f"{folder}/errors", "-p", str(folder), "-c", f"{folder}/nginx.conf"], port):
        yield port


@contextlib.contextmanager
def caddy(site: int, folder: Path) -> Iterator[int]:
    """Run Caddy with the shipped lines, without TLS and on a free port. Return the port."""
    port, text = free_port(), (ROOT / "deploy" / "Caddyfile").read_text()
    text = replaced(text, r"\n\{\n", "\n{\n\tadmin off\n")
    text = replaced(text, r"\nmarrakech\.example\.org \{", f"\nhttp://marrakech.example.org:{port} {{")
    text = replaced(text, r"127\.0\.0\.1:8000", f"127.0.0.1:{site}")
    (folder / "Caddyfile").write_text(text)
    assert CADDY
    home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with running([CADDY, "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"], port, **home):
        yield port


@contextlib.contextmanager
def slow_clients(port: int, sent: bytes) -> Iterator[None]:
    """Hold connections that have sent a part of a request, or read nothing of an answer."""
    with contextlib.ExitStack() as held:
        for _number in range(SLOW):
            client = held.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            client.sendall(sent)
        time.sleep(0.5)
        yield


def is_answered(port: int, patience: float = PATIENCE) -> bool:
    """Return True if the site answers a plain request in time."""
    with socket.create_connection(("127.0.0.1", port), patience) as client:
        client.settimeout(patience)
        client.sendall(b"GET / HTTP/1.1\r\nHost: marrakech.example.org\r\nConnection: close\r\n\r\n")
        try:
            return client.recv(100).startswith(b"HTTP/1.1 200 ")
        except TimeoutError:
            return False


@KINDS
def test_without_a_proxy_slow_clients_hold_every_thread(site: int, sent: bytes) -> None:
    """Otherwise the tests below would show nothing."""
    assert is_answered(site)
    with slow_clients(site, sent):
        assert not is_answered(site, patience=1)


@needs_nginx
@KINDS
def test_forty_slow_clients_of_nginx_hold_no_thread(site: int, folder: Path, sent: bytes) -> None:
    with nginx(site, folder) as port, slow_clients(port, sent):
        assert all(is_answered(port) for _number in range(5))


def secret_addresses() -> list[str]:
    """Return each address of the site that opens something for everyone who knows it, with "secret" in it."""
    links = [route for route in routes() if re.search(r"<str:(token|key)>|<key>|^i/<slug:code>", route)]
    found = [f"/{re.sub(GROUP, 'secret', route).replace('^', '').removesuffix('$')}" for route in links]
    assert {"/m/secret/", "/p/secret/", "/i/secret/", "/feeds/secret.ics"} <= set(found)
    return found


def ask(port: int, path: str, came_from: str = "") -> bytes:
    """Return the first line of an answer."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        lines = [f"GET {path} HTTP/1.1", "Host: marrakech.example.org", f"Referer: {came_from}", "Connection: close"]
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        return client.recv(100).partition(b"\r\n")[0]


def test_the_site_leaves_links_out_of_its_log() -> None:
    requests = [RequestFactory().get(path) for path in secret_addresses()]
    for request in requests:
        request.resolver_match = resolve(request.path)
    assert [path for request in requests if "secret" in (path := safe_path(request))] == []


@needs_nginx
def test_nginx_leaves_links_out_of_its_log(site: int, folder: Path) -> None:
    more = ["/t/x/?invite=secret", "/accounts/signup/?next=%2Fi%2Fsecret%2F", "/accounts/login/?next=/p/secret/"]
    more += ["/accounts/signup/?next=/&email=secret", "/accounts/login/?next=/t/x/%3Finvite%3Dsecret"]
    with nginx(site, folder) as port:
        for path in ("/open/", *secret_addresses(), *more):
            assert ask(port, path, "https://marrakech.example.org/m/secret/") == b"HTTP/1.1 200 OK"
        time.sleep(0.2)
        log = (folder / "access.log").read_text()
    assert "/open/" in log
    assert "secret" not in log


@needs_caddy
def test_caddy_leaves_links_out_of_what_it_says_of_a_site_that_is_away(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with caddy(free_port(), folder) as port:
        assert b" 502 " in ask(port, "/m/secret/", "https://marrakech.example.org/m/secret/")
        time.sleep(0.2)
    said = capfd.readouterr().err
    assert "connection refused" in said
    assert "secret" not in said


@needs_caddy
@pytest.mark.parametrize("sent", [HEADERS, BODY], ids=["headers", "body"])
def test_forty_slow_clients_of_caddy_hold_no_thread(site: int, folder: Path, sent: bytes) -> None:
    with caddy(site, folder) as port, slow_clients(port, sent):
        assert all(is_answered(port) for _number in range(5))
