"""Base view of a position of a recorded game, for the pages of tables, replays and game files."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.wording import join_clauses, join_names, message_renderer, phrase, render_message
from games.core.models import Game, Seat
from games.core.selectors import seat_name
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.prompts import Prompt
from games.engine.registry import get_title
from games.engine.scene import Cell, Scene
from games.engine.values import Outcome, Ply
from games.pictures.board_svg import BoardLook, Question, board_choices, board_svg
from games.pictures.film import piece_styles

from .log_lines import NO_STORY, LogEvent, PointSource, Story, TurnList, TurnView, ply_text, point_sources

BIG = 9  # columns or rows of a board from which on it can be zoomed
STOP = "board.stop"  # key of the phrase with what the key A does
NOTE = "board.note"  # key of the phrase with what a title says about the names of its squares


@dataclass(frozen=True, slots=True)
class StepPlies:
    """The plies of the buttons below the board, None for a disabled button."""

    first: int | None
    previous: int | None
    next: int | None
    last: int | None


class PositionView(ABC):
    """One position: the one after the first ``ply`` entries of ``log``, the log of the whole game."""

    ply: int
    log: list[Ply]

    @property
    @abstractmethod
    def title(self) -> Title:
        """The title that is played."""

    @property
    def title_key(self) -> str:
        return self.title.key

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The players' names, by seat."""

    @abstractmethod
    def first_state(self) -> Any:
        """Return the position before the first ply."""

    @property
    def length(self) -> int:
        return len(self.log)

    @property
    def is_past(self) -> bool:
        return self.ply < self.length

    @property
    def is_first(self) -> bool:
        return self.ply == 0

    @property
    def is_last(self) -> bool:
        return not self.is_past

    @property
    def is_overdue(self) -> bool:
        return False

    @cached_property
    def state(self) -> Any:
        return self.log[self.ply - 1].after if self.ply else self.first_state()

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.state)

    @property
    def standings(self) -> Sequence[Any]:
        return self.outcome.standings if self.outcome else ()

    @cached_property
    def winners(self) -> list[str]:
        return [self.names[standing.seat] for standing in self.standings if standing.place == 1]

    @property
    def viewer_seat(self) -> int | None:
        return None

    def say(self, message: Message) -> str:
        return render_message(self.title, message, self.names, self.viewer_seat)

    # The board

    @cached_property
    def scene(self) -> Scene:
        return self.title.scene(self.state)

    @property
    def is_big_board(self) -> bool:
        """True if the board has so many squares that it can be zoomed, or may grow to that while the page is open."""
        scene = self.scene
        return max(scene.columns, scene.rows) > BIG or (scene.left, scene.top) != (0, 0)

    def draw(self, question: Question | None = None) -> SafeString:
        drawn = board_svg(
            self.scene,
            BoardLook(grid=True, styles=piece_styles(self.title, self.state)),
            say=message_renderer(self.title, self.names, self.viewer_seat),
            title=self.board_name,
            desc=self.note,
            question=question,
        )
        return SafeString(drawn)

    def offered_on(self, prompt: Prompt | None) -> Collection[str]:
        return board_choices(self.scene, prompt) if prompt else ()

    @property
    def board_name(self) -> str:
        """The name of the board for screen readers."""
        return _("The board after step %(ply)s") % {"ply": self.ply}

    @cached_property
    def words(self) -> list[str]:
        """The contents of the board in words, square by square, without empty squares."""
        covered = {cell for piece in self.scene.pieces for cell in piece.cells}
        covered |= {token.cell for token in self.scene.tokens}
        return [self._in_words(cell) for cell in self.scene.cells if cell.name in covered]

    def _in_words(self, cell: Cell) -> str:
        return join_clauses(map(self.say, (cell.text, *self.title.inside(self.state, cell.name))))

    @property
    def where(self) -> str:
        """Where the figures stand, in words."""
        tokens = {token.cell for token in self.scene.tokens}
        return ". ".join(self.say(cell.text) for cell in self.scene.cells if cell.name in tokens)

    @property
    def note(self) -> str:
        """Where the figures stand, and what the title says about the names of its squares."""
        return " ".join(filter(None, (self.where, phrase(self.title, NOTE) if NOTE in self.title.phrases else "")))

    @property
    def sheets(self) -> tuple[tuple[str, str], ...]:
        """Pictures of the skin that everyone may look up during a game, with the texts of their links."""
        keys = [key for key in self.title.phrases if key.startswith("sheet.")]
        return tuple([(key.removeprefix("sheet."), phrase(self.title, key)) for key in keys])

    @property
    def stop_text(self) -> str:
        """What the key A does: it goes to the square that Tab reaches first."""
        return phrase(self.title, STOP) if STOP in self.title.phrases else _("Go to the square to begin with")

    @property
    def letters(self) -> tuple[tuple[str, str], ...]:
        keys = [key for key in self.title.phrases if key.startswith("key.")]
        return tuple([(key.removeprefix("key."), phrase(self.title, key)) for key in keys])

    @property
    def sealed_name(self) -> str:
        """What the title calls its sealed results."""
        return phrase(self.title, "dice.sealed") if "dice.sealed" in self.title.phrases else _("Sealed dice")

    # What happened

    @cached_property
    def turns(self) -> Sequence[TurnView]:
        return TurnList(self.title, self.log, self.names, self.story)

    @property
    def story(self) -> Story:
        return NO_STORY

    @property
    def later_events(self) -> tuple[LogEvent, ...]:
        return () if self.is_past else self.story.events_between(self.length, None)

    @cached_property
    def turn_plies(self) -> list[tuple[TurnView, range]]:
        """Each turn with its plies."""
        ends = [0, *(turn.last_ply for turn in self.turns)]
        return [
            (turn, range(first + 1, last + 1)) for turn, first, last in zip(self.turns, ends, ends[1:], strict=False)
        ]

    def turn_name(self, turn: TurnView) -> str:
        """The number of a turn and who played it."""
        if not turn.number:
            return _("Before the first turn")
        words = {"turn": turn.number, "name": join_names([self.names[seat] for seat in sorted(turn.seats)])}
        return _("Turn %(turn)s: %(name)s") % words if turn.seats else _("Turn %(turn)s") % words

    @property
    def turn_names(self) -> list[tuple[int, int, str]]:
        """For each turn its last ply, its number and its name, for the script of a replay."""
        return [(turn.last_ply, turn.number, self.turn_name(turn)) for turn in self.turns]

    @property
    def turns_text(self) -> str:
        """How many turns the game has."""
        count = self.turns[-1].number if self.turns else 0
        return ngettext("%(count)s turn", "%(count)s turns", count) % {"count": count}

    @property
    def moment_name(self) -> str:
        """The turn of this position and who played it."""
        return next(
            (self.turn_name(turn) for turn, plies in self.turn_plies if self.ply in plies), _("Before the first turn")
        )

    @property
    def ply_texts(self) -> list[str]:
        texts = [entry.text for turn in self.turns for entry in turn.texts if entry.ply == self.ply]
        # the text of several draws is that of the last one
        here = self.log[self.ply - 1 : self.ply] if self.ply else []
        return texts or [ply_text(self.title, ply, self.names) for ply in here]

    @property
    def steps(self) -> StepPlies:
        return self.beside(range(self.length + 1))

    def beside(self, stops: Sequence[int]) -> StepPlies:
        """Return where the buttons lead that stop at these plies, and always at the first and the last one."""
        has_previous, has_next = self.ply > 0, self.is_past
        return StepPlies(
            first=0 if has_previous else None,
            previous=max((stop for stop in stops if stop < self.ply), default=0) if has_previous else None,
            next=min((stop for stop in stops if stop > self.ply), default=self.length) if has_next else None,
            last=self.length if has_next else None,
        )


class GamePositionView(PositionView, ABC):
    """``rows`` are the seats of the table, with their people."""

    game: Game
    rows: list[Seat]

    @cached_property
    def title(self) -> Title:
        return get_title(self.game.title)

    @cached_property
    def names(self) -> list[str]:
        return [seat_name(seat) for seat in self.rows]

    def first_state(self) -> Any:
        return self.title.start(self.game.ruleset, self.game.options, self.game.seat_count)

    @cached_property
    def point_sources(self) -> list[PointSource]:
        """Where the points of the whole game came from; [] for a title that cannot tell."""
        return point_sources(self.title, self.log, self.game.seat_count)
