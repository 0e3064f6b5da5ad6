"""The choices of the acting seat as links that work without scripts, style sheet or mouse."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from games.engine.messages import Message
from games.engine.prompts import Choice, Prompt
from games.engine.scene import Token
from games.skins.geometry import AHEAD, Ground
from games.skins.paint import Brush, text_of
from games.skins.skin import Drawing, Skin

from ..wording import join_phrases


@dataclass(frozen=True, slots=True)
class Links:
    """How choices become links.

    ``attributes`` returns those of a notation: href and others of the page, such as aria-labelledby if the page has
    the choice in words already.
    """

    say: Callable[[Message], str]
    attributes: Callable[[str], Mapping[str, str]]
    chosen: str = ""


def draw(skin: Skin, brush: Brush, ground: Ground, prompt: Prompt, links: Links) -> str:
    """Return all choices of a prompt, the chosen one last."""
    drawn = skin.choices(brush, ground, prompt)
    order = sorted(prompt.choices, key=lambda choice: choice.notation == links.chosen)
    parts = [
        _link(brush, choice, links, drawn[choice.notation], _taken_by(ground, choice))
        for choice in order
        if choice.notation in drawn
    ]
    return skin.glow(brush, ground, prompt) + "".join(parts)


def _taken_by(ground: Ground, choice: Choice) -> str:
    """Return the squares that select a choice by keyboard: those it covers, or the one that its figure faces."""
    looks = (item for item in choice.preview if isinstance(item, Token) and item.facing in AHEAD)
    ahead = (ground.beside(token.cell, token.facing) for token in looks)
    return " ".join(choice.cells or (name for name in ahead if name))


def _link(brush: Brush, choice: Choice, links: Links, drawing: Drawing, cells: str) -> str:
    """Return a choice as a link: the part that is always visible, then the part that hover, focus or choosing shows."""
    seen, ghost = drawing
    chosen = choice.notation == links.chosen
    attributes = {"data-choice": choice.notation, **links.attributes(choice.notation)}
    if choice.is_step and attributes["href"].partition("#")[0].endswith(urlencode({"choose": choice.notation})):
        del attributes["data-choice"]  # board.js reads it from the address
    if cells != choice.notation.rpartition(" ")[2]:  # board.js reads the squares from the notation then
        attributes["data-cells"] = cells
    if "aria-labelledby" not in attributes:
        attributes["aria-label"] = join_phrases(links.say(message) for message in (choice.label, *choice.details))
    if chosen:
        attributes["aria-current"] = "true"
    text = " ".join(f'{key}="{text_of(value)}"' for key, value in attributes.items())
    hidden = "" if chosen or brush.has_classes else 'opacity="0"'
    ghost = f"<g {brush.css('b-ghost')}{hidden}>{ghost}</g>" if ghost else ""
    return f"<a {brush.css('b-chosen') if chosen else ''}{text}>{seen}{ghost}</a>"
