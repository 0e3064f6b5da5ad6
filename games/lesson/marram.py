"""The lesson of Marram: the tasks of three turns, and the view of one. Its whole state is the number of tasks done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.board.pictures import Frame
from games.board.prompt import ChoiceView, PromptView, prompt_view
from games.board.seats import SeatView, seats_with_panels
from games.common.wording import render_message
from games.engine.messages import Message
from games.engine.prompts import Prompt
from games.engine.registry import get_title
from games.engine.scene import Scene
from games.engine.values import Ply
from games.pictures.board_svg import BoardLook, Question, board_svg
from games.pictures.film import piece_styles

TITLE = get_title("marram")
NAMES = ("Amina", "Brahim")
PUPIL = 0


@dataclass(frozen=True)
class Task:
    """A question about a position.

    ``asked`` is the step of the prompt that it goes on from; ``right`` are the answers that it wants, ``numbers`` the
    answers of a question about points. ``hints`` are what other answers get, by answer, the one for "" by default.
    ``played`` is the action that the right answers complete, "" for none.
    """

    title: Promise
    paragraphs: tuple[Promise, ...]
    question: Promise
    position: str
    right: tuple[str, ...]
    hints: Mapping[str, Promise]
    button: Promise
    asked: str = ""
    numbers: tuple[int, ...] = ()
    played: str = ""

    @property
    def tile(self) -> str:
        """The tile that is placed, or the one that is turned over: "" for none."""
        return self.asked.partition(" ")[0].removeprefix("f")


PLACE, CLAIM, ANSWER = _("Place it here"), _("Confirm"), _("Answer")


def _position(mine: str, rack: str, other: str, board: str, turn: int = 1, theirs: str = "23.22.52") -> str:
    """Return a position line in which the pupil acts: points and pieces of both, the tiles of both, and the board."""
    return f"classic-short {turn} A/2 A:{mine}/0.0/{rack} B:{other}/0.0/{theirs} {board} - ?"


TASKS = (
    Task(
        _("Place a tile"),
        (
            _(
                "You are Amina and have red boots. In a turn you take two actions, and each places a tile or flips "
                "one. Edges that touch must show the same: grass, sand, an orange snake, a blue snake or a worm."
            ),
            _("This tile has the middle of an orange snake. On the board, the end of one points south."),
        ),
        _("Let the orange snake grow: where does the tile go?"),
        _position("0/7.0.3", "42.38.50", "0/7.0.3", "0@0r0"),
        ("42 s1",),
        {"": _("Grass on grass: that is allowed, but the snake does not grow. Place the tile below its open end.")},
        PLACE,
        asked="42",
    ),
    Task(
        _("Claim it with a boot"),
        (
            _("After placing a tile you may put a boot on a part of it: on grass, on sand or on a creature."),
            _("What is complete scores for the player with the most boots on it. Then the boots come back."),
        ),
        _("You want the points of the snake. Where do you put your boot?"),
        _position("0/7.0.3", "42.38.50", "0/7.0.3", "0@0r0"),
        ("42 s1 0 B0",),
        {
            "": _("That claims the land, not the snake on it. Put the boot on the snake."),
            "42 s1 0": _("Without a boot you get nothing for the snake. Put one on it."),
        },
        CLAIM,
        asked="42 s1 0",
        played="42 s1 0 B0",
    ),
    Task(
        _("Complete the snake"),
        (
            _("Brahim has placed two tiles. Now it’s your second turn, and this tile has the end of an orange snake."),
            _("A snake without an open end is complete. An orange one gives 1 point for each of its parts."),
        ),
        _("Complete your snake."),
        _position("0/6.0.3", "38.50.54", "0/7.0.3", "23@n1r2,22@w1r0,0@0r0,42@s1r0AB0", turn=3, theirs="52.9.10"),
        ("38 s2",),
        {"": _("That fits, but your snake stays open. Look for its end in the south.")},
        PLACE,
        asked="38",
        played="38 s2 1",
    ),
    Task(
        _("Worms, blue snakes and freaks"),
        (
            _(
                "Three points for three parts, and your boot is back. A worm wants two ends and one thick part, the "
                "one with the pale band: 2 points for each part. A blue snake wants a head, a middle and a tail: 3 "
                "points for each."
            ),
            _("Any other creature without an open end is a freak beast. It gives 3 points, however long it is."),
        ),
        _("This worm has two ends and nothing between them. How many points does it give?"),
        _position("3/7.0.3", "38.50.54", "0/7.0.3", "37@0r3,48@s1r1", turn=3),
        ("3",),
        {
            "": _("It has no thick part, so it is a freak beast. What does a freak give?"),
            "2": _("2 points for its two parts would be right for an orange snake, but this is a worm."),
            "4": _("2 points for each part would be right for a worm with a thick part. Do you see one?"),
            "6": _("3 points for each part would be right for a blue snake, but this is a worm."),
        },
        ANSWER,
        numbers=(2, 3, 4, 6),
    ),
    Task(
        _("Grass tufts"),
        (
            _(
                "Right, 3. An area of grass with sand all around it is a tuft. It gives 5 points for each part, which "
                "is what lies on one tile, 5 more for a gold coin and 3 for a silver one."
            ),
            _("Grass that a snake crawls into at its edge is not complete."),
        ),
        _("You have placed tile 36 and closed a tuft with a gold and a silver coin. Put your boot on it."),
        _position("3/7.0.3", "36.50.54", "0/7.0.3", "19@0r2", turn=3),
        ("36 e1 0 L2",),
        {
            "": _("That is not part of the tuft, and still open. The tuft lies where the two tiles meet."),
            "36 e1 0": _("Without a boot you get nothing for the tuft. Put one on it."),
            "36 e1 0 B0": _("That claims the worm. The tuft is the grass where the two tiles meet."),
        },
        CLAIM,
        asked="36 e1 0",
        played="36 e1 0 L2",
    ),
    Task(
        _("Sand mounds"),
        (
            _("18 points: two parts, gold and silver. A mound is the same in sand, with grass all around."),
            _("It gives 5 points for each part and 4 for each flower."),
        ),
        _("This mound has four parts and one flower. How many points does it give?"),
        _position("21/7.0.3", "38.50.51", "0/7.0.3", "54@0r1,56@e1r2,83@s1r0,49@s1e1r3", turn=3),
        ("24",),
        {
            "": _("Count again: 5 points for each of four parts, and 4 for the flower."),
            "9": _("That is one part and the flower. How many tiles does the mound lie on?"),
            "20": _("That is right for the four parts. What does the flower give?"),
            "36": _("The flower counts once, not for every part."),
        },
        ANSWER,
        numbers=(9, 20, 24, 36),
    ),
    Task(
        _("Flip a tile"),
        (
            _(
                "24, right. Now your third turn. A tile with a shovel on it can be flipped, for one of your shovels. "
                "It stays where it is, and its back has the same edges, but other things inside."
            ),
            _(
                "Boots on it leave the game: Brahim has one on the snake of tile 78. The back has the tail of a blue "
                "snake and the head of one."
            ),
        ),
        _("Flip tile 78. Which way round does its back complete a blue snake?"),
        _position("21/7.0.3", "50.54.51", "0/6.0.3", "35@w2r2,46@w1r0,78@0r0BB0", turn=5),
        ("f78 1",),
        {"": _("Two heads make a freak beast, and that gives 3 points only. Let the tail meet the snake in the west.")},
        _("Flip it"),
        asked="f78",
    ),
    Task(
        _("Claim the back"),
        (_("The tile lies on its other side, and Brahim’s boot is gone. You may put a boot on the back at once."),),
        _("Which part of the back completes a snake? Put your boot there."),
        _position("21/7.0.3", "50.54.51", "0/6.0.3", "35@w2r2,46@w1r0,78@0r0BB0", turn=5),
        ("f78 1 B0",),
        {
            "": _("That claims the land. You want the points of the snake."),
            "f78 1": _("Without a boot you get nothing for the snake. Put one on it."),
            "f78 1 B1": _("That snake is still open in the north. Which one is complete?"),
        },
        CLAIM,
        asked="f78 1",
        played="f78 1 B0",
    ),
)
END_TITLE = _("You can play Marram")
END_PARAGRAPHS = (
    _("Brahim’s boot is gone for good, and the snake is yours. That is all: place or flip, claim, complete."),
    _(
        "Boots are few: keep one back for a good chance. The table says what everything is worth, and how many "
        "turns are left."
    ),
)
END_QUESTION = _("Now play your first game against a friendly robot.")


@dataclass(frozen=True)
class MarramLesson:
    """A step. ``done`` is the number of tasks done; ``chosen`` is selected on the board, ``wrong`` a refused answer."""

    done: int
    chosen: str = ""
    wrong: str = ""

    name = _("Marram: the first three turns")
    address_name = "games:learn_marram"
    title_key = TITLE.key
    die = ""

    @property
    def address(self) -> str:
        return reverse(self.address_name)

    @property
    def rules_address(self) -> str:
        return reverse("games:title_rules", args=[TITLE.key])

    @property
    def is_done(self) -> bool:
        return self.done >= len(TASKS)

    @property
    def task(self) -> Task | None:
        return None if self.is_done else TASKS[self.done]

    @property
    def number(self) -> int:
        return self.done + 1

    @property
    def steps(self) -> range:
        return range(1, len(TASKS) + 1)

    @property
    def log(self) -> str:
        return str(self.done) if self.done else ""

    @property
    def back(self) -> str:
        return str(self.done - 1) if self.done > 1 else ""

    @property
    def title(self) -> str:
        return str(self.task.title if self.task else END_TITLE)

    @property
    def paragraphs(self) -> list[str]:
        return list(map(str, self.task.paragraphs if self.task else END_PARAGRAPHS))

    @property
    def question(self) -> str:
        return str(self.task.question if self.task else END_QUESTION)

    @property
    def button(self) -> str:
        return str(self.task.button) if self.task else ""

    @property
    def tile(self) -> str:
        return self.task.tile if self.task else ""

    @property
    def is_turned(self) -> bool:
        return bool(self.task and self.task.asked.startswith("f"))

    @property
    def answer(self) -> str:
        if not self.wrong or not self.task:
            return ""
        return str(self.task.hints.get(self.wrong, self.task.hints[""]))

    # What has happened

    @property
    def partners_turn(self) -> list[tuple[str, str]]:
        """What the right answer to the task before this one did: a face of the die, which there is none, and words."""
        return [("", " ".join(self.say(message) for message in TITLE.describe(ply))) for ply in self._played()]

    def _played(self) -> Iterator[Ply]:
        before = TASKS[self.done - 1] if self.done else None
        if before and before.played and not self.wrong and not self.chosen:
            yield _ply(before)

    @property
    def frames(self) -> list[Frame]:
        return []

    @cached_property
    def state(self) -> Any:
        """The position of the task; one whose answer is a claim has the tile that is claimed in its prompt."""
        return _ply(TASKS[-1]).after if self.task is None else TITLE.read_position(self.task.position)

    @property
    def seats(self) -> list[SeatView]:
        people = [
            SeatView(number, name, username="", robot="", is_me=number == PUPIL, is_host=False, wants_abort=False)
            for number, name in enumerate(NAMES)
        ]
        seats = seats_with_panels(people, TITLE, self.state)
        return [replace(seat, stats=tuple(stat for stat in seat.stats if stat.kind != "piece")) for seat in seats]

    # The task

    @property
    def prompt(self) -> Prompt | None:
        """The choices on the board; None for a question about points."""
        if self.task is None or self.task.numbers:
            return None
        found = TITLE.prompt(self.state, self.task.asked)
        assert found is not None
        if self.task.asked == f"f{self.task.tile}":  # its front is seen until a rotation is pointed at
            found = found._replace(preview=(), texts={})
        return found._replace(
            choices=tuple(choice._replace(is_step=False, details=()) for choice in found.choices), picked=()
        )

    @property
    def ask(self) -> PromptView:
        if self.prompt is not None:
            return prompt_view(self.prompt, self.say, self.chosen)
        numbers = map(str, self.task.numbers if self.task else ())
        choices = tuple(ChoiceView(text, text, "", (), text == self.wrong) for text in numbers)
        return PromptView("answer", self.question, choices, None, rolls=False)

    def say(self, message: Message) -> str:
        return render_message(TITLE, message, NAMES, PUPIL)

    @property
    def board(self) -> SafeString:
        def link(notation: str) -> Mapping[str, str]:
            return {"href": f"?{urlencode({'log': self.log, 'choose': notation})}"}

        drawn = board_svg(
            _cropped(TITLE.scene(self.state), self.prompt),
            BoardLook(letters=True, grid=True, styles=piece_styles(TITLE, self.state)),
            say=self.say,
            title=gettext("The board of the lesson"),
            question=Question(self.prompt, link, self.chosen) if self.prompt else None,
        )
        return SafeString(drawn)


def _cropped(scene: Scene, prompt: Prompt | None) -> Scene:
    """Return a scene without the empty cells that are no answer: the tiles are larger then."""
    shown = {cell for piece in scene.pieces for cell in piece.cells}
    if prompt:
        shown.update(cell for choice in prompt.choices for cell in choice.cells)
    cells = tuple(cell for cell in scene.cells if cell.name in shown)
    left, top = min(cell.column for cell in cells), min(cell.row for cell in cells)
    return scene._replace(
        cells=cells,
        left=left,
        top=top,
        columns=max(cell.column for cell in cells) - left + 1,
        rows=max(cell.row for cell in cells) - top + 1,
    )


def _ply(task: Task) -> Ply:
    before = TITLE.read_position(task.position)
    action = TITLE.parse(before, PUPIL, task.played)
    return Ply(0, before, action, TITLE.apply(before, action))


def marram_lesson(log: str, chosen: str = "", answer: str = "") -> MarramLesson:
    """Return the step after this number of tasks, or the next one if ``answer`` is right."""
    done = min(int(log), len(TASKS)) if log.isdecimal() and log.isascii() else 0
    if not answer or done == len(TASKS):
        return MarramLesson(done, chosen)
    return MarramLesson(done + 1) if answer in TASKS[done].right else MarramLesson(done, wrong=answer)
