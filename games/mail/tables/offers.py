"""The ways to play a turn from a mail: links, a reply, the page. As data, for every mail that asks for a turn.

Legality has one home: the links and the examples are made of the title's own prompt, for the position of this mail.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import get_profile
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.scene import Token
from games.engine.values import Branch, Choice, Prompt
from games.models import Kind, Notification
from games.presenters.wording import join_phrases, render_message
from games.selectors.seats import seat_of

from ..headers import link, table_link
from ..text import name_of
from ..turn_tokens import TurnToken, reply_address, turn_link_token
from .table import Table

PLAN = "plan"  # the choice of the link behind which the whole turn is planned
REPLY_KINDS = frozenset({Kind.TURN, Kind.STARTED, Kind.REPLY})  # kinds whose mails may be answered with a turn
MOST_EXAMPLES = 3
MOST_PLACES = 14  # more choices than these stand behind one link
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
SHORT = 12  # characters of a name in a few words about money


@dataclass(frozen=True, slots=True)
class FaceOutcome:
    """What one result of chance would bring: ``weight`` chances of ``total`` for ``cell``, in few words and in all."""

    label: str
    weight: int
    total: int
    cell: str
    brief: str
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice as a link. ``details`` say what it does at once, ``faces`` what chance may make of it.

    ``arrow`` is the way that a figure would look then, "" for none. ``is_suggested`` marks a sensible choice.
    """

    notation: str
    label: str
    arrow: str
    details: tuple[str, ...]
    faces: tuple[FaceOutcome, ...]
    url: str
    is_suggested: bool

    @property
    def text(self) -> str:
        """Everything that it does at once, as one line."""
        return join_phrases(self.details)


@dataclass(frozen=True, slots=True)
class ReplyExample:
    """What a reply could say, and what it means."""

    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TurnOffers:
    """Every way to play this turn. An address is "" where there is no such way.

    ``kind`` is the prompt's ("turn": a few choices, "place": squares). ``question_url`` opens the question without a
    choice made, ``plan_url`` the whole turn at once. ``reply_to`` is where a reply is played; ``can_enable_reply`` tells that
    it could be, if the reader switched it on. ``examples`` are what a reply could say, where it is played.
    """

    kind: str
    links: tuple[Offer, ...]
    question_url: str
    plan_url: str
    reply_to: str
    can_enable_reply: bool
    profile_url: str
    examples: tuple[ReplyExample, ...]
    table_url: str


def offers_of(table: Table, reader: User | None) -> TurnOffers | None:
    """Return how this reader can play now; None where it is not their turn."""
    prompt = table.title.prompt(table.state)
    if reader is None or prompt is None or prompt.seat != table.seat:
        return None
    key = TurnToken.of(reader, table.game)

    def url(choice: str) -> str:
        return link("games:turn_link", turn_link_token(key, choice))

    reply_to = _reply_to(reader, key)
    orders, suggested = table.title.orders, _suggested(table.title, table.state, prompt.seat)
    plans = orders is not None and orders.seat_to_begin(table.state) == prompt.seat
    shown = sorted(prompt.choices, key=lambda choice: choice.notation != suggested)
    links = [_way(table, choice, url(choice.notation), suggested) for choice in shown]
    return TurnOffers(
        kind=prompt.kind,
        links=tuple(links if len(links) <= MOST_PLACES else ()),
        question_url=url(""),
        plan_url=url(PLAN) if plans else "",
        reply_to=reply_to,
        can_enable_reply=bool(settings.INBOUND_ADDRESS) and not reply_to,
        profile_url=link("accounts:settings"),
        examples=_explained(table, prompt) if reply_to else (),
        table_url=table_link(table.game),
    )


def reply_address_of(row: Notification) -> str:
    """Return the address that a reply to this mail goes to, "" where a reply is not played."""
    if row.user is None or row.game is None or row.kind not in REPLY_KINDS or row.game.is_over:
        return ""
    seat = seat_of(row.game, row.user)
    return _reply_to(row.user, TurnToken.of(row.user, row.game)) if seat and seat.is_acting else ""


def _reply_to(reader: User, key: TurnToken) -> str:
    return reply_address(key) if get_profile(reader).plays_by_reply else ""


def _explained(table: Table, prompt: Prompt) -> tuple[ReplyExample, ...]:
    """Return the examples for this position with what each means, in the words of its choice."""
    meanings = {choice.notation: table.say(choice.label) for choice in prompt.choices}
    whole = _("the whole turn, with a rug for each face of the die")
    return tuple(ReplyExample(text, meanings.get(text, whole)) for text in examples(table.title, table.state))


def examples(title: Title, state: object) -> tuple[str, ...]:
    """Return what a reply could say in this position: each of a few choices, else the first, or the sensible one.

    Where the whole turn can be ordered, the last example does so, for the first rotation.
    """
    prompt = title.prompt(state)
    if prompt is None:
        return ()
    notations = [choice.notation for choice in prompt.choices]
    if prompt.kind == "place":
        return (_suggested(title, state, prompt.seat) or notations[0],)
    return (*notations[:MOST_EXAMPLES], *_whole_turn(title, state, prompt.seat))


def _suggested(title: Title, state: object, seat: int) -> str:
    """Return the notation of a sensible choice in a turn whose die has been rolled, "" where none is known."""
    if title.orders is None or title.orders.seat_to_begin(state) == seat:
        return ""
    faces = title.orders.plan(state, seat, "")
    return faces[0].suggested if len(faces) == 1 else ""


def _whole_turn(title: Title, state: object, seat: int) -> tuple[str, ...]:
    """Return one turn in one line, laying a sensible rug for every face; () where turns are not ordered so."""
    orders = title.orders
    if orders is None or orders.seat_to_begin(state) != seat or not (rotations := orders.rotations(state, seat)):
        return ()
    rotation = rotations[0].notation
    rugs = [f"{face.label}: {face.suggested}" for face in orders.plan(state, seat, rotation) if face.suggested]
    return (orders.write(orders.read("; ".join([rotation, *rugs]))),)


def _way(table: Table, choice: Choice, url: str, suggested: str) -> Offer:
    total = sum(branch.weight for branch in choice.branches)
    looks = [item.facing for item in choice.preview if isinstance(item, Token)]
    return Offer(
        notation=choice.notation,
        label=table.say(choice.label),
        arrow=ARROWS.get(looks[0], "") if looks else "",
        details=tuple(table.say(message) for message in choice.details),
        faces=tuple(_face(table, branch, total) for branch in choice.branches),
        url=url,
        is_suggested=choice.notation == suggested,
    )


def _face(table: Table, branch: Branch, total: int) -> FaceOutcome:
    short = [name_of(name, SHORT) for name in table.names]
    return FaceOutcome(
        label=branch.label,
        weight=branch.weight,
        total=total,
        cell=branch.cell,
        brief=", ".join(brief(table.title, message, short) for message in branch.messages),
        text=", ".join(table.say(message) for message in branch.messages),
    )


def brief(title: Title, message: Message, names: Sequence[str]) -> str:
    """Return a message in as few words as the title has for it ("<key>.brief"), in all its words where it has none."""
    key = f"{message.key}.brief"
    return render_message(title, Message(key, message.params) if key in title.phrases else message, names)
