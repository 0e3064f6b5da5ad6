"""The score as a drawing without words: the strip below an animation, and the card that other sites show for a link.

The pictures of the seats' styles show whose a number is.
"""

from collections.abc import Sequence
from typing import Any

from games.engine.core import Title
from games.engine.prompts import SCORE, Panel
from games.engine.values import Outcome

from .board_svg import close_up, silent_board
from .geometry import UNIT
from .paint import number
from .paths import star_path
from .registry import skin_of
from .skin import Skin

STRIP_HEIGHT = 64  # height of the score below a film, in drawing units
CARD_SIZE = (1200, 630)  # in pixels, as link previews need it
_INK = 'fill="#2a1a14"'
_LINE = '<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" fill="#fffaf2" stroke="#c9964f"/>'


def score_strip(title: Title, state: Any, width: float = 0) -> str:
    panels, outcome, skin = title.panels(state), title.outcome(state), skin_of(title.key)
    wide = width or title.scene(state).columns * UNIT + 2 * skin.margin
    step = wide / max(1, len(panels))
    seats = "".join(
        f'<g transform="translate({number(at * step)} 0)">{_in_strip(skin, panel, outcome, step)}</g>'
        for at, panel in enumerate(panels)
    )
    return _svg(wide, STRIP_HEIGHT, seats)


def share_card_svg(title: Title, state: Any) -> str:
    wide, high = CARD_SIZE
    panels, outcome, skin = title.panels(state), title.outcome(state), skin_of(title.key)
    row = (high - 48) / max(1, len(panels))
    tall = min(row, 190) - 14
    seats = "".join(
        f'<g transform="translate(656 {number(24 + at * row)})">{_on_card(skin, panel, outcome, tall)}</g>'
        for at, panel in enumerate(panels)
    )
    edge = '<rect x="9" y="9" width="1182" height="612" rx="18" fill="none" stroke="#c9964f" stroke-width="3"/>'
    return _svg(wide, high, edge + _placed(silent_board(close_up(title.scene(state), 5, 5)), 24, 15, 616, 600) + seats)


def _svg(wide: float, high: float, body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(wide)} {number(high)}">{body}</svg>'


def _placed(drawing: str, x: float, y: float, width: float, height: float) -> str:
    box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return drawing.replace("<svg ", f"<svg {box} ", 1)


def _icon(drawing: str, x: float, y: float) -> str:
    return drawing.replace("<svg ", f'<svg x="{number(x)}" y="{number(y)}" ', 1)


def _style(skin: Skin, panel: Panel, x: float, y: float, width: int) -> str:
    """Return the picture of a seat's style with its middle at this point, at most half as high as ``width``."""
    if not panel.style:
        return ""
    wide, high = skin.style_size
    size = min(width, width * wide // (2 * high))
    drawing = skin.icon(skin.style_icon(panel.style), size=size)
    return _icon(drawing, x - size / 2, y - size * high / wide / 2)


def _aside(skin: Skin, distance: float) -> float:
    """Return how far the mark of a winner is from the middle of a seat's picture: it fits on wide ones."""
    wide, high = skin.style_size
    return 0 if wide > high else distance


def _in_strip(skin: Skin, panel: Panel, outcome: Outcome | None, width: float) -> str:
    box = _LINE.format(x=5, y=2, width=number(width - 10), height=STRIP_HEIGHT - 12, round=10)
    sign = _style(skin, panel, width / 2 - 30, 28, 64)
    star = _star(width / 2 - 30 - _aside(skin, 30), 28, 15) if _won(panel, outcome) else ""
    return _faded(panel, box + sign + star + _number(_value(panel, SCORE), width / 2 + 34, 41, 32))


def _on_card(skin: Skin, panel: Panel, outcome: Outcome | None, height: float) -> str:
    middle = height / 2
    box = _LINE.format(x=0, y=0, width=508, height=number(height), round=14)
    sign = _style(skin, panel, 99, middle + 0.5, 150)
    star = _star(99 - _aside(skin, 62), middle, 30) if _won(panel, outcome) else ""
    score = _number(_value(panel, SCORE), 268, middle + 28, 80)
    coins = _value(panel, skin.flow) if skin.flow != SCORE else ""
    purse = ""
    if coins:
        purse = _icon(skin.icon(skin.flow_icon, size=44), 362, middle - 22) + _number(coins, 448, middle + 16, 46)
    return _faded(panel, box + sign + star + score + purse)


def _faded(panel: Panel, body: str) -> str:
    return f'<g opacity=".4">{body}</g>' if panel.out else body


def _value(panel: Panel, kind: str) -> str:
    return next((str(stat.value) for stat in panel.stats if stat.kind == kind), "")


def _number(text: str, x: float, y: float, size: int) -> str:
    place = f'x="{number(x)}" y="{number(y)}" font-size="{size}" text-anchor="middle"'
    return f"<text {place} {_INK}>{text}</text>" if text else ""


def _star(x: float, y: float, radius: float) -> str:
    place = f'transform="translate({number(x)} {number(y)})"'
    return f'<path {place} d="{star_path(radius)}" fill="#ffcf40" stroke="#6f4300" stroke-width="2"/>'


def _won(panel: Panel, outcome: Outcome | None) -> bool:
    standings: Sequence[Any] = outcome.standings if outcome else ()
    return any(standing.seat == panel.seat and standing.place == 1 for standing in standings)
