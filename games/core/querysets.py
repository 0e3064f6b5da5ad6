"""The lists of games: each is defined once, as a method of ``GameQuerySet``."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Self

from django.apps import apps
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.common import wording

from .choices import Pace, Status

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

    from .models import Game  # noqa: F401 -- in the base class, where ruff does not look for types

PEOPLE = "seats__user__profile"
PLAYER_ORDERS = ("deadline", "new", "waiting", "name")  # of a player's lists
TIME_TO_RETURN = timedelta(seconds=wording.TIME_TO_RETURN)  # to a seat that another player took


def _number_of(rows: "models.QuerySet[Any]") -> Coalesce:
    """Return the number of a game's rows in another table, read by a subquery: a page of games counts for its own."""
    counted = rows.order_by().values("game").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


def _seats_of_blocked(viewer: "User | AnonymousUser | None") -> "models.QuerySet[Any]":
    """Return a game's seats of people who are kept apart from the viewer."""
    seats: models.QuerySet[Any] = apps.get_model("games", "Seat").objects.of_blocked(viewer)
    return seats.filter(game=OuterRef("pk"))


class GameQuerySet(models.QuerySet["Game"]):
    def visible_to(
        self, viewer: "User | AnonymousUser | None", invite_code: str = "", *, to_deputies: bool = True
    ) -> Self:
        """Keep public games, and private ones that the viewer has a reason to see.

        A reason is a seat, the right to return to one, a pending invitation, the invite code of the table, or being
        the deputy of a player there, as long as the game runs and two weeks longer. Without ``to_deputies`` the last
        is none. Staff have none: moderators read a private table on a page that records why. Open tables at which
        someone sits whom the viewer has blocked, or who has blocked the viewer, are left out, unless the viewer sits
        there too.
        """
        reasons = Q(is_private=False)
        if invite_code and "\0" not in invite_code:  # PostgreSQL refuses a NUL
            reasons |= Q(invite_code=invite_code)
        if viewer is not None and viewer.is_authenticated:
            here, since = {"game": OuterRef("pk")}, timezone.now() - TIME_TO_RETURN
            is_seated = Q(Exists(viewer.seats.filter(**here)))
            reasons |= is_seated
            reasons |= Q(Exists(viewer.seats_left.filter(**here, taken_at__gt=since)))
            reasons |= Q(Exists(viewer.invitations.filter(**here, state="pending")))
            if to_deputies:
                deputies = viewer.deputy_for.in_force().about(timezone.now()).filter(user__seats__game=OuterRef("pk"))
                reasons |= Q(~Q(finished_at__lte=since), Exists(deputies))
            reasons &= is_seated | ~Q(status=Status.OPEN) | ~Q(Exists(_seats_of_blocked(viewer)))
        return self.filter(reasons)

    def without_blocked(self, viewer: "User | AnonymousUser | None") -> Self:
        """Leave out the tables of people whom the viewer has blocked, or who have blocked the viewer."""
        return self.exclude(Exists(_seats_of_blocked(viewer))) if viewer is not None else self

    def with_people(self) -> Self:
        """Fetch the seats of all games with users and profiles, in three queries."""
        return self.prefetch_related(PEOPLE)

    def with_seat(self, **seat: Any) -> Self:
        """Keep the games with a seat like this, latest first. ``sort_id`` is the game's id in an index of seats."""
        games = self.filter(**{f"seats__{name}": value for name, value in seat.items()})
        return games.annotate(sort_id=F("seats__game_id")).order_by("-sort_id")

    def played_by(self, user: "User", **seat: Any) -> Self:
        """Keep the games in which the user has a seat (like this), in the order of the index ``seat_history``."""
        return self.with_seat(user=user, **seat)

    def running_for(self, user: "User", **seat: Any) -> Self:
        """Keep the user's running games, latest first, in the order of the index ``seat_unfinished``."""
        return self.running().with_seat(user=user, finished_at=None, **seat)

    def waiting_for(self, user: "User") -> Self:
        """Keep the running games in which the user must act, longest waiting first.

        Without the status, as in ``with_offered_seats``, SQLite looks at
        the user's seats instead of all running games.
        """
        mine = self.filter(seats__user=user, seats__is_acting=True)
        return mine.order_by("seats__acting_since", "seats__id")

    def with_unread(self) -> Self:
        """Add ``unread``, the number of chat messages that the user has not seen, to one of these lists."""
        return self.annotate(unread=F("seats__unread_messages"))

    def by(self, order: str) -> Self:
        """Sort one of a player's lists (PLAYER_ORDERS), by the first deadline if the order is unknown.

        "new": unread messages and what was played since the player looked come first.
        """
        deadline = F("deadline").asc(nulls_last=True)
        unseen = (F("ply") - F("seats__seen_ply")).desc()
        longest = ["seats__acting_since", "seats__id"]
        orders: dict[str, list[Any]] = {"waiting": [], "new": ["-seats__unread_messages", unseen], "name": ["name"]}
        return self.order_by("-seats__is_acting", *orders.get(order, [deadline]), *longest)

    def current_for(self, user: "User") -> Self:
        return self.filter(seats__user=user, seats__finished_at=None, status__in=[Status.RUNNING, Status.OPEN])

    def others_for(self, user: "User") -> Self:
        """Keep the user's open and running games that do not wait for the user, in the order of ``seat_current``."""
        mine = self.filter(seats__user=user, seats__is_acting=False, seats__finished_at=None)
        others = mine.filter(status__in=[Status.RUNNING, Status.OPEN])
        return others.order_by("-seats__is_acting", "seats__acting_since", "-seats__game_id")

    def finished_by(self, user: "User") -> Self:
        """Keep the user's games that are over, latest first."""
        over = self.filter(seats__user=user, seats__finished_at__isnull=False).finished()
        return over.order_by("-seats__finished_at", "-seats__game_id")

    def won_by(self, user: "User", **seat: Any) -> Self:
        return self.filter(status=Status.FINISHED).with_seat(user=user, place=1, **seat)

    def lost_by(self, user: "User", **seat: Any) -> Self:
        return self.filter(status=Status.FINISHED).with_seat(user=user, place__gt=1, **seat)

    def with_offered_seats(self, user: "User | None" = None) -> Self:
        games = self.filter(seats__offered_at__isnull=False, seats__finished_at=None)
        if user is not None:
            games = games.exclude(Exists(user.seats.filter(game=OuterRef("pk")))).without_blocked(user)
        return games.order_by("-id").distinct()

    def sound(self) -> Self:
        """Leave out the games whose log is known not to replay."""
        return self.filter(troubled_at=None)

    def running(self) -> Self:
        return self.filter(status=Status.RUNNING)

    def finished(self) -> Self:
        """Keep the games that have ended, with a result or without."""
        return self.filter(status__in=[Status.FINISHED, Status.ABORTED])

    def public_and_finished(self) -> Self:
        return self.filter(status=Status.FINISHED, is_private=False)

    def for_search_engines(self) -> Self:
        """Keep the games that search engines may list, as ``selectors.may_be_listed`` says of one."""
        seats = apps.get_model("games", "Seat").objects.filter(game=OuterRef("pk"))
        return self.sound().public_and_finished().exclude(Exists(seats.filter(user__profile__quiet__gt="")))

    def open_tables(self, user: "User | None" = None) -> Self:
        """Keep the public open tables, latest first, with ``free`` (not reserved) seats, without the user's own."""
        tables = self.filter(status=Status.OPEN, is_private=False)
        if user is not None:
            tables = tables.exclude(Exists(user.seats.filter(game=OuterRef("pk")))).without_blocked(user)
        return tables.with_free_seats().order_by("-id")

    def with_free_seats(self) -> Self:
        """Keep tables with seats that are neither taken nor reserved, and add their number as ``free``."""
        here = {"game": OuterRef("pk")}
        seated = _number_of(apps.get_model("games", "Seat").objects.filter(**here))
        invited = _number_of(apps.get_model("games", "Invitation").objects.filter(**here, state="pending"))
        return self.annotate(free=F("seat_count") - seated - invited).filter(free__gt=0)

    def sorted_by(self, order: str) -> Self:
        """Sort open tables: oldest first ("age"), fast ones first ("pace"), nearly full ones first ("seats")."""
        speed = Case(*(When(pace=pace, then=Value(number)) for number, pace in enumerate(Pace.values)))
        orders: dict[str, list[Any]] = {"age": ["id"], "pace": [speed, "-id"], "seats": ["free", "-id"]}
        return self.order_by(*orders[order]) if order in orders else self
