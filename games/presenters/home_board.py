"""The board of the home page, which plays the latest finished game again and again."""

import json
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.registry import get_title
from games.errors import BrokenGame, NotFound
from games.models import Game
from games.models.cache import cached
from games.selectors.game_lists import latest_finished_games
from games.selectors.log import plies_of
from games.selectors.tables.seats import seat_names
from games.services.play.trouble import note_trouble

from .pictures.animation.animated_boards import (
    HOME_EXAMPLE,
    AnimatedBoard,
    animatable_board,
    example_board,
    example_frames,
)
from .pictures.animation.frames import make_frames

SECONDS = 600
TRIED = 5  # games: one whose log does not replay is passed over
START_FRACTION = 2 / 5  # the part of the game that has been played when the page opens


def home_board() -> AnimatedBoard:
    """Return the latest game that was played to its end, or an example, in the reader's language."""
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
