"""A table as an email shows it: names, position, recent turns, facts, in the active language."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.messages import Message
from games.engine.registry import get_title
from games.engine.scene import Scene
from games.engine.values import Ply
from games.models import Game, Seat
from games.presenters.rules import table_terms
from games.presenters.wording import game_end_text, join_names, render_message
from games.selectors.tables.seats import seat_name, seats_of, shows_hints
from games.selectors.time.own_turns import own_time
from games.selectors.visibility import known_plies_of, known_state_of
from games.skins.registry import skin_of

from ..headers import host
from ..text import name_of
from . import board_text, turn_summaries
from .board_image import DENSITY, SHOWN, board_png


@dataclass(frozen=True)
class MailBoard:
    """One position as picture, letters and words.

    The picture has the ``content_id`` in the email and is shown ``width`` by ``height`` pixels large.
    """

    scene: Scene
    width: int
    content_id: str
    letters: str
    legend: list[str]
    words: list[str]

    @cached_property
    def png(self) -> bytes:
        """The picture. An email without pictures does not draw it."""
        return board_png(self.scene, self.width)

    @property
    def height(self) -> int:
        """The height at which the picture is shown."""
        return int.from_bytes(self.png[20:24], "big") // DENSITY

    @property
    def alt(self) -> str:
        """The position in words."""
        return " ".join(self.words)


class Table:
    """A game as one recipient sees it. ``recipient`` is None for a person without an account."""

    def __init__(self, game: Game, recipient: User | None) -> None:
        self.game, self.recipient = game, recipient
        self.title = get_title(game.title)
        own = (seat.number for seat in self.seats if seat.user_id == recipient.pk) if recipient else iter(())
        self.seat = next(own, None)

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats in order of play, with their users."""
        return seats_of(self.game)

    @property
    def shows_hints(self) -> bool:
        """True if a robot's choice is marked."""
        return shows_hints(self.game, self.seats)

    @cached_property
    def names(self) -> list[str]:
        """The players in order of play; before the start in order of joining."""
        return [name_of(seat_name(seat)) for seat in self.seats]

    @cached_property
    def state(self) -> object:
        """What the recipient may know of the position now."""
        return self.plies[-1].after if self.plies else known_state_of(self.game, self.seat, self.game.ply)

    @property
    def deadline(self) -> datetime | None:
        """The deadline of the recipient's turn; that of the table if a single seat must act."""
        is_shared = len(self.title.acting(self.state)) > 1
        return own_time(self.recipient, self.game).deadline if is_shared else self.game.deadline

    @cached_property
    def plies(self) -> list[Ply]:
        """What the recipient may know of all plies, without later ones: the game may go on meanwhile."""
        return known_plies_of(self.game, self.seat, self.game.ply)

    @cached_property
    def scene(self) -> Scene:
        """The drawing of the position."""
        return self.title.scene(self.state)

    @property
    def opponents(self) -> str:
        """The names of all other players."""
        return join_names([name for seat, name in enumerate(self.names) if seat != self.seat])

    @property
    def figures_text(self) -> str:
        """The places of the figures, "" if the title has no text for them."""
        sentences = [
            self.say(Message(f"token.{token.kind}", {"square": token.cell}))
            for token in self.scene.tokens
            if f"token.{token.kind}" in self.title.phrases
        ]
        return join_names(sentences)

    @cached_property
    def chance_text(self) -> str:
        """The result of chance in the turn in progress: "you rolled 3", "" for none."""
        return turn_summaries.chance_text(self.title, self.plies, self.names)

    @property
    def prompt_brief(self) -> str:
        """A short question to the acting player, "" if the title has none."""
        prompt = self.title.prompt(self.state)
        return self.phrase(f"{prompt.text.key}.brief") if prompt else ""

    @property
    def question(self) -> str:
        """The question to the acting player."""
        prompt = self.title.prompt(self.state)
        return self.say(prompt.text) if prompt else ""

    def say(self, message: Message) -> str:
        """Return one of the title's sentences."""
        return render_message(self.title, message, self.names, self.seat)

    def end_text(self) -> str:
        """Return why the game ended."""
        last = self.plies[-1] if self.plies else None
        return game_end_text(self.game, self.title, last, self.names)

    def phrase(self, key: str) -> str:
        """Return one of the title's sentences without parameters, "" if it does not exist."""
        return self.say(Message(key)) if key in self.title.phrases else ""

    def board(self, width: int = SHOWN) -> MailBoard:
        """Return the position with a picture ``width`` pixels wide. Drawing it takes about fifteen milliseconds."""
        panels = self.title.panels(self.state)
        return MailBoard(
            scene=self.scene,
            width=width,
            content_id=f"board.{self.game.code}.{self.game.ply}.{width}@{host()}",
            letters=board_text.board_letters(self.scene),
            legend=board_text.legend(self.title, self.scene, panels, self.names),
            words=board_text.position_sentences(self.title, self.scene, panels, self.names),
        )

    def purses(self) -> board_text.Purses:
        """Return the purses, with the changes since the turns of ``recent_turns``."""
        since = self._since
        return board_text.purses_of(
            self.title, self.state, self.names, self.seat, since[0][0].before if since else None
        )

    @cached_property
    def _since(self) -> list[list[Ply]]:
        return turn_summaries.turns_since(self.title, self.plies, self.seat)

    def recent_turns(self) -> list[turn_summaries.TurnSummary]:
        """Return the turns since the recipient's last one."""
        return [turn_summaries.turn_summary(self.title, group, self.names) for group in self._since]

    @property
    def is_from_start(self) -> bool:
        """True if ``recent_turns`` begins with the first turn of the game."""
        return not self._since or self._since[0][0].number == self.plies[0].number

    def facts(self) -> list[tuple[str, str]]:
        """Return what a player should know before joining, as labels and values."""
        game, ruleset = self.game, self.title.rulesets[self.game.ruleset]
        return [
            (_("Game"), self.title.name),
            (_("Rules"), f"{self.say(Message(ruleset.label))}. {self.say(Message(ruleset.summary))}"),
            *self._options(game.options),
            (_("Seats"), str(game.seat_count)),
            (_("At the table"), join_names(self.names)),
            *table_terms(game),
        ]

    def _options(self, changes: Mapping[str, str]) -> list[tuple[str, str]]:
        specs = {spec.name: spec for spec in self.title.option_specs}
        return [
            (self.say(Message(specs[name].label)), self._value(specs[name].value_labels, specs[name].values, value))
            for name, value in changes.items()
        ]

    def _value(self, labels: tuple[str, ...], values: tuple[str, ...], value: str) -> str:
        return self.say(Message(labels[values.index(value)])) if value in values else value


def colours_of(title: str, styles: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return letter and colour (hexadecimal) of each style of a title, for the small squares beside a name."""
    return [(style[:1].upper(), skin_of(title).style_colour(style)) for style in styles]
