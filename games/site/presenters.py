"""The board of the home page, which plays the latest finished game again and again, and the web manifest."""

import json
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.board.frames import make_frames
from games.board.pictures import HOME_EXAMPLE, AnimatedBoard, animatable_board, example_board, example_frames
from games.common.errors import BrokenGame, NotFound
from games.core.lists import latest_finished_games
from games.core.log import note_trouble, plies_of
from games.core.models import Game
from games.core.position_cache import cached
from games.core.selectors import seat_names
from games.engine.registry import get_title

SECONDS = 600
TRIED = 5  # games: one whose log does not replay is passed over
START_FRACTION = 2 / 5  # the part of the game that has been played when the page opens


def latest_game_board() -> AnimatedBoard:
    stored = _stored()
    if not stored["code"]:
        return example_board(HOME_EXAMPLE, int(len(example_frames(HOME_EXAMPLE)) * START_FRACTION))
    board, names = SafeString(stored["board"]), tuple(stored["names"])
    return AnimatedBoard(board, stored["address"], stored["at"], names, stored["link"])


def home_board_frames(code: str) -> str:
    """Return all frames of the home page's game as JSON text. Raises NotFound for any other game."""
    stored = _stored()
    if stored["code"] != code:
        raise NotFound
    return str(stored["frames"])


def _stored() -> dict[str, Any]:
    """Return the board, its frames and its game's code ("" for an example), without a query if they are cached."""
    found: dict[str, Any] = json.loads(cached(f"home-board:{get_language()}", _new_text, SECONDS))
    return found


def _new_text() -> str:
    for game in latest_finished_games()[:TRIED]:
        try:
            return _text_of(game)
        except BrokenGame:
            note_trouble(game.pk)
    return json.dumps({"code": ""})


def _text_of(game: Game) -> str:
    """Return the board of a game and its frames. Raises BrokenGame."""
    plies, names, at = plies_of(game), tuple(seat_names(game)), int(game.ply * START_FRACTION)
    title = get_title(game.title)
    return json.dumps(
        {
            "code": game.code,
            "board": animatable_board(title, plies[at].before, names, ident="home"),
            "address": reverse("games:home_board_frames", args=[game.code]) + f"?in={get_language()}",
            "at": at,
            "names": names,
            "link": reverse("games:replay_game", args=[game.code]) + f"?ply={game.ply}",
            "frames": json.dumps(make_frames(title, plies, names)),
        }
    )


def web_manifest() -> dict[str, Any]:
    places = {_("My games"): "games:home", _("Lobby"): "games:lobby", _("New table"): "games:new_table"}
    return {
        "name": settings.SITE_NAME,
        "short_name": "Marrakech",
        "description": _("Board games by email: one turn at a time, wherever you are."),
        "lang": get_language(),
        "dir": "ltr",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "categories": ["games"],
        "background_color": "#f8efe1",
        "theme_color": "#f8efe1",
        "icons": [_icon("mark.svg", "any"), *(_icon(f"mark-{size}.png", f"{size}x{size}") for size in (192, 512))]
        + [_icon(f"mark-maskable-{size}.png", f"{size}x{size}", purpose="maskable") for size in (192, 512)],
        "shortcuts": [{"name": name, "url": reverse(place)} for name, place in places.items()],
    }


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": static(f"img/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
