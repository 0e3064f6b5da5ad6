"""Views of the email settings, in general and for one table."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.selectors import get_profile
from games.forms.mail_preferences import MailPreferencesForm, TableMailPreferencesForm
from games.models import Game
from games.presenters.people.mail_choices import table_choices, table_frequency_text
from games.selectors.notifications.mail_preferences import UnsubscribeScope, is_stopped, preferences_of
from games.selectors.tables.seats import own_seat
from games.services.notifications.mail_preferences import resume_mail, set_hours, set_preferences

from ..decorators import player_of, player_required, redirect_to_table


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_settings(request: HttpRequest) -> HttpResponse:
    """Show and store the frequency of each kind of email and the hours. POST can also resume all emails."""
    user = player_of(request)
    form = MailPreferencesForm(_post_data(request), preferences_of(user), get_profile(user))
    if request.method == "POST" and form.is_valid():
        _store(user, form)
        messages.success(request, _("Saved. Your choices also apply to emails that have not been sent yet."))
        return redirect("games:mail_settings")
    context = {
        "form": form,
        "tables": table_choices(user),
        "has_stopped_all": is_stopped(user, UnsubscribeScope.ALL),
        **_current_time(),
    }
    return render(request, "games/notifications/mail_settings.html", context, status=422 if form.errors else 200)


def _post_data(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _current_time() -> dict[str, object]:
    return {"now": timezone.now(), "zone": timezone.get_current_timezone_name().replace("_", " ")}


def _store(user: User, form: MailPreferencesForm) -> None:
    if form.cleaned_data["resume"]:
        resume_mail(user, UnsubscribeScope.ALL)
        return
    set_preferences(user, form.choices())
    set_hours(user, **form.hours(), **form.looks())


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def table_mail(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Show and store how often emails about a table come to one of its players."""
    own_seat(game, user)
    form = TableMailPreferencesForm(_post_data(request), preferences_of(user, game))
    if request.method == "POST" and form.is_valid():
        set_preferences(user, form.choices(), game)
        messages.success(request, table_frequency_text(game, user))
        return redirect_to_table(request, game)
    context = {
        "form": form,
        "game": game,
        "has_stopped_all": is_stopped(user, UnsubscribeScope.ALL),
        "frequency_text": table_frequency_text(game, user),
    }
    return render(request, "games/notifications/table_mail.html", context, status=422 if form.errors else 200)
