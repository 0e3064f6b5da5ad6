"""The base of views of a table: seats, stage, and the role of the viewer."""

from abc import ABC
from functools import cached_property

from accounts.models import User
from games.models import Seat, Status
from games.selectors.events import last_event_id
from games.selectors.seats import Viewer, is_robot, seat_name

from ..game_position import GamePositionView


class BaseTableView(GamePositionView, ABC):
    """A table as ``viewer`` sees it."""

    viewer: Viewer

    @cached_property
    def me(self) -> Seat | None:
        """The viewer's seat."""
        user = self.viewer
        return next((seat for seat in self.rows if isinstance(user, User) and seat.user_id == user.pk), None)

    @property
    def is_seated(self) -> bool:
        """True if the viewer has a seat."""
        return self.me is not None

    @property
    def viewer_seat(self) -> int | None:
        """The number of the viewer's seat, None without a seat."""
        return self.me.number if self.me else None

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
    def is_overdue(self) -> bool:
        """True if the acting player has missed the deadline."""
        return self.game.overdue_at is not None

    @cached_property
    def acting_name(self) -> str:
        """The name of the acting player, "" if no one must act."""
        return next((seat_name(seat) for seat in self.rows if seat.is_acting), "")

    @property
    def robot_seats(self) -> frozenset[int | None]:
        """The numbers of the robots' seats."""
        return frozenset(seat.number for seat in self.rows if is_robot(seat))

    @property
    def robot_thinks(self) -> bool:
        """True if a robot must act."""
        return self.stage == "running" and any(seat.is_acting and is_robot(seat) for seat in self.rows)

    @property
    def is_my_turn(self) -> bool:
        """True if the viewer must act."""
        return self.stage == "running" and self.me is not None and self.me.is_acting

    @property
    def may_chat(self) -> bool:
        """True if the viewer can write in the chat."""
        user = self.me.user if self.me else None
        return user is not None and user.is_confirmed and self.stage != "cancelled"

    @property
    def may_leave(self) -> bool:
        """True if the viewer can resign or agree to abort."""
        return self.stage == "running" and self.me is not None and not self.me.is_out

    @property
    def abort_proposers(self) -> list[str]:
        """The names of the players who propose to end the game without a result."""
        return [seat_name(seat) for seat in self.rows if seat.wants_abort and not seat.is_out]

    @cached_property
    def last_event(self) -> int:
        """The id of the latest event, 0 for none."""
        if "story" in self.__dict__:
            return max((event.pk for event in self.story.events), default=0)
        return last_event_id(self.game) if self.game.started_at else 0
