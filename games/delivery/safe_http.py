"""Calling an address that a player has given, without lending them the server's place in its network.

The name is resolved once; every address it stands for must be public (``services.web_addresses``), and the connection
goes to exactly one of those that were checked, so that a name service which answers differently a moment later gains
nothing. The certificate is still checked against the name. No redirect is followed, no proxy or netrc of the machine is
used, and of the answer no more is read than its head. All of it together has a few seconds: an address that answers
drop by drop must not hold up the mail.
"""

import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext_noop as _

from games.services.notifications.web_addresses import WebAddress, is_public, parse_web_address, private_address

from .errors import UserFacingError

SECONDS = 6.0
LONGEST_HEAD = 16 * 1024  # bytes of status line and headers
STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([1-9][0-9]{2})(?: [^\r\n]*)?\r?\n")
HEAD_END = re.compile(rb"\r?\n\r?\n")


class Unreachable(UserFacingError):
    """Nobody answers there, or not in time, or not in HTTP. The text says what has happened, for whoever set it up."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``status`` as the server has sent it; ``headers`` by names in small letters."""

    status: int
    headers: Mapping[str, str]

    @property
    def is_good(self) -> bool:
        """Tell whether the request was taken."""
        return 200 <= self.status < 300


class Clock:
    """What is left of the time that one call may take."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left. Raises TimeoutError where there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("no answer in time")
        return left


def post(url: str, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> Answer:
    """Send a POST request and return how it was answered.

    Raises Invalid for an address that is not called (bad-address, private-address), Unreachable where no answer comes.
    """
    address, clock = parse_web_address(url), Clock(seconds)
    try:
        ips = resolved(address, clock)
        with _connection(address, ips, clock) as connection:
            _send(connection, _request(address, body, headers), clock)
            return _answer(connection, clock)
    except TimeoutError:
        raise Unreachable(_("no answer within %(seconds)d seconds"), seconds=seconds) from None
    except ssl.SSLCertVerificationError as error:
        raise Unreachable(_("the certificate is not valid: %(why)s"), why=error.verify_message) from None
    except OSError as error:
        raise Unreachable(error.strerror or str(error) or type(error).__name__) from None


def resolved(address: WebAddress, clock: Clock) -> list[str]:
    """Return the IP addresses that a host stands for, each once.

    Raises Unreachable where it stands for none, Invalid (private-address) if any is not public.

    The machine's resolver knows no time limit, so a thread asks it, which may be left behind.
    """
    found: queue.SimpleQueue[list[str] | Unreachable] = queue.SimpleQueue()

    def look() -> None:
        try:
            found.put(look_up(address.host, address.port))
        except (OSError, UnicodeError):
            found.put(Unreachable(_("the host name %(host)s is unknown"), host=address.host))

    threading.Thread(target=look, daemon=True).start()
    try:
        ips = found.get(timeout=clock.left())
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(ips, Unreachable):
        raise ips
    if not ips or not all(is_public(ip) for ip in ips):
        raise private_address()
    return ips


def look_up(host: str, port: int) -> list[str]:
    """Ask the name service of the machine. Return what it says, each address once."""
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


def _connection(address: WebAddress, ips: list[str], clock: Clock) -> socket.socket:
    """Connect to the first of these addresses that takes it; over TLS the server must prove that it is the host."""
    plain = _first_open(ips, address.port, clock)
    if address.scheme == "http":
        return plain
    try:
        plain.settimeout(clock.left())
        return tls_context().wrap_socket(plain, server_hostname=address.host)
    except BaseException:
        plain.close()
        raise


def _first_open(ips: list[str], port: int, clock: Clock) -> socket.socket:
    for ip in ips[:-1]:
        with suppress(OSError):
            return open_socket(ip, port, clock.left() / 2)
    return open_socket(ips[-1], port, clock.left())


def open_socket(ip: str, port: int, seconds: float) -> socket.socket:
    """Connect to an IP address: no name is asked for."""
    made = socket.socket(socket.AF_INET6 if ":" in ip else socket.AF_INET)
    made.settimeout(seconds)
    try:
        made.connect((ip, port))
    except BaseException:
        made.close()
        raise
    return made


@cache
def tls_context() -> ssl.SSLContext:
    """Return how a server is checked: by the machine's certificates, and by its name."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    return context


def _request(address: WebAddress, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = {"Host": address.authority, "Connection": "close", "Content-Length": str(len(body)), **headers}
    head = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in lines.items())
    return f"POST {address.target} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body


def _one_line(value: str) -> str:
    if not value.isprintable():
        raise ValueError("a header holds a line end")
    return value


def _send(connection: socket.socket, data: bytes, clock: Clock) -> None:
    view = memoryview(data)
    while view:
        connection.settimeout(clock.left())
        view = view[connection.send(view) :]


def _answer(connection: socket.socket, clock: Clock) -> Answer:
    """Read the head of the answer, and nothing beyond; what only announces the answer (1xx) is passed over."""
    data = b""
    while True:
        while not (end := HEAD_END.search(data)):
            if len(data) > LONGEST_HEAD:
                raise Unreachable(_("the answer is not valid HTTP"))
            connection.settimeout(clock.left())
            more = connection.recv(4096)
            if not more:
                raise Unreachable(_("the connection was closed without an answer"))
            data += more
        answer = _read_head(data[: end.end()])
        if answer.status >= 200:
            return answer
        data = data[end.end() :]


def _read_head(head: bytes) -> Answer:
    status = STATUS_LINE.match(head)
    if not status:
        raise Unreachable(_("the answer is not valid HTTP"))
    lines = head[status.end() :].decode("latin-1").splitlines()
    pairs = (line.partition(":") for line in lines if ":" in line)
    return Answer(int(status[1]), {name.strip().lower(): value.strip() for name, _colon, value in pairs})
