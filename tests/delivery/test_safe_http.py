import contextlib
import socket
import threading
import time

import pytest
from pytest_django.fixtures import Settings
from urllib3.connection import HTTPConnection

from games.common.errors import Invalid
from games.delivery import safe_http
from games.delivery.safe_http import Unreachable, post
from games.notifications.webhooks import WebAddress
from tests.helpers.web_server import AT, HOST, Receiver, lead, trust


def test_an_outgoing_request_has_its_host_and_user_agent(receiver: Receiver) -> None:
    answer = post(f"{receiver.url}?a=b", b"body", {"X-Kind": "test"})
    (request,) = receiver.requests
    assert answer.is_good
    assert (request.target, request.body, request.headers["x-kind"]) == ("/in?a=b", b"body", "test")
    assert (request.headers["host"], request.server_name) == (f"{HOST}:{receiver.port}", HOST)
    assert request.headers["user-agent"].startswith("marrakech-by-mail (+http")


def test_the_answer_to_an_outgoing_request_is_status_and_headers(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 503, {"Retry-After": "9"}
    answer = post(receiver.url, b"", {})
    assert (answer.status, answer.headers["retry-after"], answer.is_good) == (503, "9", False)


def test_an_outgoing_request_follows_no_redirect(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 302, {"Location": f"{receiver.url}/elsewhere"}
    assert post(receiver.url, b"", {}).status == 302
    assert len(receiver.requests) == 1


def test_the_host_of_an_outgoing_request_is_resolved_once(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [[AT], ["127.0.0.1"]]
    tried = lead(monkeypatch, lambda _name: answers.pop(0))
    post(receiver.url, b"", {})
    assert (tried, answers) == ([AT], [["127.0.0.1"]])


@pytest.mark.parametrize(
    "ips", [["127.0.0.1"], ["10.0.0.1"], [AT, "127.0.0.1"], ["::1", AT], ["::ffff:127.0.0.1"], ["fe80::1%eth0"], []]
)
def test_a_host_with_a_private_address_is_not_called(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, ips: list[str]
) -> None:
    tried = lead(monkeypatch, lambda _name: ips)
    with pytest.raises(Invalid) as refusal:
        post(receiver.url, b"", {})
    assert (refusal.value.code, tried, receiver.requests) == ("private-address", [], [])


def test_the_next_address_of_a_silent_host_is_tried(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = safe_http.open_connection

    def opened(address: WebAddress, ip: str, seconds: float) -> HTTPConnection:
        if ip == "1.1.1.1":
            raise OSError("unreachable")
        return connect(address, ip, seconds)

    monkeypatch.setattr(safe_http, "open_connection", opened)
    monkeypatch.setattr(safe_http, "look_up", lambda _host, _port: ["1.1.1.1", AT])
    assert post(receiver.url, b"", {}).is_good


def test_at_most_four_addresses_of_a_host_are_tried(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def refused(_address: WebAddress, ip: str, _seconds: float) -> HTTPConnection:
        tried.append(ip)
        raise OSError("unreachable")

    monkeypatch.setattr(safe_http, "open_connection", refused)
    monkeypatch.setattr(safe_http, "look_up", lambda _host, _port: [f"1.1.1.{last}" for last in range(9)])
    with pytest.raises(Unreachable, match="unreachable"):
        post(receiver.url, b"", {})
    assert tried == ["1.1.1.0", "1.1.1.1", "1.1.1.2", "1.1.1.3"]


def test_a_certificate_of_another_host_name_is_refused(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unreachable, match="certificate"):
        post(receiver.url.replace(HOST, "other.example.org"), b"", {})
    assert receiver.requests == []


def test_an_untrusted_certificate_is_refused(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    trust(monkeypatch, "other.example.org")
    with pytest.raises(Unreachable, match="certificate"):
        post(receiver.url, b"", {})


def test_an_unknown_host_name_is_reported(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_name: str) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    lead(monkeypatch, unknown)
    with pytest.raises(Unreachable, match=f"the host name {HOST} is unknown"):
        post(receiver.url, b"", {})


def test_a_name_server_that_does_not_answer_delays_nothing(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    lead(monkeypatch, lambda _name: [AT] if over.wait(10) else [])
    with pytest.raises(Unreachable, match="no answer within"):
        post(receiver.url, b"", {}, seconds=0.05)
    over.set()


def test_a_closed_port_is_reported(receiver: Receiver) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(Unreachable, match="refused"):
        post(f"https://{HOST}:{port}/", b"", {})


def test_host_names_are_resolved_by_the_system() -> None:
    assert safe_http.look_up("127.0.0.1", 443) == ["127.0.0.1"]


def test_outgoing_requests_check_certificates() -> None:
    context = safe_http.tls_context()
    assert context.check_hostname
    assert context.verify_mode.name == "CERT_REQUIRED"


def test_a_header_of_an_outgoing_request_cannot_contain_another_one(receiver: Receiver) -> None:
    with pytest.raises(ValueError, match="Invalid header value"):
        post(receiver.url, b"", {"X-Kind": "a\r\nX-Other: b"})


def raw_server(monkeypatch: pytest.MonkeyPatch, *parts: bytes, close: bool = True) -> str:
    """Answer one plain connection with these bytes; return the address."""
    lead(monkeypatch, lambda _name: [AT])
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _address = server.accept()
        with server, connection:
            connection.recv(65536)
            for part in parts:
                connection.sendall(part)
            if not close:
                connection.recv(1)

    threading.Thread(target=serve, daemon=True).start()
    return f"http://{HOST}:{server.getsockname()[1]}/"


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ([b"SSH-2.0-OpenSSH_9.6\r\n\r\n"], "not valid HTTP"),
        ([b"HTTP/1.1 2000 OK\r\n\r\n"], "not valid HTTP"),
        ([b"HTTP/1.1 200 OK\r\n", *[b"X: y\r\n"] * 101], "not valid HTTP"),
        ([b"HTTP/1.1 200 OK\r\nContent-Length: 5, 7\r\n\r\nhello"], "not valid HTTP"),
        ([b""], "closed without an answer"),
        ([b"HTTP/1.1 200 OK\r\nX: " + b"a" * 70_000], "not valid HTTP"),
    ],
)
def test_an_invalid_http_response_is_reported(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, parts: list[bytes], reason: str
) -> None:
    settings.DEBUG = True
    with pytest.raises(Unreachable, match=reason):
        post(raw_server(monkeypatch, *parts), b"", {})


def test_the_log_hides_the_address_of_an_invalid_response(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DEBUG = True
    url = raw_server(monkeypatch, b"HTTP/1.1 200 OK\r\nno header\r\n\r\n")
    assert post(f"{url}services/SECRET", b"", {}).status == 200
    assert "SECRET" not in caplog.text


def test_a_server_that_does_not_answer_delays_nothing(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.DEBUG = True
    with pytest.raises(Unreachable, match="no answer within"):
        post(raw_server(monkeypatch, b"HTTP/1.1 ", close=False), b"", {}, seconds=0.05)


def dripping_server(monkeypatch: pytest.MonkeyPatch, start: bytes, drop: bytes) -> int:
    """Answer one connection with these bytes and then a drop every 20 milliseconds for 3 seconds; return the port."""
    lead(monkeypatch, lambda _name: [AT])
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _address = server.accept()
        with server, connection, contextlib.suppress(OSError):
            connection.recv(65536)
            connection.sendall(start)
            for _ in range(150):
                time.sleep(0.02)
                connection.sendall(drop)

    threading.Thread(target=serve, daemon=True).start()
    return int(server.getsockname()[1])


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (b"", b"X"),
        (b"HTTP/1.1 200 ", b"X"),
        (b"HTTP/1.1 200 OK\r\n", b"X"),
        (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
)
def test_a_server_that_answers_byte_by_byte_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, start: bytes, drop: bytes
) -> None:
    settings.DEBUG = True
    port, began = dripping_server(monkeypatch, start, drop), time.monotonic()
    with pytest.raises(Unreachable, match="no answer within"):
        post(f"http://{HOST}:{port}/", b"", {}, seconds=0.3)
    assert time.monotonic() - began < 1.5


def test_a_tls_handshake_byte_by_byte_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    port, began = dripping_server(monkeypatch, b"\x16\x03\x03\x40\x00", b"\x02"), time.monotonic()
    with pytest.raises(Unreachable, match="no answer within"):
        post(f"https://{HOST}:{port}/", b"", {}, seconds=0.3)
    assert time.monotonic() - began < 1.5


def test_the_body_of_an_answer_is_not_read(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.DEBUG = True
    head = b"HTTP/1.0 200\r\nContent-Length: 1000000000\r\n\r\n"
    assert post(raw_server(monkeypatch, head, close=False), b"", {}).status == 200
