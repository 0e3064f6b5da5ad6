"""The pages of the development mailbox, /dev/mailbox/. They exist only with DEBUG."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from . import mailbox

# Mail is styled inline, so its HTML part gets an answer of its own: no scripts, no forms, nothing loaded from anywhere,
# an origin of its own. Links may leave the frame when a person follows them.
MAIL_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; "
    "sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
)


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """List the newest mails, those to ``?to=`` if given."""
    recipient = request.GET.get("to", "").strip()
    return render(request, "dev/mailbox.html", {"mails": mailbox.newest_mails(recipient), "recipient": recipient})


@require_safe
def mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one mail as HTML, text and headers."""
    return render(request, "dev/mail.html", {"mail": _found(name)})


@require_safe
def mail_html(request: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML part alone, safely. Its links open in the whole window, not in the frame."""
    html = _found(name).html
    base = '<base target="_top">'
    html, found = re.subn(r"(?i)(<head[^>]*>)", lambda match: match[1] + base, html, count=1)
    response = HttpResponse(html if found else base + html)
    response["Content-Security-Policy"] = MAIL_POLICY
    response["X-Frame-Options"] = "SAMEORIGIN"
    return response


def _found(name: str) -> mailbox.StoredMail:
    found = mailbox.read_mail(name)
    if found is None:
        raise Http404
    return found


urls: list[URLPattern] = [
    path("", inbox, name="mailbox"),
    path("<slug:name>/", mail, name="mailbox_mail"),
    path("<slug:name>/html/", mail_html, name="mailbox_html"),
]
