"""Stopping one kind of mail from a link in it, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.mail.tokens import read_stop
from games.services.mail_switches import refuse_address, switch_off


@csrf_exempt  # mail programs POST here themselves (RFC 8058); the signed token says who wants what
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button that stops the mails; POST stops them, as often as it is sent. GET changes nothing."""
    stop = read_stop(token)
    if request.method == "POST" and stop.user:
        switch_off(stop.user, stop.kind)
    elif request.method == "POST":
        refuse_address(stop.email)
    context = {"kind": stop.kind.label, "player": stop.user, "email": stop.email, "is_off": stop.is_granted()}
    return render(request, "games/unsubscribe.html", context)
