"""What a seat is asked, and what everyone sees of each seat."""

from collections.abc import Mapping
from typing import NamedTuple

from ..messages import Message
from ..scene import Piece, Token

SCORE = "score"  # the kind of the figure that decides the game


class Stat(NamedTuple):
    """One figure of a seat's panel. ``label`` is a message key; ``kind`` tells how to show it.

    Kinds: "number", "coins", SCORE, "pieces" (a count of pieces in ``style``), "next" (the piece that comes next, in
    ``style``; value 1 or 0), "piece" (one piece in ``style``; value is its number).
    """

    name: str
    label: str
    value: int
    kind: str = "number"
    style: str = ""


class Panel(NamedTuple):
    """Everything public about one seat."""

    seat: int
    style: str
    stats: tuple[Stat, ...]
    out: bool = False


class Branch(NamedTuple):
    """One result of an uncertain choice: with ``weight`` chances the token walks ``path`` and ends on ``cell``.

    ``path`` begins with the cell it leaves, ``loops`` are indexes into ``Scene.loops``, as in a Trail. ``messages`` say
    what that means ("costs 5", "your own"), ``cost`` is what is paid, for the drawing.
    """

    label: str
    weight: int
    cell: str
    path: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    facing: str = ""
    loops: tuple[int, ...] = ()
    cost: int = 0


class Choice(NamedTuple):
    """One legal action as it is offered, or a step towards one, with its words and its drawing.

    ``notation`` is what a client sends back: the canonical notation of a legal action or, if ``is_step`` is true, the
    text with which ``Title.prompt`` asks the next question. ``cells`` are the squares it touches. ``preview`` is drawn
    on the board while the choice has the focus: the piece or the token in its new place. ``branches`` are the results
    of chance that can follow. ``style`` is that of the piece that the choice is about, for a picture beside its words.
    """

    notation: str
    label: Message
    cells: tuple[str, ...] = ()
    details: tuple[Message, ...] = ()
    branches: tuple[Branch, ...] = ()
    preview: tuple[Piece | Token, ...] = ()
    is_step: bool = False
    style: str = ""


class Picked(NamedTuple):
    """A step that has been taken. ``back`` is the text with which ``Title.prompt`` asks that question again."""

    back: str
    label: Message


class Prompt(NamedTuple):
    """The question for the acting seat. ``kind`` names the widget: "turn" (a few labelled choices), "place" (squares).

    ``picked`` are the steps that led to this question, ``preview`` is what they have put on the board so far.

    ``refusals`` say why a square that no choice touches cannot be chosen, as far as the title has reasons.
    """

    seat: int
    kind: str
    text: Message
    choices: tuple[Choice, ...]
    refusals: Mapping[str, Message] = {}
    picked: tuple[Picked, ...] = ()
    preview: tuple[Piece | Token, ...] = ()
