"""The state of the lesson, a pure function of the answers so far.

The game is Marrakech for two with three rugs of one colour each, so that three turns of the pupil (seat 0) bring it to
its end. The engine judges every answer; the lesson only chooses the rolls and moves the partner (seat 1).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.engine.core import Title
from games.engine.errors import BadNotation, IllegalAction
from games.engine.prompts import Branch, Choice
from games.engine.registry import get_title
from games.engine.values import Ply

TITLE = get_title("marrakech")
RULES = ("gigamic", {"rugs": "3/3/3", "two_player_colours": "1"}, 2)
NAMES = ("Amina", "Brahim")
PUPIL = 0
TASKS = ("way", "first", "edge", "patch", "risk", "pay", "cover", "end")
DONE = "done"
TURN_BACK = "about"  # an illegal turn that is offered anyway, to explain why it is refused
DRAW = "both"

Key = tuple[float, ...]


@dataclass(frozen=True)
class LessonState:
    """The lesson after ``answers``. ``plies`` is its log; those from ``fresh`` on follow the last answer."""

    answers: tuple[str, ...]
    plies: tuple[Ply, ...]
    fresh: int

    @property
    def task(self) -> str:
        """The current task: one of TASKS, or DONE."""
        return TASKS[len(self.answers)] if len(self.answers) < len(TASKS) else DONE

    @property
    def state(self) -> Any:
        return self.plies[-1].after if self.plies else TITLE.start(*RULES)

    @property
    def news(self) -> tuple[Ply, ...]:
        return self.plies[self.fresh :]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The pupil's legal choices on the board; none if the task is a question."""
        prompt = TITLE.prompt(self.state)
        return prompt.choices if prompt and self.task not in {"pay", "end", DONE} else ()

    @property
    def wanted(self) -> tuple[Choice, ...]:
        """The choices that do what the step explains; all choices if none does."""
        fits = TASK_CONDITIONS.get(self.task)
        return tuple(filter(fits, self.choices)) or self.choices if fits else self.choices

    @property
    def owed(self) -> int:
        """The amount that the pupil paid after the last roll."""
        paid: list[int] = [ply.before.seats[PUPIL].dirhams - ply.after.seats[PUPIL].dirhams for ply in self.news]
        return max(0, *paid, 0)

    @property
    def winner(self) -> str:
        """The name of the winner, or BOTH."""
        outcome = TITLE.outcome(self.state)
        first = [NAMES[standing.seat] for standing in outcome.standings if standing.place == 1] if outcome else []
        return first[0] if len(first) == 1 else DRAW


def _covers_another(choice: Choice) -> bool:
    return any(message.key == "covers.half" and message.params["seat"] != PUPIL for message in choice.details)


def crosses_edge(branch: Branch) -> bool:
    """Return True if this result of the die leads over the edge and back."""
    return bool(branch.loops)


TASK_CONDITIONS = {
    "edge": lambda choice: any(map(crosses_edge, choice.branches)),
    "risk": lambda choice: any(one.key == "toll.rent" for branch in choice.branches for one in branch.messages),
    "cover": _covers_another,
}
TASK_MISSES = {"edge": "stays", "risk": "costs-nothing", "cover": "covers-nothing"}


def check_answer(lesson: LessonState, answer: str) -> str:
    """Return "" for a right answer, or its error: MISSED, "count", "sum", or the code of the engine's refusal."""
    if lesson.task == "pay":
        return "" if answer == str(lesson.owed) else "count"
    if lesson.task == "end":
        return "" if answer == lesson.winner else "sum"
    if answer in {choice.notation for choice in lesson.wanted}:
        return ""
    return (
        TASK_MISSES[lesson.task]
        if answer in {choice.notation for choice in lesson.choices}
        else refusal_code(lesson, answer)
    )


def refusal_code(lesson: LessonState, answer: str) -> str:
    if answer == TURN_BACK:
        return "half-turn"
    try:
        TITLE.apply(lesson.state, TITLE.parse(lesson.state, PUPIL, answer))
    except (BadNotation, IllegalAction) as error:
        return error.code
    return "unreadable"  # resigning is legal, but not an answer


def normalise_answer(lesson: LessonState, answer: str) -> str:
    """Return a typed answer in the notation of the log, unchanged if it is not an action."""
    if not lesson.choices or answer == TURN_BACK:
        return answer
    try:
        return TITLE.notation(TITLE.parse(lesson.state, PUPIL, answer))
    except BadNotation:
        return answer


def replay_answers(answers: Iterable[str]) -> LessonState:
    """Return the lesson after the answers up to the first wrong one."""
    lesson = _after(())
    for answer in answers:
        if lesson.task == DONE or check_answer(lesson, answer):
            break
        lesson = _after((*lesson.answers, answer))
    return lesson


@lru_cache(maxsize=512)
def _after(answers: tuple[str, ...]) -> LessonState:
    if not answers:
        return LessonState((), (), 0)
    lesson, answer = _after(answers[:-1]), answers[-1]
    if not lesson.choices:
        return LessonState(answers, lesson.plies, len(lesson.plies))
    log: list[tuple[int | None, str]] = [(PUPIL, answer)]
    if TITLE.chance(TITLE.replay(lesson.state, log)):
        chosen = next(choice for choice in lesson.choices if choice.notation == answer)
        log.append((None, max(chosen.branches, key=_DICE[lesson.task]).label))
    else:
        log += partner_turn(TITLE, TITLE.replay(lesson.state, log), lesson.task)
    first = len(lesson.plies)
    played = (ply._replace(number=first + ply.number) for ply in TITLE.iter_plies(lesson.state, log))
    return LessonState(answers, (*lesson.plies, *played), first)


def _rent(branch: Branch) -> int:
    return sum(int(str(message.params["paid"])) for message in branch.messages if message.key == "toll.rent")


# Keys for the pupil's roll, by the task whose answer was a rotation. The roll with the greatest key is chosen.
_DICE: dict[str, Callable[[Branch], Key]] = {
    "way": lambda branch: (branch.label == "2",),
    "edge": lambda branch: (crosses_edge(branch), -_rent(branch), int(branch.label)),
    "risk": lambda branch: (_rent(branch), -len(branch.loops), branch.weight),
}


def partner_turn(title: Title, state: Any, task: str) -> list[tuple[int | None, str]]:
    """Return the partner's whole turn after the pupil's rug: rotation, die and rug, as entries of a log."""
    prompt = title.prompt(state)
    assert prompt is not None
    ways = [(choice, branch) for choice in prompt.choices for branch in choice.branches]
    turned, die = max(ways, key=lambda way: _walk_key(task, way[1]))
    log: list[tuple[int | None, str]] = [(prompt.seat, turned.notation), (None, die.label)]
    state = title.replay(state, log)
    prompt = title.prompt(state)
    assert prompt is not None
    seat = prompt.seat
    place = max(prompt.choices, key=lambda choice: _place_key(title, title.replay(state, [(seat, choice.notation)])))
    return [*log, (seat, place.notation)]


def _walk_key(task: str, branch: Branch) -> Key:
    """Rate a walk of the partner: he pays from his second turn on if he can, and stays away from the edge."""
    pays = _rent(branch) if task != "first" else -_rent(branch)
    return (pays, -len(branch.loops), _inside(branch.cell), branch.weight)


def _inside(cell: str) -> int:
    """Return how far a square is from the edge, 0 to 3."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1]) - 1
    return min(column, 6 - column, row, 6 - row)


def _place_key(title: Title, state: Any) -> Key:
    """Rate a position for the pupil: many ways that may cost much; at the end of the game, many points."""
    prompt = title.prompt(state)
    if prompt is None:
        scores = {
            panel.seat: next(stat.value for stat in panel.stats if stat.name == "score")
            for panel in title.panels(state)
        }
        return (scores[0] - scores[1],)
    tolls = [max(map(_rent, choice.branches)) for choice in prompt.choices]
    return (sum(toll > 0 for toll in tolls), sum(tolls))
