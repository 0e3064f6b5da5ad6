"""What a title asks its players: prompts, panels, orders, words for replies."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from .messages import Message
from .scene import Piece, Token
from .values import Action

# What a seat is asked, and what everyone sees of each seat


SCORE = "score"  # the kind of the figure that decides the game


class Stat(NamedTuple):
    """One figure of a seat's panel. ``label`` is a message key; ``kind`` tells how to show it.

    Kinds: "number", "coins", SCORE, "pieces" (a count of pieces in ``style``), "next" (the piece that comes next, in
    ``style``; value 1 or 0), "piece" (one piece in ``style``; value is its number, ``text`` what is on it).
    """

    name: str
    label: str
    value: int
    kind: str = "number"
    style: str = ""
    text: Message | None = None


class Held(NamedTuple):
    """A piece that a seat could lay: its name in notations, what is on it in words, and all ways to turn it.

    ``parts`` are the names, in notations, of what all texts but the first are about.
    """

    name: str
    texts: tuple[Message, ...]
    turned: tuple[Piece, ...]
    parts: tuple[str, ...] = ()


class Panel(NamedTuple):
    """Everything public about one seat."""

    seat: int
    style: str
    stats: tuple[Stat, ...]
    out: bool = False


class Feature(NamedTuple):
    """Something on the board that may score. ``points`` are its worth as it is, ``cells`` where it lies.

    ``pieces`` are (seat, count) of those who would get the points, most first; ``details`` say what it lacks.
    """

    label: Message
    points: int
    cells: tuple[str, ...]
    pieces: tuple[tuple[int, int], ...] = ()
    details: tuple[Message, ...] = ()


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
    """A step that has been taken. ``back`` is the text with which ``Title.prompt`` asks that question again.

    ``style`` is that of the piece that was chosen, "" for none; ``turn`` is how it was turned.
    """

    back: str
    label: Message
    style: str = ""
    turn: int = 0


class Prompt(NamedTuple):
    """The question for the acting seat. ``kind`` names the widget: "turn" (a few labelled choices), "place" (squares).

    ``picked`` are the steps that led to this question, ``preview`` is what they have put on the board so far.

    ``refusals`` say why a square that no choice touches cannot be chosen, as far as the title has reasons.
    ``texts`` say what squares hold after these steps, or may hold, where that is not what the scene says of them.
    ``notes`` are said once, of several choices.
    """

    seat: int
    kind: str
    text: Message
    choices: tuple[Choice, ...]
    refusals: Mapping[str, Message] = {}
    picked: tuple[Picked, ...] = ()
    preview: tuple[Piece | Token, ...] = ()
    texts: Mapping[str, Message] = {}
    notes: tuple[Message, ...] = ()


# The protocol of orders: whole turns written before the roll, and orders in advance for a turn to come.
#
# A title that offers them has an ``OrderFormat`` under ``Title.orders``, others have None. Orders and conditions are
# values of the title's own; all other code treats them as opaque.


@dataclass(frozen=True, slots=True)
class PlannedFace:
    """The consequences of one face of the die.

    ``label`` is the face as orders name it and ``weight`` its chances; ``state`` is the position once it has been
    rolled, before anything is laid; ``branch`` is the way there with what it costs. ``choices`` are the legal places
    then, none where the face puts the seat out; ``suggested`` is the notation of a sensible one of them, "" for none.
    """

    label: str
    weight: int
    state: Any
    branch: Branch
    choices: tuple[Choice, ...]
    suggested: str


# Words of the forms for orders: a title with orders has a phrase ``orders.<word>`` for each. "lay-face" has %(face)s.
WORDS = ("square", "direction", "rotation", "lay", "lay-face", "nothing", "typing")


class OrderFormat(Protocol):
    """The orders and conditions of a title: their text, their checks and their actions. Stateless.

    ``condition`` and ``orders`` below are what ``read_condition`` and ``read`` return. ``example`` is a text that
    ``read`` understands.
    """

    example: str

    def read(self, text: str) -> Any:
        """Return the orders that a text means; case, blanks and the sequence of faces do not matter.

        Faces may be missing. Raises BadNotation, with a phrase under ``refused.<code>``.
        """
        ...

    def write(self, orders: Any) -> str:
        """Return the one canonical text of these orders (at most 120 characters), which ``read`` gives back."""
        ...

    def read_condition(self, text: str) -> Any:
        """Return the condition that a text means; "" is always met. Raises BadNotation as ``read`` does."""
        ...

    def write_condition(self, condition: Any) -> str:
        """Return the one canonical text of a condition (at most 80 characters), which ``read_condition`` gives back."""
        ...

    def describe_condition(self, condition: Any) -> Message:
        """Return the condition as the beginning of a sentence: "if the figure stands on d4", "whatever happens"."""
        ...

    def seat_to_begin(self, state: Any) -> int | None:
        """Return the seat whose turn begins in this state, with nothing of it rolled or done yet; or None."""
        ...

    def is_met(self, condition: Any, state: Any) -> bool:
        """Return True if a turn that begins in this state meets the condition."""
        ...

    def next_action(self, orders: Any, state: Any) -> Action | None:
        """Return the ordered action of the acting seat, legal or not; None where there is none."""
        ...

    def problems(self, condition: Any, orders: Any, state: Any, seat: int) -> tuple[Message, ...]:
        """Return why the orders cannot be carried out from this state; () when they can.

        The whole turn is checked, for every face that is ordered, before anything is rolled. Later in a turn, what
        is left of it is checked. It must be the seat's turn.
        """
        ...

    def why_impossible(self, condition: Any, orders: Any, state: Any, seat: int) -> Message | None:
        """Return why the orders can never be carried out in the seat's next turn, or None while they might be.

        A turn in progress is not the next one.
        """
        ...

    def suppose(self, condition: Any, state: Any, seat: int) -> Any:
        """Return the position as it would be if the seat's turn began now and the condition were met."""
        ...

    def rotations(self, state: Any, seat: int) -> tuple[Choice, ...]:
        """Return the rotations that orders for this turn may contain (before the roll or at the end); () for none."""
        ...

    def plan(self, state: Any, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
        """Return what each face would bring after this rotation (its notation), lowest face first.

        ``rotation`` is ignored where a turn begins with the roll, or where a face has been rolled already: that face is
        the only one then. () once the piece is laid, and for a seat that has none to lay. Raises BadNotation
        or IllegalAction for a rotation that cannot be made.
        """
        ...


# The words that people write in replies for the actions of a title


@dataclass(frozen=True, slots=True)
class ReplyWords:
    """The words of one title in several languages, in small letters without accents. Hyphens join those of a phrase.

    A title whose actions have names has ``meanings``, the words for each notation. ``fillers`` say no more than that it
    is played. ``pieces`` are what a player moves or puts down. ``others`` are phrases in which a word of the title
    means something else. ``openers`` are words that also open a sentence about something else ("Right, I'm back").
    ``spelt`` are words for actions that are also read with a slip of the finger ("lfet").
    ``alone`` are the words that mean an action only where a sentence has hardly any others ("keep going").
    ``square`` is a regular expression of one of the ``squares`` in the notation of a place ("c4 - d4"). ``suggested``
    are the words that answers name for a notation, as one text with commas for translation.

    Any other title is played by its notation alone. ``action`` is then a regular expression of an action in it, with ~
    between its parts, and ``written`` are the words that may stand for a part of it, by that part: "" for words that
    are left out, "," for those between two actions. ``parts`` are words that announce a part, with a regular expression
    of it. ``naming`` is a regular expression of words for a part that only the position tells:
    the names of its groups that are found, one behind the other, are a key of ``named``, with the messages of choices.
    """

    meanings: Mapping[str, str] = field(default_factory=dict)
    fillers: str = ""
    pieces: str = ""
    others: str = ""
    openers: str = ""
    spelt: str = ""
    alone: Mapping[str, str] = field(default_factory=dict)
    square: str = ""
    squares: int = 0
    suggested: Mapping[str, str] = field(default_factory=dict)
    action: str = ""
    written: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    naming: str = ""
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
