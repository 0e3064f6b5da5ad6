"""A table as somebody comes to it: who sits there, and what the viewer is among them."""

from abc import ABC
from functools import cached_property

from accounts.models import User
from games.models import Seat, Status
from games.selectors.seats import Viewer, is_robot, seat_name

from ..game_position import GamePositionView


class BaseTableView(GamePositionView, ABC):
    """``viewer`` is whoever has come."""

    viewer: Viewer

    @cached_property
    def me(self) -> Seat | None:
        """The viewer's seat."""
        user = self.viewer
        return next((seat for seat in self.rows if isinstance(user, User) and seat.user_id == user.pk), None)

    @property
    def is_seated(self) -> bool:
        """Tell whether the viewer sits here."""
        return self.me is not None

    @property
    def viewer_seat(self) -> int | None:
        """Return the number of the viewer's seat, None for those who have none."""
        return self.me.number if self.me else None

    @property
    def seen_ply(self) -> int:
        """How much of the log the viewer has had before them; 0 for whoever does not sit here."""
        return self.me.seen_ply if self.me else 0

    @cached_property
    def stage(self) -> str:
        """One of "open", "running", "over" and "cancelled": what the page is made of."""
        stages = {Status.OPEN: "open", Status.RUNNING: "running", Status.CANCELLED: "cancelled"}
        return stages.get(Status(self.game.status), "over")

    @property
    def is_overdue(self) -> bool:
        """Tell whether whoever must act has let the deadline pass."""
        return self.game.overdue_at is not None

    @cached_property
    def acting_name(self) -> str:
        """Who must act now, "" for nobody."""
        return next((seat_name(seat) for seat in self.rows if seat.is_acting), "")

    @property
    def robot_seats(self) -> frozenset[int | None]:
        """The numbers of the robots' seats."""
        return frozenset(seat.number for seat in self.rows if is_robot(seat))

    @property
    def robot_thinks(self) -> bool:
        """Tell whether a robot is waited for."""
        return self.stage == "running" and any(seat.is_acting and is_robot(seat) for seat in self.rows)

    @property
    def is_my_turn(self) -> bool:
        """Tell whether the game waits for the viewer."""
        return self.stage == "running" and self.me is not None and self.me.is_acting

    @property
    def may_chat(self) -> bool:
        """Tell whether the viewer may write in the chat."""
        user = self.me.user if self.me else None
        return user is not None and user.is_confirmed and self.stage != "cancelled"

    @property
    def may_leave(self) -> bool:
        """Tell whether the viewer may resign or agree to abort."""
        return self.stage == "running" and self.me is not None and not self.me.is_out

    @property
    def abort_proposers(self) -> list[str]:
        """The names of those who would rather end the game without a result."""
        return [seat_name(seat) for seat in self.rows if seat.wants_abort and not seat.is_out]
