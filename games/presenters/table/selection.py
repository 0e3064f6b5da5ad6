"""What the acting player has chosen but not confirmed: actions of the turn, and the steps towards the next one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.core import Title
from games.engine.drafts import Draft, actions_like, apply_draft, can_continue, split_actions
from games.engine.errors import BadNotation, EngineError, IllegalAction
from games.engine.prompts import Prompt
from games.engine.values import Ply

MAX_TRIED = 3  # choices of a prompt that are tried to see whether the turn goes on after them


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
    """Return the selection with a choice, which may be written in any form that the title can parse."""
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
    """Return the selection after a typed text or a step."""
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
    """Return the question after a step, None if the text is no step."""
    try:
        return _question(title, first, draft, seat, " ".join(step.split()))
    except (BadNotation, IllegalAction):
        return None
