"""``manage.py serve_lmtp``, a server that takes incoming emails from the mail server by LMTP."""

import signal
import threading
from contextlib import suppress
from pathlib import Path
from socketserver import BaseServer
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.inbound.lmtp import LmtpHandler, SocketServer, TcpServer

SOCKET_MODE = 0o666  # the mail server runs as another user; the folder of the socket says who may reach it


class Command(BaseCommand):
    """Serves until SIGTERM or SIGINT."""

    help = "Take incoming emails from Postfix by LMTP, without a process for each (docs/play-by-mail.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default="127.0.0.1:8024", help="HOST:PORT, or the path of a socket file")

    def handle(self, *args: Any, **options: Any) -> None:
        with _server_at(options["listen"]) as server:
            for number in (signal.SIGTERM, signal.SIGINT):
                with suppress(ValueError):  # in a thread of a test
                    signal.signal(number, lambda *_args: threading.Thread(target=server.shutdown).start())
            self.stdout.write(f"LMTP at {options['listen']}")
            self.stdout.flush()
            server.serve_forever()


def _server_at(place: str) -> BaseServer:
    """Return a server that listens at a place. Raises CommandError for a place that does not exist."""
    host, colon, port = place.rpartition(":")
    try:
        if "/" in place or not colon:
            Path(place).unlink(missing_ok=True)  # of a server that was killed
            server: BaseServer = SocketServer(place, LmtpHandler)
            Path(place).chmod(SOCKET_MODE)
            return server
        return TcpServer((host.strip("[]"), int(port)), LmtpHandler)
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot listen at {place}: {error}") from None
