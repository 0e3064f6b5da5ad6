"""The page behind a link in an email: one turn, for everyone who has the link."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import NamedTuple

from django.utils import timezone

from accounts.models import User
from accounts.selectors import display_name
from games.board.log_lines import MAX_NEWS, TurnView
from games.board.prompt import ChoiceView, Selection
from games.board.viewed_table import ViewedTable
from games.core.choices import Status
from games.core.models import Game
from games.core.selectors import Viewer, may_see, seat_of, seats_of
from games.deputies.selectors import represented_seat, represents_someone
from games.table.view import TableView, surroundings_of

RESULT_SHOWN = timedelta(days=1)


@dataclass
class TurnLinkView(TableView):
    """The table on the page behind a link.

    ``turn`` and ``seen`` (a ply) belong to the link; ``choice`` is the notation of the choice that it offers, "" for
    the question itself. ``link`` returns the address of another choice of the same turn at the current ply.
    ``is_open``: the link can still play. ``may_see_table``: the visitor can see the table without the link.
    """

    turn: int = 0
    seen: int = 0
    choice: str = ""
    link: Callable[[str], str] = str
    holder: str = ""
    holder_id: int = 0
    is_seated: bool = True
    is_open: bool = False
    may_see_table: bool = False

    @cached_property
    def selection(self) -> Selection | None:
        """What is chosen; if the link offers one choice that is legal, nothing else can be chosen.

        The choice of a link from before other actions of the turn may be possible no more: then the page asks again.
        """
        found = super().selection if self.is_open else None
        if found and found.error and self.is_late and self.chosen == self.choice and not self.drafted:
            found = found._replace(error=None, meant=())
        if found is None or found.is_stepwise or found.prompt is None:
            return found
        offered = tuple(choice for choice in found.prompt.choices if choice.notation == self.choice)
        return found._replace(prompt=found.prompt._replace(choices=offered)) if offered else found

    @property
    def _page(self) -> str:
        return self.link("") if self.choice else ""

    def _link(self, notation: str) -> dict[str, str]:
        is_stepwise = self.selection is not None and self.selection.is_stepwise
        return super()._link(notation) if is_stepwise else {"href": self.link(notation)}

    @property
    def offered_choice(self) -> ChoiceView | None:
        only = self.ask.only if self.ask and not self.ask.is_stepwise else None
        return only if only and only.notation == self.choice else None

    @property
    def address(self) -> str:
        return self.link(self.choice if self.offered_choice else "")

    @property
    def question(self) -> str:
        return self.link("")

    @property
    def is_acting_again(self) -> bool:
        """True if the player is acting in a later turn, which has its own links."""
        return not self.is_open and any(seat.is_acting and seat.user_id == self.holder_id for seat in self.rows)

    @property
    def may_plan(self) -> bool:
        return self.is_open and super().may_plan

    @property
    def is_late(self) -> bool:
        """True if the game has moved on since the link was created."""
        return self.seen != self.game.ply

    @property
    def shows_table(self) -> bool:
        """True if the visitor can see the board: by an open link, a while after playing, or by access to the table.

        Deputies and players whose seat is no longer theirs need access of their own.
        """
        return self.is_open or (self.is_seated and not self.is_late and not self.is_old) or self.may_see_table

    @property
    def is_old(self) -> bool:
        """True if the game ended some time ago: no later step makes the link late."""
        ended_at = self.game.finished_at
        return ended_at is not None and ended_at < timezone.now() - RESULT_SHOWN

    @cached_property
    def done(self) -> TurnView | None:
        return next((turn for turn in self.history.turns if turn.number == self.turn), None)

    @property
    def is_result(self) -> bool:
        """True if the link was created after the turn, to show its result."""
        return not self.is_open and self.done is not None and self.seen >= self.done.last_ply

    @property
    def meanwhile(self) -> list[TurnView]:
        return [turn for turn in self.history.turns if turn.number > self.turn][-MAX_NEWS:]


class TurnOfLink(NamedTuple):
    """The turn of a link: its number, the ply, and how often a turn had been taken back by then."""

    turn: int
    seen: int
    undone: int


def turn_link_view(
    game: Game,
    player: User,
    visitor: Viewer,
    at: TurnOfLink,
    *,
    choice: str,
    link: Callable[[str], str],
    drafted: Sequence[str] = (),
    step: str | None = None,
) -> TurnLinkView:
    """Return the page of a link for this turn of this player. The visitor is usually not signed in.

    ``drafted`` are actions that are chosen but not confirmed, ``step`` is one towards the next action, by default the
    choice of the link itself.
    """
    seats = seats_of(game)
    seat = seat_of(game, player) or represented_seat(game, seats, player, timezone.now())
    now = (game.status, game.turn, game.undone)
    may_act = seat is not None and seat.is_acting
    is_open = may_act and now == (Status.RUNNING, at.turn, at.undone)
    table = ViewedTable(game, player if is_open or at.seen == game.ply else visitor, seats)
    return TurnLinkView(
        game,
        seats,
        game.ply,
        *surroundings_of(table, game.ply, at.seen if at.seen <= game.ply else None),
        choice if step is None else step,
        drafted,
        turn=at.turn,
        seen=at.seen,
        choice=choice,
        link=link,
        holder=display_name(player),
        holder_id=player.pk,
        is_seated=seat is not None or represents_someone(game, player),
        is_open=is_open,
        may_see_table=may_see(game, visitor),
    )
