"""Views of the players whom one follows."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.selectors import display_name, person_by_name
from games.common.decorators import player_of
from games.common.errors import NotFound
from games.common.forms import query_values

from . import services
from .forms import BeforeForm
from .presenters import followed_players, timeline_view
from .selectors import follower_count


def _person(name: str) -> User:
    """Return the player of this name. Raises NotFound."""
    person = person_by_name(name) if name.isprintable() else None
    if person is None:
        raise NotFound
    return person


@require_safe
@login_required
def timeline(request: HttpRequest) -> HttpResponse:
    """Show what the players whom the player follows have done: the next part begins after the last game of this one."""
    user, before = player_of(request), query_values(BeforeForm, request.GET).get("before")
    view = timeline_view(user, before)
    context = {"timeline": view, "before": before}
    return render(request, "games/following/timeline.html", context)


@require_safe
@login_required
def followed(request: HttpRequest) -> HttpResponse:
    """List whom the player follows, with their running games."""
    user = player_of(request)
    context = {"players": followed_players(user), "followers": follower_count(user)}
    return render(request, "games/following/followed.html", context)


@require_POST
@login_required
def follow(request: HttpRequest, name: str) -> HttpResponse:
    person = _person(name)
    services.follow(player_of(request), person)
    messages.success(request, _("You follow %(name)s.") % {"name": display_name(person)})
    return redirect("games:player", person.username)


@require_POST
@login_required
def unfollow(request: HttpRequest, name: str) -> HttpResponse:
    person = _person(name)
    services.unfollow(player_of(request), person)
    messages.success(request, _("You no longer follow %(name)s.") % {"name": display_name(person)})
    return redirect("games:followed") if "player" in request.POST else redirect("games:player", person.username)
