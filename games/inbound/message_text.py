"""The text of an incoming email: the lines that its writer has added."""

import codecs
import re
import unicodedata
from collections.abc import Sequence
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import compat32
from html.parser import HTMLParser
from typing import cast

from .added_text import without_added, without_armour
from .quotations import ORIGINAL, is_marked, own_lines
from .sent_words import SentText, without_sent

MAX_PART_BYTES = 200_000  # bytes of a part that are read
MAX_LINES, MAX_LINE_LENGTH = 40, 1000
MAX_LINES_JUDGED = 300  # in which signatures and the like are looked for
MAX_PARTS = 50
MAX_DEPTH = 8  # parts within parts
MAX_BOUNDARIES = 100  # of parts: each line of an email is compared with all boundaries around it

# The codecs of the character sets that emails are written in. Python knows others: some take seconds (punycode), some
# are no character sets at all (unicode_escape, rot13).
_CODEC_NAMES = """
ascii utf-7 utf-8 utf-8-sig utf-16 utf-16-be utf-16-le iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6
iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-11 iso8859-13 iso8859-14 iso8859-15 iso8859-16 cp1250 cp1251 cp1252
cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 koi8-r koi8-u gb2312 gbk gb18030 hz big5 big5hkscs shift_jis cp932 euc_jp
iso2022_jp euc_kr cp949 iso2022_kr tis-620 cp874 mac-roman cp437 cp850
"""
CODECS = frozenset(_CODEC_NAMES.split())

MAX_LENGTH = 400_000  # characters that are read
_SILENT = frozenset({"head", "style", "script", "title", "template", "object", "svg", "select"})
_BLOCKS = re.compile(r"p|div|br|hr|li|ul|ol|tr|table|section|article|header|footer|h[1-6]|blockquote|pre|address|dd|dt")
_VOID = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr")
_SIGNATURES = re.compile(
    r"\b(?:gmail_signature|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature|composer_signature"
    r"|AppleMailSignature|mobile-signature)\b"
)
_QUOTATIONS = re.compile(r"\b(?:yahoo_quoted|moz-cite-prefix|gmail_attr)\b")
_CUTS = re.compile(r"(?:appendonsend|divRplyFwdMsg|ms-outlook-mobile-reference-message|OLK_SRC_BODY_SECTION)\b")
_UNCLOSED = re.compile(r"<(?=[^<>]*(?:<|\Z))")  # the parser would look for its end again and again
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)


class ReceivedMessage(EmailMessage):
    """An email of which only the header was parsed. ``data`` is the whole of it, as it came."""

    data = b""


def parse_mail(data: bytes) -> ReceivedMessage:
    """Parse the header of an email, without decoding anything. Never raises."""
    parser = BytesParser(ReceivedMessage, policy=compat32)
    message = cast("ReceivedMessage", parser.parsebytes(data, headersonly=True))
    message.data = data
    return message


def with_parts(message: EmailMessage) -> EmailMessage:
    """Return the email with its parts. One that has too many, or whose parts are nested too deep, stays without."""
    data = message.data if isinstance(message, ReceivedMessage) else b""
    if not data or _type_of(message).startswith("text/") or data.lower().count(b"boundary") > MAX_BOUNDARIES:
        return with_raw_headers(message)
    try:
        parser = BytesParser(EmailMessage, policy=compat32)
        return with_raw_headers(cast("EmailMessage", parser.parsebytes(data)))
    except RecursionError:  # parts nested this deep come from no mail program
        return with_raw_headers(message)


def reply_lines(message: EmailMessage, sent: Sequence[SentText] = ()) -> tuple[str, ...]:
    """Return the lines that the writer of an email has added, at most forty, without blank ones. Never raises.

    ``sent`` are the texts of the email that is answered, as far as they are known: their lines are not the writer's.

    The first part of plain text counts. The HTML part counts if there is no plain text or nothing is left of it.
    Attachments and emails inside the email are ignored.
    """
    parts = _parts(with_parts(message), 0)
    for kind in ("text/plain", "text/html"):
        for part in parts:
            if _type_of(part) == kind and (lines := _lines_of(part, kind, sent)):
                return lines
    return ()


def has_unmarked_words(message: EmailMessage, least: int) -> bool:
    """Return True if the texts of an email have as many words as this outside of marked quotations."""
    parts = [(part, _type_of(part)) for part in _parts(with_parts(message), 0)]
    texts = (_all_lines(part, kind) for part, kind in parts if kind in {"text/plain", "text/html"})
    return any(sum(len(line.split()) for line in lines if not is_marked(line)) >= least for lines in texts)


def with_raw_headers(message: EmailMessage) -> EmailMessage:
    """Make the header fields of an email and its parts readable as written: parsing malformed ones can fail."""
    _use_raw_headers(message, 0)
    return message


def _use_raw_headers(part: Message, depth: int) -> None:
    part.policy = compat32
    children = part.get_payload() if part.is_multipart() and depth <= MAX_DEPTH else []
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
    payload = message.get_payload() if message.is_multipart() else None
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


def _lines_of(part: Message, kind: str, sent: Sequence[SentText]) -> tuple[str, ...]:
    own = own_lines(without_sent(without_armour(_all_lines(part, kind)), sent))
    own = without_added(own[:MAX_LINES_JUDGED])
    own = [cleaned for line in own if (cleaned := clean_line(line))]
    return tuple(line[:MAX_LINE_LENGTH] for line in own[:MAX_LINES])


def _all_lines(part: Message, kind: str) -> list[str]:
    text = _text_of(part)
    if kind == "text/html":
        text = text_of_html(text)
    lines = [line.rstrip("\r") for line in re.split(r"\r\n|\n|\r|\u2028|\u2029", text)]
    if kind == "text/plain" and _parameter(part, "format") == "flowed":
        return _unflowed(lines, _parameter(part, "delsp") == "yes")
    return lines


def _text_of(part: Message) -> str:
    try:
        raw = part.get_payload(decode=True)
    except (ValueError, LookupError):  # an encoding that does not exist, text that cannot be encoded
        raw = str(part.get_payload()).encode(errors="replace")
    return decoded(raw[:MAX_PART_BYTES], _parameter(part, "charset")) if isinstance(raw, bytes) else ""


def decoded(data: bytes, charset: str) -> str:
    """Return a text that claims to be written in a character set: in that one, in UTF-8, or else in Windows-1252."""
    for codec in (codec_of(charset), "utf-8"):
        try:
            return data.decode(codec)
        except ValueError:
            continue
    return data.decode("cp1252", errors="replace")


def codec_of(charset: str) -> str:
    """Return the codec of a character set, that of UTF-8 for one that no email is written in."""
    try:
        name = codecs.lookup(charset).name
    except (ValueError, LookupError):
        return "utf-8"
    return name if name in CODECS else "utf-8"


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


def text_of_html(html: str) -> str:
    """Return the new text of an HTML email, line by line. Never raises."""
    extractor = _Extractor()
    extractor.feed(_UNCLOSED.sub("&lt;", _without_comments(html[:MAX_LENGTH])))
    extractor.close()
    return "".join(extractor.pieces)


def _without_comments(html: str) -> str:
    outside, at = list[str](), 0
    while (begin := html.find("<!--", at)) >= 0 and (end := html.find("-->", begin)) >= 0:
        outside.append(html[at:begin])
        at = end + len("-->")
    return "".join([*outside, html[at:]])


class _Extractor(HTMLParser):
    """Collects text. Inside a left-out element only its own tag is counted, so that stray tags do no harm."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._left_out = ""
        self._depth = 0
        self._in_pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Start a line, leave an element out, or mark the beginning of the answered email."""
        if self._left_out == "head" and tag == "body":  # a head that is never closed
            self._left_out = ""
        if self._left_out:
            self._depth += tag == self._left_out
            return
        names = " ".join(value or "" for name, value in attrs if name in {"class", "id", "name"})
        if _CUTS.search(names):
            self.pieces.append(f"\n{ORIGINAL}\n")
        if not _VOID.fullmatch(tag) and self._is_left_out(tag, names, dict(attrs).get("style") or ""):
            self._left_out, self._depth = tag, 1
        elif _BLOCKS.fullmatch(tag):
            self.pieces.append("\n")
        self._in_pre += tag == "pre" and not self._left_out

    def _is_left_out(self, tag: str, names: str, style: str) -> bool:
        if tag == "blockquote" or names.split()[:1] == ["quote"] or _QUOTATIONS.search(names):
            self.pieces.append("\n>\n")
            return True
        return tag in _SILENT or bool(_SIGNATURES.search(names)) or bool(_HIDDEN.search(style))

    def handle_endtag(self, tag: str) -> None:
        if self._left_out:
            self._depth -= tag == self._left_out
            if self._depth == 0:
                self._left_out = ""
                self.pieces.append("\n")
        elif _BLOCKS.fullmatch(tag):
            self.pieces.append("\n")
            self._in_pre = max(0, self._in_pre - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        """Collect visible text. Line ends of the source are spaces."""
        if not self._left_out:
            self.pieces.append(data if self._in_pre else re.sub(r"[ \t\r\n\f]+", " ", data))
