"""A small IMAP server for tests: one folder, one login, one connection at a time."""

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class FakeMailbox:
    """The emails of a folder by UID, their flags, and the commands. ``answers`` replaces answers to a command."""

    mails: dict[int, bytes] = field(default_factory=dict)
    flags: dict[int, set[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    sizes: dict[int, int] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)

    def put(self, *mails: bytes) -> None:
        """Add unread emails."""
        for mail in mails:
            number = len(self.mails) + 1
            self.mails[number], self.flags[number] = mail, set()

    def unread(self) -> list[int]:
        """Return the UIDs of unread emails."""
        return [number for number in self.mails if "\\Seen" not in self.flags[number]]


class ImapHandler(socketserver.StreamRequestHandler):
    """Understands the IMAP commands that the site uses."""

    @property
    def box(self) -> FakeMailbox:
        """Return the folder."""
        box: FakeMailbox = self.server.box  # type: ignore[attr-defined]
        return box

    def say(self, *lines: str) -> None:
        """Send lines."""
        for line in lines:
            self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        """Answer commands until LOGOUT."""
        self.say("* OK ready")
        for raw in self.rfile:
            tag, _, command = raw.decode().strip().partition(" ")
            self.box.asked.append(command)
            name = next((name for name in self.box.answers if command.startswith(name)), "")
            if name:
                self.say(f"{tag} {self.box.answers[name]}")
                continue
            self.answer(command)
            self.say(f"{tag} OK done")
            if command == "LOGOUT":
                return

    def answer(self, command: str) -> None:
        """Send the untagged part of a response."""
        if command == "CAPABILITY":
            self.say("* CAPABILITY IMAP4rev1")
        elif command.startswith("SELECT"):
            self.say(f"* {len(self.box.mails)} EXISTS")
        elif command == "UID SEARCH UNSEEN":
            self.say(f"* SEARCH {' '.join(map(str, self.box.unread()))}".rstrip())
        elif found := re.fullmatch(r"UID (FETCH|STORE) (\d+) (.+)", command):
            self.of_mail(found[1], int(found[2]), found[3])
        elif command == "LOGOUT":
            self.say("* BYE")

    def of_mail(self, verb: str, number: int, what: str) -> None:
        """Answer a command about one email."""
        mail = self.box.mails[number]
        if verb == "STORE":
            self.box.flags[number] |= set(re.findall(r"\\\w+", what))
        elif "SIZE" in what:
            self.say(f"* {number} FETCH (UID {number} RFC822.SIZE {self.box.sizes.get(number, len(mail))})")
        else:
            content = mail.partition(b"\n\n")[0] + b"\n\n" if "HEADER" in what else mail
            self.wfile.write(
                f"* {number} FETCH (UID {number} BODY[] {{{len(content)}}}\r\n".encode() + content + b")\r\n"
            )


@contextmanager
def imap_server(box: FakeMailbox) -> Iterator[str]:
    """Serve the folder on a free port; yield its address without a path."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), ImapHandler) as server:
        server.daemon_threads = True
        server.box = box  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"imap://play:se%2Fcret@127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
