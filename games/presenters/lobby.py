"""Lists of tables: a row or a card for each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from accounts.models import User
from games.engine.registry import get_title
from games.models import Game, Invitation, Seat
from games.selectors.people import seat_name

from .robots import marked_names
from .rules import RulesView, rules_view


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table. ``username`` is empty for a former player, ``robot`` for a person."""

    name: str
    username: str
    robot: str
    is_acting: bool
    place: int


@dataclass(frozen=True, slots=True)
class GameCard:
    """A table in a list, as one player sees it. ``others`` are those at it but the player."""

    game: Game
    rules: RulesView
    others: tuple[Person, ...]
    acting: str
    since: datetime | None
    place: int
    score: int | None
    is_out: bool
    free: int

    @property
    def names(self) -> SafeString:
        """The others' names in one line, robots with their mark."""
        return marked_names((person.name, person.robot) for person in self.others)

    @property
    def seated(self) -> int:
        """How many seats are taken."""
        return len(self.game.seats.all())

    @property
    def is_won(self) -> bool:
        """Tell whether the player has won."""
        return self.place == 1 and self.game.status == "finished"


def game_card(game: Game, user: User | None) -> GameCard:
    """Return a table for a list. The seats with their users and profiles must have been fetched."""
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    acting = [seat for seat in seats if seat.is_acting]
    return GameCard(
        game=game,
        rules=rules_view(get_title(game.title), game.ruleset, game.options),
        others=tuple(_person(seat) for seat in seats if seat is not mine),
        acting=", ".join(seat_name(seat) for seat in acting),
        since=acting[0].acting_since if acting else None,
        place=(mine.place or 0) if mine else 0,
        score=mine.score if mine else None,
        is_out=mine.is_out if mine else False,
        free=getattr(game, "free", game.seat_count - len(seats)),
    )


def _person(seat: Seat) -> Person:
    username, robot = (seat.user.username, seat.user.robot) if seat.user else ("", "")
    return Person(seat_name(seat), username, robot, seat.is_acting, seat.place or 0)


def game_cards(games: Iterable[Game], user: User | None) -> list[GameCard]:
    """Return several tables for a list."""
    return [game_card(game, user) for game in games]


@dataclass(frozen=True, slots=True)
class InvitationCard:
    """An invitation in a list."""

    invitation: Invitation
    card: GameCard


def invitation_cards(invitations: Iterable[Invitation], user: User) -> list[InvitationCard]:
    """Return the invitations of a player."""
    return [InvitationCard(invitation, game_card(invitation.game, user)) for invitation in invitations]
