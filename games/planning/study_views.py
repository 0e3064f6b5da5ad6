"""Views of the planning board: a private tree of variations at a table, and the published trees of others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from games.common.decorators import recover_with
from games.common.forms import clean_or_raise, valid_values
from games.core.models import Game
from games.core.selectors import game_for_viewer, seat_of, viewer_of
from games.play.decorators import invite_code, player_required, table_url, with_game

from . import studies
from .forms import PublishForm, StudyActionForm, StudyNodeForm, StudyPositionForm
from .studies import StudyPosition
from .study_presenters import StudyView, published_study_views, study_view


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
    return _render(request, study_view(game, user, invite=invite_code(request), **spot))


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
    return _render(request, study_view(game, viewer_of(request), author=name, node=node, ply=ply, invite=invite))


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    user = viewer_of(request)
    if not studies.can_study(game, seat_of(game, user) is not None):
        return None
    look = valid_values(StudyPositionForm(request.POST))
    view = study_view(
        game, user, node=look.get("node"), ply=look.get("ply"), invite=invite_code(request), is_lenient=True
    )
    view.typed = request.POST.get("comment")
    return _render(request, view, str(error.message))


for one in (study, study_node, publish_study):
    recover_with(one, _render_refusal)


def _render(request: HttpRequest, view: StudyView, error: str = "") -> HttpResponse:
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
