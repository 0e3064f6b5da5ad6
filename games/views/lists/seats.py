"""View of the list of seats that look for a player."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms.filters import LobbyForm
from games.forms.values import valid_values
from games.models import Seat
from games.presenters.lists.offered_seats import offered_seats
from games.selectors.game_lists import seats_to_take

PER_PAGE = 25


@require_safe
def seats(request: HttpRequest) -> HttpResponse:
    """List the seats at public tables that look for a player, filtered by ruleset and pace."""
    form = LobbyForm(request.GET)
    filters = valid_values(form)
    user = request.user if isinstance(request.user, User) else None
    page = Paginator(_filtered(user, filters), PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "offers": offered_seats(list(page)), "may_join": user is not None and user.is_confirmed}
    filter_context = {"form": form, "paces": form.paces, "pace": filters.get("pace", "")}
    return render(request, "games/lists/seats.html", {**context, **filter_context})


def _filtered(user: User | None, filters: dict[str, Any]) -> QuerySet[Seat]:
    found = seats_to_take(user)
    if filters.get("ruleset"):
        title, ruleset = filters["ruleset"].split(":")
        found = found.filter(game__title=title, game__ruleset=ruleset)
    return found.filter(game__pace=filters["pace"]) if filters.get("pace") else found
