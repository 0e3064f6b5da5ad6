"""The living board of the first page: a game that is over, played again and again. Kept for everybody who comes."""

import json

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import get_language

from games.engine.registry import get_title
from games.errors import NotFound
from games.selectors.game_lists import latest_finished_game
from games.selectors.log import plies_of
from games.selectors.seats import seat_names

from .pictures.animated_boards import HOME_EXAMPLE, AnimatedBoard, animatable_board, example_board, example_frames
from .pictures.frames import make_frames

SECONDS = 600
START_FRACTION = 2 / 5  # how far the game is when the board is first seen


def home_board() -> AnimatedBoard:
    """Return the latest game that was played out, or an example; in the reader's language. Mostly without a query."""
    return _kept()[0]


def home_board_frames(code: str) -> str:
    """Return all frames of the living board's game as JSON text. Raises NotFound for any other game."""
    shown, text = _kept()[1:]
    if shown != code:
        raise NotFound
    return text


def _kept() -> tuple[AnimatedBoard, str, str]:
    """Return the board, its game's code ("" for an example) and the frames as JSON text."""
    key = f"living-board:2:{get_language()}"
    kept: tuple[AnimatedBoard, str, str] | None = cache.get(key)
    if kept is None:
        kept = _newest()
        cache.set(key, kept, SECONDS)
    return kept


def _newest() -> tuple[AnimatedBoard, str, str]:
    game = latest_finished_game()
    if game is None:
        at = int(len(example_frames(HOME_EXAMPLE)) * START_FRACTION)
        return example_board(HOME_EXAMPLE, at), "", ""
    plies, names, at = plies_of(game), tuple(seat_names(game)), int(game.ply * START_FRACTION)
    title = get_title(game.title)
    board = animatable_board(title, plies[at].before, names, ident="living")
    address = reverse("games:home_board_frames", args=[game.code]) + f"?in={get_language()}"
    end = reverse("games:replay_game", args=[game.code]) + f"?ply={game.ply}"
    scene = AnimatedBoard(board, address, at, names, end)
    return scene, game.code, json.dumps(make_frames(title, plies, names))
