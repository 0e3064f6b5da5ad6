"""View of the style guide, which shows every component in every state. Only with DEBUG."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from games.board.seats import SeatView, StatView
from games.common.wording import colour_name, phrase, render_message
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.prompts import Panel
from games.engine.registry import get_title
from games.engine.scene import Scene
from games.pictures.board_svg import BoardLook, Question, board_svg
from games.pictures.registry import skin_of

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
STYLE_SHEETS = ("chat", "planning", "replay", "people")

NAMES = ("Amina", "Brahim", "Chama", "Driss")
STYLES = ("c", "y", "r", "p")
Link = Callable[[str], Mapping[str, str]]


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
    text = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text(encoding="utf-8")
    return re.findall(r"^ *--([a-z-]+): (?:light-dark\((?:#|rgb)|#)", text, re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SampleBoard:
    caption: str
    svg: str


@cache
def _states(key: str) -> tuple[Any, ...]:
    """Return all states of a random game of four players."""
    random, title = Random(21), get_title(key)
    state = title.start(next(iter(title.rulesets)), {}, 4)
    states = [state]
    while title.outcome(state) is None:
        chance = title.chance(state)
        if chance:
            face = random.choices([text for text, _ in chance.outcomes], [weight for _, weight in chance.outcomes])[0]
            action = title.parse(state, None, face)
        else:
            action = random.choice(title.legal_actions(state))
        state = title.apply(state, action)
        states.append(state)
    return tuple(states)


def sample_boards(key: str, chosen: str, link: Link, theme: str = "light") -> list[SampleBoard]:
    """Return the board at the start, for each prompt, untouched and chosen, at the end, and all pieces and figures.

    ``chosen`` is shown as taken; ``theme`` begins the ids, which must differ on one page.
    """
    title = get_title(key)
    states = _states(key)

    def say(message: Message) -> str:
        return render_message(title, message, NAMES)

    def show(caption: str, scene: Scene, question: Question | None = None, **look: Any) -> SampleBoard:
        named = BoardLook(ident=f"{theme}-{caption.replace(' ', '-')}", **look)
        return SampleBoard(caption, board_svg(scene, named, say=say, title=title.name, question=question))

    def ask(caption: str, kind: str, taken: str = "") -> SampleBoard:
        """Draw the first state of the second half that asks for this kind; "first" takes its first choice."""
        state = next(state for state in states[half:] if (prompt := title.prompt(state)) and prompt.kind == kind)
        prompt = title.prompt(state)
        taken = prompt.choices[0].notation if prompt and taken == "first" else taken
        return show(caption, title.scene(state), Question(prompt, link, taken) if prompt else None)

    half, last = len(states) // 2, title.scene(states[-1])
    return [
        show("start", title.scene(states[0])),
        ask("turn", "turn", chosen),
        ask("turn chosen", "turn", "first"),
        ask("place", "place", chosen),
        ask("place chosen", "place", "first"),
        show("letters and a grid", title.scene(states[half]), letters=True, grid=True),
        *(show(caption, scene) for caption, scene in skin_of(key).samples(last)),
        show("end", last),
        show("picture", last, palette="dark" if theme == "dark" else "light", width=480),
    ]


def sample_seats() -> list[SeatView]:
    plain = SeatView(0, "Amina", "Amina", robot="", is_me=False, is_host=False, wants_abort=False)
    people = [
        replace(plain, is_acting=True, is_me=True),
        replace(plain, number=1, name="Brahim", username="Brahim", robot="greedy"),
        replace(plain, number=2, name="Chama", username="", is_out=True),
        replace(plain, number=3, name="Driss", username="Driss"),
        replace(plain, number=4, place=1, score=41),
        replace(plain, number=5, name="A name of thirty characters ..", username="Brahim", place=4, score=7),
    ]
    title = get_title("marrakech")
    panels = title.panels(_states(title.key)[-1])
    return [
        replace(seat, style=STYLES[index % 4], stats=_stats(title, panels[index % 4]))
        for index, seat in enumerate(people)
    ]


def _stats(title: Title, panel: Panel) -> tuple[StatView, ...]:
    return tuple(
        StatView(
            name=stat.name,
            label=phrase(title, stat.label),
            value=stat.value,
            kind=stat.kind,
            style=stat.style,
            colour=colour_name(title, stat.style) if stat.style else "",
        )
        for stat in panel.stats
    )
