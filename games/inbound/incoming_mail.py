"""An incoming email, the same for every source."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    HeaderDefect,
    HeaderParseError,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from email.header import decode_header
from email.message import EmailMessage
from email.utils import parseaddr
from functools import cached_property

from django.conf import settings

from games.common.errors import NotFound
from games.notifications.links import TurnToken, host, read_message_id, read_reply_address

from .message_text import ReceivedMessage, decoded, header_field, parse_mail, reply_lines
from .sent_words import SentText

__all__ = ["IMAP", "LMTP", "MAX_BYTES", "PIPE", "WEBHOOK", "IncomingMail", "parse_mail"]

WEBHOOK, PIPE, IMAP, LMTP = "webhook", "pipe", "imap", "lmtp"
MAX_BYTES = 1024 * 1024
MAX_HEADER_LENGTH = 200_000  # characters of address fields that are read
MAX_ADDRESSES = 50
_ADDRESS = re.compile(r"[^\s<>,;:\"'()\[\]\\]{1,90}@[^\s<>,;:\"'()\[\]\\]{1,250}")
# Nothing in a quoted name or a comment is an address, even if it looks like one.
NAMES_AND_COMMENTS = re.compile(r'"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)')
_FROM = re.compile(rf'[^<>()@,;:"\\]*<\s*({_ADDRESS.pattern})\s*>|({_ADDRESS.pattern})')
MAX_FROM_LENGTH = 2000
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_DEFECTS = (
    FirstHeaderLineIsContinuationDefect,
    HeaderDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
_UNCLEAR = re.compile(rb"\r(?!\n)|\0")
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,240}>")
TAG = re.compile(r"([a-z]+)=([^;]*)")  # of a DKIM signature
_TO = ("to", "cc", "bcc", "delivered-to", "x-original-to", "x-delivered-to", "envelope-to", "x-envelope-to")


@dataclass(frozen=True)
class IncomingMail:
    """An email and what its source knows about it.

    ``envelope_sender`` is None if the source does not know it; bounces have "". ``failure`` names the checks of the
    sender that failed according to the source, "" if none failed. ``is_checked``: the source has checked the sender;
    ``is_proved``: the sender is genuine, according to it. ``is_truncated``: the email was too large, and only its
    beginning was read. ``sent`` are the texts of the email that is answered, once its recipient is proved.
    """

    message: EmailMessage
    source: str
    envelope_sender: str | None = None
    recipients: tuple[str, ...] = ()
    failure: str = ""
    is_checked: bool = False
    is_proved: bool = False
    is_truncated: bool = False
    sent: tuple[SentText, ...] = ()

    def fields(self, *names: str) -> list[str]:
        """Return every header field of these names (in small letters), as written, top one first."""
        return [str(value) for key, value in self.message.raw_items() if key.lower() in names]

    def field(self, name: str) -> str:
        """Return the first header field of this name, "" if there is none."""
        return header_field(self.message, name)

    @cached_property
    def sender(self) -> str:
        """The address of the sender in small letters, "" unless From contains exactly one plain address.

        Groups and routes do not count: the server that has checked the sender may read them differently.
        """
        fields = self.fields("from")
        written = fields[0] if len(fields) == 1 and len(fields[0]) <= MAX_FROM_LENGTH else ""
        found = _FROM.fullmatch(NAMES_AND_COMMENTS.sub(" ", written).strip())
        address = (found[1] or found[2]) if found else ""
        return address.lower() if address.isprintable() else ""

    @cached_property
    def addresses(self) -> list[str]:
        """Every address that the email may have been sent to."""
        written = " ".join(self.fields(*_TO))[:MAX_HEADER_LENGTH]
        return list(dict.fromkeys([*self.recipients, *_ADDRESS.findall(written)]))[:MAX_ADDRESSES]

    @cached_property
    def token(self) -> TurnToken | None:
        """The key that the email was sent to. Only the envelope and the header as it was written are searched."""
        return _token_among(self.addresses)

    @cached_property
    def signed_token(self) -> TurnToken | None:
        """The key in a To or Cc that every signature of the email covers, or in one of an email without a signature.

        Someone else can send a signed email again, to any address and with fields added on top. So of several fields
        of a name only the lowest are signed, as many as the signature says.
        """
        for name in ("to", "cc"):
            if token := _token_among(_ADDRESS.findall(self._signed_text(name))[:MAX_ADDRESSES]):
                return token
        return None

    @cached_property
    def answered_token(self) -> TurnToken | None:
        """What the email of the site is about that this one answers, None if no signed Message-ID says so.

        The field must be covered by every signature, as ``signed_token`` says, and so must the address of the site.
        """
        own = {settings.INBOUND_ADDRESS.lower(), parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()}
        written = " ".join(self._signed_text(name) for name in ("to", "cc")).lower()
        if not own & set(_ADDRESS.findall(written)[:MAX_ADDRESSES]):
            return None
        for name in ("in-reply-to", "references"):
            for text in reversed(_MESSAGE_ID.findall(self._signed_text(name))[-MAX_ADDRESSES:]):
                try:
                    return read_message_id(text)
                except NotFound:
                    continue
        return None

    @property
    def answers_site(self) -> bool:
        """True if the email says that it answers one of this site, which anyone can write."""
        written = " ".join(self.fields("in-reply-to", "references"))[:MAX_HEADER_LENGTH]
        return any(text.endswith(f"@{host()}>") for text in _MESSAGE_ID.findall(written)[-MAX_ADDRESSES:])

    def _signed_text(self, name: str) -> str:
        """Return the fields of a name that every signature covers, all of them in an email without a signature."""
        fields = self.fields(name)
        counts = [Counter(signature.get("h", "").split(":"))[name] for signature in self._signatures]
        signed = min(counts, default=len(fields))
        return " ".join(fields[max(0, len(fields) - signed) :])[:MAX_HEADER_LENGTH]

    @property
    def _signatures(self) -> list[dict[str, str]]:
        """The tags of the DKIM signatures. One that covers only the beginning of the text signs no field."""
        if self._is_unclear:
            return [{}]
        signatures = []
        for written in self.fields("dkim-signature"):
            tags = dict(TAG.findall("".join(written.lower().split())))
            signatures.append({} if "l" in tags else tags)
        return signatures

    @property
    def signing_domains(self) -> list[str]:
        """The domains in whose names the email is signed, genuine or not; "" for a signature without one."""
        return [tags.get("d", "") for tags in self._signatures]

    @property
    def _is_unclear(self) -> bool:
        """True if the server that checked the signatures may have seen other fields in the header."""
        data = self.message.data if isinstance(self.message, ReceivedMessage) else b""
        has_defect = any(isinstance(defect, _DEFECTS) for defect in self.message.defects)
        return has_defect or bool(_UNCLEAR.search(_HEADER_END.split(data, 1)[0]))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return reply_lines(self.message, self.sent)

    @property
    def subject(self) -> str:
        """The subject as plain text; undecoded if its encoding is invalid."""
        written = self.field("subject")[:1000]
        try:
            pieces = decode_header(written)
        except (ValueError, HeaderParseError):
            return written
        return "".join(one if isinstance(one, str) else decoded(one, charset or "ascii") for one, charset in pieces)

    @property
    def message_id(self) -> str:
        """The Message-ID, "" if it is missing or invalid."""
        name = " ".join(self.field("message-id").split())
        return name if name.isprintable() and len(name) <= 250 else ""

    @property
    def digest(self) -> str:
        """A digest that is the same for every delivery of this email."""
        if not self.message_id and isinstance(self.message, ReceivedMessage):
            return hashlib.sha256(self.message.data + str(self.token).encode()).hexdigest()
        lines = self.lines if self.token else ()  # of a mail service, which has decoded them already
        parts = [self.message_id] if self.message_id else [*map(str, self.message.raw_items()), *lines]
        return hashlib.sha256("\n".join([*parts, str(self.token)]).encode(errors="replace")).hexdigest()


def _token_among(addresses: Iterable[str]) -> TurnToken | None:
    return next((token for address in addresses if (token := _token_in(address))), None)


def _token_in(address: str) -> TurnToken | None:
    try:
        return read_reply_address(address)
    except NotFound:
        return None
