"""A web server on this machine that stands for one on the internet, with its own certificate and DNS answers."""

import contextlib
import datetime
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from urllib3.connection import HTTPConnection

from games.delivery import safe_http
from games.notifications.webhooks import WebAddress, is_public

HOST = "hooks.example.org"
AT = "203.0.113.9"  # the address in the DNS answers


@dataclass
class Request:
    """One request; the names of headers are in small letters."""

    target: str
    headers: dict[str, str]
    body: bytes
    server_name: str


@dataclass
class Receiver:
    """A server that stores requests, and answers ``status`` with ``headers``."""

    port: int = 0
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)

    @property
    def url(self) -> str:
        """An address at this server."""
        return f"https://{HOST}:{self.port}/in"


@cache
def certificate(host: str) -> tuple[bytes, bytes]:
    """Return a self-signed certificate and key of a host, in PEM."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    day = datetime.timedelta(days=1)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - day).not_valid_after(now + day)
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
    signed = made.sign(key, hashes.SHA256())
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return signed.public_bytes(Encoding.PEM), secret


def _server_context(host: str, names: list[str]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "both.pem"
        path.write_bytes(b"".join(certificate(host)))
        context.load_cert_chain(path)

    def note(_socket: ssl.SSLObject, name: str, _context: ssl.SSLContext) -> None:
        names.append(name)

    context.sni_callback = note
    return context


def _handler(receiver: Receiver, names: list[str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Stores each request."""

        def do_POST(self) -> None:
            """Store one request and answer it."""
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.requests.append(Request(self.path, headers, body, names[-1]))
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Log nothing."""

    return Handler


@contextlib.contextmanager
def receiving(monkeypatch: pytest.MonkeyPatch, host: str = HOST) -> Iterator[Receiver]:
    """Run a server for ``host`` that the site finds and trusts like one on the internet."""
    receiver, names = Receiver(), []  # type: tuple[Receiver, list[str]]
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(receiver, names))
    server.socket = _server_context(host, names).wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    trust(monkeypatch, host)
    lead(monkeypatch, lambda _name: [AT])
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()


def trust(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """Make the site trust only the certificate of that host."""
    context = ssl.create_default_context(cadata=certificate(host)[0].decode())
    monkeypatch.setattr(safe_http, "tls_context", lambda: context)


def lead(monkeypatch: pytest.MonkeyPatch, resolve: Callable[[str], list[str]]) -> list[str]:
    """Resolve names to these addresses; ``AT`` is this machine. Return the list of connections."""
    tried: list[str] = []
    connect = safe_http.open_connection

    def opened(address: WebAddress, ip: str, seconds: float) -> HTTPConnection:
        tried.append(ip)
        return connect(address, "127.0.0.1" if ip == AT else ip, seconds)

    monkeypatch.setattr(safe_http, "look_up", lambda host, port: resolve(host))
    monkeypatch.setattr(safe_http, "open_connection", opened)
    monkeypatch.setattr(safe_http, "is_public", lambda ip: ip == AT or is_public(ip))
    return tried
