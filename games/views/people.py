"""Players as everybody may see them."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import display_name, person_by_name
from games.errors import NotFound
from games.forms.cleaning import accepted
from games.forms.filters import HistoryForm
from games.presenters.profile import history_cards, player_view
from games.selectors.history import SHOWS, narrowed_history

from .door import viewer_of

PER_PAGE = 25


def _person(name: str) -> User:
    """Return the player of this name. Raises NotFound."""
    person = person_by_name(name)
    if person is None:
        raise NotFound
    return person


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's public profile."""
    return render(request, "games/player.html", {"player": player_view(_person(name), viewer_of(request))})


@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    """List a player's games, narrowed and in pages; only those that the viewer may know of."""
    person, form = _person(name), HistoryForm(request.GET)
    wanted = accepted(form)
    against = wanted.get("opponent", "")
    opponent = person_by_name(against) if against else None
    rules = tuple(wanted["ruleset"].split(":")) if wanted.get("ruleset") else None
    show = wanted.get("show") or "all"
    seats = narrowed_history(person, viewer_of(request), show=show, opponent=opponent, ruleset=rules)
    page = Paginator(seats.none() if against and not opponent else seats, PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "games/history.html",
        {
            "person": person,
            "name": display_name(person),
            "form": form,
            "show": show,
            "shows": SHOWS,
            "page": page,
            "cards": history_cards(page, person),
            "stranger": against if against and not opponent else "",
        },
    )
