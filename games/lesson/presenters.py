"""View of one step of the lesson."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.board.log_lines import rolled_face
from games.board.pictures import Frame, make_frames
from games.board.prompt import ChoiceView, PromptView, prompt_view
from games.board.seats import SeatView, seats_with_panels
from games.common.wording import phrase, render_message
from games.engine.messages import Message
from games.engine.prompts import SCORE, Choice, Prompt
from games.engine.scene import Piece, Token
from games.engine.values import Ply
from games.pictures.board_svg import BoardLook, Question, board_svg
from games.pictures.film import piece_styles

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

SEPARATOR = "."
BESIDE_ASSAM = {"not-beside-assam", "under-assam"}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(frozen=True, slots=True)
class LessonStep:
    """The texts of one step. Their parameters: pupil, partner, face, square, owed (see ``view.facts``)."""

    title: Promise
    paragraphs: tuple[Promise, ...]
    question: Promise


STEPS = {
    "way": LessonStep(
        _("Assam and his three directions"),
        (
            _("You are %(pupil)s and sell crimson rugs. %(partner)s sells the yellow ones. You each have 30 dirhams."),
            _(
                "Assam walks across the market for both of you. Your turn begins with him: "
                "give him a quarter turn to the left or right, or leave him as he is."
            ),
        ),
        _("Choose Assam’s direction."),
    ),
    "first": LessonStep(
        _("The die and your first rug"),
        (
            _(
                "The die has the faces 1, 2, 2, 3, 3 and 4. You roll a %(face)s, so Assam moves %(face)s squares. "
                "%(square)s is empty, so there is nothing to pay."
            ),
            _("Now lay a rug. It covers two squares, and one of them must share a side with Assam’s square."),
        ),
        _("Where do you want to lay your rug? Some of the marked places are not allowed."),
    ),
    "edge": LessonStep(
        _("Over the edge"),
        (
            _("%(partner)s has had a turn. Now it’s your turn again."),
            _(
                "The mosaics along the edge lead back to the board. Assam leaves at one end of a "
                "mosaic and comes back at the other. The mosaic does not count as a step; the square "
                "where he comes back does."
            ),
        ),
        _("Turn Assam so that he can walk over the edge. He moves four squares at most."),
    ),
    "patch": LessonStep(
        _("Patches"),
        (
            _(
                "You roll a %(face)s: Assam has followed a mosaic and stands on %(square)s. "
                "The next turn begins in the direction he faces now."
            ),
            _(
                "Rugs of one colour that touch along a side form a patch. The larger the patch, the "
                "more it costs to stop on it. Corners do not count."
            ),
        ),
        _("Where do you want to lay your second rug?"),
    ),
    "risk": LessonStep(
        _("Whose rug is this?"),
        (
            _("%(partner)s has laid a rug in your way. If you stop on another player’s rug, you pay its owner."),
            _(
                "Walking across it costs nothing. An empty square or your own rug costs nothing "
                "either. Next to each direction you see what every face of the die would bring."
            ),
        ),
        _("Choose Assam’s direction."),
    ),
    "pay": LessonStep(
        _("Paying"),
        (
            _("You roll a %(face)s: Assam stops on %(square)s, on one of %(partner)s’s rugs."),
            _(
                "You owe one dirham for every square of the patch: all yellow squares connected "
                "along their sides, including the one under Assam. They are marked on the board."
            ),
        ),
        _("How many dirhams do you owe?"),
    ),
    "cover": LessonStep(
        _("Covering"),
        (
            _("Correct: you pay %(owed)s to %(partner)s."),
            _(
                "Now for your revenge. A rug can cover halves of other rugs, and what it covers no "
                "longer counts. But you can’t cover both squares of one rug at once if both are "
                "visible."
            ),
        ),
        _("Cover one of %(partner)s’s squares."),
    ),
    "end": LessonStep(
        _("The end"),
        (
            _("%(partner)s has laid the last rug, and the game is over."),
            _(
                "Every dirham in your purse is worth one point, and so is every square where one of your "
                "rugs is visible."
            ),
        ),
        _("Who has won?"),
    ),
    DONE: LessonStep(
        _("You can play Marrakech"),
        (
            _(
                "That is all: turn, roll, pay, lay. In a real game the die is rolled, and no one can "
                "choose the result or know it in advance. There are more rugs, and with two players "
                "each has two colours."
            ),
        ),
        _("Now play your first game against a friendly robot."),
    ),
}

# Feedback on wrong answers, by the code of ``check_answer``. The engine's own sentence comes first if there is one.
FEEDBACK = {
    "half-turn": _("Choose one of the other three directions."),
    "not-beside-assam": _("A corner is not enough: choose a place with a square right next to him."),
    "under-assam": _("He would have to jump. Lay it next to him."),
    "whole-rug": _("Choose a place that covers only half of it."),
    "stays": _("That way he stays on the board, whatever the die shows. Where is the edge close enough?"),
    "costs-nothing": _(
        "Well spotted: that way costs nothing, and in a real game you would take it. But this step "
        "is about paying. Choose another direction this time."
    ),
    "covers-nothing": _(
        "That is allowed, but it takes nothing from %(partner)s. Lay it over one of the yellow squares."
    ),
    "count": _("Not quite. Count the marked squares, including the one under Assam."),
    "sum": _("Count again: add up each player’s dirhams and visible squares."),
}
DEFAULT_FEEDBACK = _("Choose one of the places on the board.")
LABELS = {TURN_BACK: _("Turn around")}


@dataclass(frozen=True)
class LessonView:
    """A step. ``wrong`` is a refused answer, "" for none; ``chosen`` is selected on the board, but not confirmed."""

    lesson: LessonState
    chosen: str = ""
    wrong: str = ""

    name = _("The first three turns")
    tile = ""
    button = ""

    @property
    def address(self) -> str:
        return reverse("games:learn")

    @property
    def rules_address(self) -> str:
        return reverse("games:rules")

    @property
    def step(self) -> LessonStep:
        return STEPS[self.lesson.task]

    @property
    def number(self) -> int:
        return len(self.lesson.answers) + 1

    @property
    def steps(self) -> range:
        """The numbers of all steps with a question."""
        return range(1, len(TASKS) + 1)

    @property
    def is_done(self) -> bool:
        return self.lesson.task == DONE

    @property
    def facts(self) -> dict[str, str | int]:
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
    def title_key(self) -> str:
        return TITLE.key

    @property
    def title(self) -> str:
        return str(self.step.title)

    @property
    def paragraphs(self) -> list[str]:
        return [text % self.facts for text in map(str, self.step.paragraphs)]

    @property
    def question(self) -> str:
        return str(self.step.question) % self.facts

    @property
    def answer(self) -> str:
        if not self.wrong:
            return ""
        code = check_answer(self.lesson, self.wrong)
        refused = TITLE.phrases.get(f"refused.{code}")
        own = str(FEEDBACK.get(code, "" if refused and code != "unreadable" else DEFAULT_FEEDBACK)) % self.facts
        return f"{phrase(TITLE, f'refused.{code}') if refused else ''} {own}".strip()

    # What has happened

    @property
    def die(self) -> str:
        mine = (rolled_face(TITLE, ply) for ply in self.lesson.news if ply.before.current == PUPIL)
        return next(filter(None, mine), "")

    @property
    def partners_turn(self) -> list[tuple[str, str]]:
        """The partner's actions since the last answer: the face of a roll, and a sentence."""
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
        """Both players with their figures: before the payment while it is the question, with scores only at the end."""
        people = [
            SeatView(number, name, username="", robot="", is_me=number == PUPIL, is_host=False, wants_abort=False)
            for number, name in enumerate(NAMES)
        ]
        asked = self.lesson.task == "pay"
        seats = seats_with_panels(people, TITLE, self.lesson.news[-1].before if asked else self.lesson.state)
        if self.is_done:
            return seats
        rows = (replace(seat, stats=tuple(stat for stat in seat.stats if stat.kind != SCORE)) for seat in seats)
        return sorted(rows, key=lambda seat: seat.number or 0)

    @property
    def frames(self) -> list[Frame]:
        """The frames from the position before the last answer; empty if the page has played them."""
        lesson = self.lesson
        if self.chosen or self.wrong or not lesson.news:
            return []
        return make_frames(TITLE, lesson.plies, NAMES, start=lesson.fresh)

    # The task

    @property
    def log(self) -> str:
        """The answers so far, in the form of the address."""
        return SEPARATOR.join(self.lesson.answers)

    @property
    def back(self) -> str:
        return SEPARATOR.join(self.lesson.answers[:-1])

    @property
    def prompt(self) -> Prompt | None:
        """The choices on the board, some of them illegal; None for a question."""
        if not self.lesson.choices:
            return None
        rules = TITLE.prompt(self.lesson.state)
        assert rules is not None
        text = Message("lesson.question")
        choices = [*rules.choices, *illegal_choices(self.lesson)]
        if self.lesson.task == "first":  # all of them would start a patch, but not all are allowed
            choices = [choice._replace(details=()) for choice in choices]
        if rules.kind == "place":
            choices.sort(key=lambda choice: choice.notation)
        return rules._replace(text=text, choices=tuple(choices))

    @property
    def ask(self) -> PromptView:
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
            yield DRAW, gettext("A draw")

    def say(self, message: Message) -> str:
        if message.key == "lesson.question":
            return self.question
        return str(LABELS[message.key]) if message.key in LABELS else render_message(TITLE, message, NAMES, PUPIL)

    @property
    def board(self) -> SafeString:
        def link(notation: str) -> Mapping[str, str]:
            return {"href": f"?{urlencode({'log': self.log, 'choose': notation})}"}

        scene, prompt = TITLE.scene(self.lesson.state), self.prompt
        where = ". ".join(
            self.say(cell.text) for cell in scene.cells for token in scene.tokens if token.cell == cell.name
        )
        drawn = board_svg(
            scene,
            BoardLook(grid=True, styles=piece_styles(TITLE, self.lesson.state)),
            say=self.say,
            title=gettext("The board of the lesson"),
            desc=where,
            question=Question(prompt, link, self.chosen) if prompt else None,
        )
        return SafeString(drawn)


def lesson_view(log: str, chosen: str = "", answer: str = "") -> LessonView:
    """Return the step after these answers, or the next one if ``answer`` is right. Wrong answers are left out."""
    lesson = replay_answers(filter(None, log.split(SEPARATOR)))
    if not answer or lesson.task == DONE:
        return LessonView(lesson, chosen)
    notation = normalise_answer(lesson, answer)
    after = replay_answers((*lesson.answers, notation))
    return LessonView(after) if len(after.answers) > len(lesson.answers) else LessonView(lesson, wrong=notation)


def _sentence_count(ply: Ply) -> int | None:
    """Return how many sentences of a ply are shown: not the one about the winner, because the lesson asks for it."""
    return 1 if TITLE.outcome(ply.after) else None


def illegal_choices(lesson: LessonState) -> tuple[Choice, ...]:
    """Return illegal choices that the lesson offers to explain why they are refused."""
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
    return tuple(_place(laid, pair) for pair in pairs(lesson) if refusal_code(lesson, "".join(pair)) in reasons)


def _place(laid: Piece, cells: tuple[str, str]) -> Choice:
    label = Message("choice.rug", {"first": cells[0], "second": cells[1]})
    return Choice("".join(cells), label, cells=cells, preview=(laid._replace(cells=cells),))


def _corners(lesson: LessonState) -> Iterator[tuple[str, str]]:
    """Yield places that touch Assam's square at a corner only, and one under him."""
    cell = TITLE.scene(lesson.state).tokens[0].cell
    column, row = ord(cell[0]), int(cell[1])
    for right, up in ((1, 1), (-1, -1)):
        near, far = f"{chr(column + right)}{row + up}", f"{chr(column + 2 * right)}{row + up}"
        yield (near, far) if near < far else (far, near)
    under = f"{chr(column)}{row + (1 if row < 7 else -1)}"
    yield (cell, under) if cell < under else (under, cell)


def _wholes(lesson: LessonState) -> Iterator[tuple[str, str]]:
    for piece in TITLE.scene(lesson.state).pieces:
        if piece.whole and len(piece.cells) == 2:
            first, second = sorted(piece.cells)
            yield first, second
