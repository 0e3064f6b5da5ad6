"""The offers of an email that asks for a turn: links, examples of replies, the page.

All of them come from the title's prompt, so that an email offers only legal actions.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from games.board.prompt import asks_in_steps, question_after
from games.common.wording import join_phrases, name_of, render_message
from games.engine.core import Title
from games.engine.drafts import can_continue
from games.engine.messages import Message
from games.engine.prompts import Branch, Choice, Prompt
from games.engine.scene import Token
from games.engine.values import Ply
from games.notifications.links import TurnToken, link, table_link, turn_link_token
from games.planning.presenters import PLAN

from .reply_addresses import reply_address_for
from .tables import Table

MAX_BEST = 4
MAX_EXAMPLES = 3
MAX_PLACES = 14  # more choices share one link
MAX_STEPS = 12  # more first steps share one link
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
SHORT = 12  # characters of a name in a short text


@dataclass(frozen=True, slots=True)
class FaceOutcome:
    """The effect of one result of chance, with ``weight`` of ``total`` chances, as a short and a full text."""

    label: str
    weight: int
    total: int
    cell: str
    brief: str
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice as a link. ``details`` describe its direct effect, ``faces`` the effects of each chance result.

    ``arrow`` is the direction in which the figure looks then, "" for none. ``is_suggested`` marks a sensible choice.
    ``number`` is that of a place in the picture of the board, 0 for none.
    """

    notation: str
    label: str
    arrow: str
    details: tuple[str, ...]
    faces: tuple[FaceOutcome, ...]
    url: str
    is_suggested: bool
    number: int = 0

    @property
    def text(self) -> str:
        return join_phrases(self.details)

    @property
    def effect(self) -> tuple[bool, tuple[str, ...]]:
        """What neighbours in a list of places may share, and is then said once."""
        return self.is_suggested, self.details


@dataclass(frozen=True, slots=True)
class ListedChoice:
    """A choice in the list of an email: its notation, its points for the player, and whether the email calls it best.

    ``notation`` is "" where the lists of an email differ.
    """

    notation: str
    points: int = 0
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class ReplyExample:
    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TurnOffers:
    """All offers for a turn. An address that does not apply is "".

    ``kind`` is the prompt's ("turn": a few choices, "place": squares). ``is_stepwise``: the links are first steps, and
    their pages ask on. ``best`` are whole actions that stand before these: the choice of a robot if players are advised
    (``are_advised``), otherwise those that score and put the player furthest ahead. ``question_url`` opens the question
    without a choice, ``plan_url`` the page for a whole turn. ``reply_to`` is the address for replies;
    ``can_enable_reply``: the recipient could turn it on. ``examples`` are possible replies.
    """

    kind: str
    is_stepwise: bool
    best: tuple[Offer, ...]
    are_advised: bool
    links: tuple[Offer, ...]
    question_url: str
    plan_url: str
    reply_to: str
    can_enable_reply: bool
    profile_url: str
    examples: tuple[ReplyExample, ...]
    table_url: str


def offers_of(table: Table, recipient: User | None) -> TurnOffers | None:
    prompt = table.title.prompt(table.state)
    if recipient is None or prompt is None or prompt.seat != table.seat:
        return None
    token = TurnToken.of(recipient, table.game)

    def url(choice: str) -> str:
        return link("games:turn_link", turn_link_token(token, choice))

    reply_to = reply_address_for(recipient, token)
    orders = table.title.orders
    suggested = _suggested_at(table, prompt)
    plans = orders is not None and orders.seat_to_begin(table.state) == prompt.seat
    is_stepwise = _is_stepwise(table, prompt)
    links = [_offer(table, choice, url(choice.notation), suggested) for choice in _linked(table, prompt)]
    if places_of(table):
        links = [replace(offer, number=number) for number, offer in enumerate(links, 1)]
    return TurnOffers(
        kind=prompt.kind,
        is_stepwise=is_stepwise,
        best=_best(table, prompt.seat, url) if is_stepwise or not links else (),
        are_advised=table.shows_hints,
        links=tuple(links),
        question_url=url(""),
        plan_url=url(PLAN) if plans else "",
        reply_to=reply_to,
        can_enable_reply=bool(settings.INBOUND_ADDRESS) and not reply_to,
        profile_url=link("accounts:settings"),
        examples=_examples_with_meaning(table, prompt) if reply_to else (),
        table_url=table_link(table.game),
    )


def places_of(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the cells of each place that the email lists, in its order, () if it lists none."""
    prompt = table.title.prompt(table.state)
    if prompt is None or prompt.seat != table.seat or prompt.kind != "place":
        return ()
    return tuple(choice.cells for choice in _linked(table, prompt)) if not _is_stepwise(table, prompt) else ()


def _linked(table: Table, prompt: Prompt) -> list[Choice]:
    """Return the choices that have links of their own, a suggested one first, [] if they are too many."""
    suggested = _suggested_at(table, prompt)
    is_short = len(prompt.choices) <= (MAX_STEPS if _is_stepwise(table, prompt) else MAX_PLACES)
    return sorted(prompt.choices, key=lambda choice: choice.notation != suggested) if is_short else []


def _is_stepwise(table: Table, prompt: Prompt) -> bool:
    return asks_in_steps(table.title, table.state, prompt)


def _suggested_at(table: Table, prompt: Prompt) -> str:
    return _suggested(table.title, table.state, prompt.seat) if table.shows_hints else ""


def _best(table: Table, seat: int, url: Callable[[str], str]) -> tuple[Offer, ...]:
    """Return a few whole actions as links, with all steps to them in words."""
    title, advises = table.title, table.shows_hints
    found = []
    for number, one in enumerate(_best_actions(title, table.state, seat, is_advised=advises)):
        text = title.notation(one.action)
        choice, words = _steps_to(table, text)
        if choice:
            suggested = text if advises and not number else ""
            found.append(replace(_offer(table, choice, url(text), suggested), label=words))
    return tuple(found)


def listed_choices(title: Title, state: Any, *, has_hints: bool) -> tuple[ListedChoice, ...]:
    """Return the places or whole actions that the email about this position lists, in its order, () for none."""
    prompt = title.prompt(state)
    if prompt is None:
        return ()
    if not asks_in_steps(title, state, prompt):
        suggested = _suggested(title, state, prompt.seat) if has_hints else ""
        notations = [choice.notation for choice in prompt.choices if prompt.kind == "place"]
        as_links = sorted(notations, key=lambda notation: notation != suggested)
        return tuple(ListedChoice(one if one == other else "") for one, other in zip(notations, as_links, strict=True))
    best = _best_actions(title, state, prompt.seat, is_advised=has_hints)
    is_first = has_hints or len(best) < 2 or best[0].lead > best[1].lead
    return tuple(
        ListedChoice(title.notation(one.action), one.points, not number and is_first) for number, one in enumerate(best)
    )


class _Scoring(NamedTuple):
    """A whole action, its points for the seat, and by how many they exceed those of the opponent who gets the most."""

    action: Any
    points: int
    lead: int


def _best_actions(title: Title, state: Any, seat: int, *, is_advised: bool) -> list[_Scoring]:
    """Return the whole actions that an email lists: without advice those that score, by their lead."""
    found = []
    for action in title.shortlist(state, MAX_BEST, is_advised=is_advised):
        points = Counter[int]()
        for gain in title.gains(Ply(0, state, action, title.apply(state, action))):
            points[gain.seat] += gain.points
        mine = points.pop(seat, 0)
        found.append(_Scoring(action, mine, mine - max(points.values(), default=0)))
    return found if is_advised else sorted((one for one in found if one.points > 0), key=lambda one: -one.lead)


def _steps_to(table: Table, text: str) -> tuple[Choice | None, str]:
    """Return the last choice towards an action, and all steps to it in words; None and "" for no single action."""
    asked = question_after(table.title, table.state, text)
    choice = next((one for one in asked.choices if one.notation == text), None) if asked else None
    labels = [*(step.label for step in asked.picked), choice.label] if asked and choice else []
    return choice, " · ".join(table.say(label) for label in labels)


def _examples_with_meaning(table: Table, prompt: Prompt) -> tuple[ReplyExample, ...]:
    if asks_in_steps(table.title, table.state, prompt):
        turns = written_turns(table.title, table.state, prompt.seat)
        return tuple(
            ReplyExample(text, _("a whole turn") if "," in text else _steps_to(table, text)[1]) for text in turns
        )
    meanings = {choice.notation: table.say(choice.label) for choice in prompt.choices}
    whole = _("the whole turn, with a place for each result of the die")
    return tuple(
        ReplyExample(text, meanings.get(text, whole))
        for text in examples(table.title, table.state, has_hints=table.shows_hints)
    )


def examples(title: Title, state: object, *, has_hints: bool = True) -> tuple[str, ...]:
    """Return examples of replies in this position: a few choices, or one place for a piece.

    If a whole turn can be ordered, the last example does that, with the first rotation.
    """
    prompt = title.prompt(state)
    if prompt is None:
        return ()
    if asks_in_steps(title, state, prompt):
        return written_turns(title, state, prompt.seat)
    notations = [choice.notation for choice in prompt.choices]
    if prompt.kind == "place":
        return ((_suggested(title, state, prompt.seat) if has_hints else "") or notations[0],)
    return (*notations[:MAX_EXAMPLES], *_whole_turn(title, state, prompt.seat, has_hints=has_hints))


def written_turns(title: Title, state: Any, seat: int) -> tuple[str, ...]:
    """Return an action in its notation and, if the turn goes on after it, a turn of several."""
    first = state
    texts: list[str] = []
    while not texts or (can_continue(title, first, state, seat) and len(texts) < MAX_EXAMPLES):
        legal = title.legal_actions(state)
        action = legal[len(legal) // 2]
        texts.append(title.notation(action))
        state = title.apply(state, action)
    return (texts[0], ", ".join(texts)) if len(texts) > 1 else (texts[0],)


def _suggested(title: Title, state: object, seat: int) -> str:
    """Return the notation of a sensible choice after the roll, "" if none is known."""
    if title.orders is None or title.orders.seat_to_begin(state) == seat:
        return ""
    faces = title.orders.plan(state, seat, "")
    return faces[0].suggested if len(faces) == 1 else ""


def _whole_turn(title: Title, state: object, seat: int, *, has_hints: bool) -> tuple[str, ...]:
    """Return a whole turn in one line with a place for each face, () if the title has no orders.

    The places are sensible with ``has_hints``, else those that are listed first.
    """
    orders = title.orders
    if orders is None or orders.seat_to_begin(state) != seat or not (rotations := orders.rotations(state, seat)):
        return ()
    rotation = rotations[0].notation
    faces = [face for face in orders.plan(state, seat, rotation) if face.choices]
    places = [f"{face.label}: {(has_hints and face.suggested) or face.choices[0].notation}" for face in faces]
    return (orders.write(orders.read("; ".join([rotation, *places]))),)


def _offer(table: Table, choice: Choice, url: str, suggested: str) -> Offer:
    total = sum(branch.weight for branch in choice.branches)
    directions = [item.facing for item in choice.preview if isinstance(item, Token)]
    return Offer(
        notation=choice.notation,
        label=table.say(choice.label),
        arrow=ARROWS.get(directions[0], "") if directions else "",
        details=tuple(table.say(message) for message in choice.details),
        faces=tuple(_face(table, branch, total) for branch in choice.branches),
        url=url,
        is_suggested=choice.notation == suggested,
    )


def _face(table: Table, branch: Branch, total: int) -> FaceOutcome:
    short_names = [name_of(name, SHORT) for name in table.names]
    return FaceOutcome(
        label=branch.label,
        weight=branch.weight,
        total=total,
        cell=branch.cell,
        brief=", ".join(brief(table.title, message, short_names) for message in branch.messages),
        text=", ".join(table.say(message) for message in branch.messages),
    )


def brief(title: Title, message: Message, names: Sequence[str]) -> str:
    """Return the short text of a message ("<key>.brief"), its full text if the title has no short one."""
    key = f"{message.key}.brief"
    return render_message(title, Message(key, message.params) if key in title.phrases else message, names)
