"""What all emails of the site share: the look, the signature, the folded subject, flowed text, encodings."""

import quopri
import re
import textwrap
from email.header import Header
from email.message import EmailMessage, Message
from functools import cache
from itertools import groupby
from typing import Any

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template
from django.utils.translation import get_language, get_language_bidi

COLUMNS = 72
SIGNATURE = "-- "
QUOTED = ">"
LINE_LIMIT = 998  # bytes, by RFC 5322
FILL = ("\u034f\u200c\u00a0" * 12 + "\n") * 5  # invisible characters that end the preview in a list of emails
INDENT = re.compile(r"\n\s+")
# The woven band at top and bottom: i(ndigo), s(affron), c(rimson), w(ool).
RIBBON = [[(thread, len(list(run))) for thread, run in groupby(row * 4)] for row in ("iisccs", "iswwsc", "iisccs")]


class FlowedMail(EmailMultiAlternatives):
    """An email whose subject and Message-ID begin on their first lines, and whose text is flowed."""

    def __init__(self, subject: str, body: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(subject, flowed(body), *args, **kwargs)

    def message(self, *args: Any, **kwargs: Any) -> Message:  # type: ignore[override]
        message: Message = super().message(*args, **kwargs)
        # A message of the older kind, as Django makes it before 6.0, leaves the first line of a long field empty.
        if not isinstance(message, EmailMessage):
            message.replace_header("Message-ID", Header(message["Message-ID"]))  # type: ignore[arg-type]
            if not self.subject.isascii():
                message.replace_header("Subject", Header(self.subject, "utf-8", header_name="Subject"))  # type: ignore[arg-type]
        for part in message.walk():
            if part.get_content_type() == "text/plain":
                part.set_param("format", "flowed")
        encode_for_relays(message)
        return message


def encode_for_relays(message: Message) -> None:
    """Send all texts as 7bit or quoted-printable, so that no server on the way encodes them anew: that breaks DKIM.

    HTML gets character references instead: quoted-printable makes a page with styles a tenth longer.
    """
    for part in message.walk():
        if part.get_content_maintype() == "text":
            content = bytes(part.get_payload(decode=True))
            if part.get_content_subtype() == "html":
                page = content.decode(part.get_content_charset("utf-8"))
                content = page.encode("ascii", "xmlcharrefreplace").replace(b"\nFrom ", b"\n&#70;rom ")
            _set_content(part, content)


def _set_content(part: Message, content: bytes) -> None:
    lines, encoding = content.splitlines(), "7bit"
    # Some servers put ">" before "From " at the beginning of a line.
    if not content.isascii() or any(len(line) > LINE_LIMIT or line.startswith(b"From ") for line in lines):
        encoded = b"\n" + quopri.encodestring(content)
        content, encoding = encoded.replace(b"\nFrom ", b"\n=46rom ")[1:], "quoted-printable"
    part.set_payload(content.decode("ascii"))
    part.replace_header("Content-Transfer-Encoding", encoding)


def frame() -> dict[str, Any]:
    """Return the variables of mail/base.html that every email has, in the active language."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "language": get_language() or settings.LANGUAGE_CODE,
        "direction": "rtl" if get_language_bidi() else "ltr",
        "ribbon": RIBBON,
        "fill": FILL,
    }


def styled(page: str) -> str:
    """Return a page with the rules of the style sheet in its elements, without indents: they are a tenth of it."""
    return INDENT.sub("\n", _inliner().inline(page))


@cache
def _inliner() -> css_inline.CSSInliner:
    """Return the inliner of the style sheet. Its rules for dark screens stay in the head."""
    sheet = get_template("mail/mail.css").render()
    return css_inline.CSSInliner(extra_css=sheet, keep_at_rules=True, load_remote_stylesheets=False)


def flowed(text: str) -> str:
    """Return a text in lines of at most 72 characters, as format=flowed (RFC 3676).

    Paragraphs are wrapped; indented lines and boards keep their columns. A mail program may join the lines of a
    paragraph again: those that it may join end with a space.
    """
    blocks = text.split("\n\n")
    return "\n\n".join("\n".join(_block(block.split("\n"))) for block in blocks)


def _block(lines: list[str]) -> list[str]:
    """Wrap the lines of a block. If any begins with a space, all get one more, so that columns stay in line."""
    stuffing = " " if any(line.startswith((" ", QUOTED, "From ")) for line in lines) else ""
    found: list[str] = []
    for line in lines:
        if line == SIGNATURE:
            found.append(line)
            continue
        found += [stuffing + part for part in _wrapped(line.rstrip(), COLUMNS - len(stuffing))]
    return found


def _wrapped(line: str, columns: int) -> list[str]:
    """Return a line in parts. All but the last end with a space; addresses are never broken."""
    if len(line) <= columns:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    parts = textwrap.wrap(
        line,
        columns - 1,  # the space at the end
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
    )
    return [*(f"{part} " for part in parts[:-1]), *parts[-1:]]
