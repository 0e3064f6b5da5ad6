"""A position of a recorded game, and the way to it: what the pages of tables and of game files have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.core import Title
from games.engine.messages import Message
from games.engine.scene import Scene
from games.engine.values import Outcome, Ply, Prompt

from .pictures.board_svg import board_svg
from .pictures.frames import piece_styles
from .table.log_lines import TurnList, TurnView
from .wording import message_renderer, phrase, render_message


@dataclass(frozen=True, slots=True)
class StepPlies:
    """Where the buttons below the board lead: lengths of the log, None where there is nowhere to go."""

    first: int | None
    previous: int | None
    next: int | None
    last: int | None


class PositionView(ABC):
    """One position. ``log`` is the whole game, ``ply`` the length of the log at which it is looked at."""

    ply: int
    log: list[Ply]

    @property
    @abstractmethod
    def title(self) -> Title:
        """The title that is played."""

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The players' names, by seat."""

    @abstractmethod
    def first_state(self) -> Any:
        """Return the position before the first ply."""

    @property
    def length(self) -> int:
        """How long the log is."""
        return len(self.log)

    @property
    def is_past(self) -> bool:
        """Tell whether an earlier position is looked at."""
        return self.ply < self.length

    @property
    def is_overdue(self) -> bool:
        """Tell whether whoever must act has let the deadline pass."""
        return False

    @cached_property
    def state(self) -> Any:
        """The position that is looked at."""
        return self.log[self.ply - 1].after if self.ply else self.first_state()

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, if the last position is looked at and it has."""
        return self.title.outcome(self.state)

    @property
    def standings(self) -> Sequence[Any]:
        """The standings of the last position, best first; nothing while the game goes on."""
        return self.outcome.standings if self.outcome else ()

    @cached_property
    def winners(self) -> list[str]:
        """The names of those who won."""
        return [self.names[standing.seat] for standing in self.standings if standing.place == 1]

    @property
    def viewer_seat(self) -> int | None:
        """Return the number of the viewer's seat, None for those who have none."""
        return None

    def say(self, message: Message) -> str:
        """Return one of the title's sentences."""
        return render_message(self.title, message, self.names, self.viewer_seat)

    # The board

    @cached_property
    def scene(self) -> Scene:
        """The position as a drawing."""
        return self.title.scene(self.state)

    def draw(
        self, prompt: Prompt | None = None, link: Callable[[str], Mapping[str, str]] | None = None, chosen: str = ""
    ) -> SafeString:
        """Return the drawing as SVG; with a prompt, what may be chosen are links."""
        name = _("The board after step %(ply)s") % {"ply": self.ply}
        drawn = board_svg(
            self.scene,
            say=message_renderer(self.title, self.names, self.viewer_seat),
            title=name,
            desc=self.where,
            prompt=prompt,
            link=link if prompt else None,
            chosen=chosen,
            grid=True,
            styles=piece_styles(self.title, self.state),
        )
        return SafeString(drawn)

    @cached_property
    def words(self) -> list[str]:
        """What lies on the board, square by square; empty squares are left out."""
        covered = {cell for piece in self.scene.pieces for cell in piece.cells}
        covered |= {token.cell for token in self.scene.tokens}
        return [self.say(cell.text) for cell in self.scene.cells if cell.name in covered]

    @property
    def where(self) -> str:
        """Where the figures stand, in words."""
        tokens = {token.cell for token in self.scene.tokens}
        return ". ".join(self.say(cell.text) for cell in self.scene.cells if cell.name in tokens)

    @property
    def letters(self) -> tuple[tuple[str, str], ...]:
        """The keys of the title's own: the letter of a choice and what it does, where the title has words for it."""
        keys = [key for key in self.title.phrases if key.startswith("key.")]
        return tuple([(key.removeprefix("key."), phrase(self.title, key)) for key in keys])

    # What happened

    @cached_property
    def turns(self) -> Sequence[TurnView]:
        """The whole log, turn by turn."""
        return TurnList(self.title, self.log, self.names, self.ordered)

    @property
    def ordered(self) -> Container[int]:
        """The plies that standing orders have made."""
        return ()

    @property
    def ply_texts(self) -> list[str]:
        """What the ply did that led to the position."""
        return [entry.text for turn in self.turns for entry in turn.texts if entry.ply == self.ply]

    @property
    def steps(self) -> StepPlies:
        """Where one can step from here."""
        back, on = self.ply > 0, self.is_past
        return StepPlies(
            first=0 if back else None,
            previous=self.ply - 1 if back else None,
            next=self.ply + 1 if on else None,
            last=self.length if on else None,
        )
