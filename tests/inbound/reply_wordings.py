"""Natural replies with what they mean, in English, French and German, and replies that must play nothing.

Each reply in ``wordings/*.txt`` begins with a line such as ``@@ L``: what it asks for. ``@@ ? L`` is a reply that may
be played or be answered with "Did you mean L?", ``@@ nothing`` must play nothing, ``@@ proposal yes`` answers a
proposal.

All were written before the parser that reads them. Those in ``second_wordings`` come from another author, who had seen
neither the parser nor the first ones, and those in ``third_wordings`` from the time when the parser read the second
ones: it read 89 % of them, and played one trap. Half of the first and second ones, chosen by a digest of the text, are
``sealed``: change the parser by looking at failures of the other half only, or the figure of the sealed half means
nothing.
"""

import hashlib
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from games.inbound.message_text import reply_lines

FOLDERS = ("wordings", "second_wordings")


@dataclass(frozen=True, slots=True)
class Wording:
    """A reply and what it means."""

    language: str
    meaning: str
    text: str
    is_about_proposal: bool = False

    @property
    def is_doubtful(self) -> bool:
        """True for a reply that may be answered by a question."""
        return self.meaning.startswith("? ")

    @property
    def is_trap(self) -> bool:
        """True for a reply that must play nothing."""
        return self.meaning == "nothing"

    @property
    def is_sealed(self) -> bool:
        """True for the half that nobody looks at while the parser is written."""
        return bool(hashlib.sha256(self.text.encode()).digest()[0] & 1)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that are read of an email with this text."""
        mail = EmailMessage()
        mail.set_content(f"{self.text}\n")
        return reply_lines(mail)


def wordings(folder: str) -> list[Wording]:
    """Return every reply of one of the folders."""
    paths = sorted((Path(__file__).parent / folder).glob("*.txt"))
    return [wording for path in paths for wording in _read(path)]


def _read(path: Path) -> list[Wording]:
    blocks = path.read_text(encoding="utf-8").split("@@ ")[1:]
    return [_wording(path.stem, *block.split("\n", 1)) for block in blocks]


def _wording(language: str, heading: str, text: str) -> Wording:
    words = heading.split(" ")
    meaning = " ".join(word for word in words if word != "proposal")
    return Wording(language, meaning, text.strip("\n"), "proposal" in words)
