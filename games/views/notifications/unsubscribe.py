"""Stopping mails from a link in one of them, and letting them come again, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.forms.mail_preferences import UnsubscribeForm
from games.forms.values import valid_values
from games.mail.unsubscribe_tokens import UnsubscribeRequest, read_unsubscribe_token
from games.presenters.mail_choices import stop_options
from games.services.notifications import mail_preferences


@csrf_exempt  # mail programs POST here themselves (RFC 8058); the signed token says who wants what
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what can be stopped; POST stops it, or lets it come again, as often as it is sent. GET changes nothing."""
    stop = read_unsubscribe_token(token)
    if request.method == "POST":
        asked = valid_values(UnsubscribeForm(request.POST))
        _grant(stop, asked.get("scope", ""), bool(asked.get("resume")))
    options = stop_options(stop.user, stop.scopes, stop.kind, stop.game) if stop.user else []
    context = {
        "player": stop.user,
        "email": stop.email,
        "options": options,
        "is_off": not stop.user and stop.has_stopped(),
    }
    return render(request, "games/notifications/unsubscribe.html", context)


def _grant(stop: UnsubscribeRequest, scope: str, resume: bool) -> None:
    """Do what a button asks. A mail program names none, and means what the header of the mail means."""
    if stop.user is None:
        (mail_preferences.opt_in if resume else mail_preferences.opt_out)(stop.email)
        return
    wanted = next((way for way in stop.scopes if way == scope), stop.default_scope)
    act = mail_preferences.resume_mail if resume else mail_preferences.stop_mail
    act(stop.user, wanted, stop.kind, stop.game)
