"""Views of the players whom one follows, of games to watch, and of marks."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.selectors import display_name
from games.common.decorators import player_of
from games.common.forms import query_values, valid_values
from games.common.people import person_at
from games.core.models import Game
from games.core.querysets import GameQuerySet
from games.play.decorators import redirect_to_table, table_action

from . import services
from .forms import BackForm, BeforeForm, WatchForm, watch_filters
from .lists import best_games, finished_games, marked_games, running_games
from .presenters import best_lists, followed_players, followers_text, timeline_view, watched_list

WATCHED_PER_PAGE = 24


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
    context = {"players": followed_players(user), "followers": followers_text(user)}
    return render(request, "games/following/followed.html", context)


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """List games, running, finished, marked, or the best of the week, of a title and for a number of players."""
    user, form = request.user if isinstance(request.user, User) else None, WatchForm(request.GET)
    chosen = {name: value for name, value in valid_values(form).items() if value}
    show, before = chosen.get("show", "running"), chosen.get("before")
    filters = watch_filters(chosen)
    context = {"show": show, "form": form, "is_filtered": bool(filters), "before": before}
    if show == "best":
        context["lists"] = best_lists(best_games(user, filters, timezone.now()))
    elif show == "marked":
        context |= _part(marked_games(user, filters, before) if user else Game.objects.none(), user)
    else:
        context |= _part((finished_games if show == "finished" else running_games)(user, filters, before), user)
    return render(request, "games/following/watch.html", context)


def _part(games: GameQuerySet, user: User | None) -> dict[str, Any]:
    """Return the first games: the next part begins after the last of them."""
    found = list(games[: WATCHED_PER_PAGE + 1])
    shown = found[:WATCHED_PER_PAGE]
    older = shown[-1].pk if len(found) > len(shown) else None
    return {"lists": [watched_list(shown, user, timezone.now())] if shown else [], "older": older}


@table_action
def mark(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    services.mark(user, game)
    return _back(request, game)


@table_action
def unmark(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    services.unmark(user, game)
    return _back(request, game)


def _back(request: HttpRequest, game: Game) -> HttpResponse:
    """Return to the list of games to watch that the form names, else to the table."""
    back = valid_values(BackForm(request.POST)).get("back", "")
    is_list = back.startswith(reverse("games:watch"))
    return HttpResponseRedirect(back) if is_list else redirect_to_table(request, game)


@require_POST
@login_required
def follow(request: HttpRequest, name: str) -> HttpResponse:
    person = person_at(name)
    services.follow(player_of(request), person)
    messages.success(request, _("You follow %(name)s.") % {"name": display_name(person)})
    return redirect("games:player", person.username)


@require_POST
@login_required
def unfollow(request: HttpRequest, name: str) -> HttpResponse:
    person = person_at(name)
    services.unfollow(player_of(request), person)
    messages.success(request, _("You no longer follow %(name)s.") % {"name": display_name(person)})
    return redirect("games:followed") if "player" in request.POST else redirect("games:player", person.username)
