"""Views of orders in advance, which only their owner sees, adds, changes and withdraws."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.engine.registry import get_title
from games.forms.tables.orders import OrderDraftForm
from games.models import Game, OrderState, Status
from games.presenters.orders.order_form import OrderFormView, likely_pose, order_form_view
from games.presenters.orders.order_list import order_views
from games.presenters.table.view import TableView, table_view
from games.selectors.games import game_for_viewer
from games.selectors.tables.advance_orders import past_orders, waiting_orders
from games.selectors.tables.seats import seat_of
from games.services.play import orders as orders_service
from games.services.play.actions import running_seat

from ..decorators import player_required, recover_with, viewer_of
from ..table_urls import invite_code


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def orders(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Show the waiting orders, the results of others, and a form for a new one; POST adds or changes an order."""
    if request.method == "POST" and request.POST.get("do") != "show":
        messages.success(request, _apply(request, game, user))
        return redirect("games:orders", game.code)
    running_seat(game, user)
    orders_service.order_format(get_title(game.title))
    return _render_orders(request, game, user)


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the sent form with the error, or the table if it takes no orders."""
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    seat = seat_of(game, viewer_of(request))
    if seat is None or game.status != Status.RUNNING or get_title(game.title).orders is None:
        return None
    return _render_orders(request, game, cast("User", request.user), error)


recover_with(orders, _render_refusal)


def _apply(request: HttpRequest, game: Game, user: User) -> str:
    """Carry out what the pressed button asks for. Return a message about it."""
    draft, button = OrderDraftForm(request.POST), request.POST.get("do", "")
    if button == "withdraw":
        row = orders_service.withdraw_order(game.pk, user, draft.number)
        return _("Order %(number)s withdrawn.") % {"number": row.number}
    if button in {"up", "down"}:
        orders_service.rank_orders(
            game.pk, user, _numbers_after_move(user, game, draft.number, -1 if button == "up" else 1)
        )
        return _("Order %(number)s moved.") % {"number": draft.number}
    if draft.number:
        row = orders_service.change_order(game.pk, user, draft.number, draft.condition, draft.orders)
        return _("Order %(number)s changed.") % {"number": row.number}
    row = orders_service.add_order(game.pk, user, draft.condition, draft.orders)
    return _("Order %(number)s saved for your next turn.") % {"number": row.number}


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
        "waiting": order_views(view.title, waiting_orders(user, game), view.names),
        "settled": order_views(view.title, past_orders(user, game), view.names),
        "used": OrderState.USED,
        "draft": _draft(request, view, user),
        **_wrong(error),
    }
    response = render(request, "games/table/orders.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _wrong(error: SiteError | None) -> dict[str, str]:
    """Return the error, and the part of the form to which it belongs."""
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
        form = OrderDraftForm.of(row.number, row.condition, row.orders)
    assert view.table.me is not None
    assert view.table.me.number is not None
    if not row and "square" not in form.data:
        form.number, (form.square, form.facing) = 0, likely_pose(view, view.table.me.number)
    return order_form_view(view, view.table.me.number, form)
