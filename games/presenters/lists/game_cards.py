"""Lists of tables: a row or a card for each."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from accounts.models import User
from games.engine.registry import get_title
from games.models import Game, Seat, Status
from games.selectors.dashboard import Dashboard, Listed, Row, Sitter
from games.selectors.seats import seat_name

from ..robots import names_with_marks
from ..rules import RulesView, rules_view


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """Somebody at a table. ``username`` is empty for a former player, ``robot`` for a person."""

    name: str
    username: str
    robot: str
    is_acting: bool
    place: int


@dataclass(frozen=True, slots=True)
class GameCard:
    """A table in a list, as one player sees it. ``others`` are those at it but the player, ``seated`` counts all."""

    game: Game | Row
    rules: RulesView
    others: tuple[TablePlayer, ...]
    acting: str
    since: datetime | None
    place: int
    score: int | None
    is_out: bool
    free: int
    seated: int

    @property
    def names(self) -> SafeString:
        """The others' names in one line, robots with their mark."""
        return _marked(get_language(), tuple([(person.name, person.robot) for person in self.others]))

    @property
    def empty(self) -> range:
        """One number for each seat that anybody may take."""
        return range(self.free)

    @property
    def is_won(self) -> bool:
        """Tell whether the player has won."""
        return self.place == 1 and self.game.status == "finished"


@lru_cache(2048)
def _marked(language: str | None, people: tuple[tuple[str, str], ...]) -> SafeString:
    return names_with_marks(people)


def game_card(game: Game, user: User | None) -> GameCard:
    """Return a table for a list. The seats with their users and profiles must have been fetched."""
    seats = list(game.seats.all())
    free = getattr(game, "free", game.seat_count - len(seats))
    return _card(game, [_sitter(seat) for seat in seats], user.pk if user else None, free)


def _sitter(seat: Seat) -> Sitter:
    username, robot = (seat.user.username, seat.user.robot) if seat.user else ("", "")
    result = (seat.place, seat.score, seat.is_out)
    return Sitter(seat.user_id, username, seat_name(seat), robot, seat.is_acting, seat.acting_since, *result)


def _card(game: Game | Row, sitters: Sequence[Sitter], user: int | None, free: int) -> GameCard:
    mine = next((one for one in sitters if user is not None and one.user == user), None)
    acting = [one for one in sitters if one.is_acting]
    return GameCard(
        game=game,
        rules=rules_view(get_title(game.title), game.ruleset, game.options),
        others=tuple(_person(one) for one in sitters if one is not mine),
        acting=", ".join(one.name or _gone() for one in acting),
        since=acting[0].since if acting else None,
        place=(mine.place or 0) if mine else 0,
        score=mine.score if mine else None,
        is_out=mine.is_out if mine else False,
        free=free,
        seated=len(sitters),
    )


def _gone() -> str:
    return gettext("a former player")


def _person(one: Sitter) -> TablePlayer:
    return TablePlayer(one.name or _gone(), one.username, one.robot, one.is_acting, one.place or 0)


def game_cards(games: Iterable[Game], user: User | None) -> list[GameCard]:
    """Return several tables for a list."""
    return [game_card(game, user) for game in games]


@dataclass(frozen=True, slots=True)
class InvitationCard:
    """An invitation in a list, and the name of who asks, "" for somebody who is gone."""

    code: str
    inviter: str
    card: GameCard


class LazyCard(NamedTuple):
    """A table in a list of which most are known already: lines with the same ``key`` look the same."""

    key: tuple[Any, ...]
    card: Callable[[], GameCard]


@dataclass(frozen=True, slots=True)
class DashboardView:
    """A player's games: ``waiting`` for them (``count`` of them, more than are shown where there are many), others."""

    waiting: list[LazyCard]
    count: int
    running: list[LazyCard]
    open: list[LazyCard]
    finished: list[LazyCard]
    invitations: list[InvitationCard]
    has_more: bool


def dashboard_view(found: Dashboard, user: User) -> DashboardView:
    """Return the player's own page."""
    me = user.pk
    waiting: list[Listed] = []
    others: list[Listed] = []
    for one in found.current:
        (waiting if one.waits_for(me) else others).append(one)
    return DashboardView(
        waiting=[_line(one, me) for one in waiting],
        count=found.waiting,
        running=[_line(one, me) for one in others if one.status == Status.RUNNING],
        open=[_line(one, me) for one in others if one.status == Status.OPEN],
        finished=[_line(one, me) for one in found.finished],
        invitations=[InvitationCard(one.code, one.inviter, _listed(one.listed, me)) for one in found.asked],
        has_more=found.has_more,
    )


def _line(listed: Listed, user: int) -> LazyCard:
    return LazyCard((user, listed.game, listed.seats), partial(_listed, listed, user))


def _listed(listed: Listed, user: int) -> GameCard:
    row, sitters = listed.row(), listed.sitters()
    return _card(row, sitters, user, row.seat_count - len(sitters))
