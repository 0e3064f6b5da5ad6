"""POST requests to web addresses that players have given.

A player must not reach the server's private network this way. So the host name is resolved once, every IP address that
it stands for must be public, and the connection goes to one of these addresses: a name server that answers differently
a moment later changes nothing. urllib3's connections follow no redirects, use no proxies and do not retry.

Slow and silent web addresses are left alone for a minute (``post_with_backoff``). A host that does not answer is not
called for a minute, for any player. All addresses of the owner of a silent or slow address wait too, because otherwise
a player with ten slow addresses would delay all others. The pauses are in the cache. While its server is away, each
process has its own, so that every one of them may try an address once a minute.
"""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from http.client import HTTPException, RemoteDisconnected

from django.conf import settings
from django.core.cache import cache
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from accounts.models import User
from games.notifications.models import CallError
from games.notifications.webhooks import WebAddress, is_public, parse_web_address, private_address

from .email import DeliveryError

SECONDS = 6.0
MAX_IPS = 4  # a name server may answer with hundreds


class Unreachable(DeliveryError):
    """The server did not answer, not in time, or not in HTTP. The text says why, for the owner of the address."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The head of a response. The names of ``headers`` may be written in any case."""

    status: int
    headers: Mapping[str, str]

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300


def post(url: str, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> Answer:
    """Send a POST request and return the head of the response, within ``seconds`` in all. The body is not read.

    Raises Invalid (bad-address, private-address) for an address that is not allowed, Unreachable without a response.
    """
    address, deadline = parse_web_address(url), time.monotonic() + seconds
    try:
        connection = _connect(address, resolve(address, seconds), deadline)
        with contextlib.closing(connection), _deadline(connection, deadline):
            connection.timeout = seconds
            common = {"Host": address.authority, "Connection": "close", "User-Agent": user_agent()}
            connection.request("POST", address.target, body, {**headers, **common}, preload_content=False)
            with contextlib.closing(connection.getresponse()) as response:
                return Answer(response.status, response.headers)
    except TimeoutError:
        raise Unreachable(CallError.NO_ANSWER, seconds=seconds) from None
    except socket.gaierror:
        raise Unreachable(CallError.UNKNOWN_HOST, host=address.host) from None
    except ssl.SSLCertVerificationError as error:
        raise Unreachable(CallError.CERTIFICATE, why=error.verify_message) from None
    except RemoteDisconnected:
        raise Unreachable(CallError.CLOSED) from None
    except (HTTPException, HTTPError):
        raise Unreachable(CallError.NOT_HTTP) from None
    except OSError as error:
        raise Unreachable(CallError.NETWORK, why=error.strerror or str(error) or type(error).__name__) from None


def user_agent() -> str:
    return f"marrakech-by-mail (+{settings.SITE_URL})"


def resolve(address: WebAddress, seconds: float) -> list[str]:
    """Return up to MAX_IPS IP addresses of a host. Raises Invalid (private-address) if one of them is not public.

    Raises TimeoutError after ``seconds``: the system's resolver has no time limit, so its thread may be left behind.
    """
    executor = ThreadPoolExecutor(max_workers=1)
    try:
        ips = executor.submit(look_up, address.host, address.port).result(seconds)
    finally:
        executor.shutdown(wait=False)
    if not ips or not all(map(is_public, ips)):
        raise private_address()
    return ips[:MAX_IPS]


def look_up(host: str, port: int) -> list[str]:
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


def _connect(address: WebAddress, ips: list[str], deadline: float) -> HTTPConnection:
    """Connect to the first IP address that answers. Each but the last one gets half of the time that is left."""
    for ip in ips[:-1]:
        with contextlib.suppress(OSError):
            return open_connection(address, ip, _left(deadline) / 2)
    return open_connection(address, ips[-1], _left(deadline))


def _left(deadline: float) -> float:
    return max(deadline - time.monotonic(), 0.001)


def open_connection(address: WebAddress, ip: str, seconds: float) -> HTTPConnection:
    """Connect to an IP address within ``seconds``. With HTTPS the certificate must be valid for the host name."""
    half = seconds / 2  # the limit of the connect call, and again of the TLS handshake
    connection = (
        HTTPConnection(ip, address.port, timeout=half)
        if address.scheme == "http"
        else HTTPSConnection(ip, address.port, timeout=half, server_hostname=address.host, ssl_context=tls_context())
    )
    try:
        connection.connect()
    except OSError:
        connection.close()
        raise
    except HTTPError as error:  # urllib3's wrapper of an OSError
        raise error.__cause__ or error from None
    return connection


@lru_cache
def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


@contextlib.contextmanager
def _deadline(connection: HTTPConnection, deadline: float) -> Iterator[None]:
    """Shut the connection down at the deadline and raise TimeoutError.

    The socket's own time limit begins again with each byte: a server that sends one at a time could go on for ever.
    """
    is_over, connected = threading.Event(), connection.sock

    def shut_down() -> None:
        is_over.set()
        with contextlib.suppress(OSError):
            socket.socket.shutdown(connected, socket.SHUT_RDWR)  # SSLSocket's own method is not safe between threads

    timer = threading.Timer(_left(deadline), shut_down)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if is_over.is_set():
            raise TimeoutError


BACKOFF = 60  # seconds
SLOW_ANSWER = 2.0  # seconds


class BackingOff(DeliveryError):
    """The address is paused. The text says why."""


def post_with_backoff(owner: User, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a POST request for a player. Raises BackingOff, and Invalid and Unreachable as ``post`` does."""
    host = parse_web_address(url).authority
    of_host, of_owner = f"calls-rest:{host}", f"calls-rest-of:{owner.pk}"
    if resting := cache.get_many([of_host, of_owner]):
        raise BackingOff(CallError.PAUSED, host=next(iter(resting.values())))
    began = time.monotonic()
    try:
        answer = post(url, body, headers)
    except Unreachable:
        cache.set_many({of_host: host, of_owner: host}, BACKOFF)
        raise
    if time.monotonic() - began >= SLOW_ANSWER:
        cache.set(of_owner, host, BACKOFF)
    return answer
