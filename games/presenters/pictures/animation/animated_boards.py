"""Boards that play a part of a game: the drawing of a position, and the address of its frames."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.core import Title
from games.engine.messages import Message

from ...wording import render_message
from ..board_svg import board_svg
from ..example_games import EXAMPLES, NAMES, SEATS, played_example
from .frames import Frame, make_frames, piece_styles

HOME_EXAMPLE, SHARED_DEFINITIONS = (
    "game",
    "start",
)  # the example of the home page; the example of the rules whose definitions the others use


@dataclass(frozen=True, slots=True)
class AnimatedBoard:
    """A board that can move. ``at`` is the index of the frame that ``board`` shows, ``address`` that of the frames.

    ``names`` are those of the players; ``link`` leads to the game, "" for an example.
    """

    board: SafeString
    address: str
    at: int
    names: tuple[str, ...]
    link: str = ""


def example_board(name: str, at: int | None = None) -> AnimatedBoard:
    """Return an example after ``at`` of its plies (by default all of them), in the reader's language.

    All but the longest use the definitions of the first one, which must be on the same page.
    """
    return _example(name, at, get_language() or "en")


@lru_cache(maxsize=64)
def _example(name: str, at: int | None, language: str) -> AnimatedBoard:
    example = played_example(name)
    frames = len(example.plies) - example.first
    at = frames if at is None else at
    last = example.first + at
    title = example.title
    state = (
        example.plies[last - 1].after if last else title.start(EXAMPLES[name].ruleset, EXAMPLES[name].options, SEATS)
    )
    board = animatable_board(
        title, state, NAMES, ident=f"scene-{name}", of="" if name == HOME_EXAMPLE else f"scene-{SHARED_DEFINITIONS}"
    )
    address = reverse("games:example_frames", args=[name]) + f"?in={language}" if frames else ""
    return AnimatedBoard(board, address, at, NAMES)


@lru_cache(maxsize=64)
def _frames(name: str, language: str) -> list[Frame]:
    example = played_example(name)
    return make_frames(example.title, example.plies, NAMES, start=example.first)


def example_frames(name: str) -> list[Frame]:
    """Return the frames of an example, from the position before it. Raises KeyError for an unknown name."""
    return _frames(name, get_language() or "en")


def animatable_board(title: Title, state: Any, names: tuple[str, ...], *, ident: str, of: str = "") -> SafeString:
    """Return a board on which frames can be played; ``of`` as in board_svg."""

    def say(message: Message) -> str:
        return render_message(title, message, names)

    scene = title.scene(state)
    tokens = {token.cell for token in scene.tokens}
    where = ". ".join(say(cell.text) for cell in scene.cells if cell.name in tokens)
    styles = piece_styles(title, state)
    return SafeString(
        board_svg(
            scene,
            say=say,
            title=_("A game of %(title)s") % {"title": title.name},
            desc=where,
            ident=ident,
            styles=styles,
            of=of,
        )
    )
