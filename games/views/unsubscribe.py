"""Stopping mails from a link in one of them, and letting them come again, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.forms.cleaning import accepted
from games.forms.mail_choices import StopForm
from games.mail.tokens import Stop, read_stop
from games.presenters.mail_choices import ways_to_stop
from games.services import mail_choices


@csrf_exempt  # mail programs POST here themselves (RFC 8058); the signed token says who wants what
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what can be stopped; POST stops it, or lets it come again, as often as it is sent. GET changes nothing."""
    stop = read_stop(token)
    if request.method == "POST":
        asked = accepted(StopForm(request.POST))
        _grant(stop, asked.get("reach", ""), bool(asked.get("resume")))
    ways = ways_to_stop(stop.user, stop.reaches, stop.kind, stop.game) if stop.user else []
    context = {"player": stop.user, "email": stop.email, "ways": ways, "is_off": not stop.user and stop.is_granted()}
    return render(request, "games/unsubscribe.html", context)


def _grant(stop: Stop, reach: str, resume: bool) -> None:
    """Do what a button asks. A mail program names none, and means what the header of the mail means."""
    if stop.user is None:
        (mail_choices.admit_address if resume else mail_choices.refuse_address)(stop.email)
        return
    wanted = next((way for way in stop.reaches if way == reach), stop.usual)
    act = mail_choices.resume if resume else mail_choices.stop
    act(stop.user, wanted, stop.kind, stop.game)
