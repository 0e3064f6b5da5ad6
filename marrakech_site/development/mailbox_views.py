"""Views of the development mailbox, /dev/mailbox/, with DEBUG only."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from . import mailbox

# Emails are styled inline, so the HTML part needs its own policy: no scripts, no forms, nothing loaded, its own origin.
# Links may leave the frame when the user follows them.
MAIL_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; "
    "sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
)


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """List the newest emails, to ``?to=`` if given."""
    recipient = request.GET.get("to", "").strip()
    return render(request, "dev/mailbox.html", {"mails": mailbox.newest_mails(recipient), "recipient": recipient})


@require_safe
def mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one email as HTML, text and headers."""
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


def _mail_or_404(name: str) -> mailbox.MailboxMessage:
    message = mailbox.read_mail(name)
    if message is None:
        raise Http404
    return message


urls: list[URLPattern] = [
    path("", inbox, name="mailbox"),
    path("<slug:name>/", mail, name="mailbox_mail"),
    path("<slug:name>/html/", mail_html, name="mailbox_html"),
]
