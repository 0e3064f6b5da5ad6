"""The prompt to the acting player, for pages."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.engine.core import Title
from games.engine.errors import EngineError
from games.engine.messages import Message, refusal
from games.engine.prompts import Branch, Choice, Prompt
from games.engine.scene import Piece

from ..wording import join_phrases
from .selection import Selection

Say = Callable[[Message], str]


@dataclass(frozen=True, slots=True)
class RollPreview:
    """The effect of one result of chance: result, chances, square, and text."""

    label: str
    weight: int
    total: int
    cell: str
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One choice: ``notation`` is submitted, the rest is displayed. ``address`` is the page after it, "" for none.

    ``style`` is that of the piece that it is about, after ``turn`` quarter turns, "" for none. ``is_listed`` is False
    for a step that the board offers, alone on its squares, and that has nothing more to say.
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
    """A text with an address: a step to go back to, or an action that may be meant."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class DraftedAction:
    """An action of the turn that is not confirmed: its notation, and what it does in a sentence."""

    notation: str
    text: str


@dataclass(frozen=True, slots=True)
class PromptView:
    """A prompt. ``chosen`` is the choice that is not yet confirmed, None for none.

    ``refusal`` is the reason why a requested action is not possible, "" for none; ``meant`` are actions that it may
    have meant. A prompt in steps (``is_stepwise``) has links instead of radio buttons: ``picked`` are the steps taken,
    ``drafted`` the actions chosen so far, ``back`` is the address without the last of these, "" at the beginning.
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

    @property
    def entries(self) -> dict[str, str]:
        """The ids of the entries that name their choices as briefly as the board would, by notation."""
        return {choice.notation: choice.ident for choice in self.listed if not choice.branches}

    @property
    def listed(self) -> tuple[ChoiceView, ...]:
        """The choices in the list; the others are on the board only."""
        return tuple(choice for choice in self.choices if choice.is_listed)

    @property
    def addresses(self) -> dict[str, str]:
        """The pages after each choice of a prompt in steps, by notation."""
        return {choice.notation: choice.address for choice in self.choices if choice.address}

    @property
    def only(self) -> ChoiceView | None:
        """The only choice, None if there are several."""
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
        picked=tuple(LinkedText(say(one.label), link(one.back)) for one in prompt.picked) if link else (),
    )


def selection_view(
    title: Title, found: Selection, say: Say, base: str = "", on_board: Collection[str] = ()
) -> PromptView | None:
    """Return the question after a selection in words, None if there is none.

    ``base`` is the address of the page without its query, ``on_board`` are the choices that its board offers.
    """
    why = _why(title, found.error, say) if found.error else ""
    if not found.is_stepwise:
        return prompt_view(found.prompt, say, found.chosen, why) if found.prompt else None
    done, prompt = found.done, found.prompt
    offered = prompt.choices if prompt else ()
    rivals = Counter(choice.cells for choice in offered)
    choices = tuple(
        _choice(
            choice,
            say,
            "",
            _after(base, done, choice),
            is_on_board=choice.notation in on_board and rivals[choice.cells] == 1,
        )
        for choice in offered
    )
    picked = prompt.picked if prompt else ()
    before = address(base, done, picked[-1].back) if picked else address(base, done[:-1]) if done else ""
    return PromptView(
        kind=prompt.kind if prompt else "confirm",
        text=say(prompt.text) if prompt else _("Confirm your turn."),
        choices=choices,
        chosen=None,
        rolls=False,
        refusal=why,
        is_stepwise=True,
        is_complete=found.is_complete,
        picked=tuple(LinkedText(say(one.label), address(base, done, one.back)) for one in picked),
        drafted=tuple(
            DraftedAction(text, " ".join(map(say, title.describe(ply))))
            for text, ply in zip(done, found.plies, strict=True)
        ),
        back=before,
        meant=tuple(LinkedText(text, address(base, [*done, text])) for text in found.meant),
    )


def address(base: str, done: Sequence[str], step: str = "") -> str:
    """Return the address of the page with actions of a draft and a step towards the next one."""
    query = urlencode([*(("done", text) for text in done), *([("choose", step)] if step else [])])
    return f"{base}?{query}#play"


def _after(base: str, done: Sequence[str], choice: Choice) -> str:
    """Return the address of the page after a choice of a prompt in steps."""
    return address(base, done, choice.notation) if choice.is_step else address(base, [*done, choice.notation])


def _choice(choice: Choice, say: Say, chosen: str, address: str = "", *, is_on_board: bool = False) -> ChoiceView:
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
