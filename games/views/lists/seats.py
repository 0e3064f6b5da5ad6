"""View of the list of seats that look for a player."""

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Seat
from games.presenters.lists.offered_seats import offered_seats
from games.selectors.game_lists import seats_to_take
from games.services.tables.suitable_tables import refused_tables, seats_awake_with, seats_open_to

from .table_filter import filter_context, filter_values

PER_PAGE = 25


@require_safe
def seats(request: HttpRequest) -> HttpResponse:
    """List the seats at public tables that look for a player, filtered by ruleset, pace, and what suits the viewer."""
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    filters = filter_values(request)
    page = Paginator(_filtered(user, filters, now), PER_PAGE).get_page(request.GET.get("page"))
    refused = refused_tables([seat.game for seat in page], user, now)
    may_join = user is not None and user.is_confirmed
    context = {"page": page, "offers": offered_seats(list(page)), "may_join": may_join, "refused": refused}
    context |= filter_context(filters, is_player=user is not None)
    return render(request, "games/lists/seats.html", context)


def _filtered(user: User | None, filters: dict[str, Any], now: datetime) -> QuerySet[Seat]:
    found = seats_to_take(user)
    if filters.get("ruleset"):
        title, ruleset = filters["ruleset"].split(":")
        found = found.filter(game__title=title, game__ruleset=ruleset)
    if filters.get("pace"):
        found = found.filter(game__pace=filters["pace"])
    if user and filters.get("open_to_me"):
        found = seats_open_to(found, user, now)
    return seats_awake_with(found, user, filters["hours"], now) if user and filters.get("hours") else found
