"""View of the style guide, which shows every component in every state. Only with DEBUG."""

import re
from pathlib import Path
from types import SimpleNamespace

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from games.presenters.style_guide import STYLES, sample_boards, sample_seats
from games.skins.registry import skin_of

SKIN = skin_of("marrakech")
THEMES = ("light", "dark")
PARTS = (
    "boards",
    "games",
    "colours",
    "type",
    "buttons",
    "forms",
    "notices",
    "table",
    "words",
    "lists",
    "icons",
    "boards_aside",
)
STYLE_SHEETS = (
    *(f"components/{name}" for name in ("animated_board", "chat", "diary", "film")),
    *(f"pages/{name}" for name in ("study", "orders", "replay_game")),
)


def style_guide(request: HttpRequest) -> HttpResponse:
    """Show the components, and the boards in both themes. ``?choose=`` selects a choice on them."""
    chosen = request.GET.get("choose", "")
    context = {
        "themes": [{"name": theme, "boards": sample_boards("marrakech", chosen, _link, theme)} for theme in THEMES],
        "parts": [f"dev/parts/_{part}.html" for part in PARTS],
        "styles": [f"css/{name}.css" for name in STYLE_SHEETS],
        "pictures": _pictures(),
        "style_pictures": [SKIN.icon(SKIN.style_icon(style), size=96) for style in STYLES],
        "colours": _colours(),
        "view": SimpleNamespace(seats=sample_seats(), winners=(), is_past=False, is_overdue=False),
        "game": SimpleNamespace(overdue_at=None, title="marrakech"),
        "samples": {"action": "L3>f1W", "line": "8. B R3>f4N p+f2f3", "name": "Brahim"},
    }
    return render(request, "dev/style_guide.html", context)


def _link(notation: str) -> dict[str, str]:
    return {"href": "?" + urlencode({"choose": notation})}


def _pictures() -> list[str]:
    results = [SKIN.icon(SKIN.result_icon(face), title=face) for face in "1234"]
    figures = [SKIN.stat_drawing(SKIN.flow, value) for value in (1, 30, 68)]
    return [*results, SKIN.icon(SKIN.flow_icon, size=40), *figures]


def _colours() -> list[str]:
    """Return the names of the colours in the style sheet of tokens."""
    text = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text(encoding="utf-8")
    return re.findall(r"^ *--([a-z-]+): (?:light-dark\((?:#|rgb)|#)", text, re.MULTILINE)
