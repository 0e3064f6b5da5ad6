"""View of unsubscribing and resubscribing by a link in an email, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.forms.mail_preferences import UnsubscribeForm
from games.forms.values import valid_values
from games.mail.links.unsubscribe_tokens import UnsubscribeRequest, read_unsubscribe_token
from games.presenters.people.mail_choices import stop_options
from games.services.notifications import mail_preferences


@csrf_exempt  # email programs POST here themselves (RFC 8058); the signed token names the user and the emails
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show which emails can be stopped. POST stops or resumes them; GET changes nothing."""
    unsubscribe_request = read_unsubscribe_token(token)
    user = unsubscribe_request.user
    if request.method == "POST":
        values = valid_values(UnsubscribeForm(request.POST))
        _stop_or_resume(unsubscribe_request, values.get("scope", ""), bool(values.get("resume")))
    scopes, kind, game = unsubscribe_request.scopes, unsubscribe_request.kind, unsubscribe_request.game
    context = {
        "player": user,
        "email": unsubscribe_request.email,
        "options": stop_options(user, scopes, kind, game) if user else [],
        "is_off": not user and unsubscribe_request.has_stopped(),
    }
    return render(request, "games/notifications/unsubscribe.html", context)


def _stop_or_resume(token: UnsubscribeRequest, scope: str, resume: bool) -> None:
    """Stop or resume the emails of a scope. An email program sends no scope; the default applies then."""
    if token.user is None:
        (mail_preferences.opt_in if resume else mail_preferences.opt_out)(token.email)
        return
    chosen = next((known for known in token.scopes if known == scope), token.default_scope)
    change = mail_preferences.resume_mail if resume else mail_preferences.stop_mail
    change(token.user, chosen, token.kind, token.game)
