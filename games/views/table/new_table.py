"""View of the form that opens a table."""

from collections.abc import Mapping
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.engine.core import Title
from games.engine.registry import TITLES
from games.forms.tables.new_table import NewTableForm
from games.forms.tables.presets import preset_data, presets_of
from games.services.play.dice import new_draft
from games.services.tables.new_table.setup import create_table
from games.services.tables.robot_games import FIRST_ROBOT

from ..decorators import recover_with, redirect_to_table
from ..pace_warning import pace_warning


def _render_refusal(request: HttpRequest, error: SiteError) -> HttpResponse:
    """Show the form again with the error and new dice, because the sent form has revealed the player's share."""
    return _render_form(request, NewTableForm(_title(request), _sent(request)), str(error.message))


def _title(request: HttpRequest) -> Title:
    return TITLES.get(request.GET.get("title", "")) or next(iter(TITLES.values()))


def _sent(request: HttpRequest) -> Mapping[str, Any] | None:
    """Return the fields of the sent form, or of the preset whose button was pressed."""
    preset = preset_data(_title(request), request.POST.get("preset", ""), request.POST)
    return preset or request.POST or None


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Show the form of a new table; POST opens the table with the dice whose seal the form has shown."""
    form = NewTableForm(_title(request), _sent(request), initial=_initial_values(request))
    if request.method == "POST" and form.is_valid():
        return redirect_to_table(request, create_table(cast("User", request.user), **form.settings()))
    return _render_form(request, form)


def _initial_values(request: HttpRequest) -> dict[str, str]:
    """Return the initial values of the form: the robot that the address names, if any.

    Players without a confirmed address may play with robots only: all seats are proposed for robots, at a private
    table.
    """
    user, robot = cast("User", request.user), request.GET.get("robot", "")
    seats = {f"seat_{number}": FIRST_ROBOT for number in range(2, 10)} if not user.is_confirmed else {}
    private = "" if user.is_confirmed else "yes"
    return {**seats, "seat_2": robot or seats.get("seat_2", ""), "private": private}


def _render_form(request: HttpRequest, form: NewTableForm, error: str = "") -> HttpResponse:
    context = {
        "form": form,
        "presets": presets_of(form.title, only_robots=not cast("User", request.user).is_confirmed),
        "is_open": form.is_bound or bool(request.GET.get("robot")),
        "draft": new_draft(),
        "titles": TITLES.values(),
        "error": error,
        **pace_warning(request),
    }
    return render(request, "games/table/new_table.html", context, status=422 if form.errors else 200)


recover_with(new_table, _render_refusal)
