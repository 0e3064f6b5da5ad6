"""The text of an incoming email: the lines that its writer has added."""

import re
import unicodedata
from email.message import EmailMessage, Message
from email.policy import compat32

from .html_text import text_of_html
from .quotes import own_lines

MAX_PART_BYTES = 200_000  # bytes of a part that are read
MAX_LINES, MAX_LINE_LENGTH = 40, 200
MAX_PARTS = 50
MAX_DEPTH = 8  # parts within parts


def reply_lines(message: EmailMessage) -> tuple[str, ...]:
    """Return the lines that the writer of an email has added, at most forty, without blank ones. Never raises.

    The first part of plain text counts. The HTML part counts if there is no plain text or nothing is left of it.
    Attachments and emails inside the email are ignored.
    """
    parts = _parts(with_raw_headers(message), 0)
    for kind in ("text/plain", "text/html"):
        for part in parts:
            if _type_of(part) == kind and (lines := _lines_of(part, kind)):
                return lines
    return ()


def with_raw_headers(message: EmailMessage) -> EmailMessage:
    """Make the header fields of an email and its parts readable as written: parsing malformed ones can fail."""
    _use_raw_headers(message, 0)
    return message


def _use_raw_headers(part: Message, depth: int) -> None:
    part.policy = compat32
    children = part.get_payload() if depth <= MAX_DEPTH else []
    for child in children if isinstance(children, list) else []:
        if isinstance(child, Message):
            _use_raw_headers(child, depth + 1)


def header_field(message: Message, name: str) -> str:
    """Return the first header field of this name (in small letters) as it was written, "" if there is none."""
    return next((str(value) for key, value in message.raw_items() if key.lower() == name), "")


def _parts(message: Message, depth: int) -> list[Message]:
    """Return the parts that a mail program shows as the email itself."""
    if depth > MAX_DEPTH or _type_of(message).startswith("message/"):
        return []
    payload = message.get_payload()
    if isinstance(payload, list):
        children = [child for child in payload[:MAX_PARTS] if isinstance(child, Message)]
        return [part for child in children for part in _parts(child, depth + 1)]
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
    return tuple(line[:MAX_LINE_LENGTH] for line in own[:MAX_LINES])


def _text_of(part: Message) -> str:
    try:
        raw = part.get_payload(decode=True)
    except (ValueError, LookupError):  # an encoding that does not exist, text that cannot be encoded
        raw = str(part.get_payload()).encode(errors="replace")
    data = raw[:MAX_PART_BYTES] if isinstance(raw, bytes) else b""
    for charset in (_parameter(part, "charset") or "utf-8", "utf-8"):
        try:
            return data.decode(charset)
        except (ValueError, LookupError):
            continue
    return data.decode("cp1252", errors="replace")


def _unflowed(lines: list[str], drops_space: bool) -> list[str]:
    """Join lines that a program has wrapped (RFC 3676). Quoted lines stay as they are: they are dropped later."""
    joined: list[str] = []
    is_wrapped = False
    for line in lines:
        is_quoted = line.startswith(">")
        line = line[1:] if line.startswith(" ") else line
        if is_wrapped and not is_quoted and line != "-- ":
            last = joined[-1]
            joined[-1] = (last[:-1] if drops_space else last) + line
        else:
            joined.append(line)
        is_wrapped = line.endswith(" ") and not is_quoted and line != "-- "
    return joined


def clean_line(line: str) -> str:
    """Return a line with ordinary digits, letters and blanks, without invisible characters."""
    line = unicodedata.normalize("NFKC", line[: 4 * MAX_LINE_LENGTH])
    line = re.sub(r"[\u2010-\u2013\u2212]", "-", line).replace("\u2014", "--").replace("\u2192", "->")
    return " ".join("".join(filter(_is_visible, line.replace("\t", " "))).split())


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
