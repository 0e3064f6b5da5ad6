"""One step of the lesson as its page shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.core import Choice, Message, Ply, Prompt
from games.engine.scene import Piece, Token

from ..asking import AskView, ChoiceView, ask_view
from ..board_svg import board_svg
from ..frames import Frame, frames_of, styles_of
from ..log import rolled
from ..seats import SeatView, seats_with_panels
from ..wording import phrase, render
from .course import ABOUT, BOTH, DONE, NAMES, PUPIL, TASKS, TITLE, Course, canonical, follow, judge, refusal
from .words import ANSWERS, LABELS, OTHERWISE, STEPS, Step

SEPARATOR = "."
BESIDE = {"not-beside-assam", "under-assam"}
BEHIND = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(frozen=True)
class LessonView:
    """A step. ``answers`` are those given so far; ``wrong`` is one that did not lead on ("" for none).

    ``chosen`` is looked at on the board and not confirmed yet.
    """

    course: Course
    chosen: str = ""
    wrong: str = ""

    @property
    def step(self) -> Step:
        """The step's texts."""
        return STEPS[self.course.task]

    @property
    def number(self) -> int:
        """Which step this is, from 1."""
        return len(self.course.answers) + 1

    @property
    def steps(self) -> range:
        """The numbers of all steps that ask something."""
        return range(1, len(TASKS) + 1)

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is asked any more."""
        return self.course.task == DONE

    @property
    def facts(self) -> dict[str, str | int]:
        """What the texts are filled with."""
        return {
            "pupil": NAMES[PUPIL],
            "partner": NAMES[1 - PUPIL],
            "face": self.die,
            "square": next(token.cell for token in TITLE.scene(self.course.state).tokens),
            "owed": self.course.owed if self.course.task == "pay" else self._paid_before,
        }

    @property
    def _paid_before(self) -> int:
        return follow(self.course.answers[:-1]).owed if self.course.task == "cover" else 0

    @property
    def title(self) -> str:
        """What the step is about."""
        return str(self.step.title)

    @property
    def told(self) -> list[str]:
        """What the step explains, in paragraphs."""
        return [text % self.facts for text in map(str, self.step.told)]

    @property
    def question(self) -> str:
        """What is asked."""
        return str(self.step.question) % self.facts

    @property
    def answer(self) -> str:
        """The kind answer to what did not lead on; "" if nothing went wrong."""
        if not self.wrong:
            return ""
        code = judge(self.course, self.wrong)
        refused = TITLE.phrases.get(f"refused.{code}")
        own = str(ANSWERS.get(code, "" if refused and code != "unreadable" else OTHERWISE)) % self.facts
        return f"{phrase(TITLE, f'refused.{code}') if refused else ''} {own}".strip()

    # What has happened

    @property
    def die(self) -> str:
        """The face that the pupil's last answer brought, "" for none."""
        mine = (rolled(TITLE, ply) for ply in self.course.news if ply.before.current == PUPIL)
        return next(filter(None, mine), "")

    @property
    def partners_turn(self) -> list[tuple[str, str]]:
        """What the partner did since the last answer: the face, if a die was laid, and a sentence."""
        return [
            (rolled(TITLE, ply), " ".join(self.say(message) for message in TITLE.describe(ply)[: _told(ply)]))
            for ply in self.course.news
            if ply.before.current != PUPIL
        ]

    @property
    def seats(self) -> list[SeatView]:
        """Both players with what they have: before the debt while that is asked for, the score only at the end."""
        people = [
            SeatView(number, name, username="", robot="", is_me=number == PUPIL, is_host=False, wants_abort=False)
            for number, name in enumerate(NAMES)
        ]
        asked = self.course.task == "pay"
        seats = seats_with_panels(people, TITLE, self.course.news[-1].before if asked else self.course.state)
        if self.is_done:
            return seats
        shown = (replace(seat, stats=tuple(stat for stat in seat.stats if stat.kind != "score")) for seat in seats)
        return sorted(shown, key=lambda seat: seat.number or 0)

    @property
    def frames(self) -> list[Frame]:
        """What a page may show moving: the position before the last answer, and what that led to; once is enough."""
        course = self.course
        if self.chosen or self.wrong or not course.news:
            return []
        return frames_of(TITLE, course.plies, NAMES, start=course.fresh)

    # What is asked

    @property
    def log(self) -> str:
        """The answers so far, as the address carries them."""
        return SEPARATOR.join(self.course.answers)

    @property
    def back(self) -> str:
        """The answers without the last one."""
        return SEPARATOR.join(self.course.answers[:-1])

    @property
    def prompt(self) -> Prompt | None:
        """What may be tried on the board, some of it against the rules; None where a question is asked."""
        if not self.course.choices:
            return None
        rules = TITLE.prompt(self.course.state)
        assert rules is not None
        text = Message("lesson.question")
        choices = [*rules.choices, *tempting(self.course)]
        if rules.kind == "place":
            choices.sort(key=lambda choice: choice.notation)
        return replace(rules, text=text, choices=tuple(choices))

    @property
    def ask(self) -> AskView:
        """The question with its answers in words."""
        if self.prompt is not None:
            return ask_view(self.prompt, self.say, self.chosen)
        kind = "answer"
        choices = tuple(ChoiceView(text, label, "", (), text == self.wrong) for text, label in self._answers())
        return AskView(kind, self.question, choices, None, rolls=False)

    def _answers(self) -> Iterator[tuple[str, str]]:
        if self.course.task == "pay":
            least = max(1, self.course.owed - 2)
            yield from ((str(number), str(number)) for number in range(least, least + 5))
        else:
            yield from ((name, name) for name in NAMES)
            yield BOTH, _("A draw")

    def say(self, message: Message) -> str:
        """Return one of the title's sentences, or of the lesson's own."""
        if message.key == "lesson.question":
            return self.question
        return str(LABELS[message.key]) if message.key in LABELS else render(TITLE, message, NAMES)

    @property
    def board(self) -> SafeString:
        """The position, with what may be tried as links."""

        def link(notation: str) -> Mapping[str, str]:
            return {"href": f"?{urlencode({'log': self.log, 'choose': notation})}#lesson"}

        scene, prompt = TITLE.scene(self.course.state), self.prompt
        where = ". ".join(
            self.say(cell.text) for cell in scene.cells for token in scene.tokens if token.cell == cell.name
        )
        drawn = board_svg(
            scene,
            say=self.say,
            title=_("The market of the lesson"),
            desc=where,
            prompt=prompt,
            link=link if prompt else None,
            chosen=self.chosen,
            grid=True,
            styles=styles_of(TITLE, self.course.state),
        )
        return SafeString(drawn)


def lesson_view(log: str, chosen: str = "", answer: str = "") -> LessonView:
    """Return the step after a log, or the next one if the answer leads on.

    What of the log does not lead on is left out.
    """
    course = follow(filter(None, log.split(SEPARATOR)))
    if not answer or course.task == DONE:
        return LessonView(course, chosen)
    given = canonical(course, answer)
    after = follow((*course.answers, given))
    return LessonView(after) if len(after.answers) > len(course.answers) else LessonView(course, wrong=given)


def _told(ply: Ply) -> int | None:
    """Return how many sentences of a ply are told: not yet who has won, which is asked."""
    return 1 if TITLE.outcome(ply.after) else None


def tempting(course: Course) -> tuple[Choice, ...]:
    """Return what the rules refuse and the lesson offers all the same, to say why."""
    if course.task == "way":
        ahead = course.choices[0].preview[0]
        assert isinstance(ahead, Token)
        standing = TITLE.scene(course.state).tokens[0]
        return (Choice(ABOUT, Message(ABOUT), preview=(replace(standing, facing=BEHIND[standing.facing]),)),)
    if course.task not in {"first", "cover"}:
        return ()
    laid = course.choices[0].preview[0]
    assert isinstance(laid, Piece)
    pairs, reasons = (_corners, BESIDE) if course.task == "first" else (_wholes, {"whole-rug"})
    said = (Message("covers.nothing"), Message("patch.new")) if course.task == "first" else ()
    return tuple(_place(laid, pair, said) for pair in pairs(course) if refusal(course, "".join(pair)) in reasons)


def _place(laid: Piece, cells: tuple[str, str], details: tuple[Message, ...]) -> Choice:
    label = Message("choice.rug", {"first": cells[0], "second": cells[1]})
    return Choice("".join(cells), label, cells=cells, details=details, preview=(replace(laid, cells=cells),))


def _corners(course: Course) -> Iterator[tuple[str, str]]:
    """Yield places that touch Assam's square by a corner only, and one under him."""
    cell = TITLE.scene(course.state).tokens[0].cell
    column, row = ord(cell[0]), int(cell[1])
    for right, up in ((1, 1), (-1, -1)):
        near, far = f"{chr(column + right)}{row + up}", f"{chr(column + 2 * right)}{row + up}"
        yield (near, far) if near < far else (far, near)
    under = f"{chr(column)}{row + (1 if row < 7 else -1)}"
    yield (cell, under) if cell < under else (under, cell)


def _wholes(course: Course) -> Iterator[tuple[str, str]]:
    """Yield the rugs of which both squares can be seen."""
    for piece in TITLE.scene(course.state).pieces:
        if piece.whole and len(piece.cells) == 2:
            first, second = sorted(piece.cells)
            yield first, second
