"""Positions to look at: for the first page and the page of the rules."""

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.core import Message, Title
from games.engine.registry import get_title

from .board_svg import board_svg
from .wording import render

NAMES = ("Amina", "Brahim", "Chama", "Driss")
SEATS = 4

# A game between four, up to a roll that brings Assam onto a patch of six. The figures are prefixes of it, or short.
EVENING = (
    "L 2 c4d4 F 3 b4c4 F 3 d4d5 F 1 d5e5 R 2 f2g2 L 4 d4d5 L 4 b1c1 R 3 g2g3 R 3 g3g4 L 4 b1b2 R 3 b4b5 R 2 c5d5 "
    "F 3 f5g5 L 3 f5f6 F 3 c5c6 F 2 a6b6 L 2 b5c5 F 3 a3b3 L 3 e2f2 L 3 c4c5 F 1 d4d5 R 2 g5g6 L 2 e6f6 R 3 c6c7 "
    "R 3 a4b4 F 2 a4a5 F 4"
)
FIGURES = {"start": "", "walk": "L 2", "mosaic": "F 4", "rent": EVENING, "lay": f"{EVENING} b2b3"}


def position(title: Title, notations: str) -> Any:
    """Return the position after these actions, chance included."""
    state = title.start(next(iter(title.rulesets)), {}, SEATS)
    for text in notations.split():
        acting = title.acting(state)
        state = title.apply(state, title.parse(state, acting[0] if acting else None, text))
    return state


@lru_cache(maxsize=32)
def _drawn(figure: str, language: str) -> SafeString:
    title = get_title("marrakech")
    scene = title.scene(position(title, FIGURES[figure]))

    def say(message: Message) -> str:
        return render(title, message, NAMES)

    tokens = {token.cell for token in scene.tokens}
    where = ". ".join(say(cell.text) for cell in scene.cells if cell.name in tokens)
    return SafeString(board_svg(scene, say=say, title=_("A market in Marrakech"), desc=where, ident=f"figure-{figure}"))


def example_board(figure: str = "rent") -> SafeString:
    """Return a drawn position: one of FIGURES, in the reader's language."""
    return _drawn(figure, get_language() or "en")
