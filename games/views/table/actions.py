"""Views of what players do at a table. If a service refuses, ``render_refusal`` shows the table with the reason."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.forms.tables.deputies import TakeSeatForm
from games.forms.tables.share import JoinForm, OpenShareForm
from games.forms.tables.table_page import (
    AbortGameForm,
    ChatForm,
    ClaimLateForm,
    GiveTimeForm,
    InviteAddressForm,
    InvitePlayerForm,
    PlayActionForm,
    PresenceForm,
    ResignGameForm,
    WithdrawInvitationForm,
)
from games.forms.values import clean_or_raise, query_values
from games.models import Game
from games.presenters.table.view import table_view
from games.services.clocks import claims, gifts, seats
from games.services.play import actions, resignations
from games.services.play.shares import open_share
from games.services.tables import invitations, proposals, rematches
from games.services.tables.chat import mark_read, post_message
from games.services.tables.new_table import setup

from ..decorators import player_required, recover_with, redirect_to_table, table_action
from ..render import ALL_PARTS, parts_to_update, render_refusal, render_table, shown_ply, wants_fragment


def _render_result(
    request: HttpRequest, game: Game, user: User, part: str, parts: tuple[str, ...] = ()
) -> HttpResponse:
    """Show the table after an action: send htmx these or the changed parts, redirect other requests to the page."""
    if not wants_fragment(request):
        return redirect_to_table(request, game, part)
    game.refresh_from_db()
    shown = (*(parts or parts_to_update(request, game)), "notice")
    return render_table(request, table_view(game, user, ply=shown_ply(request, game)), shown)


@table_action
def act(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Play an action, or several of one turn."""
    sent = clean_or_raise(PlayActionForm(request.POST))
    texts, seen = sent["action"], {"undone": sent["undone"], "share": sent["share"]}
    actions.play_actions(game.pk, user, texts, sent["ply"], **seen)
    return _render_result(request, game, user, "#play", ALL_PARTS)


@table_action
def chat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Post a chat message; with ``read``, mark the messages up to that one as read (for pages without scripts)."""
    if "read" in request.POST:
        mark_read(game, user, query_values(PresenceForm, request.POST).get("read", 0))
        return redirect_to_table(request, game, "#chat")
    post_message(game.pk, user, clean_or_raise(ChatForm(request.POST))["text"])
    return _render_result(request, game, user, "#chat")


@table_action
def join(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Take a seat."""
    return redirect_to_table(request, setup.join_table(game.pk, user, **clean_or_raise(JoinForm(request.POST))))


@table_action
def share(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Open the player's share of the dice, which their browser has kept."""
    open_share(game.pk, user, clean_or_raise(OpenShareForm(request.POST))["share"])
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@table_action
def leave(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Give up a seat before the start."""
    setup.leave_table(game.pk, user)
    messages.info(request, _("You have left %(name)s.") % {"name": game.name})
    return redirect("games:home")


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def resign(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Ask for confirmation; POST resigns."""
    if request.method != "POST":
        actions.running_seat(game, user)
        return render(request, "games/table/resign.html", {"view": table_view(game, user), "game": game})
    seen = clean_or_raise(ResignGameForm(request.POST))
    resignations.resign(game.pk, user, seen["ply"], undone=seen["undone"])
    return redirect_to_table(request, game)


recover_with(resign, render_refusal)


@table_action
def abort(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Agree to end the game without a result, or withdraw the agreement."""
    proposals.agree_to_abort(game.pk, user, clean_or_raise(AbortGameForm(request.POST))["agrees"])
    return _render_result(request, game, user, "#more")


@table_action
def give_time(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Give time to an opponent."""
    sent = clean_or_raise(GiveTimeForm(request.POST))
    gifts.give_time(game.pk, user, sent["seat"], sent["seconds"], timezone.now(), given=sent["given"])
    return _render_result(request, game, user, "#more")


@table_action
def claim(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Ask that the game go on without a late player."""
    sent = clean_or_raise(ClaimLateForm(request.POST))
    claims.claim(game.pk, user, sent["seat"], timezone.now(), wants_substitute=sent["wants_substitute"])
    return _render_result(request, game, user, "#more")


@table_action
def take_seat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Take over a seat that looks for a player."""
    seats.take_seat(game.pk, clean_or_raise(TakeSeatForm(request.POST))["seat"], user, timezone.now())
    messages.success(request, _("The seat is yours. Its player may return within 14 days."))
    return redirect_to_table(request, game, "#play")


@table_action
def take_back(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Take one's own seat back."""
    seats.take_back(game.pk, user, timezone.now())
    messages.success(request, _("You have your seat back."))
    return redirect_to_table(request, game, "#play")


@table_action
def rematch(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Create a table with the same settings and invite the same players."""
    return redirect_to_table(request, rematches.rematch(game.pk, user, **clean_or_raise(JoinForm(request.POST))))


@table_action
def invite(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Reserve a seat for a player, or for an email address."""
    if "email" in request.POST:
        invitations.invite_address(game.pk, user, clean_or_raise(InviteAddressForm(request.POST))["email"])
    else:
        invitations.invite_player(game.pk, user, clean_or_raise(InvitePlayerForm(request.POST))["player"])
    messages.success(request, _("Invitation sent. A seat has been reserved."))
    return redirect_to_table(request, game, "#play")


@table_action
def withdraw(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Withdraw an invitation."""
    invitations.withdraw_invitation(clean_or_raise(WithdrawInvitationForm(request.POST))["invitation"], user)
    return redirect_to_table(request, game, "#play")
