"""View of the replay of an uploaded game file. Each form sends its text again; nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from games.forms.replay import ReplayForm
from games.forms.values import clean_or_raise
from games.presenters.replay.replay_file import MAX_CHARACTERS, file_replay_view, list_games, read_games

from ..decorators import recover_with


def _render_form(request: HttpRequest, error: SiteError | None = None) -> HttpResponse:
    """Show the form, with the fault of a refused file."""
    context = {
        "error": str(error.message) if error else "",
        "fault": getattr(error, "fault", None),
        "text": request.POST.get("text", ""),
        "most": MAX_CHARACTERS,
    }
    return render(request, "games/replay/replay_file_form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def replay_file(request: HttpRequest) -> HttpResponse:
    """Show the form for a game file. POST shows its game, or the list of its games."""
    if request.method != "POST":
        return _render_form(request)
    values = clean_or_raise(ReplayForm(request.POST, request.FILES))
    games = read_games(values["text"])
    if len(games) > 1 and values["game"] is None:
        return render(
            request, "games/replay/replay_file_choice.html", {"games": list_games(games), "text": values["text"]}
        )
    view = file_replay_view(values["text"], games, values["game"] or 0, values["ply"])
    response = render(request, "games/replay/replay_file.html", {"view": view, "game": {"overdue_at": None}})
    patch_cache_control(response, private=True, no_store=True)
    return response


recover_with(replay_file, _render_form)
