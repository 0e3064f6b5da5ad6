"""Views of a player's private notes, and of the diary that everyone may read after the game."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from games.forms.study import DiaryLineForm, DiaryPageForm, NoteForm
from games.forms.values import clean_or_raise, valid_values
from games.models import Game
from games.presenters.table.notes import notes_view
from games.selectors.games import game_for_viewer
from games.services.tables import notes as notes_service

from ..decorators import player_required, recover_with, viewer_of, with_game
from ..table_urls import invite_code, table_url


@require_safe
@with_game
def notes(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the viewer's private notes and diary; after the game, the diaries of all players."""
    return _render(request, game)


@require_POST
@player_required
def save_note(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Save the private notes."""
    sent = clean_or_raise(NoteForm(request.POST))
    notes_service.save_note(game.pk, user, sent["text"], sent["text_hash"])
    messages.success(request, _("Notes saved."))
    return _back(request, game, "")


@require_POST
@player_required
def diary(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Add, change or remove a line of the player's diary."""
    sent = clean_or_raise(DiaryLineForm(request.POST))
    if sent["remove"]:
        ply = notes_service.remove_diary_line(game.pk, user, sent["line"] or 0)
    elif sent["line"]:
        ply = notes_service.change_diary_line(game.pk, user, sent["line"], sent["text"]).ply
    else:
        ply = notes_service.add_diary_line(game.pk, user, sent["text"]).ply
    return _back(request, game, f"#page-{ply}")


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse:
    """Show the notes with the error and the typed text."""
    return _render(request, game_for_viewer(code, viewer_of(request), invite_code(request)), str(error.message))


for view in (save_note, diary):
    recover_with(view, _render_refusal)


def _render(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    look = valid_values(DiaryPageForm(request.POST or request.GET))
    view = notes_view(game, viewer_of(request), ply=look.get("ply"), edited=look.get("line"))
    context = {"view": view, "game": game, "error": error, **_typed(request), **_around(request, game)}
    response = render(request, "games/table/notes.html", {**context, "ply": look.get("ply")})
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
        "max_note_length": notes_service.MAX_NOTE_LENGTH,
        "max_line_length": notes_service.MAX_LINE_LENGTH,
    }


def _back(request: HttpRequest, game: Game, part: str) -> HttpResponse:
    return redirect(table_url("notes", game.code, invite=invite_code(request)) + part)
