"""Views of the table page and of what is done on it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import condition, conditional_page, require_http_methods, require_POST, require_safe

from accounts.models import User
from games.analysis.selectors import has_analysis
from games.board.dice import dice_view, result_names
from games.board.pictures import board_picture
from games.board.sharing import file_links
from games.board.viewed_table import ViewedTable, table_of
from games.chat.services import mark_read, post_message
from games.common.caching import MAX_AGE_PAST, MAX_AGE_PRESENT, keep_for
from games.common.decorators import recover_with, wants_fragment
from games.common.errors import NotFound
from games.common.forms import clean_or_raise, query_values, valid_values
from games.core import lists
from games.core.dice import open_share, opening_answer
from games.core.forms import BoardForm, OpenShareForm, TableQueryForm
from games.core.models import Game
from games.core.selectors import viewer_of
from games.core.visibility import is_past
from games.play import actions, endings, proposals
from games.play.decorators import invite_code, player_required, redirect_to_table, table_action, table_url, with_game
from games.time_outs import claims

from .etags import table_etag
from .forms import (
    AbortGameForm,
    AnalysisForm,
    ChatForm,
    ClaimLateForm,
    GiveTimeForm,
    PlayActionForm,
    PollForm,
    PresenceForm,
    ResignGameForm,
)
from .presence import note_presence
from .render import (
    ALL_PARTS,
    STEP_PARTS,
    patch_headers,
    render_refusal,
    render_table,
    shown_ply,
    table_context,
)
from .view import page_of, table_view


@require_safe
@with_game
def analysis(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the progress of the analysis, or its results. An open page requests the part alone until it is complete.

    The page of a table requests the summary that it shows, by ``?brief=1``.
    """
    view = table_view(game, viewer_of(request))
    is_brief = valid_values(AnalysisForm(request.GET)).get("brief")
    found = view.analysis if is_brief else view.full_analysis()
    if found is None:
        raise NotFound
    template = "games/analysis/_analysis.html" if wants_fragment(request) else "games/analysis/analysis.html"
    response = render(request, template, {**table_context(request, view), "analysis": found})
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@with_game
def table(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the table now or after ``?ply=``, with what is chosen and not confirmed yet.

    That is a choice made on the board, or a step towards one (``?choose=``), after actions of the turn (``?done=``). An
    open page requests the parts that show it, and gets all parts if the game has moved on since its last answer.
    """
    response = _table_page(request, table_of(game, viewer_of(request)))
    patch_headers(response)  # a 304 has not passed through render_table
    return response


@condition(etag_func=table_etag)
def _table_page(request: HttpRequest, shown: ViewedTable) -> HttpResponse:
    look = query_values(TableQueryForm, request.GET)
    ply, chosen, is_whole = look.get("ply"), look.get("choose", ""), look.get("log") == "all"
    drafted = look.get("done", ())
    view = page_of(shown, ply=ply, chosen=chosen, drafted=drafted, is_whole=is_whole)
    is_current = query_values(PollForm, request.GET).get("v") == view.game.version
    return render_table(request, view, STEP_PARTS if is_current else ALL_PARTS)


@require_safe
@with_game
def worth(request: HttpRequest, game: Game) -> HttpResponse:
    """Show what can still score, with its worth, in the position of a page with this query."""
    look = query_values(TableQueryForm, request.GET)
    view = table_view(game, viewer_of(request), ply=look.get("ply"), drafted=look.get("done", ()))
    return render(request, "games/table/worth.html", {"game": game, "view": view})


@require_safe
@with_game
def poll(request: HttpRequest, game: Game) -> HttpResponse:
    """Send what has changed; nothing (204) if nothing has, which a middleware answers for pages with their key."""
    page = query_values(PollForm, request.GET)
    if page.get("v") == game.version:
        return HttpResponse(status=204)
    chosen, drafted = page.get("choose", ""), page.get("done", ())
    is_whole = page.get("log") == "all"
    view = table_view(
        game, viewer_of(request), ply=shown_ply(request, game), chosen=chosen, drafted=drafted, is_whole=is_whole
    )
    return render_table(request, view)


@require_safe
@conditional_page
@with_game
def board_svg(request: HttpRequest, game: Game) -> HttpResponse:
    """Draw the board alone, light or dark (``?theme=dark``). With ``?ply=`` that of a public table is cached."""
    look = valid_values(BoardForm(request.GET))
    ply = look.get("ply")
    drawn = board_picture(game, ply, is_dark=look.get("theme") == "dark" or bool(look.get("light")))
    response = HttpResponse(drawn, content_type="image/svg+xml")
    age = MAX_AGE_PAST if is_past(game, ply, look.get("undone")) else MAX_AGE_PRESENT
    return keep_for(response, age, is_public=ply is not None and not game.is_private)


@require_POST
@player_required
def presence(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Store the player's presence and the last ply seen. Return the number of games that wait for the player.

    The page sends this while it is visible and has the focus: every 100 seconds, and after the player has seen news or
    new messages.
    """
    told = query_values(PresenceForm, request.POST)
    note_presence(game, user, timezone.now(), told.get("seen"), told.get("read"))
    return JsonResponse({"waiting": lists.waiting_count(user)})


def _render_result(request: HttpRequest, game: Game, user: User, part: str) -> HttpResponse:
    """Show the table after an action: send htmx the parts, redirect other requests to the page."""
    if not wants_fragment(request):
        return redirect_to_table(request, game, part)
    game.refresh_from_db()
    is_whole = query_values(PollForm, request.POST).get("log") == "all"
    view = table_view(game, user, ply=shown_ply(request, game), is_whole=is_whole)
    return render_table(request, view, (*ALL_PARTS, "notice"))


@table_action
def act(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    sent = clean_or_raise(PlayActionForm(request.POST))
    seen = {name: sent[name] for name in ("undone", "share", "without_share")}
    actions.play_actions(game.pk, user, sent["action"], sent["ply"], **seen)
    return _render_result(request, game, user, "#play")


@table_action
def chat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Post a chat message; with ``read``, mark the messages up to that one as read (for pages without scripts)."""
    if "read" in request.POST:
        mark_read(game, user, query_values(PresenceForm, request.POST).get("read", 0))
        return redirect_to_table(request, game, "#chat")
    sent = clean_or_raise(ChatForm(request.POST))
    post_message(game.pk, user, sent["text"], sent["after"])
    return _render_result(request, game, user, "#chat")


@table_action
def share(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Open the player's share of the dice; the answer is the receipt."""
    opened = open_share(game.pk, user, clean_or_raise(OpenShareForm(request.POST))["share"])
    return JsonResponse(opening_answer(opened, user))


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def resign(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    if request.method != "POST":
        actions.running_seat(game, user)
        return render(request, "games/table/resign.html", {"view": table_view(game, user), "game": game})
    seen = clean_or_raise(ResignGameForm(request.POST))
    endings.resign(game.pk, user, seen["ply"], undone=seen["undone"])
    return redirect_to_table(request, game)


recover_with(resign, render_refusal)


@table_action
def abort(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    proposals.answer_abort(game.pk, user, clean_or_raise(AbortGameForm(request.POST))["agrees"])
    return _render_result(request, game, user, "#more")


@table_action
def give_time(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    sent = clean_or_raise(GiveTimeForm(request.POST))
    claims.give_time(game.pk, user, sent["seat"], sent["seconds"], timezone.now(), given=sent["given"])
    return _render_result(request, game, user, "#more")


@table_action
def claim(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    sent = clean_or_raise(ClaimLateForm(request.POST))
    claims.claim(game.pk, user, sent["seat"], timezone.now(), wants_substitute=sent["wants_substitute"])
    return _render_result(request, game, user, "#more")


@require_safe
@with_game
def dice(request: HttpRequest, game: Game) -> HttpResponse:
    invite = invite_code(request)
    context = {
        "game": game,
        "dice": dice_view(game, viewer_of(request)),
        "files": file_links(game, request),
        "has_analysis": has_analysis(game),
        "page_address": table_url("table", game.code, invite=invite),
        "ply_link": f"{table_url('replay_game', game.code, invite=invite)}{'&' if invite else '?'}ply=",
        **result_names(game),
    }
    response = render(request, "games/table/dice.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response
