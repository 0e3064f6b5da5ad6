"""Views of the lobby, of new tables, and of who sits at them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import SiteError
from accounts.guests import sign_in_guest
from accounts.models import User
from accounts.rate_limits import visitor_of
from accounts.selectors import lives_with
from games.board.cards import GameCard, game_cards, title_cards, with_news
from games.board.robots import robot_views
from games.board.viewed_table import table_of
from games.clocks.presenters import absence_lines
from games.clocks.views import pace_warning
from games.common import rate_limits
from games.common.decorators import player_of, recover_with
from games.common.forms import clean_or_raise, valid_values
from games.core.choices import Pace, Status
from games.core.dice import new_draft, read_draft
from games.core.forms import TableQueryForm
from games.core.lists import MAX_WATCHED, game_alone_with_robot, games_to_watch, own_open_tables, seats_to_take
from games.core.models import Game, Seat
from games.core.selectors import Viewer, game_for_viewer, viewer_of
from games.deputies.selectors import without_other_seats
from games.engine.core import Title
from games.engine.registry import TITLES
from games.notifications.models import Kind
from games.notifications.preferences import is_switched_off
from games.play.decorators import invite_code, player_required, redirect_to_table, table_action, table_url
from games.play.reliability import limit_of
from games.play.requirements import refusals, seats_awake_with, seats_open_to
from games.play.robots import FIRST_ROBOT

from . import invitations
from .fit import MAX_TABLES, TableFacts, table_facts, tables_for
from .forms import (
    BranchForm,
    ChallengeForm,
    InviteAddressForm,
    InvitePlayerForm,
    JoinForm,
    LobbyForm,
    NewTableForm,
    PlayAgainForm,
    RobotForm,
    RobotGameQueryForm,
    StartRobotGameForm,
    TableNewsForm,
    WithdrawInvitationForm,
    preset_data,
    presets_of,
)
from .invitations import (
    accept_invitation,
    challenge_player,
    decline_invitation,
    invite_address,
    invite_player,
    is_mail_key,
    note_mail_key,
    withdraw_invitation,
)
from .models import Invitation, InvitationState
from .presenters import (
    LobbyRow,
    branch_view,
    joined_text,
    lobby_rows,
    offered_seats,
    open_table_view,
    saved_filter_views,
    what_is_played,
)
from .robot_games import branch_from, can_branch, start_robot_game, title_for
from .saved_filters import change_news, delete_filter, save_filter
from .selectors import invitation_for, matching_tables, saved_filters_of
from .tables import add_robots, create_table, join_table, leave_table

SEATS_PER_PAGE = 25

PER_PAGE = 25


@require_safe
def seats(request: HttpRequest) -> HttpResponse:
    """List the seats at public tables that look for a player, filtered like the lobby."""
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    filters = filter_values(request)
    page = Paginator(_filtered(user, filters, now), SEATS_PER_PAGE).get_page(request.GET.get("page"))
    refused = refusals([seat.game for seat in page], user, now)
    may_join = user is not None and user.is_confirmed
    context = {"page": page, "offers": offered_seats(list(page)), "may_join": may_join, "refused": refused}
    context |= filter_context(filters, is_player=user is not None)
    return render(request, "games/lobby/seats.html", context)


def _filtered(user: User | None, filters: dict[str, Any], now: datetime) -> QuerySet[Seat]:
    found = without_other_seats(seats_to_take(user), user) if user else seats_to_take(None)
    if filters.get("title"):
        found = found.filter(game__title=filters["title"])
    if filters.get("ruleset"):
        title, ruleset = filters["ruleset"].split(":")
        found = found.filter(game__title=title, game__ruleset=ruleset)
    if filters.get("pace"):
        found = found.filter(game__pace=filters["pace"])
    if user and filters.get("open_to_me"):
        found = seats_open_to(found, user, now)
    return seats_awake_with(found, user, filters["hours"], now) if user and filters.get("hours") else found


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def branch(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    if request.method != "POST":
        return _branch_form(request, game, valid_values(TableQueryForm(request.GET)).get("ply") or 0)
    return redirect_to_table(request, branch_from(game, user, **clean_or_raise(BranchForm(request.POST))))


def _branch_form(request: HttpRequest, game: Game, ply: int, error: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "view": branch_view(game, player_of(request), ply),
        "game": game,
        "draft": new_draft(),
        "back": table_url("table", game.code, invite=invite_code(request)),
        "invite": invite_code(request),
        "error": error,
    }
    return render(request, "games/lobby/branch.html", context, status=status)


def _branch_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the form again with the error and with new dice: the sent share is known, so it cannot be used again.

    If the position cannot be continued, show the table with the reason.
    """
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    ply = valid_values(BranchForm(request.POST or request.GET)).get("ply") or 0
    if not can_branch(game, ply):
        return None
    return _branch_form(request, game, ply, str(error.message), error.status)


recover_with(branch, _branch_refusal)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    filters = filter_values(request)
    found = tables_for(user, filters, now) if user else None
    shown = found.games if found else matching_tables(None, filters, now)[:MAX_TABLES]
    page = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
    tables = list(page)
    facts = found.facts if found else table_facts(None, tables, now)
    has_brisk = any(game.pace == Pace.BRISK for game in tables)
    warning = pace_warning(request) if has_brisk else {"is_slow": False}
    joining = {"may_join": user is not None and user.is_confirmed, "refused": found.refused if found else ()}
    context = {"page": page, "titles": () if tables else title_cards(), "robot": FIRST_ROBOT, **joining, **warning}
    context |= {**_cards(tables, facts, user, now), **filter_context(filters, is_player=user is not None)}
    return render(request, "games/lobby/lobby.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def saved_filters(request: HttpRequest) -> HttpResponse:
    """List the saved filters of the lobby. POST saves the one in the query."""
    user = player_of(request)
    if request.method == "POST":
        save_filter(user, filter_values(request))
        messages.success(request, _("Saved. You’ll get an email about new tables like these, at most one a day."))
        return redirect("games:saved_filters")
    context = {
        "filters": saved_filter_views(saved_filters_of(user)),
        "gets_no_emails": is_switched_off(user, Kind.TABLES),
    }
    return render(request, "games/lobby/saved_filters.html", context)


@require_POST
@login_required
def change_saved_filter(request: HttpRequest, pk: int) -> HttpResponse:
    change_news(player_of(request), pk, **clean_or_raise(TableNewsForm(request.POST)))
    messages.success(request, _("Saved."))
    return redirect("games:saved_filters")


@require_POST
@login_required
def delete_saved_filter(request: HttpRequest, pk: int) -> HttpResponse:
    delete_filter(player_of(request), pk)
    messages.success(request, _("Filter deleted."))
    return redirect("games:saved_filters")


def _cards(
    tables: list[Game], facts: TableFacts, user: User | None, now: datetime
) -> dict[str, Sequence[GameCard | LobbyRow]]:
    own = list(own_open_tables(user)) if user else []
    watched = list(games_to_watch(user)[:MAX_WATCHED])
    found = with_news(game_cards([*tables, *own, *watched], user), now)
    cards = {card.game.pk: card for card in found}
    lists = {"own": own, "watched": watched}
    rows = lobby_rows([cards[game.pk] for game in tables], facts, now)
    return {"rows": rows, **{name: [cards[game.pk] for game in games] for name, games in lists.items()}}


def filter_values(request: HttpRequest) -> dict[str, Any]:
    """Return what the viewer has chosen. Only players can ask for tables that suit them."""
    form = LobbyForm(request.GET, is_player=isinstance(request.user, User))
    return {name: value for name, value in valid_values(form).items() if value}


def filter_context(values: dict[str, Any], *, is_player: bool) -> dict[str, Any]:
    chosen = {name: str(value) for name, value in values.items()}
    form = LobbyForm(chosen, is_player=is_player)
    return {
        "form": form,
        "is_filtered": any(name != "sort" for name in chosen),
        "chosen": form.chosen_labels(),
        "query": urlencode(chosen),
    }


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
    if request.method != "POST" or not form.is_valid():
        return _render_form(request, form)
    host, name = cast("User", request.user), _challenged(request)
    new = form.new_table()
    return redirect_to_table(request, challenge_player(host, new, name) if name else create_table(host, new))


def _challenged(request: HttpRequest) -> str:
    """Return the name of the player for whom a table is opened, "" for nobody in particular."""
    return str(valid_values(ChallengeForm(request.POST or request.GET)).get("player", ""))


def _initial_values(request: HttpRequest) -> dict[str, str]:
    """Return the initial values of the form: the preset or the robot that the address names, if any.

    Players without a confirmed address may play with robots only: all seats are proposed for robots, at a private
    table.
    """
    user, robot = cast("User", request.user), request.GET.get("robot", "")
    seats = {f"seat_{number}": FIRST_ROBOT for number in range(2, 10)} if not user.is_confirmed else {}
    private = "" if user.is_confirmed else "yes"
    values = {**seats, "seat_2": robot or seats.get("seat_2", ""), "private": private}
    return values | (preset_data(_title(request), request.GET.get("preset", ""), {}) or {})


def _render_form(request: HttpRequest, form: NewTableForm, error: str = "") -> HttpResponse:
    user, challenged = cast("User", request.user), _challenged(request)
    context = {
        "is_household": lives_with(user, challenged),
        "form": form,
        "presets": presets_of(form.title, only_robots=not user.is_confirmed, only_people=bool(challenged)),
        "challenged": challenged,
        "is_open": form.is_bound or bool(request.GET.get("robot") or request.GET.get("preset")),
        "filled": request.GET.get("preset", ""),
        "draft": new_draft(),
        "titles": TITLES.values(),
        "error": error or (limit.message if not form.is_bound and (limit := limit_of(user, timezone.now())) else ""),
        **pace_warning(request),
    }
    return render(request, "games/lobby/new_table.html", context, status=422 if form.errors else 200)


recover_with(new_table, _render_refusal)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation; POST accepts or declines it. Visitors who are not signed in can decline it or sign up."""
    found = invitation_for(code, viewer_of(request))
    if request.method != "POST":
        return _render_invitation(request, code)
    user = request.user if isinstance(request.user, User) else None
    if "sign_up" in request.POST and (user is None or user.is_guest):
        return _go_to_sign_up(request, found, request.POST.get("key", "") if user is None else "")
    if "decline" in request.POST:
        decline_invitation(code, user)
        messages.info(request, _("You have declined the invitation to %(name)s.") % {"name": found.game.name})
        return redirect("games:home")
    if user is None:
        return redirect("games:invitation", code)
    return _redirect_to_seat(request, accept_invitation(code, user, **clean_or_raise(JoinForm(request.POST))))


def _go_to_sign_up(request: HttpRequest, found: Invitation, key: str) -> HttpResponse:
    """Go to the sign-up. With the key of the email, the address is filled in, and this browser need not confirm it."""
    query = {"next": reverse("games:invitation", args=[found.code])}
    if is_mail_key(found, key):
        note_mail_key(request.session, found.code, key)
        query["email"] = found.email
    return redirect(f"{reverse('account_signup')}?{urlencode(query)}")


def _render_invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation, or redirect to the table if the viewer has the seat already, for example by signing up."""
    context = {**_context(code, viewer_of(request)), "key": request.GET.get("key", "")[:64]}
    context["is_by_mail"] = request.user.is_anonymous and is_mail_key(context["invitation"], context["key"])
    if context["table"].me is not None and not context["is_pending"]:
        return redirect_to_table(request, context["game"])
    return render(request, "games/lobby/invitation.html", context)


def _context(code: str, viewer: Viewer) -> dict[str, Any]:
    found = invitation_for(code, viewer)
    table = table_of(found.game, viewer)
    is_pending = found.state == InvitationState.PENDING and found.game.status == Status.OPEN
    return {
        "invitation": found,
        "game": found.game,
        "table": table,
        "open_table": open_table_view(found.game, viewer, table.rows),
        "absences": absence_lines(table.rows, timezone.now(), table.me.user_id if table.me else None),
        "is_pending": is_pending,
        "invites_to": what_is_played(found.game),
        "page": f"/i/{code}/",
    }


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, robot: str) -> HttpResponse:
    """Offer a game against a robot, or redirect to the one in progress; POST starts one."""
    key = _title_key(request)
    title_for(robot, key)  # 404 for one that does not exist, also for strangers
    user = request.user if isinstance(request.user, User) else None
    if request.method == "POST":
        sent = clean_or_raise(StartRobotGameForm(request.POST))
        read_draft(sent["draft"])  # before there is a guest
        return redirect_to_table(request, start_robot_game(user or _new_guest(request), robot, **sent))
    game = game_alone_with_robot(user, robot, key) if user else None
    if game is not None:
        return redirect("games:table", game.code)
    return _offer(request, robot)


def _title_key(request: HttpRequest) -> str:
    return str(valid_values(RobotGameQueryForm(request.POST or request.GET)).get("title", ""))


def _new_guest(request: HttpRequest) -> User:
    rate_limits.count("guest", visitor_of(request))
    return sign_in_guest(request)


def _offer(request: HttpRequest, robot: str, error: str = "") -> HttpResponse:
    title = title_for(robot, _title_key(request))
    view = next(view for view in robot_views(title) if view.key == robot)
    return render(request, "games/lobby/play_robot.html", {"robot": view, "title": title, "error": error})


def _robot_refusal(request: HttpRequest, error: SiteError, robot: str) -> HttpResponse:
    return _offer(request, robot, str(error.message))


recover_with(play, _robot_refusal)


@table_action
def seat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Add a robot to the player's own table."""
    return redirect_to_table(
        request, add_robots(game.pk, user, [clean_or_raise(RobotForm(request.POST))["robot"]]), "#play"
    )


@table_action
def join(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    return _redirect_to_seat(request, join_table(game.pk, user, **clean_or_raise(JoinForm(request.POST))))


def _redirect_to_seat(request: HttpRequest, game: Game) -> HttpResponse:
    messages.success(request, joined_text(game))
    return redirect_to_table(request, game)


@table_action
def leave(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    leave_table(game.pk, user)
    messages.info(request, _("You have left %(name)s.") % {"name": game.name})
    return redirect("games:home")


@table_action
def rematch(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    return redirect_to_table(request, invitations.rematch(game.pk, user, **clean_or_raise(PlayAgainForm(request.POST))))


@table_action
def invite(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    if "email" in request.POST:
        invite_address(game.pk, user, clean_or_raise(InviteAddressForm(request.POST))["email"])
    else:
        invite_player(game.pk, user, clean_or_raise(InvitePlayerForm(request.POST))["player"])
    messages.success(request, _("Invitation sent. A seat has been reserved."))
    return redirect_to_table(request, game, "#play")


@table_action
def withdraw(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    withdraw_invitation(clean_or_raise(WithdrawInvitationForm(request.POST))["invitation"], user)
    return redirect_to_table(request, game, "#play")
