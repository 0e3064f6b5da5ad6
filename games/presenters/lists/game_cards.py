"""Games in lists, as one player sees them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import prefetch_related_objects
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name
from games.engine.registry import get_title
from games.models import Game, Invitation, Seat, Status
from games.models.game_queryset import PEOPLE
from games.selectors.tables.seats import is_robot, seat_name
from games.selectors.time.own_turns import TurnTime, own_times

from ..clocks.durations import duration_text
from ..clocks.paces import PaceView, pace_view, short_terms
from ..minimum import minimum_texts
from ..people.robots import names_with_marks
from ..rules import RulesView, rules_view


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another player of a game. ``username`` is empty for a former player, ``robot`` for a person."""

    name: str
    username: str
    robot: str


@dataclass(frozen=True)
class GameCard:
    """A game in a list. ``seats`` are in order of play, ``own`` is the player's seat among them.

    ``time`` is that of the player's own turn, or of the turn that others must play. ``last`` says what was played last,
    where the list shows it.
    """

    game: Game
    seats: Sequence[Seat]
    own: Seat | None
    time: TurnTime
    last: str = ""

    @cached_property
    def rules(self) -> RulesView:
        """The rules in words."""
        return _rules(self.game)

    @cached_property
    def pace(self) -> PaceView:
        """The pace in words."""
        return pace_view(self.game.pace, self.game.own_pace)

    @property
    def bank(self) -> str:
        """The player's bank in words when their latest turn came or after it, "" if they have none."""
        times = self.pace.times
        return "" if self.own is None or times is None or times.is_fixed else duration_text(self.own.bank)

    @property
    def short_terms(self) -> list[str]:
        """What is unusual about the clock of the table, and its hints."""
        return [*short_terms(self.game), *([_("hints")] if self.game.has_hints else [])]

    @property
    def minimum(self) -> list[str]:
        """What the table asks of players."""
        return minimum_texts(self.game)

    @cached_property
    def others(self) -> list[Opponent]:
        """Everyone at the table but the player."""
        return [_opponent(seat) for seat in self.seats if seat is not self.own]

    @cached_property
    def names(self) -> SafeString:
        """The others' names in one line, robots with their mark."""
        return names_with_marks((other.name, other.robot) for other in self.others)

    @property
    def has_people(self) -> bool:
        """True if anyone but the player and robots has a seat."""
        return any(seat is not self.own and not is_robot(seat) for seat in self.seats)

    @property
    def waits(self) -> bool:
        """True if the player must act. While a resignation waits, nobody can."""
        return self.own is not None and self.own.is_acting and self.game.resigns_at is None

    @property
    def acting(self) -> str:
        """The names of those who must act."""
        return ", ".join(seat_name(seat) for seat in self.seats if seat.is_acting)

    @property
    def resigned(self) -> str:
        """The name of the player whose resignation can still be taken back, "" for none."""
        number = self.game.resigning_seat
        return seat_name(self.seats[number]) if number is not None else ""

    @property
    def has_resigned(self) -> bool:
        """True if that is the player."""
        return self.own is not None and self.own.number == self.game.resigning_seat

    @property
    def since(self) -> datetime | None:
        """The time since which the game waits for them."""
        return next((seat.acting_since for seat in self.seats if seat.is_acting), None)

    @property
    def place(self) -> int:
        """The player's place in the result, 0 for none."""
        return (self.own.place or 0) if self.own else 0

    @property
    def score(self) -> int | None:
        """The player's score."""
        return self.own.score if self.own else None

    @property
    def is_won(self) -> bool:
        """True if the player has won."""
        return self.place == 1 and self.game.status == Status.FINISHED

    @property
    def seated(self) -> int:
        """The number of seats taken."""
        return len(self.seats)

    @property
    def free(self) -> int:
        """The number of seats that anyone can take; ``open_tables`` leaves out those reserved by invitations."""
        return getattr(self.game, "free", self.game.seat_count - len(self.seats))

    @property
    def unread(self) -> int:
        """The number of chat messages that the viewer has not seen, where the list has it."""
        return getattr(self.game, "unread", 0)

    @property
    def empty(self) -> range:
        """One number for each free seat."""
        return range(self.free)


def _opponent(seat: Seat) -> Opponent:
    username, robot = (seat.user.username, seat.user.robot) if seat.user else ("", "")
    return Opponent(seat_name(seat), username, robot)


def game_cards(games: Iterable[Game], player: User | None) -> list[GameCard]:
    """Return games for a list, with the player's own seat. Reads all seats and people in three queries.

    ``player`` is whose list it is, on profiles and in histories, and not always the viewer.
    """
    games = list(games)
    prefetch_related_objects(games, PEOPLE)
    times = own_times(player, [(game, game.seats.all()) for game in games])
    return [_card(game, player, times[game.pk]) for game in games]


def _card(game: Game, player: User | None, time: TurnTime) -> GameCard:
    seats = list(game.seats.all())
    own = next((seat for seat in seats if player and seat.user_id == player.pk), None)
    return GameCard(game, seats, own, time)


@dataclass(frozen=True, slots=True)
class InvitationCard:
    """An invitation in a list. ``inviter`` is empty if the account is deleted."""

    code: str
    inviter: str
    game: Game
    rules: RulesView


def invitation_cards(invitations: Iterable[Invitation]) -> list[InvitationCard]:
    """Return invitations for a list. Their games and inviters must have been fetched."""
    return [
        InvitationCard(
            code=invitation.code,
            inviter=display_name(invitation.inviter) if invitation.inviter else "",
            game=invitation.game,
            rules=_rules(invitation.game),
        )
        for invitation in invitations
    ]


def _rules(game: Game) -> RulesView:
    return rules_view(get_title(game.title), game.ruleset, game.options, game.seat_count)
