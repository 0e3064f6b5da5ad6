"""The prompt to the acting player, for pages."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.common.wording import join_phrases
from games.engine.core import Title
from games.engine.drafts import Draft, actions_like, apply_draft, can_continue, split_actions
from games.engine.errors import BadNotation, EngineError, IllegalAction
from games.engine.messages import Message, refusal
from games.engine.prompts import Branch, Choice, Prompt
from games.engine.scene import Piece
from games.engine.values import Ply

from .position import PositionView

Say = Callable[[Message], str]

MAX_PLACES = 24  # places of a step that are listed in words; more are walked through on the board
MAX_TRIED = 3  # choices of a prompt that are tried to see whether the turn goes on after them


@dataclass(frozen=True, slots=True)
class RollPreview:
    label: str
    weight: int
    total: int
    cell: str
    text: str


def address(base: str, done: Sequence[str], step: str = "") -> str:
    """Return the address of the page with actions of a draft and a step towards the next one."""
    query = urlencode([*(("done", text) for text in done), *([("choose", step)] if step else [])])
    return f"{base}?{query}#play"


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One choice: ``notation`` is submitted, the rest is displayed. ``address`` is the page after it, "" for none.

    ``style`` is that of the piece that it is about, after ``turn`` quarter turns, "" for none. ``is_listed`` is False
    for a step that the board offers, alone on its squares, and that has nothing more to say. ``is_suggested`` is True
    if a robot would choose it, or go on from it.
    """

    notation: str
    label: str
    details: str
    branches: tuple[RollPreview, ...]
    is_chosen: bool
    address: str = ""
    style: str = ""
    turn: int = 0
    is_listed: bool = True
    is_suggested: bool = False

    @property
    def ident(self) -> str:
        """The id of its entry in the list of choices."""
        return f"choice-{self.notation.replace(' ', '-')}"

    @property
    def spoken(self) -> str:
        """The whole choice in one line, for screen readers."""
        ways = [
            _("%(face)s, %(weight)s in %(total)s: %(cell)s, %(text)s")
            % {"face": way.label, "weight": way.weight, "total": way.total, "cell": way.cell, "text": way.text}
            for way in self.branches
        ]
        return join_phrases(part for part in (self.label, self.details, *ways) if part)


@dataclass(frozen=True, slots=True)
class LinkedText:
    """A text with an address: a step to go back to, or an action that may be meant. ``style`` is that of its piece."""

    text: str
    address: str
    style: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class DraftedAction:
    notation: str
    text: str


@dataclass(frozen=True, slots=True)
class PromptView:
    """A prompt. ``chosen`` is the choice that is not yet confirmed, None for none.

    ``refusal`` is the reason why a requested action is not possible, "" for none; ``meant`` are actions that it may
    have meant. A prompt in steps (``is_stepwise``) has links instead of radio buttons: ``picked`` are the steps taken,
    ``drafted`` the actions chosen so far, ``back`` is the address without the last of these, "" at the beginning.
    ``common`` is what every action brings, and what is said of several of them, "" for nothing.
    """

    kind: str
    text: str
    choices: tuple[ChoiceView, ...]
    chosen: ChoiceView | None
    rolls: bool
    refusal: str = ""
    is_stepwise: bool = False
    is_complete: bool = False
    picked: tuple[LinkedText, ...] = ()
    drafted: tuple[DraftedAction, ...] = ()
    back: str = ""
    meant: tuple[LinkedText, ...] = ()
    common: str = ""

    @property
    def entries(self) -> dict[str, str]:
        """The ids of the entries that name their choices as briefly as the board would, by notation."""
        return {choice.notation: choice.ident for choice in self.listed if not choice.branches}

    @property
    def listed(self) -> tuple[ChoiceView, ...]:
        """The choices in the list; the others are on the board only.

        Of choices in words, the suggested one is first: a long list scrolls on a phone.
        """
        listed = (choice for choice in self.choices if choice.is_listed)
        return tuple(sorted(listed, key=lambda choice: not choice.is_suggested or bool(choice.style)))

    @property
    def folds_places(self) -> bool:
        """Whether a folded list has the places in words: all, or those of a step that has no other list."""
        if self.kind != "place":
            return False
        return not self.listed and len(self.choices) <= MAX_PLACES if self.is_stepwise else len(self.choices) > 1

    @property
    def has_star(self) -> bool:
        return any(choice.is_suggested for choice in self.choices)

    @property
    def addresses(self) -> dict[str, str]:
        """The pages after each choice of a prompt in steps, by notation."""
        return {choice.notation: choice.address for choice in self.choices if choice.address}

    @property
    def only(self) -> ChoiceView | None:
        return self.choices[0] if len(self.choices) == 1 else None


def prompt_view(
    prompt: Prompt, say: Say, chosen: str, refusal: str = "", link: Callable[[str], str] | None = None
) -> PromptView:
    """Return a prompt in words, with radio buttons. An illegal ``chosen`` is ignored.

    With a ``link``, which returns the address of a step, a prompt with steps has links instead.
    """
    is_stepwise = link is not None and any(choice.is_step for choice in prompt.choices)
    to = link if link and is_stepwise else lambda _notation: ""
    choices = tuple(_choice(choice, say, chosen, to(choice.notation)) for choice in prompt.choices)
    return PromptView(
        kind=prompt.kind,
        text=say(prompt.text),
        choices=choices,
        chosen=next((choice for choice in choices if choice.is_chosen), None),
        rolls=any(choice.branches for choice in prompt.choices),
        refusal=refusal,
        is_stepwise=is_stepwise,
        picked=tuple(LinkedText(say(one.label), link(one.back), one.style, one.turn) for one in prompt.picked)
        if link
        else (),
    )


class Selection(NamedTuple):
    """A draft of the turn, and the next question.

    ``done`` are the actions of the draft. ``prompt`` is None if the turn is complete. ``chosen`` is a choice that waits
    for a confirmation of its own, in titles whose turns have one action. ``error`` says why something asked for is not
    possible, and ``meant`` are the actions that the text may mean.
    """

    plies: tuple[Ply, ...]
    state: Any
    is_complete: bool
    prompt: Prompt | None
    is_stepwise: bool = False
    chosen: str = ""
    error: EngineError | None = None
    meant: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


def selection_view(
    title: Title,
    found: Selection,
    say: Say,
    base: str = "",
    on_board: Collection[str] = (),
    suggested: str = "",
) -> PromptView | None:
    """Return the question after a selection in words, None if there is none.

    ``base`` is the address of the page without its query, ``on_board`` are the choices that its board offers.
    ``suggested`` is the action that a robot would choose, whose steps are marked.
    """
    why = _why(title, found.error, say) if found.error else ""
    if not found.is_stepwise:
        return prompt_view(found.prompt, say, found.chosen, why) if found.prompt else None
    done, prompt = found.done, found.prompt
    offered = prompt.choices if prompt else ()
    common = _common(offered)
    rivals = Counter(choice.cells for choice in offered)
    choices = tuple(
        _choice(
            choice._replace(details=tuple(one for one in choice.details if one not in common)),
            say,
            "",
            address(base, done, choice.notation) if choice.is_step else address(base, [*done, choice.notation]),
            is_on_board=choice.notation in on_board and rivals[choice.cells] == 1,
            suggested=suggested,
        )
        for choice in offered
    )
    picked = prompt.picked if prompt else ()
    before = address(base, done, picked[-1].back) if picked else address(base, done[:-1]) if done else ""
    return PromptView(
        kind=prompt.kind if prompt else "confirm",
        text=say(prompt.text) if prompt else _("Confirm your turn."),
        choices=choices,
        common=" ".join(map(say, (*common, *(prompt.notes if prompt else ())))),
        chosen=None,
        rolls=False,
        refusal=why,
        is_stepwise=True,
        is_complete=found.is_complete,
        picked=tuple(LinkedText(say(one.label), address(base, done, one.back), one.style, one.turn) for one in picked),
        drafted=tuple(
            DraftedAction(text, " ".join(map(say, title.describe(ply))))
            for text, ply in zip(done, found.plies, strict=True)
        ),
        back=before,
        meant=tuple(LinkedText(text, address(base, [*done, text])) for text in found.meant),
    )


def _common(choices: tuple[Choice, ...]) -> tuple[Message, ...]:
    """Return the details that all of several actions share: they are said once, above the list."""
    if len(choices) < 2 or any(choice.is_step for choice in choices):
        return ()
    return tuple(one for one in choices[0].details if all(one in other.details for other in choices))


def leads_to(step: str, action: str) -> bool:
    """Return True if the step begins this action, or is it."""
    return f"{action} ".startswith(f"{step} ")


def _choice(
    choice: Choice, say: Say, chosen: str, address: str = "", *, is_on_board: bool = False, suggested: str = ""
) -> ChoiceView:
    total = sum(branch.weight for branch in choice.branches)
    return ChoiceView(
        notation=choice.notation,
        label=say(choice.label),
        details=join_phrases(say(message) for message in choice.details),
        branches=tuple(_branch(branch, say, total) for branch in choice.branches),
        is_chosen=choice.notation == chosen,
        address=address,
        style=choice.style,
        turn=next((piece.turn for piece in choice.preview if isinstance(piece, Piece)), 0),
        is_listed=not (is_on_board and choice.is_step and not choice.details and not choice.branches),
        is_suggested=leads_to(choice.notation, suggested) if choice.is_step else choice.notation == suggested,
    )


def _branch(branch: Branch, say: Say, total: int) -> RollPreview:
    text = ", ".join(say(message) for message in branch.messages)
    return RollPreview(branch.label, branch.weight, total, branch.cell, text)


def _why(title: Title, error: EngineError, say: Say) -> str:
    if error.code == "not-offered":
        return _("You can’t play this now.")
    if error.code == "draft-over":
        return _("Your turn is over before this action.")
    message = refusal(error)
    return say(message) if message.key in title.phrases else _("The rules do not allow this.")


def question_after(title: Title, state: Any, text: str) -> Prompt | None:
    """Return the question after a step, or the one that offers this choice; the first question for any other text.

    Where other choices are steps, a choice that is none stands alone, to be confirmed.
    """
    first = title.prompt(state)
    for step in (text, text.rpartition(" ")[0]) if first and text else ():
        try:
            prompt = title.prompt(state, step)
        except (BadNotation, IllegalAction):
            continue
        if prompt and (step == text or any(choice.notation == text for choice in prompt.choices)):
            return _alone(prompt, text)
    return _alone(first, text) if first else None


def _alone(prompt: Prompt, text: str) -> Prompt:
    """Return the prompt with this choice alone if it is complete and others are steps."""
    mine = tuple(choice for choice in prompt.choices if choice.notation == text and not choice.is_step)
    has_steps = any(choice.is_step for choice in prompt.choices)
    return prompt._replace(choices=mine) if mine and has_steps else prompt


def select(title: Title, state: Any, seat: int, done: Sequence[str], text: str) -> Selection:
    """Return what a seat has chosen: the actions ``done``, then ``text``.

    The text is the notation of a choice or a step, or typed: actions with commas between them, with a step at the end.
    What is not possible leaves the first question, with the reason.
    """
    try:
        draft = apply_draft(title, state, seat, done)
    except (BadNotation, IllegalAction) as error:
        return _question(title, state, Draft(state, (), False), seat)._replace(error=error)
    found = _question(title, state, draft, seat)
    if not text:
        return found
    if not found.is_stepwise:
        return _flat(title, found, seat, text) if found.prompt else found
    return _stepwise(title, state, found, seat, text)


def _question(title: Title, first: Any, draft: Draft, seat: int, step: str = "") -> Selection:
    """Return the draft with the question after it, or after a step. Raises BadNotation, IllegalAction for no step."""
    prompt = None if draft.is_complete else title.prompt(draft.state, step)
    prompt = prompt if prompt and prompt.seat == seat else None
    plies, state = [], first
    for number, action in enumerate(draft.actions):
        after = title.apply(state, action)
        plies.append(Ply(number, state, action, after))
        state = after
    done = tuple(title.notation(action) for action in draft.actions)
    is_stepwise = bool(done) or (prompt is not None and asks_in_steps(title, draft.state, prompt))
    return Selection(tuple(plies), draft.state, draft.is_complete, prompt, is_stepwise, done=done)


def asks_in_steps(title: Title, state: Any, prompt: Prompt) -> bool:
    """Return True if a choice of the prompt is a step, or the turn goes on after one."""
    if prompt.picked or any(choice.is_step for choice in prompt.choices):
        return True
    tried = (choice for choice in prompt.choices[:MAX_TRIED] if not choice.branches)
    after = (title.apply(state, title.parse(state, prompt.seat, choice.notation)) for choice in tried)
    return any(can_continue(title, state, one, prompt.seat) for one in after)


def _flat(title: Title, found: Selection, seat: int, text: str) -> Selection:
    offered = {choice.notation for choice in found.prompt.choices} if found.prompt else set()
    if text in offered:
        return found._replace(chosen=text)
    try:
        action = title.parse(found.state, seat, text)
        title.apply(found.state, action)
    except (BadNotation, IllegalAction) as error:
        return found._replace(error=error)
    notation = title.notation(action)
    return found._replace(chosen=notation) if notation in offered else found._replace(error=BadNotation("not-offered"))


def _stepwise(title: Title, first: Any, found: Selection, seat: int, text: str) -> Selection:
    *actions, last = split_actions(text) or [text]
    try:
        draft = apply_draft(title, first, seat, [*found.done, *actions])
        if not draft.is_complete and (asked := _after_step(title, first, draft, seat, last)):
            return asked
        return _question(title, first, apply_draft(title, first, seat, [*found.done, *actions, last]), seat)
    except (BadNotation, IllegalAction) as error:
        meant = actions_like(title, found.state, text) if isinstance(error, BadNotation) and not actions else ()
        return found._replace(error=error, meant=meant)


def _after_step(title: Title, first: Any, draft: Draft, seat: int, step: str) -> Selection | None:
    """Return the question after a step or, if it has one answer, the one after that; None for no step."""
    try:
        asked = _question(title, first, draft, seat, " ".join(step.split()))
    except (BadNotation, IllegalAction):
        return None
    choices = asked.prompt.choices if asked.prompt else ()
    if len(choices) != 1 or choices[0].is_step:
        return asked
    return _question(title, first, apply_draft(title, first, seat, [*asked.done, choices[0].notation]), seat)


def may_plan(table: PositionView, seat: int | None) -> bool:
    """Return True if this seat's turn begins in the position, so that the whole turn can be planned."""
    orders = table.title.orders
    return orders is not None and seat is not None and orders.seat_to_begin(table.state) == seat
