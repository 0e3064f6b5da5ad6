"""How often a player gets which mails, everywhere and from one table."""

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
from games.presenters.mail_choices import table_choices, table_frequency_text
from games.selectors.notifications.mail_preferences import UnsubscribeScope, is_stopped, preferences_of
from games.selectors.seats import own_seat
from games.services.notifications.mail_preferences import resume_mail, set_hours, set_preferences

from ..decorators import player_of, player_required, redirect_to_table


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_settings(request: HttpRequest) -> HttpResponse:
    """Show how often each kind of mail comes, and the hours; POST stores them, or lets all mail come again."""
    user = player_of(request)
    form = MailPreferencesForm(_sent(request), preferences_of(user), get_profile(user))
    if request.method == "POST" and form.is_valid():
        _store(user, form)
        messages.success(request, _("Saved. Your choices also apply to emails that have not been sent yet."))
        return redirect("games:mail_settings")
    context = {
        "form": form,
        "tables": table_choices(user),
        "is_mute": is_stopped(user, UnsubscribeScope.ALL),
        **_clock(),
    }
    return render(request, "games/notifications/mail_settings.html", context, status=422 if form.errors else 200)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _clock() -> dict[str, object]:
    return {"now": timezone.now(), "zone": timezone.get_current_timezone_name().replace("_", " ")}


def _store(user: User, form: MailPreferencesForm) -> None:
    if form.cleaned_data["resume"]:
        resume_mail(user, UnsubscribeScope.ALL)
        return
    set_preferences(user, form.choices())
    set_hours(user, **form.hours())


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def table_mail(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Show how often mail of this table comes to one of its players; POST stores it."""
    own_seat(game, user)
    form = TableMailPreferencesForm(_sent(request), preferences_of(user, game))
    if request.method == "POST" and form.is_valid():
        set_preferences(user, form.choices(), game)
        messages.success(request, table_frequency_text(game, user))
        return redirect_to_table(game)
    is_mute = is_stopped(user, UnsubscribeScope.ALL)
    context = {"form": form, "game": game, "is_mute": is_mute, "now_is": table_frequency_text(game, user)}
    return render(request, "games/notifications/table_mail.html", context, status=422 if form.errors else 200)
