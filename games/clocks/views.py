"""Views of the page about clocks, and of a player's waking hours and holidays."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from games.common.decorators import player_of, recover_with
from games.common.durations import duration_text
from games.common.forms import clean_or_raise

from . import holidays
from .forms import AutomaticHolidaysForm, PlanHolidayForm, SaveWakingHoursForm, ShortenHolidayForm
from .paces import BRISK, is_too_fast_for
from .presenters import named_paces, time_settings_view
from .selectors import answer_times_of
from .waking_hours import save_hours


@require_safe
def clocks(request: HttpRequest) -> HttpResponse:
    return render(request, "games/clocks/clocks.html", {"paces": named_paces()})


@require_safe
@login_required
def time_settings(request: HttpRequest) -> HttpResponse:
    return _render(request)


def _render(request: HttpRequest, *, error: str = "", status: int = 200, **forms: Any) -> HttpResponse:
    """Render the page. ``forms`` are refused forms with their errors."""
    view = time_settings_view(player_of(request), timezone.now())
    new_forms = {"hours_form": SaveWakingHoursForm(None, view.rows), "holiday_form": PlanHolidayForm()}
    context = {"view": view, **new_forms, **forms, "error": error}
    return render(request, "games/clocks/time_settings.html", context, status=status)


def render_refusal(request: HttpRequest, error: SiteError, **_kwargs: object) -> HttpResponse:
    rows = time_settings_view(player_of(request), timezone.now()).rows
    forms: dict[str, Any] = {}
    if "start_0" in request.POST:
        forms["hours_form"] = SaveWakingHoursForm(request.POST, rows)
    elif "first" in request.POST:
        forms["holiday_form"] = PlanHolidayForm(request.POST)
    return _render(request, error=str(error.message), status=error.status, **forms)


@require_POST
@login_required
def waking_hours(request: HttpRequest) -> HttpResponse:
    user, now = player_of(request), timezone.now()
    form = SaveWakingHoursForm(request.POST, time_settings_view(user, now).rows)
    clean_or_raise(form)
    save_hours(user, form.week(), now)
    messages.success(request, _("Your waking hours have been saved."))
    return redirect("games:time_settings")


@require_POST
@login_required
def plan_holiday(request: HttpRequest) -> HttpResponse:
    sent = clean_or_raise(PlanHolidayForm(request.POST))
    holidays.plan_holiday(player_of(request), sent["first"], sent["last"], timezone.now())
    messages.success(request, _("Holiday saved. Your opponents can see it."))
    return redirect("games:time_settings")


@require_POST
@login_required
def shorten_holiday(request: HttpRequest, pk: int) -> HttpResponse:
    last = clean_or_raise(ShortenHolidayForm(request.POST))["last"]
    holidays.shorten_holiday(player_of(request), pk, last, timezone.now())
    messages.success(request, _("Your holiday is shorter now."))
    return redirect("games:time_settings")


@require_POST
@login_required
def end_holiday(request: HttpRequest, pk: int) -> HttpResponse:
    holidays.end_holiday(player_of(request), pk, timezone.now())
    messages.success(request, _("Your holiday has been changed."))
    return redirect("games:time_settings")


@require_POST
@login_required
def automatic_holidays(request: HttpRequest) -> HttpResponse:
    is_on = clean_or_raise(AutomaticHolidaysForm(request.POST))["is_on"]
    holidays.set_automatic(player_of(request), is_on=is_on, now=timezone.now())
    on, off = _("Automatic holidays are on."), _("Automatic holidays are off.")
    messages.success(request, on if is_on else off)
    return redirect("games:time_settings")


recover_with(waking_hours, render_refusal)
recover_with(plan_holiday, render_refusal)
recover_with(shorten_holiday, render_refusal)
recover_with(end_holiday, render_refusal)
recover_with(automatic_holidays, render_refusal)


def pace_warning(request: HttpRequest) -> dict[str, Any]:
    answers = answer_times_of(request.user, timezone.now()) if isinstance(request.user, User) else None
    usual = int(answers.median.total_seconds()) if answers else 0
    return {"is_slow": is_too_fast_for(BRISK, usual), "usual_time": duration_text(usual) if usual else ""}
