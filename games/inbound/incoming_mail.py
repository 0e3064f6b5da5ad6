"""One mail as it came in, whichever source it took."""

import hashlib
import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import compat32
from functools import cached_property
from typing import cast

from games.errors import NotFound
from games.inbound.reply_parser import header_field, reply_lines, with_raw_headers
from games.mail.turn_tokens import TurnToken, read_reply_address

WEBHOOK, PIPE, IMAP = "webhook", "pipe", "imap"
MOST_BYTES = 1024 * 1024
MOST_HEADERS = 200_000  # characters of address fields that are looked at
MOST_ADDRESSES = 50
MOST_BOUNDARIES = 100  # of parts: each line of a mail is compared with all that it lies in
_ADDRESS = re.compile(r"[^\s<>,;:\"'()\[\]\\]{1,90}@[^\s<>,;:\"'()\[\]\\]{1,250}")
# A name in quotes, or a remark in brackets: nothing in them is an address, whatever it looks like.
NAMES_AND_COMMENTS = re.compile(r'"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)')
_FROM = re.compile(rf'[^<>()@,;:"\\]*<\s*({_ADDRESS.pattern})\s*>|({_ADDRESS.pattern})')
LONGEST_FROM = 2000
_TO = ("to", "cc", "bcc", "delivered-to", "x-original-to", "x-delivered-to", "envelope-to", "x-envelope-to")


@dataclass(frozen=True)
class IncomingMail:
    """A mail and what its source knows of it.

    ``envelope_sender`` is None where the source does not tell; "" is what bounces have. ``failure`` names the checks of
    the sender that failed, where the source reports them beside the mail; "" if none did. ``is_truncated`` tells that only its
    beginning was taken, because it is too large.
    """

    message: EmailMessage
    source: str
    envelope_sender: str | None = None
    recipients: tuple[str, ...] = ()
    failure: str = ""
    is_truncated: bool = False

    def fields(self, *names: str) -> list[str]:
        """Return every header field of these names (in small letters), as written, top one first."""
        return [str(value) for key, value in self.message.raw_items() if key.lower() in names]

    def field(self, name: str) -> str:
        """Return the first header field of this name, "" if there is none."""
        return header_field(self.message, name)

    @cached_property
    def sender(self) -> str:
        """Whom the mail is from, in small letters; "" where it does not plainly name exactly one address.

        Groups, routes and other rarities are none: the server that has checked the sender may read them otherwise.
        """
        fields = self.fields("from")
        written = fields[0] if len(fields) == 1 and len(fields[0]) <= LONGEST_FROM else ""
        found = _FROM.fullmatch(NAMES_AND_COMMENTS.sub(" ", written).strip())
        address = (found[1] or found[2]) if found else ""
        return address.lower() if address.isprintable() else ""

    @cached_property
    def addresses(self) -> list[str]:
        """Every address that the mail may have been sent to."""
        written = " ".join(self.fields(*_TO))[:MOST_HEADERS]
        return list(dict.fromkeys([*self.recipients, *_ADDRESS.findall(written)]))[:MOST_ADDRESSES]

    @cached_property
    def key(self) -> TurnToken | None:
        """The key to a turn in one of the addresses, None where none has a genuine one."""
        return next((key for address in self.addresses if (key := _key_in(address))), None)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """What the writer has added."""
        return reply_lines(self.message)

    @property
    def subject(self) -> str:
        """The subject in plain text; as it was written where its encoding makes no sense."""
        written = self.field("subject")[:1000]
        try:
            return str(make_header(decode_header(written)))
        except (ValueError, LookupError, HeaderParseError):
            return written

    @property
    def message_id(self) -> str:
        """The mail's own name, "" if it has none that makes sense."""
        name = " ".join(self.field("message-id").split())
        return name if name.isprintable() and len(name) <= 250 else ""

    @property
    def digest(self) -> str:
        """What a second delivery of the same mail has in common with the first."""
        told = [self.message_id] if self.message_id else [*map(str, self.message.raw_items()), *self.lines]
        return hashlib.sha256("\n".join([*told, str(self.key)]).encode(errors="replace")).hexdigest()


def _key_in(address: str) -> TurnToken | None:
    try:
        return read_reply_address(address)
    except NotFound:
        return None


def parse_mail(data: bytes) -> EmailMessage:
    """Return a mail given as bytes. Never raises, whatever they are."""
    parser, is_deep = BytesParser(EmailMessage, policy=compat32), data.lower().count(b"boundary") > MOST_BOUNDARIES
    try:
        return with_raw_headers(cast("EmailMessage", parser.parsebytes(data, headersonly=is_deep)))
    except RecursionError:  # parts within parts within parts: no person writes that
        return with_raw_headers(cast("EmailMessage", parser.parsebytes(data, headersonly=True)))
