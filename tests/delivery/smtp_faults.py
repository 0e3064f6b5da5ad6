"""SMTP servers that break off, for tests."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pytest_django.fixtures import Settings


class SilentServer:
    """Takes every command, and each complete email without an answer, until ``answers`` is true."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.emails: list[bytes] = []
        self.answers = False

    def serve(self) -> None:
        """Serve one connection after the other until the listener is closed."""
        while True:
            try:
                connection, _address = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=[connection], daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as lines:
            connection.sendall(b"220 hello\r\n")
            for line in lines:
                if line.upper().startswith(b"DATA"):
                    connection.sendall(b"354 go on\r\n")
                    self.emails.append(b"".join(iter(lines.readline, b".\r\n")))
                    if not self.answers:
                        lines.read()  # until the client hangs up
                        return
                connection.sendall(b"250 fine\r\n")


@contextmanager
def silent_server(settings: Settings) -> Iterator[SilentServer]:
    """Run a server that does not answer complete emails, and make the site use it."""
    server = SilentServer()
    threading.Thread(target=server.serve, daemon=True).start()
    settings.DELIVERY_EMAIL_BACKEND = "games.delivery.email.PatientBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = server.listener.getsockname()
    try:
        yield server
    finally:
        server.listener.close()
