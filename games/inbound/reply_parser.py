"""What somebody has written back: from a mail to its own lines, from its lines to what they ask for. Pure.

Only the first lines count: one word or notation, or a whole turn (``R; 1: c4c5; 2: d5e5``) on one line or several.
Whatever is said after it is for people.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage, Message
from email.policy import compat32
from enum import Enum

from ..mail.reply_words import BOARD, GREETINGS, HELP, POLITE, normalised
from .html_text import text_of_html
from .quotes import own_lines

LONGEST = 200_000  # bytes of a part that are looked at
MOST_LINES, LONGEST_LINE = 40, 200
DEEPEST = 8  # parts within parts
NO_RUG = "--"  # a notation without a letter
LONGEST_NOTATION = 14  # no text of an action has more letters


class Intent(Enum):
    """What a reply asks for."""

    NOTHING = "nothing"
    PLAY = "play"
    TURN = "turn"
    BOARD = "board"
    HELP = "help"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ReplyCommand:
    """``text`` is one notation (PLAY), or orders for a whole turn (TURN). ``read`` is what it was taken from."""

    intent: Intent
    text: str = ""
    read: str = ""


def reply_lines(message: EmailMessage) -> tuple[str, ...]:
    """Return the lines that the writer of a mail has added, at most forty, without blank ones. Never raises.

    The first part of plain text counts, that of HTML where there is none or nothing is left of it. Attachments and
    mails inside the mail are not looked at.
    """
    parts = _parts(with_raw_headers(message), 0)
    for kind in ("text/plain", "text/html"):
        for part in parts:
            if _type_of(part) == kind and (lines := _lines_of(part, kind)):
                return lines
    return ()


def with_raw_headers(message: EmailMessage) -> EmailMessage:
    """Let the fields of a mail and its parts be read as they were written: parsing mangled ones can fail."""
    _unparse(message, 0)
    return message


def _unparse(part: Message, depth: int) -> None:
    part.policy = compat32
    children = part.get_payload() if depth <= DEEPEST else []
    for child in children if isinstance(children, list) else []:
        if isinstance(child, Message):
            _unparse(child, depth + 1)


def header_field(message: Message, name: str) -> str:
    """Return the first header field of this name (in small letters) as it was written, "" if there is none."""
    return next((str(value) for key, value in message.raw_items() if key.lower() == name), "")


def _parts(message: Message, depth: int) -> list[Message]:
    """Return the parts that a reader sees as the mail itself."""
    if depth > DEEPEST or _type_of(message).startswith("message/"):
        return []
    payload = message.get_payload()
    if isinstance(payload, list):
        return [part for child in payload[:50] if isinstance(child, Message) for part in _parts(child, depth + 1)]
    is_attached = header_field(message, "content-disposition").strip().lower().startswith("attachment")
    return [] if is_attached else [message]


def _type_of(message: Message) -> str:
    written = header_field(message, "content-type").split(";")[0].strip().lower()
    return written if "/" in written else "text/plain"


def _parameter(message: Message, name: str) -> str:
    found = re.search(rf";\s*{name}\s*=\s*\"?([^\";\s]+)", header_field(message, "content-type"), re.IGNORECASE)
    return found[1].lower() if found else ""


def _lines_of(part: Message, kind: str) -> tuple[str, ...]:
    text = _text_of(part)
    if kind == "text/html":
        text = text_of_html(text)
    lines = [line.rstrip("\r") for line in re.split(r"\r\n|\n|\r|\u2028|\u2029", text)]
    if kind == "text/plain" and _parameter(part, "format") == "flowed":
        lines = _unflowed(lines, _parameter(part, "delsp") == "yes")
    own = [cleaned for line in own_lines(lines) if (cleaned := clean_line(line))]
    return tuple(line[:LONGEST_LINE] for line in own[:MOST_LINES])


def _text_of(part: Message) -> str:
    try:
        raw = part.get_payload(decode=True)
    except (ValueError, LookupError):  # an encoding that does not exist, text that cannot be encoded
        raw = str(part.get_payload()).encode(errors="replace")
    data = raw[:LONGEST] if isinstance(raw, bytes) else b""
    for charset in (_parameter(part, "charset") or "utf-8", "utf-8"):
        try:
            return data.decode(charset)
        except (ValueError, LookupError):
            continue
    return data.decode("cp1252", errors="replace")


def _unflowed(lines: list[str], drops_blank: bool) -> list[str]:
    """Join what a program has wrapped (RFC 3676). Quoted lines may stay as they are: they are left out anyway."""
    joined: list[str] = []
    is_open = False
    for line in lines:
        is_quoted = line.startswith(">")
        line = line[1:] if line.startswith(" ") else line
        if is_open and not is_quoted and line != "-- ":
            last = joined[-1]
            joined[-1] = (last[:-1] if drops_blank else last) + line
        else:
            joined.append(line)
        is_open = line.endswith(" ") and not is_quoted and line != "-- "
    return joined


def clean_line(line: str) -> str:
    """Return a line with ordinary digits, letters and blanks, without what cannot be seen."""
    line = unicodedata.normalize("NFKC", line[: 4 * LONGEST_LINE])
    line = re.sub(r"[\u2010-\u2013\u2212]", "-", line).replace("\u2014", "--").replace("\u2192", "->")
    return " ".join("".join(sign if _is_seen(sign) else "" for sign in line.replace("\t", " ")).split())


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


# From lines to a intent ---------------------------------------------------------------------------------------------

_LEADS = re.compile(
    r"\b(?:(?:on|if|for|at|a|an|the|roll|rolled|face|die|sur|si|pour|un|une|le|la|de|bei|auf|mit|eine?r?)\s+)+"
    r"(?=\d\s*(?:[:=)>.,]|->|\s[a-z]))",
    re.IGNORECASE,
)
_FACE = re.compile(r"(\d)\s*(?:[:=.)>,]|->?|\s)\s*(?:then\s+|alors\s+)?(?=\S*[a-z]|--)(.+)", re.IGNORECASE)
_BETWEEN = re.compile(r";|,(?=\s*\d\s*(?:[:=)]|->))|\s(?=\d\s*(?:[:=)]|->))")
_ORDERLIKE = re.compile(r"\b[a-z]\s?\d|\b\d\s*[:=]", re.IGNORECASE)
_JOINTS = re.compile(
    r"(?<=\d)\s*(?:-+>?|/|,|\+|&|\bto\b|\band\b|\bet\b|\ba\b|\bund\b|\bbis\b)\s*(?=[a-z])", re.IGNORECASE
)


def parse_command(lines: tuple[str, ...], words: Mapping[str, str]) -> ReplyCommand:
    """Return what the lines ask for. ``words`` tell what words mean: a notation, BOARD or HELP."""
    lines = _without_greeting(lines)
    if not lines:
        return ReplyCommand(Intent.NOTHING)
    first, rest = _pieces(lines[0]), lines[1:]
    orders = [_order(piece, words) for piece in first]
    head = "" if orders[0] else _notation(first[0], words)
    tail = orders[1:] if head else orders
    read = [lines[0]]
    if not all(tail):
        return ReplyCommand(Intent.UNCLEAR, read=lines[0])
    for line in rest:
        more = [_order(piece, words) for piece in _pieces(line)]
        if not all(more):
            if _ORDERLIKE.search(line):
                return ReplyCommand(Intent.UNCLEAR, read=" / ".join([*read, line]))
            break
        tail += more
        read.append(line)
    said = " / ".join(read)
    if tail:
        return ReplyCommand(Intent.TURN, "; ".join([head, *tail] if head else tail), said)
    if head in {BOARD, HELP}:
        return ReplyCommand(Intent(head), read=said)
    return ReplyCommand(Intent.PLAY, head, said)


def _without_greeting(lines: tuple[str, ...]) -> tuple[str, ...]:
    is_greeting = bool(lines) and normalised(lines[0]).split(" ")[0] in GREETINGS and not _ORDERLIKE.search(lines[0])
    return lines[1:] if is_greeting and len(normalised(lines[0]).split()) <= 4 else lines


def _pieces(line: str) -> list[str]:
    pieces = [piece.strip() for piece in _BETWEEN.split(_LEADS.sub("", line))]
    return [piece for piece in pieces if piece.strip(" .,")] or [line]


def _order(piece: str, words: Mapping[str, str]) -> str:
    """Return what is ordered for one result of chance ("2: d5e5", "2: d5e5L"), "" where a piece orders nothing."""
    found = _FACE.fullmatch(piece.strip(" .,!*_"))
    place, _blank, last = found[2].rpartition(" ") if found else ("", "", "")
    place = (
        _squeezed(place) + words[normalised(last)] if place and normalised(last) in words else _squeezed(place + last)
    )
    is_one = place == NO_RUG or (place.isalnum() and not place.isalpha())
    return f"{found[1]}: {place}" if found and is_one and len(place) <= LONGEST_NOTATION else ""


def _notation(piece: str, words: Mapping[str, str]) -> str:
    """Return the notation that a word stands for, or that was written; "" for anything longer than a notation."""
    said = normalised(piece)
    spoken = said.split(" ")
    while len(spoken) > 1 and spoken[-1].strip(",.!") in POLITE:
        spoken.pop()
    said = " ".join(spoken).strip(" ,.!")
    if said in words:
        return words[said]
    written = _squeezed(said) or piece
    return written if len(written) <= LONGEST_NOTATION else ""


def _squeezed(text: str) -> str:
    """Return a notation without what people put between its parts: "C4 - D4." is c4d4."""
    return "".join(_JOINTS.sub("", text.casefold()).split()).strip(".,!*_\"'")
