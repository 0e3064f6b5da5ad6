"""The prompt to the acting player, for pages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.core import Title
from games.engine.errors import BadNotation, IllegalAction
from games.engine.messages import Message
from games.engine.prompts import Branch, Choice, Prompt

from ..wording import join_phrases, phrase

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
    """One legal action: ``notation`` is submitted, the rest is displayed."""

    notation: str
    label: str
    details: str
    branches: tuple[RollPreview, ...]
    is_chosen: bool

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
class PromptView:
    """A prompt. ``chosen`` is the choice that is not yet confirmed, None for none.

    ``refusal`` is the reason why a requested action is not possible, "" for none.
    """

    kind: str
    text: str
    choices: tuple[ChoiceView, ...]
    chosen: ChoiceView | None
    rolls: bool
    refusal: str = ""

    @property
    def entries(self) -> dict[str, str]:
        """The ids of the entries that name their choices as briefly as the board would, by notation."""
        return {choice.notation: choice.ident for choice in self.choices if not choice.branches}

    @property
    def only(self) -> ChoiceView | None:
        """The only choice, None if there are several."""
        return self.choices[0] if len(self.choices) == 1 else None


def prompt_view(prompt: Prompt, say: Say, chosen: str, refusal: str = "") -> PromptView:
    """Return a prompt in words. An illegal ``chosen`` is ignored."""
    choices = tuple(_choice(choice, say, chosen) for choice in prompt.choices)
    picked = next((choice for choice in choices if choice.is_chosen), None)
    rolls = any(choice.branches for choice in prompt.choices)
    return PromptView(prompt.kind, say(prompt.text), choices, picked, rolls, refusal)


def _choice(choice: Choice, say: Say, chosen: str) -> ChoiceView:
    total = sum(branch.weight for branch in choice.branches)
    return ChoiceView(
        notation=choice.notation,
        label=say(choice.label),
        details=join_phrases(say(message) for message in choice.details),
        branches=tuple(_branch(branch, say, total) for branch in choice.branches),
        is_chosen=choice.notation == chosen,
    )


def _branch(branch: Branch, say: Say, total: int) -> RollPreview:
    text = ", ".join(say(message) for message in branch.messages)
    return RollPreview(branch.label, branch.weight, total, branch.cell, text)


def typed_choice(title: Title, state: Any, prompt: Prompt, text: str) -> tuple[str, str]:
    """Return the choice of a typed text, "" for none, and the reason why it is not possible, "" if it is.

    The text may have any form that the title can parse.
    """
    if not text or any(choice.notation == text for choice in prompt.choices):
        return text, ""
    try:
        action = title.parse(state, prompt.seat, text)
        title.apply(state, action)
    except (BadNotation, IllegalAction) as error:
        return "", _why(title, error.code)
    notation = title.notation(action)
    is_offered = any(choice.notation == notation for choice in prompt.choices)
    return (notation, "") if is_offered else ("", _("You can’t play this now."))


def _why(title: Title, code: str) -> str:
    key = f"refused.{code}"
    return phrase(title, key) if key in title.phrases else _("The rules do not allow this.")
