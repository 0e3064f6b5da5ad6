"""Stopping one kind of mail from a link in it, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.mail.tokens import read_stop
from games.selectors.mail import is_switched_off
from games.services.mail_switches import switch_off


@csrf_exempt  # mail programs POST here themselves (RFC 8058); the signed token says who wants what
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button that stops the mails; POST stops them, as often as it is sent. GET changes nothing."""
    stop = read_stop(token)
    if request.method == "POST":
        switch_off(stop.user, stop.kind)
    context = {"kind": stop.kind.label, "player": stop.user, "is_off": is_switched_off(stop.user, stop.kind)}
    return render(request, "games/unsubscribe.html", context)
