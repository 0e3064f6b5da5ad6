"""Who sits at a table, how it stands, and what its viewer may do there."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from accounts.blocks import hidden_from
from accounts.models import User
from games.clocks.models import TablePause
from games.core.choices import Status
from games.core.dice import has_unopened_share, shares_of
from games.core.models import EventKind, Game, Seat
from games.core.receipts import Receipt, receipt_key, receipts_of
from games.core.selectors import (
    Viewer,
    acting_elsewhere,
    current_seats_of,
    is_robot,
    may_take_back,
    poll_key,
    return_until,
    seat_name,
    shows_hints,
)
from games.core.visibility import has_secrets
from games.deputies.selectors import represented_seat, seats_played
from games.engine.core import Title
from games.engine.dice import V1
from games.engine.registry import get_title
from games.notifications.models import Frequency
from games.notifications.preferences import turn_frequencies
from games.play.requirements import refusals

from .dice import DiceShare, share_views
from .robots import RobotNeighbours, neighbours_of
from .rules import RulesView, rules_view
from .status import poll_seconds


@dataclass(frozen=True)
class ViewedTable:
    """A table for one viewer. ``rows`` are its seats, with their people."""

    game: Game
    viewer: Viewer
    rows: list[Seat]

    @cached_property
    def title(self) -> Title:
        return get_title(self.game.title)

    @cached_property
    def names(self) -> list[str]:
        return [seat_name(seat) for seat in self.rows]

    @cached_property
    def rules(self) -> RulesView:
        return rules_view(self.title, self.game.ruleset, self.game.options, self.game.seat_count)

    @cached_property
    def me(self) -> Seat | None:
        user = self.viewer
        return next((seat for seat in self.rows if isinstance(user, User) and seat.user_id == user.pk), None)

    @cached_property
    def is_marked(self) -> bool:
        """True if the viewer, who has no seat here, wants to know how the game ends."""
        user = self.viewer
        return isinstance(user, User) and self.me is None and user.marks.filter(game=self.game).exists()

    @property
    def may_mark(self) -> bool:
        user = self.viewer
        return isinstance(user, User) and not user.is_guest and self.me is None and not self.game.is_over

    @property
    def has_others_to_report(self) -> bool:
        people = [row.user for row in self.rows if row.user and row.user != self.viewer]
        return any(not user.robot and not user.is_guest for user in people)

    @cached_property
    def represented(self) -> Seat | None:
        """The acting seat for which the viewer may act now, as a deputy of its player."""
        if self.me is not None or not self.is_played or not isinstance(self.viewer, User):
            return None
        return represented_seat(self.game, self.rows, self.viewer, timezone.now())

    @property
    def represented_name(self) -> str:
        return seat_name(self.represented) if self.represented else ""

    @property
    def played(self) -> Seat | None:
        return self.me or self.represented

    @cached_property
    def pauses(self) -> list[TablePause]:
        """All pauses of the table: its clocks and its proposals need them."""
        return list(TablePause.objects.filter(game=self.game))

    @property
    def offered(self) -> list[Seat]:
        """The seats that look for another player, for a viewer who may take one."""
        game, user = self.game, self.viewer
        if not self.is_played or self.me is not None or self.left_seat is not None:
            return []
        offered = [seat for seat in self.rows if seat.offered_at is not None and not seat.is_out]
        if not offered or not isinstance(user, User):
            return offered
        apart = set(hidden_from(user))
        if any(seat.user_id in apart or seat.owner_id in apart for seat in self.rows):
            return []
        if not user.is_confirmed or refusals([game], user, timezone.now()):
            return []
        played = seats_played(user, [game.pk])[game.pk]
        return [seat for seat in offered if played <= {seat.number}]

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
        return return_until(self.left_seat) if self.left_seat else None

    @property
    def share_due(self) -> str:
        """The commitment to the viewer's share of the dice while it is not open, "" otherwise."""
        return self.me.share_commitment if self.me and has_unopened_share(self.game, self.me) else ""

    @property
    def my_commitment(self) -> str:
        """The commitment to the share of the viewer's seat once the game has started, "" in version 1."""
        return self.me.share_commitment if self.me and self.game.started_at else ""

    @cached_property
    def receipts(self) -> list[Receipt]:
        """The receipts for opened shares, which the viewer's device compares with its own."""
        return receipts_of(self.rows) if self.my_commitment else []

    @property
    def receipts_json(self) -> str:
        return json.dumps(self.receipts, separators=(",", ":"))

    @property
    def receipt_key(self) -> str:
        """The public key of the receipts, "" if there are none."""
        return receipt_key().public if self.receipts else ""

    @property
    def is_taken_back(self) -> bool:
        """True if an operator has taken the game back to before the viewer's device opened its share of the dice."""
        me = self.me
        if me is None or not me.receipt or (me.opening_ply or 0) >= me.receipt["step"]:
            return False
        return self.game.events.filter(kind=EventKind.UNDONE, params__what__in=("repair", "rewind")).exists()

    @property
    def late_devices(self) -> list[str]:
        """The names of the other players whose devices have not opened their shares of the dice yet."""
        late = (row for row in self.rows if has_unopened_share(self.game, row))
        return [seat_name(row) for row in late if row != self.me]

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
        return self.me is not None

    @property
    def viewer_seat(self) -> int | None:
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
        """True if the game runs."""
        return self.stage == "running"

    @cached_property
    def acting_name(self) -> str:
        return next((seat_name(seat) for seat in self.rows if seat.is_acting), "")

    @property
    def shows_hints(self) -> bool:
        return shows_hints(self.game, self.rows)

    @property
    def robot_seats(self) -> frozenset[int | None]:
        return frozenset(seat.number for seat in self.rows if is_robot(seat))

    @property
    def robot_thinks(self) -> bool:
        return self.is_played and any(seat.is_acting and is_robot(seat) for seat in self.rows)

    @cached_property
    def rival_robots(self) -> RobotNeighbours | None:
        """The robots next to the one that was played against, None for games against people or several robots."""
        others = [seat.user.robot if seat.user else "" for seat in self.rows if seat is not self.me]
        is_alone = self.me is not None and len(set(others)) == 1 and bool(others[0])
        return neighbours_of(self.title, others[0]) if is_alone else None

    @property
    def has_lost(self) -> bool:
        return self.stage == "over" and self.me is not None and (self.me.place or 0) > 1

    @property
    def may_rematch(self) -> bool:
        """True for a player of a finished game who has blocked none of the others: a rematch would invite them."""
        return (
            self.stage == "over"
            and self.me is not None
            and not any(getattr(seat, "is_blocked", False) for seat in self.rows)
        )

    @property
    def is_my_turn(self) -> bool:
        """True if the viewer must act, or may act for someone."""
        return self.is_played and self.played is not None and self.played.is_acting

    @property
    def poll_key(self) -> str:
        return poll_key(self.game.code)

    @property
    def may_leave(self) -> bool:
        """True if the viewer can resign."""
        return self.is_played and self.me is not None and not self.me.is_out

    @property
    def poll_seconds(self) -> int:
        return poll_seconds(self.stage, self.rows, self.game.finished_at)

    @property
    def player(self) -> User | None:
        """The viewer, if they have a seat."""
        return self.me.user if self.me else None

    @cached_property
    def games_elsewhere(self) -> int:
        """How many other games wait for the viewer, 0 without a seat here."""
        return acting_elsewhere(self.player, self.game) if self.player else 0

    @property
    def waits_elsewhere(self) -> bool:
        """True if another game waits for the viewer, but not this one."""
        return not self.is_my_turn and self.games_elsewhere > 0

    @cached_property
    def mail_frequencies(self) -> dict[int, Frequency]:
        return turn_frequencies(self.game, [seat.user_id for seat in self.rows if seat.user_id])

    @property
    def mail_frequency(self) -> Frequency | None:
        return self.mail_frequencies[self.player.pk] if self.player else None


def table_of(game: Game, viewer: Viewer) -> ViewedTable:
    """Return a table with its seats, of one moment."""
    return ViewedTable(game, viewer, current_seats_of(game, viewer))
