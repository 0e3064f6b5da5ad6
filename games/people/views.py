"""Views of a player's public page and history."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.blocks import block_of, blocked_by_name, blocks_of, is_blockable
from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import display_name, get_profile, person_by_name
from accounts.services import block as block_player
from accounts.services import unblock as unblock_player
from games.board.cards import game_cards
from games.chat.quiet import read_quiet, set_quiet
from games.common.decorators import player_of, recover_with
from games.common.errors import NotFound
from games.common.forms import clean_or_raise, valid_values
from games.common.people import person_at
from games.common.wording import place_name
from games.core.lists import MAX_HISTORY, History, games_in_order, history_of, results_against
from games.core.selectors import Viewer, first_rules, viewer_of
from games.engine.registry import TITLES
from games.lobby.selectors import tables_to_invite_to
from games.pairing.forms import DirectChallengeForm

from . import services
from .forms import BlockForm, HistoryForm, HouseholdForm, QuietForm
from .presenters import household_rows, pair_rows, profile_view

PER_PAGE = 25


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    person, viewer = person_at(name), viewer_of(request)
    profile = profile_view(person, viewer)
    tables = tables_to_invite_to(player_of(request), person) if profile.may_contact else []
    context: dict[str, Any] = {"player": profile, "tables": tables}
    if profile.may_contact:
        title = TITLES[profile.titles[0].key] if profile.titles else next(iter(TITLES.values()))
        context["challenge"] = DirectChallengeForm(initial={"ruleset": f"{title.key}:{first_rules(title)}"})
    return render(request, "games/people/player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Say what a block does and what it does not; POST blocks the player, or changes the block."""
    person, user = person_at(name), player_of(request)
    if request.method == "POST":
        block_player(user, person, **clean_or_raise(BlockForm(request.POST)))
        messages.success(request, _("You have blocked %(name)s.") % {"name": display_name(person)})
        return redirect("games:blocks")
    if not is_blockable(user, person):
        raise NotFound
    row = block_of(user, person)
    context = {"player": person, "name": display_name(person), "form": BlockForm(instance=row), "is_blocked": row}
    return render(request, "games/people/block.html", context)


@require_POST
@login_required
def unblock(request: HttpRequest, name: str) -> HttpResponse:
    user = player_of(request)
    person = blocked_by_name(user, name) or person_at(name)
    unblock_player(user, person)
    messages.success(request, _("%(name)s is no longer blocked.") % {"name": display_name(person)})
    return redirect("games:blocks")


@require_safe
@login_required
def blocks(request: HttpRequest) -> HttpResponse:
    return render(request, "games/people/blocks.html", {"blocks": blocks_of(player_of(request))})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def quiet(request: HttpRequest) -> HttpResponse:
    """Explain quiet mode; POST switches it, or notes that a moderator's switch has been read."""
    user = player_of(request)
    if request.method == "POST":
        sent = clean_or_raise(QuietForm(request.POST))
        if sent["read"]:
            read_quiet(user)
            return redirect("games:home")
        is_on = sent["on"]
        set_quiet(user, on=is_on)
        messages.success(request, _("Quiet mode is on.") if is_on else _("Quiet mode is off."))
        return redirect("games:quiet")
    return render(request, "games/people/quiet.html", {"mode": get_profile(user).quiet})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def household(request: HttpRequest) -> HttpResponse:
    """List with whom a player lives; POST declares or confirms it."""
    user = player_of(request)
    if request.method == "POST":
        row = services.declare_household(user, clean_or_raise(HouseholdForm(request.POST))["player"])
        done = _("Confirmed.") if row.confirmed_at else _("Declared. It counts once the other player has confirmed it.")
        messages.success(request, done)
        return redirect("games:household")
    return _household_page(request)


def _household_page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    rows = household_rows(player_of(request))
    context = {"rows": rows, "form": HouseholdForm(request.POST or None), "error": error}
    return render(request, "games/people/household.html", context, status=status)


def _refuse_household(request: HttpRequest, error: SiteError) -> HttpResponse:
    return _household_page(request, str(error.message), error.status)


recover_with(household, _refuse_household)


@require_POST
@login_required
def end_household(request: HttpRequest, name: str) -> HttpResponse:
    services.end_household(player_of(request), person_at(name))
    messages.success(request, _("Removed."))
    return redirect("games:household")


@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    person, form = person_at(name), HistoryForm(request.GET)
    filters = valid_values(form)
    opponent_name = filters.get("opponent", "")
    opponent = person_by_name(opponent_name) if opponent_name else None
    unknown = opponent_name if opponent is None else ""
    found = History([], None) if unknown else _games(person, viewer_of(request), filters, opponent)
    page = Paginator(found.ids, PER_PAGE).get_page(request.GET.get("page"))
    context = {"player": person, "name": display_name(person), "form": form, "unknown_opponent": unknown}
    parts: dict[str, Any] = {"before": filters.get("before"), "older": None if page.has_next() else found.older}
    parts |= _pair(person, opponent, viewer_of(request))
    cards = game_cards(games_in_order(list(page)), person)
    parts["is_filtered"] = any(value for name, value in filters.items() if name not in {"show", "before"})
    lists = {"page": page, "show": filters.get("show") or "all", "cards": cards, **parts}
    return render(request, "games/people/history.html", {**context, **lists})


def _pair(person: User, opponent: User | None, viewer: Viewer) -> dict[str, Any]:
    """Return the results against one opponent by the number of seats. A robot has played too many games for it."""
    if opponent is None or person.robot:
        return {"pair": []}
    results, is_part = results_against(person, opponent, viewer)
    rows = pair_rows(results)
    columns = [place_name(place) for place in range(1, max((row.players for row in rows), default=0) + 1)]
    latest = MAX_HISTORY if is_part else 0
    return {"pair": rows, "opponent": display_name(opponent), "columns": columns, "latest": latest}


def _games(person: User, viewer: Viewer, filters: dict[str, Any], opponent: User | None) -> History:
    title, _colon, ruleset = filters.get("ruleset", "").partition(":")
    return history_of(
        person,
        viewer,
        show=filters.get("show") or "all",
        opponent=opponent,
        title=filters.get("title", ""),
        ruleset=(title, ruleset) if ruleset else None,
        since=filters.get("since"),
        until=filters.get("until"),
        before=filters.get("before"),
    )
