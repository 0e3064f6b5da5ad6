"""View of one step of the lesson."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.messages import Message
from games.engine.scene import Piece, Token
from games.engine.values import Choice, Ply, Prompt

from ..pictures.board_svg import board_svg
from ..pictures.frames import Frame, make_frames, piece_styles
from ..table.log_lines import rolled_face
from ..table.prompt import ChoiceView, PromptView, prompt_view
from ..table.seats import SeatView, seats_with_panels
from ..wording import phrase, render_message
from .state import (
    DONE,
    DRAW,
    NAMES,
    PUPIL,
    TASKS,
    TITLE,
    TURN_BACK,
    LessonState,
    check_answer,
    normalise_answer,
    refusal_code,
    replay_answers,
)
from .texts import DEFAULT_FEEDBACK, FEEDBACK, LABELS, STEPS, LessonStep

SEPARATOR = "."
BESIDE_ASSAM = {"not-beside-assam", "under-assam"}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(frozen=True)
class LessonView:
    """A step. ``answers`` are those given so far; ``wrong`` is one that did not lead on ("" for none).

    ``chosen`` is looked at on the board and not confirmed yet.
    """

    lesson: LessonState
    chosen: str = ""
    wrong: str = ""

    @property
    def step(self) -> LessonStep:
        """The step's texts."""
        return STEPS[self.lesson.task]

    @property
    def number(self) -> int:
        """Which step this is, from 1."""
        return len(self.lesson.answers) + 1

    @property
    def steps(self) -> range:
        """The numbers of all steps that ask something."""
        return range(1, len(TASKS) + 1)

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is asked any more."""
        return self.lesson.task == DONE

    @property
    def facts(self) -> dict[str, str | int]:
        """What the texts are filled with."""
        return {
            "pupil": NAMES[PUPIL],
            "partner": NAMES[1 - PUPIL],
            "face": self.die,
            "square": next(token.cell for token in TITLE.scene(self.lesson.state).tokens),
            "owed": render_message(TITLE, Message("amount.dirhams", {"count": self._owed}), NAMES),
        }

    @property
    def _owed(self) -> int:
        """What the pupil owes, or has just paid."""
        before = replay_answers(self.lesson.answers[:-1]) if self.lesson.task == "cover" else self.lesson
        return before.owed if before.task == "pay" else 0

    @property
    def title(self) -> str:
        """What the step is about."""
        return str(self.step.title)

    @property
    def paragraphs(self) -> list[str]:
        """What the step explains, in paragraphs."""
        return [text % self.facts for text in map(str, self.step.paragraphs)]

    @property
    def question(self) -> str:
        """What is asked."""
        return str(self.step.question) % self.facts

    @property
    def answer(self) -> str:
        """The kind answer to what did not lead on; "" if nothing went wrong."""
        if not self.wrong:
            return ""
        code = check_answer(self.lesson, self.wrong)
        refused = TITLE.phrases.get(f"refused.{code}")
        own = str(FEEDBACK.get(code, "" if refused and code != "unreadable" else DEFAULT_FEEDBACK)) % self.facts
        return f"{phrase(TITLE, f'refused.{code}') if refused else ''} {own}".strip()

    # What has happened

    @property
    def die(self) -> str:
        """The face that the pupil's last answer brought, "" for none."""
        mine = (rolled_face(TITLE, ply) for ply in self.lesson.news if ply.before.current == PUPIL)
        return next(filter(None, mine), "")

    @property
    def partners_turn(self) -> list[tuple[str, str]]:
        """What the partner did since the last answer: the face, if a die was laid, and a sentence."""
        return [
            (
                rolled_face(TITLE, ply),
                " ".join(self.say(message) for message in TITLE.describe(ply)[: _sentence_count(ply)]),
            )
            for ply in self.lesson.news
            if ply.before.current != PUPIL
        ]

    @property
    def seats(self) -> list[SeatView]:
        """Both players with what they have: before the debt while that is asked for, the score only at the end."""
        people = [
            SeatView(number, name, username="", robot="", is_me=number == PUPIL, is_host=False, wants_abort=False)
            for number, name in enumerate(NAMES)
        ]
        asked = self.lesson.task == "pay"
        seats = seats_with_panels(people, TITLE, self.lesson.news[-1].before if asked else self.lesson.state)
        if self.is_done:
            return seats
        shown = (replace(seat, stats=tuple(stat for stat in seat.stats if stat.kind != "score")) for seat in seats)
        return sorted(shown, key=lambda seat: seat.number or 0)

    @property
    def frames(self) -> list[Frame]:
        """What a page may show moving: the position before the last answer, and what that led to; once is enough."""
        lesson = self.lesson
        if self.chosen or self.wrong or not lesson.news:
            return []
        return make_frames(TITLE, lesson.plies, NAMES, start=lesson.fresh)

    # What is asked

    @property
    def log(self) -> str:
        """The answers so far, as the address carries them."""
        return SEPARATOR.join(self.lesson.answers)

    @property
    def back(self) -> str:
        """The answers without the last one."""
        return SEPARATOR.join(self.lesson.answers[:-1])

    @property
    def prompt(self) -> Prompt | None:
        """What may be tried on the board, some of it against the rules; None where a question is asked."""
        if not self.lesson.choices:
            return None
        rules = TITLE.prompt(self.lesson.state)
        assert rules is not None
        text = Message("lesson.question")
        choices = [*rules.choices, *illegal_choices(self.lesson)]
        if rules.kind == "place":
            choices.sort(key=lambda choice: choice.notation)
        return rules._replace(text=text, choices=tuple(choices))

    @property
    def ask(self) -> PromptView:
        """The question with its answers in words."""
        if self.prompt is not None:
            return prompt_view(self.prompt, self.say, self.chosen)
        kind = "answer"
        choices = tuple(ChoiceView(text, label, "", (), text == self.wrong) for text, label in self._answers())
        return PromptView(kind, self.question, choices, None, rolls=False)

    def _answers(self) -> Iterator[tuple[str, str]]:
        if self.lesson.task == "pay":
            least = max(1, self.lesson.owed - 2)
            yield from ((str(number), str(number)) for number in range(least, least + 5))
        else:
            yield from ((name, name) for name in NAMES)
            yield DRAW, _("A draw")

    def say(self, message: Message) -> str:
        """Return one of the title's sentences, or of the lesson's own."""
        if message.key == "lesson.question":
            return self.question
        return str(LABELS[message.key]) if message.key in LABELS else render_message(TITLE, message, NAMES, PUPIL)

    @property
    def board(self) -> SafeString:
        """The position, with what may be tried as links."""

        def link(notation: str) -> Mapping[str, str]:
            return {"href": f"?{urlencode({'log': self.log, 'choose': notation})}#lesson"}

        scene, prompt = TITLE.scene(self.lesson.state), self.prompt
        where = ". ".join(
            self.say(cell.text) for cell in scene.cells for token in scene.tokens if token.cell == cell.name
        )
        drawn = board_svg(
            scene,
            say=self.say,
            title=_("The board of the lesson"),
            desc=where,
            prompt=prompt,
            link=link if prompt else None,
            chosen=self.chosen,
            grid=True,
            styles=piece_styles(TITLE, self.lesson.state),
        )
        return SafeString(drawn)


def lesson_view(log: str, chosen: str = "", answer: str = "") -> LessonView:
    """Return the step after a log, or the next one if the answer leads on.

    What of the log does not lead on is left out.
    """
    lesson = replay_answers(filter(None, log.split(SEPARATOR)))
    if not answer or lesson.task == DONE:
        return LessonView(lesson, chosen)
    notation = normalise_answer(lesson, answer)
    after = replay_answers((*lesson.answers, notation))
    return LessonView(after) if len(after.answers) > len(lesson.answers) else LessonView(lesson, wrong=notation)


def _sentence_count(ply: Ply) -> int | None:
    """Return how many sentences of a ply are shown. The winner is not, because the lesson asks for it."""
    return 1 if TITLE.outcome(ply.after) else None


def illegal_choices(lesson: LessonState) -> tuple[Choice, ...]:
    """Return choices against the rules that the lesson offers in order to explain why they are refused."""
    if lesson.task == "way":
        ahead = lesson.choices[0].preview[0]
        assert isinstance(ahead, Token)
        standing = TITLE.scene(lesson.state).tokens[0]
        return (Choice(TURN_BACK, Message(TURN_BACK), preview=(standing._replace(facing=OPPOSITE[standing.facing]),)),)
    if lesson.task not in {"first", "cover"}:
        return ()
    laid = lesson.choices[0].preview[0]
    assert isinstance(laid, Piece)
    pairs, reasons = (_corners, BESIDE_ASSAM) if lesson.task == "first" else (_wholes, {"whole-rug"})
    said = (Message("patch.new"),) if lesson.task == "first" else ()
    return tuple(_place(laid, pair, said) for pair in pairs(lesson) if refusal_code(lesson, "".join(pair)) in reasons)


def _place(laid: Piece, cells: tuple[str, str], details: tuple[Message, ...]) -> Choice:
    label = Message("choice.rug", {"first": cells[0], "second": cells[1]})
    return Choice("".join(cells), label, cells=cells, details=details, preview=(laid._replace(cells=cells),))


def _corners(lesson: LessonState) -> Iterator[tuple[str, str]]:
    """Yield places that touch Assam's square by a corner only, and one under him."""
    cell = TITLE.scene(lesson.state).tokens[0].cell
    column, row = ord(cell[0]), int(cell[1])
    for right, up in ((1, 1), (-1, -1)):
        near, far = f"{chr(column + right)}{row + up}", f"{chr(column + 2 * right)}{row + up}"
        yield (near, far) if near < far else (far, near)
    under = f"{chr(column)}{row + (1 if row < 7 else -1)}"
    yield (cell, under) if cell < under else (under, cell)


def _wholes(lesson: LessonState) -> Iterator[tuple[str, str]]:
    """Yield the rugs of which both squares can be seen."""
    for piece in TITLE.scene(lesson.state).pieces:
        if piece.whole and len(piece.cells) == 2:
            first, second = sorted(piece.cells)
            yield first, second
