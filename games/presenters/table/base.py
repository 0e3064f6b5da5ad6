"""The base of views of a table: seats, stage, and the role of the viewer."""

from abc import ABC
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine.dice import V1
from games.models import Seat, Status, TableEvent
from games.selectors.dice import has_unopened_share, shares_of
from games.selectors.tables.events import events_of
from games.selectors.tables.polls import poll_key
from games.selectors.tables.seats import Viewer, is_robot, may_take_back, return_until, seat_name, shows_hints
from games.selectors.time.deputies import represented_seat
from games.selectors.time.own_turns import open_turns
from games.selectors.visibility import has_secrets

from ..clocks.seat_clocks import SeatClock, seat_clocks
from ..game_position import GamePositionView
from ..people.absences import absence_lines
from ..rules import table_terms
from .clock_actions import ClockActions, clock_actions
from .dice_shares import DiceShare, share_views


class BaseTableView(GamePositionView, ABC):
    """A table as ``viewer`` sees it."""

    viewer: Viewer
    chat: Any  # the latest messages, oldest first

    @cached_property
    def me(self) -> Seat | None:
        """The viewer's seat."""
        user = self.viewer
        return next((seat for seat in self.rows if isinstance(user, User) and seat.user_id == user.pk), None)

    @cached_property
    def represented(self) -> Seat | None:
        """The acting seat for which the viewer may act now, as a deputy of its player."""
        if self.me is not None or not self.is_played or not isinstance(self.viewer, User):
            return None
        return represented_seat(self.game, self.rows, self.viewer, timezone.now())

    @property
    def represented_name(self) -> str:
        """The name of the player for whom the viewer may act now, "" for none."""
        return seat_name(self.represented) if self.represented else ""

    @property
    def played(self) -> Seat | None:
        """The seat that the viewer plays: their own, or that of a player for whom they may act now."""
        return self.me or self.represented

    @property
    def clock_terms(self) -> list[tuple[str, str]]:
        """The clock of the table in words, and what it asks of players who take over a seat."""
        return table_terms(self.game)

    @property
    def offered(self) -> list[Seat]:
        """The seats that look for another player, for a viewer who may take one."""
        if not self.is_played or self.me is not None or self.left_seat is not None:
            return []
        return [seat for seat in self.rows if seat.offered_at is not None and not seat.is_out]

    @cached_property
    def left_seat(self) -> Seat | None:
        """The seat to which the viewer may return: another player took it, or it looks for one."""
        user = self.viewer
        if not self.is_played or not isinstance(user, User):
            return None
        mine = (seat for seat in self.rows if not seat.is_out and may_take_back(seat, user, timezone.now()))
        return next(mine, None)

    @property
    def return_until(self) -> datetime | None:
        """Until when the viewer may return to a seat that another player took."""
        return return_until(self.left_seat) if self.left_seat else None

    @property
    def share_due(self) -> str:
        """The commitment to the viewer's share of the dice while it is not open, "" otherwise."""
        return self.me.share_commitment if self.me and has_unopened_share(self.game, self.me) else ""

    @property
    def dice_shares(self) -> tuple[DiceShare, ...]:
        """The players' shares of the dice, none of the first version.

        In the first round, while witnesses look at them: later pages are long, and the page of the dice has them.
        """
        if self.game.dice_version == V1 or self.game.turn > self.game.seat_count:
            return ()
        return share_views(self.game, self.rows, shares_of(self.game, self.rows))

    @property
    def has_secrets(self) -> bool:
        """True if there may be something in the game that not everyone may know."""
        return has_secrets(self.game)

    @property
    def is_seated(self) -> bool:
        """True if the viewer has a seat."""
        return self.me is not None

    @property
    def viewer_seat(self) -> int | None:
        """The number of the seat that the viewer plays, None without one."""
        return self.played.number if self.played else None

    @property
    def seen_ply(self) -> int:
        """The number of log entries that the viewer has seen, 0 without a seat."""
        return self.me.seen_ply if self.me else 0

    @cached_property
    def stage(self) -> str:
        """The stage that decides the parts of the page: "open", "running", "over" or "cancelled"."""
        stages = {Status.OPEN: "open", Status.RUNNING: "running", Status.CANCELLED: "cancelled"}
        return stages.get(Status(self.game.status), "over")

    @property
    def is_played(self) -> bool:
        """True if the game runs, and no resignation waits: then no one can play."""
        return self.stage == "running" and self.game.resigns_at is None

    @property
    def is_overdue(self) -> bool:
        """True if the acting player has missed the deadline."""
        return self.game.overdue_at is not None

    @cached_property
    def acting_name(self) -> str:
        """The name of the acting player, "" if no one must act."""
        return next((seat_name(seat) for seat in self.rows if seat.is_acting), "")

    @property
    def shows_hints(self) -> bool:
        """True if a robot's choice is marked."""
        return shows_hints(self.game, self.rows)

    @property
    def robot_seats(self) -> frozenset[int | None]:
        """The numbers of the robots' seats."""
        return frozenset(seat.number for seat in self.rows if is_robot(seat))

    @property
    def robot_thinks(self) -> bool:
        """True if a robot must act."""
        return self.is_played and any(seat.is_acting and is_robot(seat) for seat in self.rows)

    @property
    def is_my_turn(self) -> bool:
        """True if the viewer must act, or may act for someone."""
        return self.is_played and self.played is not None and self.played.is_acting

    @property
    def may_chat(self) -> bool:
        """True if the viewer can write in the chat."""
        user = self.me.user if self.me else None
        return user is not None and user.is_confirmed and self.stage != "cancelled"

    @property
    def has_chat(self) -> bool:
        """True if someone here can write in the chat: not at a guest's table, among robots."""
        return (
            self.stage == "open" or bool(self.chat) or any(seat.user and seat.user.is_confirmed for seat in self.rows)
        )

    @property
    def unread_messages(self) -> int:
        """The number of chat messages that the viewer has not seen, 0 without a seat."""
        return self.me.unread_messages if self.me else 0

    @property
    def last_message(self) -> int:
        """The id of the latest chat message, 0 for none."""
        return self.chat[-1].message.id if self.chat else 0

    @property
    def poll_key(self) -> str:
        """The key in the polls of a private table."""
        return poll_key(self.game.code)

    @property
    def may_leave(self) -> bool:
        """True if the viewer can resign."""
        return self.is_played and self.me is not None and not self.me.is_out

    @cached_property
    def clock_actions(self) -> list[ClockActions]:
        """What the viewer can do about the clocks of opponents."""
        here = self.is_played and not self.is_past
        return clock_actions(self.game, self.rows, self.me, timezone.now()) if here else []

    @cached_property
    def clocks(self) -> Mapping[int, SeatClock]:
        """The clocks by the numbers of seats, empty at an earlier position."""
        if self.is_past or self.stage != "running":
            return {}
        reader = self.me.user_id if self.me else None
        return seat_clocks(self.game, self.rows, open_turns(self.game), timezone.now(), reader)

    @cached_property
    def absences(self) -> list[str]:
        """Sentences about the holidays of the others at this table, now or soon, that no clock names."""
        if self.is_past or self.stage not in {"open", "running"}:
            return []
        named = {number for number, clock in self.clocks.items() if clock.names_holiday}
        seats = [seat for seat in self.rows if seat.number not in named]
        return absence_lines(seats, timezone.now(), self.me.user_id if self.me else None)

    @cached_property
    def events(self) -> list[TableEvent]:
        """The events at the table, oldest first."""
        return events_of(self.game) if self.game.started_at else []

    @property
    def last_event(self) -> int:
        """The id of the latest event, 0 for none."""
        return self.events[-1].pk if self.events else 0
