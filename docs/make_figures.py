"""The figures of docs/rules.md. Draw them with ``python docs/make_figures.py`` in the project's environment."""

import os
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")

import django  # noqa: E402

django.setup()

from games.common.wording import render_message  # noqa: E402
from games.engine.core import Title  # noqa: E402
from games.engine.messages import Message  # noqa: E402
from games.engine.registry import get_title  # noqa: E402
from games.pictures.board_svg import BoardLook, board_svg  # noqa: E402

PLAYERS = ["Amina", "Bilal", "Carla", "Driss"]
PATCH = "B1:d5d6 B2:e4e5 B3:d4 B4:f2g2 C1:c3c4 D1:b6b7"
RUGS = {"A": "c", "B": "y", "C": "r", "D": "p"}


def position(title: Title, assam: str, rugs: str, last: dict[str, Any] | None = None) -> object:
    """Return a position in which A must lay. ``assam`` is like "d4N", ``rugs`` like "B1:d5d6 C1:e4" (seat, number)."""
    state: Any = title.start("gigamic", {}, 4)
    data = title.to_json(after(title, state, "1"))
    data["assam"] = {"square": assam[:2], "facing": assam[2]}
    for item in rugs.split():
        rug, squares = item.split(":")
        for start in range(0, len(squares), 2):
            square = squares[start : start + 2]
            data["board"][square] = {"seat": rug[0], "colour": RUGS[rug[0]], "rug": int(rug[1:])}
    for seat in data["seats"]:
        laid = {item.split(":")[0] for item in rugs.split() if item[0] == seat["seat"]}
        squares_shown = sum(1 for half in data["board"].values() if half["seat"] == seat["seat"])
        numbers = [int(name[1:]) for name in laid]
        seat["rugs"][RUGS[seat["seat"]]] = 12 - max(numbers, default=0)
        seat["squares"], seat["score"] = squares_shown, seat["dirhams"] + squares_shown
    data["last"] = {**data["last"], **last} if last else None
    return title.from_json(data)


def after(title: Title, state: Any, face: str) -> Any:
    """Return the position after the first player went straight on and rolled ``face``."""
    turned = title.apply(state, title.parse(state, 0, "F"))
    return title.apply(turned, title.parse(turned, None, face))


def main() -> None:
    title = get_title("marrakech")

    def say(message: Message) -> str:
        return render_message(title, message, PLAYERS)

    start = title.start("gigamic", {}, 4)
    paid = {
        "from": "c4",
        "heading": "E",
        "path": ["d4"],
        "patch": ["d4", "d5", "d6", "e4", "e5"],
        "paid": 5,
        "owed": 5,
        "to": "B",
    }
    figures = {
        "start": ("The board at the beginning", start),
        "mosaic": ("Four steps: out by a mosaic and back through its other end", after(title, start, "4")),
        "patch": ("A patch of five squares", position(title, "d4E", PATCH, paid)),
        "places": ("Where a rug may lie", position(title, "d4E", "B1:d5e5 C1:c4 D1:e3e4")),
    }
    for name, (caption, state) in figures.items():
        svg = board_svg(title.scene(state), BoardLook("light", width=420, ident=name), say=say, title=caption)
        (DOCS / "img" / f"{name}.svg").write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
