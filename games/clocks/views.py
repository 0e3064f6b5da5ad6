"""Views of the page about clocks, of a player's waking hours and holidays, and of the links in emails about clocks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import display_name
from games.common.decorators import player_of, recover_with
from games.common.errors import Forbidden
from games.common.forms import clean_or_raise
from games.common.wording import duration_text
from games.core.forms import AnswerRequestForm
from games.core.selectors import Viewer, viewer_of
from games.notifications.recipient import user_locale
from games.notifications.selectors import LinkToken, player_by_link, player_of_link

from . import holidays
from .activity import note_seen
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
    if "start" in request.POST:
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


ELSEWHERE = gettext_lazy("This form came from another site. Open the link in the email again.")
PRIVATE_HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow, noarchive"}


@dataclass(frozen=True, slots=True)
class AnswerLink:
    """A kind of link. ``page`` returns what the template shows of the question, ``answer`` answers it."""

    name: str
    template: str
    read: Callable[[str], Any]
    page: Callable[[Any, User, Viewer], Mapping[str, object]]
    answer: Callable[[Any, User, bool], object]


def answer_link_view(link: AnswerLink) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view of a kind of link: a page with two buttons. POST answers; GET changes nothing."""

    # No CSRF token, for the reasons given in ``turn_link``.
    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    def view(request: HttpRequest, token: str) -> HttpResponse:
        key = link.read(token)
        if request.method != "POST":
            return _answer_page(request, link, key)
        if is_from_other_site(request):
            raise Forbidden("elsewhere", ELSEWHERE)
        is_yes = clean_or_raise(AnswerRequestForm(request.POST))["answer"] == "yes"
        link.answer(key, player_who_acts(key), is_yes)
        return private(redirect(f"games:{link.name}", token))

    recover_with(view, lambda request, error, token: _answer_page(request, link, link.read(token), error))
    return view


def _answer_page(
    request: HttpRequest, link: AnswerLink, key: LinkToken, error: SiteError | None = None
) -> HttpResponse:
    player = player_of_link(key)
    if player is None:
        return ended_link_page(request)
    with user_locale(player):
        context = {"holder": display_name(player), "holder_id": player.pk, **link.page(key, player, viewer_of(request))}
        context["error"] = str(error.message) if error else ""
        return private(render(request, link.template, context, status=error.status if error else 200))


def ended_link_page(request: HttpRequest) -> HttpResponse:
    """Return the page of a link whose account is closed or has a new password: it says nothing of account and table."""
    return private(render(request, "games/table/turn_link_closed.html", status=HTTPStatus.GONE))


def player_who_acts(token: LinkToken) -> User:
    """Return the player of a link that is about to act, which counts as activity. Raises Gone (link-ended)."""
    player = player_by_link(token)
    note_seen(player, timezone.now())
    return player


def is_from_other_site(request: HttpRequest) -> bool:
    """Return True if the browser says that a page of another site has sent the request."""
    if site := request.headers.get("Sec-Fetch-Site"):
        return site not in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    own = {request.get_host(), urlsplit(settings.SITE_URL).netloc}
    return origin is not None and origin.partition("//")[2] not in own  # "null" is refused, too


def private(response: HttpResponse) -> HttpResponse:
    """Add headers that keep a page with a secret address out of caches and search engines."""
    for header, value in PRIVATE_HEADERS.items():
        response[header] = value
    return response
