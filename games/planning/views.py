"""Views of planning boards, studies, diaries, notes, whole turns and orders in advance."""

from dataclasses import replace
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from games.board.prompt import may_plan
from games.common.decorators import recover_with, wants_fragment
from games.common.forms import clean_or_raise, valid_values
from games.core.choices import Status
from games.core.forms import OpeningPlyForm, sent_again
from games.core.models import Game
from games.core.selectors import game_for_viewer, seat_of, viewer_of
from games.engine.registry import get_title
from games.play.actions import running_seat
from games.play.decorators import invite_code, player_required, redirect_to_table, table_url, with_game
from games.play.models import OrderState
from games.play.orders import (
    add_order,
    change_order,
    order_format,
    order_of,
    past_orders,
    play_turn,
    rank_orders,
    waiting_orders,
    withdraw_order,
)
from games.table.view import TableView, table_view

from . import notes as planning_notes
from . import studies
from .forms import (
    DiaryLineForm,
    DiaryPageForm,
    NoteForm,
    OrderDraftForm,
    OrderFormView,
    PublishForm,
    StudyActionForm,
    StudyNodeForm,
    StudyPositionForm,
    TurnPlanForm,
    fitted,
    likely_pose,
    order_form_view,
)
from .notes import MAX_LINE_LENGTH, MAX_NOTE_LENGTH, add_diary_line, change_diary_line, remove_diary_line
from .presenters import notes_view, order_views, plan_view
from .studies import StudyPosition
from .study_presenters import StudyView, published_study_views, study_view


@require_safe
@with_game
def notes(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the viewer's private notes and diary; after the game, the diaries of all players."""
    return _render(request, game)


@require_POST
@player_required
def save_note(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    sent = clean_or_raise(NoteForm(request.POST))
    planning_notes.save_note(game.pk, user, sent["text"], sent["text_hash"])
    messages.success(request, _("Notes saved."))
    return _back(request, game, "")


@require_POST
@player_required
def diary(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    sent = clean_or_raise(DiaryLineForm(request.POST))
    if sent["remove"]:
        ply = remove_diary_line(game.pk, user, sent["line"] or 0)
    elif sent["line"]:
        ply = change_diary_line(game.pk, user, sent["line"], sent["text"]).ply
    else:
        ply = add_diary_line(game.pk, user, sent["text"]).ply
    return _back(request, game, f"#page-{ply}")


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse:
    return _render(request, game_for_viewer(code, viewer_of(request), invite_code(request)), str(error.message))


for view in (save_note, diary):
    recover_with(view, _render_refusal)


def _render(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    look = valid_values(DiaryPageForm(request.POST or request.GET))
    view = notes_view(game, viewer_of(request), ply=look.get("ply"), edited=look.get("line"))
    context = {"view": view, "game": game, "error": error, **_typed(request), **_around(request, game)}
    response = render(request, "games/planning/notes.html", {**context, "ply": look.get("ply")})
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _typed(request: HttpRequest) -> dict[str, str | None]:
    """Return the typed text of a refused form, by the field that shows it again."""
    text = request.POST.get("text")
    field = "typed_note" if "text_hash" in request.POST else "typed_edit" if "line" in request.POST else "typed_line"
    return {"typed_note": None, "typed_edit": None, "typed_line": None, field: text}


def _around(request: HttpRequest, game: Game) -> dict[str, object]:
    invite = invite_code(request)
    return {
        "invite": invite,
        "back": table_url("table", game.code, invite=invite),
        "max_note_length": MAX_NOTE_LENGTH,
        "max_line_length": MAX_LINE_LENGTH,
    }


def _back(request: HttpRequest, game: Game, part: str) -> HttpResponse:
    return redirect(table_url("notes", game.code, invite=invite_code(request)) + part)


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def orders(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    if request.method == "POST" and request.POST.get("do") != "show":
        messages.success(request, _apply(request, game, user))
        return redirect("games:orders", game.code)
    running_seat(game, user)
    order_format(get_title(game.title))
    return _render_orders(request, game, user)


def _orders_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the sent form with the error, or the table if it takes no orders."""
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    seat = seat_of(game, viewer_of(request))
    if seat is None or game.status != Status.RUNNING or get_title(game.title).orders is None:
        return None
    return _render_orders(request, game, cast("User", request.user), error)


recover_with(orders, _orders_refusal)


def _apply(request: HttpRequest, game: Game, user: User) -> str:
    draft, button = OrderDraftForm(request.POST), request.POST.get("do", "")
    if button == "fit":
        return _make_fit(request, game, user, draft)
    if button == "withdraw":
        row = withdraw_order(game.pk, user, draft.number)
        return _("Order %(number)s withdrawn.") % {"number": row.number}
    if button in {"up", "down"}:
        rank_orders(game.pk, user, _numbers_after_move(user, game, draft.number, -1 if button == "up" else 1))
        return _("Order %(number)s moved.") % {"number": draft.number}
    if draft.number:
        row = change_order(game.pk, user, draft.number, draft.condition, draft.orders, draft.deed)
        return _("Order %(number)s changed.") % {"number": row.number}
    row = add_order(game.pk, user, draft.condition, draft.orders, draft.deed)
    return _("Order %(number)s saved for your next turn.") % {"number": row.number}


def _make_fit(request: HttpRequest, game: Game, user: User, draft: OrderDraftForm) -> str:
    """Save an order so that it fits: the sent form, a waiting order, or a dropped one as a new order."""
    view = table_view(game, user)
    number = draft.number
    row = order_of(user, game, number) if number and "square" not in request.POST else None
    if row:
        draft = OrderDraftForm.of(number, row.condition, row.orders)
        number = number if row.state == OrderState.WAITING else 0
    texts = fitted(view, _number(view), draft)
    saved = change_order(game.pk, user, number, *texts) if number else add_order(game.pk, user, *texts)
    return _("Order %(number)s fits now: %(orders)s") % {"number": saved.number, "orders": saved.orders}


def _numbers_after_move(user: User, game: Game, number: int, by: int) -> list[int]:
    """Return the numbers of the waiting orders with one of them moved up or down."""
    numbers = [row.number for row in waiting_orders(user, game)]
    if number in numbers:
        at = numbers.index(number)
        numbers.insert(max(0, at + by), numbers.pop(at))
    return numbers


def _render_orders(request: HttpRequest, game: Game, user: User, error: SiteError | None = None) -> HttpResponse:
    view = table_view(game, user)
    context = {
        "view": view,
        "game": game,
        **_lists(view, user),
        "is_inside": wants_fragment(request),
        "draft": _draft(request, view, user),
        **_wrong(error),
    }
    response = render(request, "games/planning/orders.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _lists(view: TableView, user: User) -> dict[str, object]:
    return {
        "waiting": order_views(view.title, waiting_orders(user, view.game), view.names, view.state, _number(view)),
        "settled": order_views(view.title, past_orders(user, view.game), view.names),
        "used": OrderState.USED,
        "dropped": OrderState.DROPPED,
        "may_add": not view.table.is_my_turn,
    }


def _wrong(error: SiteError | None) -> dict[str, str]:
    if error is None:
        return {"error": "", "wrong": ""}
    return {"error": str(error.message), "wrong": "condition" if error.code.startswith("condition") else "orders"}


def _draft(request: HttpRequest, view: TableView, user: User) -> OrderFormView:
    """Return the form: as it was sent, with an order to change, or for the present position."""
    sent = request.POST or request.GET
    form = OrderDraftForm({} if sent.get("do", "show") != "show" else sent)
    mine = waiting_orders(user, view.game) if "square" not in form.data else []
    row = next((row for row in mine if row.number == form.number), None)
    if row:
        form = OrderDraftForm.of(row.number, row.condition, row.orders, row.deed)
    likely_after = ""
    if not row and "square" not in form.data:
        form.number, likely_after = 0, _only_opponent(view)
        form.square, form.facing = likely_pose(view, _number(view)) if likely_after else ("", "")
    return replace(order_form_view(view, _number(view), form), likely_after=likely_after)


def _only_opponent(view: TableView) -> str:
    """Return the name of the only other player left, whose turn decides where the viewer's begins; "" for several."""
    others = [seat.name for seat in view.seats if not seat.is_out and seat.number != _number(view)]
    return others[0] if len(others) == 1 else ""


def _number(view: TableView) -> int:
    assert view.table.me is not None
    return view.table.me.number or 0


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def plan(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    if request.method == "POST":
        seen = clean_or_raise(OpeningPlyForm(request.POST))
        choices = {name: seen[name] for name in ("undone", "share", "without_share")}
        played = play_turn(game.pk, user, TurnPlanForm(request.POST).text, seen["ply"], **choices)
        return redirect_to_table(request, played, "#play")
    view = table_view(game, user)
    if view.table.represented is None:
        running_seat(game, user)
    return _render_plan(request, view) if _is_due(view) else redirect_to_table(request, game, "#play")


def _plan_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the sent plan with the error, or the table if there is nothing left to plan."""
    view = table_view(game_for_viewer(code, viewer_of(request), invite_code(request)), viewer_of(request))
    return _render_plan(request, view, error) if _is_due(view) else None


recover_with(plan, _plan_refusal)


def _is_due(view: TableView) -> bool:
    return view.table.is_my_turn and may_plan(view, view.viewer_seat)


def _render_plan(request: HttpRequest, view: TableView, error: SiteError | None = None) -> HttpResponse:
    form = TurnPlanForm(request.POST or request.GET)
    context = {
        "view": view,
        "game": view.game,
        "plan": plan_view(view, form.rotation, form.places, has_hints=view.table.shows_hints),
        "plan_address": request.path,
        "back": view.game.get_absolute_url(),
        "error": str(error.message) if error else "",
        "sent_again": sent_again(request, error),
    }
    return render(request, "games/planning/plan.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def study(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    if request.method == "POST":
        sent = clean_or_raise(StudyActionForm(request.POST))
        node = studies.try_action(game.pk, user, StudyPosition(sent["ply"], sent["node"]), sent["action"])
        return _to(request, game, node=node.pk)
    studies.require_study_access(game, user)
    look = valid_values(StudyPositionForm(request.GET))
    spot = {"node": look.get("node"), "ply": look.get("ply"), "chosen": look.get("choose", "")}
    return _render_study(request, study_view(game, user, invite=invite_code(request), **spot))


@require_POST
@player_required
def study_node(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    sent = clean_or_raise(StudyNodeForm(request.POST))
    node, deed = sent["node"], sent["do"]
    if deed == "delete":
        before = studies.delete_node(game.pk, user, node)
        return _to(request, game, node=before.node) if before.node else _to(request, game, ply=before.ply)
    if deed == "comment":
        studies.comment_on(game.pk, user, node, sent["comment"])
    elif deed == "promote":
        studies.promote_node(game.pk, user, node)
    else:
        studies.shift_node(game.pk, user, node, -1 if deed == "earlier" else 1)
    return _to(request, game, node=node)


@require_POST
@player_required
def publish_study(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    studies.publish_study(game.pk, user, clean_or_raise(PublishForm(request.POST))["public"])
    return redirect(table_url("study", game.code, invite=invite_code(request)) + "#publish")


@require_safe
@with_game
def published_studies(request: HttpRequest, game: Game) -> HttpResponse:
    seat = seat_of(game, user := viewer_of(request))
    context = {
        "game": game,
        "studies": published_study_views(game, invite_code(request)),
        "may_study": isinstance(user, User) and studies.can_study(game, seat is not None),
        "invite": invite_code(request),
        "back": table_url("table", game.code, invite=invite_code(request)),
    }
    return render(request, "games/planning/studies.html", context)


@require_safe
def published_study(request: HttpRequest, code: str, name: str) -> HttpResponse:
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    look = valid_values(StudyPositionForm(request.GET))
    node, ply, invite = look.get("node"), look.get("ply"), invite_code(request)
    return _render_study(request, study_view(game, viewer_of(request), author=name, node=node, ply=ply, invite=invite))


def _render_study_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    user = viewer_of(request)
    if not studies.can_study(game, seat_of(game, user) is not None):
        return None
    look = valid_values(StudyPositionForm(request.POST))
    view = study_view(
        game, user, node=look.get("node"), ply=look.get("ply"), invite=invite_code(request), is_lenient=True
    )
    view.typed = request.POST.get("comment")
    return _render_study(request, view, str(error.message))


for one in (study, study_node, publish_study):
    recover_with(one, _render_study_refusal)


def _render_study(request: HttpRequest, view: StudyView, error: str = "") -> HttpResponse:
    game = view.game
    context = {
        "view": view,
        "game": game,
        "error": error,
        "most": studies.MAX_NODES,
        "invite": invite_code(request),
        "back": table_url("table", game.code, invite=invite_code(request)),
        "notes": table_url("notes", game.code, invite=invite_code(request)),
        "published": table_url("studies", game.code, invite=invite_code(request)),
    }
    response = render(request, "games/planning/study.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _to(request: HttpRequest, game: Game, **spot: int) -> HttpResponse:
    return redirect(table_url("study", game.code, invite=invite_code(request), **spot) + "#study")
