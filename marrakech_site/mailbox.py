"""The development mailbox: an email backend that writes files, the reader of these files, and its pages with DEBUG."""

import base64
import itertools
import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

_counter = itertools.count()
NAME = re.compile(r"[0-9]{20}-[0-9]{1,10}-[0-9]{1,10}")
# Emails are styled inline, so the HTML part needs its own policy: no scripts, no forms, nothing loaded, its own origin.
# Links may leave the frame when the user follows them.
MAIL_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; "
    "sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
)


def folder() -> Path:
    return Path(settings.DATA_DIR) / "mailbox"


class MailboxBackend(BaseEmailBackend):
    """Writes each message as one .eml file. File names sort by time."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        return sum(
            1 for message in email_messages if message.recipients() and self._write(message.message().as_bytes())
        )

    @staticmethod
    def _write(content: bytes) -> bool:
        folder().mkdir(parents=True, exist_ok=True)
        name = f"{time.time_ns():020d}-{os.getpid()}-{next(_counter)}"
        draft = folder() / f"{name}.draft"
        draft.write_bytes(content)
        draft.rename(folder() / f"{name}.eml")
        return True


@dataclass(frozen=True)
class MailboxMessage:
    name: str
    message: Parsed

    @property
    def subject(self) -> str:
        return str(self.message["Subject"] or "")

    @property
    def sender(self) -> str:
        return str(self.message["From"] or "")

    @property
    def to(self) -> str:
        return str(self.message["To"] or "")

    @property
    def date(self) -> str:
        return str(self.message["Date"] or "")

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def text(self) -> str:
        return self._body("plain")

    @property
    def html(self) -> str:
        """The HTML part with its ``cid:`` pictures as data URLs, "" if there is none."""
        body = self._body("html")
        for part in self.message.walk():
            content_id = str(part["Content-ID"] or "").strip("<>")
            if content_id and part.get_content_maintype() == "image":
                picture = base64.b64encode(bytes(part.get_payload(decode=True) or b"")).decode()
                body = body.replace(f"cid:{content_id}", f"data:{part.get_content_type()};base64,{picture}")
        return body

    @property
    def attachments(self) -> list[str]:
        """The names and types of the parts that are neither text nor HTML bodies."""
        return [f"{p.get_filename() or 'part'} ({p.get_content_type()})" for p in self.message.iter_attachments()]

    def _body(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return str(part.get_content()) if part else ""


def read_mail(name: str) -> MailboxMessage | None:
    path = folder() / f"{name}.eml"
    if not NAME.fullmatch(name) or not path.exists():
        return None
    message = message_from_bytes(path.read_bytes(), _class=Parsed, policy=policy.default)
    return MailboxMessage(name, message)


def newest_mails(recipient: str = "", limit: int = 100) -> list[MailboxMessage]:
    """Return the newest messages whose recipients contain ``recipient``, newest first."""
    names = sorted((path.stem for path in folder().glob("*.eml")), reverse=True)
    mails = (mail for mail in map(read_mail, names) if mail and recipient.lower() in mail.to.lower())
    return list(itertools.islice(mails, limit))


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    recipient = request.GET.get("to", "").strip()
    return render(request, "dev/mailbox.html", {"mails": newest_mails(recipient), "recipient": recipient})


@require_safe
def mail(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "dev/mail.html", {"mail": _mail_or_404(name)})


@require_safe
def mail_html(request: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML part alone. Its links open in the whole window instead of the frame."""
    html = _mail_or_404(name).html
    base = '<base target="_top">'
    html, head_count = re.subn(r"(?i)(<head[^>]*>)", lambda match: match[1] + base, html, count=1)
    response = HttpResponse(html if head_count else base + html)
    response["Content-Security-Policy"] = MAIL_POLICY
    response["X-Frame-Options"] = "SAMEORIGIN"
    return response


def _mail_or_404(name: str) -> MailboxMessage:
    message = read_mail(name)
    if message is None:
        raise Http404
    return message


urls: list[URLPattern] = [
    path("", inbox, name="mailbox"),
    path("<slug:name>/", mail, name="mailbox_mail"),
    path("<slug:name>/html/", mail_html, name="mailbox_html"),
]
