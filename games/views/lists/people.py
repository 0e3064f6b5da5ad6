"""Views of a player's public page and history."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.pagination import BoundedPaginator
from accounts.selectors import display_name, person_by_name
from games.errors import NotFound
from games.forms.filters import HistoryForm
from games.forms.values import valid_values
from games.models import GameQuerySet
from games.presenters.lists.game_cards import game_cards
from games.presenters.lists.profile import profile_view
from games.selectors.game_lists import history_of
from games.selectors.seats import Viewer

from ..decorators import viewer_of

PER_PAGE = 25


def _person(name: str) -> User:
    """Return the player of this name. Raises NotFound."""
    person = person_by_name(name) if name.isprintable() else None
    if person is None:
        raise NotFound
    return person


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's public profile."""
    return render(request, "games/lists/player.html", {"player": profile_view(_person(name), viewer_of(request))})


@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    """List the games of a player that the viewer may see, filtered and in pages."""
    person, form = _person(name), HistoryForm(request.GET)
    filters = valid_values(form)
    opponent_name = filters.get("opponent", "")
    opponent = person_by_name(opponent_name) if opponent_name else None
    unknown = opponent_name if opponent is None else ""
    pages = BoundedPaginator if person.robot else Paginator  # robots sit in a large part of all games
    page = pages(_games(person, viewer_of(request), filters, opponent, unknown), PER_PAGE)
    games = page.get_page(request.GET.get("page"))
    context = {"person": person, "name": display_name(person), "form": form, "unknown_opponent": unknown}
    lists = {"page": games, "show": filters.get("show") or "all", "cards": game_cards(games, person)}
    return render(request, "games/lists/history.html", {**context, **lists})


def _games(person: User, viewer: Viewer, filters: dict[str, Any], opponent: User | None, unknown: str) -> GameQuerySet:
    """Return the games that match the form; none if the opponent does not exist."""
    title, _colon, ruleset = filters.get("ruleset", "").partition(":")
    rules = (title, ruleset) if ruleset else None
    games = history_of(person, viewer, show=filters.get("show") or "all", opponent=opponent, ruleset=rules)
    return games.none() if unknown else games
