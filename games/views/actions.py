"""What players do at a table. Services say no; ``show.refused`` answers then."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.forms.values import clean_or_raise
from games.forms.table import (AbortForm, ActForm, InviteAddressForm, ChatForm, JoinForm, InvitePlayerForm, ResignForm, WithdrawForm)
from games.models import Game
from games.presenters.table import table_view
from games.services.people import chat as talking
from games.services.play import (endings, actions)
from games.services.tables import (invitations, rematches, setup)

from .door import for_players, post_at_table, to_table
from .show import EVERYTHING, parts_for, refused, show, wants_parts


def _shown(request: HttpRequest, game: Game, user: User, parts: tuple[str, ...], part: str) -> HttpResponse:
    """Show what was done: the new parts to htmx, the page again to everybody else."""
    if not wants_parts(request):
        return to_table(game, part)
    game.refresh_from_db()
    return show(request, table_view(game, user), (*parts, "notice"))


@post_at_table
def act(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Play an action."""
    sent = clean_or_raise(ActForm(request.POST))
    played = actions.play_action(game.pk, user, sent["action"], sent["ply"])
    return _shown(request, played, user, EVERYTHING, "#play")


@post_at_table
def chat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Say something."""
    talking.post_message(game.pk, user, clean_or_raise(ChatForm(request.POST))["text"])
    game.refresh_from_db()
    return _shown(request, game, user, parts_for(request, game), "#chat")


@post_at_table
def join(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Sit down."""
    return to_table(setup.join_table(game.pk, user, entropy=clean_or_raise(JoinForm(request.POST))["entropy"]))


@post_at_table
def leave(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Give one's seat up before the start."""
    setup.leave_table(game.pk, user)
    messages.info(request, _("You have left the table %(name)s.") % {"name": game.name})
    return redirect("games:home")


@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def resign(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Ask whether the player really means it; POST resigns."""
    if request.method != "POST":
        actions.running_seat(game, user)
        return render(request, "games/resign.html", {"view": table_view(game, user), "game": game})
    endings.resign(game.pk, user, clean_or_raise(ResignForm(request.POST))["ply"])
    return to_table(game)


resign.recover = refused  # type: ignore[attr-defined]


@post_at_table
def abort(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Agree to end the game without a result, or take that back."""
    ended = endings.agree_to_abort(game.pk, user, clean_or_raise(AbortForm(request.POST))["agrees"])
    return _shown(request, ended, user, parts_for(request, ended), "#more")


@post_at_table
def rematch(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Play the same again with the same people."""
    return to_table(rematches.rematch(game.pk, user))


@post_at_table
def invite(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Keep a seat for a player, or for whoever reads the mail at an address."""
    if "email" in request.POST:
        invitations.invite_address(game.pk, user, clean_or_raise(InviteAddressForm(request.POST))["email"])
    else:
        invitations.invite_player(game.pk, user, clean_or_raise(InvitePlayerForm(request.POST))["player"])
    messages.success(request, _("The invitation is on its way, and a seat is kept."))
    return to_table(game, "#play")


@post_at_table
def withdraw(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Take an invitation back."""
    invitations.withdraw_invitation(clean_or_raise(WithdrawForm(request.POST))["invitation"], user)
    return to_table(game, "#play")
