"""Still boards of examples: complete features for the rules, and a game under way for the home page."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.common.wording import render_message
from games.engine.messages import Message
from games.engine.registry import get_title
from games.pictures.board_svg import BoardLook, board_svg, close_up
from games.pictures.paint import Palette

NAMES = ("Amina", "Brahim")
_POSITION = "classic-long 1 A/2 A:0/10.0.4/0.0/4.16.15 B:0/10.0.4/0.0/23.22.52 {} - ?"


@dataclass(frozen=True, slots=True)
class Still:
    """A position of a title: its line, and the name of its drawing for screen readers."""

    title: str
    position: str
    name: Promise


def _tiles(board: str, name: Promise) -> Still:
    return Still("marram", _POSITION.format(board), name)


STILLS = {
    "placed": _tiles("0@0r0,42@s1r0", _("A tile below the first one: the orange snake goes on")),
    "claimed": _tiles("0@0r0,42@s1r0AB0", _("The same, with a red piece on the orange snake")),
    "scored": _tiles("0@0r0,42@s1r0,38@s2r1", _("A third tile has the end of the snake, and the piece is gone")),
    "orange": _tiles("41@0r3,42@s1r0,38@s2r1", _("A complete orange snake: an end, a middle and an end")),
    "worm": _tiles("37@0r3,43@s1r0,48@s2r1", _("A complete worm: an end, a thick part and an end")),
    "blue": _tiles("35@0r2,46@e1r0,31@e2r0", _("A complete blue snake: a head, a middle and a tail")),
    "freak": _tiles("37@0r3,48@s1r1", _("A freak beast: a worm of two ends, without a thick part")),
    "tuft": _tiles(
        "56@0r3,83@e1r0,49@s1r2,54@s1e1r1", _("A complete grass tuft: four parts with three coins, sand all around")
    ),
    "mound": _tiles(
        "54@0r1,56@e1r2,83@s1r0,49@s1e1r3", _("A complete sand mound: four parts with a flower, grass all around")
    ),
    "dunes": Still(
        "marram",
        "classic-short 8 B/1 A:34/4.0.3/1.0/11.32.44 B:33/5.0.2/0.0/63.17 31@n4w3r2,67@n4w2r0,46@n4w1r1AL2,"
        "22@n3w1r0AB1,1@n2w4r1BB1,75@n2w3r2,53@n2w2r2,83b@n2w1r1,35@n2r2BL0,5@n2e1r3,64@n1w1r2,74@n1r2,4@w1r2,0@0r0,"
        "41@s1r1 - ?",
        _("A game of Marram"),
    ),
}


def still_board(name: str) -> SafeString:
    """Return an example as a drawing in the reader's language. Raises KeyError for an unknown name."""
    return _drawn(name, "page", get_language() or "en")


def still_picture(name: str) -> SafeString:
    """Return an example as still_board does, but with its own pieces: a page need not load those of the title."""
    return _drawn(name, "light", get_language() or "en")


@lru_cache(maxsize=64)
def _drawn(name: str, palette: Palette, language: str) -> SafeString:
    still = STILLS[name]
    title = get_title(still.title)

    def say(message: Message) -> str:
        return render_message(title, message, NAMES)

    scene = close_up(title.scene(title.read_position(still.position)))
    return SafeString(board_svg(scene, BoardLook(palette, ident=f"still-{name}"), say=say, title=str(still.name)))
