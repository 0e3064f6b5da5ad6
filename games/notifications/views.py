"""Views of the email settings, of unsubscribing, and of a blocked address."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.selectors import get_profile
from accounts.time_zones import place_of
from games.common.decorators import player_of
from games.common.forms import valid_values

from . import preferences
from .bounces import unblock
from .forms import MailPreferencesForm, UnsubscribeForm
from .links import UnsubscribeRequest, read_unsubscribe_token
from .preferences import UnsubscribeScope, is_stopped, preferences_of, resume_mail, set_hours, set_preferences
from .presenters import stop_options, table_choices
from .selectors import block_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_settings(request: HttpRequest) -> HttpResponse:
    user = player_of(request)
    form = MailPreferencesForm(post_data(request), preferences_of(user), get_profile(user))
    if request.method == "POST" and form.is_valid():
        _store(user, form)
        messages.success(request, _("Saved. Your choices also apply to emails that have not been sent yet."))
        return redirect("games:mail_settings")
    context = {
        "form": form,
        "tables": table_choices(user),
        "has_stopped_all": is_stopped(user, UnsubscribeScope.ALL),
        "now": timezone.now(),
        "zone": place_of(timezone.get_current_timezone_name()),
    }
    return render(request, "games/notifications/mail_settings.html", context, status=422 if form.errors else 200)


def post_data(request: HttpRequest) -> QueryDict | None:
    """Return what a form was sent with, None for a form that is only shown."""
    return request.POST if request.method == "POST" else None


def _store(user: User, form: MailPreferencesForm) -> None:
    if form.cleaned_data["resume"]:
        resume_mail(user, UnsubscribeScope.ALL)
        return
    set_preferences(user, form.choices())
    set_hours(user, **form.hours(), **form.looks())


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
        "is_off": not user and preferences.has_opted_out(unsubscribe_request.email),
    }
    return render(request, "games/notifications/unsubscribe.html", context)


def _stop_or_resume(token: UnsubscribeRequest, scope: str, resume: bool) -> None:
    """Stop or resume the emails of a scope. An email program sends no scope; the default applies then."""
    if token.user is None:
        (preferences.opt_in if resume else preferences.opt_out)(token.email)
        return
    chosen = next((known for known in token.scopes if known == scope), token.default_scope)
    change = preferences.resume_mail if resume else preferences.stop_mail
    change(token.user, chosen, token.kind, token.game)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_bounce(request: HttpRequest) -> HttpResponse:
    """Show why the player gets no emails. POST unblocks the address and sends the waiting emails again."""
    user = cast("User", request.user)
    if request.method == "POST":
        queued = unblock(user, timezone.now())
        queued_text = (
            ngettext("%d email will be sent again.", "%d emails will be sent again.", queued) % queued if queued else ""
        )
        messages.success(request, " ".join([_("Emails are going to your address again."), queued_text]).strip())
        return redirect("games:mail_bounce")
    return render(request, "games/notifications/mail_bounce.html", {"mail_block": block_of(user)})
