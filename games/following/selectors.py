"""Whom a player follows, and what those players do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import chain

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.blocks import hidden_from, is_blockable
from accounts.models import User
from games.core.choices import Status
from games.core.models import Game, Seat
from games.lobby.models import Invitation, InvitationState
from games.lobby.selectors import MAX_TABLES
from games.ratings.models import PersonalRecord

from .models import Follow, Mark

MAX_RUNNING = 3  # games beside each followed player
TIMELINE = timedelta(days=30)  # games that are over for longer are not in it
LOOKED_AT = 4  # times the size of a part: some of the games are the player's own
MAX_FOLLOWERS = 200  # more are not counted
MAX_SEATS = 400  # of running games that are looked through for them


def may_follow(user: User, other: User) -> bool:
    """Return True if the user can follow this player, if the user does not block them: another person."""
    return is_blockable(user, other) and other.is_active


def follow_of(user: User, other: User) -> Follow | None:
    """Return the row with which the user follows another player; None if there is none."""
    return user.follows.filter(followed=other).first()


def follows_of(user: User) -> QuerySet[Follow]:
    """Return whom the user follows, the latest first, with their profiles."""
    return user.follows.filter(followed__is_active=True).select_related("followed__profile")


def followed_ids(user: User) -> set[int]:
    """Return the ids of the players whom the user follows."""
    follows = Follow.objects.filter(follower=user, followed__is_active=True)
    return set(follows.order_by().values_list("followed", flat=True))


def follower_count(user: User) -> int:
    """Return how many players follow the user, at most MAX_FOLLOWERS."""
    followers = user.follows_received.filter(follower__is_active=True).exclude(follower__in=hidden_from(user))
    return followers.order_by()[:MAX_FOLLOWERS].count()


def marked_among(user: User | None, games: Iterable[Game]) -> set[int]:
    """Return the ids of those games that the user has marked."""
    if user is None:
        return set()
    return set(Mark.objects.filter(user=user, game__in=list(games)).values_list("game", flat=True))


def running_games_of(people: Iterable[int]) -> dict[int, list[Game]]:
    """Return the latest running public games of some players, which their profiles show too, in one statement."""
    games = Game.objects.running().filter(is_private=False)
    seats = Seat.objects.filter(user__in=list(people), finished_at=None, game__in=games).select_related("game")
    found: dict[int, list[Game]] = {}
    for seat in seats.order_by("-game")[:MAX_SEATS]:
        shown = found.setdefault(seat.user_id or 0, [])
        if len(shown) < MAX_RUNNING:
            shown.append(seat.game)
    return found


def tables_to_invite_each(viewer: User, people: Iterable[int]) -> dict[int, list[Game]]:
    """Return by player the viewer's open tables with a free seat where that player neither sits nor is expected."""
    open_tables = Game.objects.current_for(viewer).filter(status=Status.OPEN).with_free_seats().order_by("-id")
    tables, people = list(open_tables[:MAX_TABLES]) if viewer.is_confirmed else [], list(people)
    if not tables:
        return {}
    invitations = Invitation.objects.filter(game__in=tables, user__in=people, state=InvitationState.PENDING)
    expected = {*invitations.values_list("user", "game")}
    expected |= {*Seat.objects.filter(game__in=tables, user__in=people).values_list("user", "game")}
    return {pk: [table for table in tables if (pk, table.pk) not in expected] for pk in people}


class TimelineKind(StrEnum):
    FINISHED = "finished"
    OPENED = "opened"


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """Something that followed players have done. ``players`` are their ids, ``records`` those they set in the game."""

    kind: TimelineKind
    at: datetime
    game: Game
    players: frozenset[int]
    records: tuple[PersonalRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """A part of a timeline. The next part begins after the event of the game ``older``, if there is more."""

    events: list[TimelineEvent]
    older: int | None


Row = tuple[datetime, int, TimelineKind]


def timeline_of(user: User, size: int, before: int | None = None) -> Timeline:
    """Return what the players whom the user follows have done, latest first, without the user's own tables.

    These are the public games that they have finished within 30 days, and the public tables that they have opened and
    where a seat is free. With ``before`` it begins after the event of the game with this id.
    """
    people = followed_ids(user)
    if not people:
        return Timeline([], None)
    last = Game.objects.filter(pk=before).values_list("finished_at", "created_at").first() if before else None
    place = (last[0] or last[1], before or 0) if last else None
    most = LOOKED_AT * (size + 1)
    rows = sorted(chain(_finished(people, place, most), _opened(user, people, place, most)), reverse=True)[:most]
    events = _events(user, people, rows)
    if len(events) > size:
        return Timeline(events[:size], events[size - 1].game.pk)
    return Timeline(events, rows[-1][1] if len(rows) == most else None)


def _finished(people: set[int], place: tuple[datetime, int] | None, most: int) -> list[Row]:
    """Return the latest ends. Which games can be shown is asked later: a join can make PostgreSQL read all games."""
    seats = Seat.objects.filter(user__in=people, finished_at__gt=timezone.now() - TIMELINE)
    if place:
        seats = seats.filter(Q(finished_at__lt=place[0]) | Q(game__lt=place[1]), finished_at__lte=place[0])
    rows = seats.order_by("-finished_at", "-game").values_list("finished_at", "game")
    return [(at, pk, TimelineKind.FINISHED) for at, pk in rows.distinct()[:most] if at]


def _opened(user: User, people: set[int], place: tuple[datetime, int] | None, most: int) -> list[Row]:
    tables = Game.objects.open_tables(user).filter(host__in=people)
    if place:
        tables = tables.filter(Q(created_at__lt=place[0]) | Q(pk__lt=place[1]), created_at__lte=place[0])
    rows = tables.order_by("-created_at", "-pk").values_list("created_at", "pk")[:most]
    return [(at, pk, TimelineKind.OPENED) for at, pk in rows]


def _events(user: User, people: set[int], rows: list[Row]) -> list[TimelineEvent]:
    """Return the events of some rows, with the seats of their games and their people."""
    public = Game.objects.visible_to(user).filter(is_private=False, status__in=[Status.OPEN, Status.FINISHED])
    visible = public.filter(pk__in=[pk for _at, pk, _kind in rows])
    visible = visible.exclude(Exists(user.seats.filter(game=OuterRef("pk")))).without_blocked(user)
    games = {game.pk: game for game in visible.select_related("host__profile").with_people()} if rows else {}
    records: dict[int, list[PersonalRecord]] = {}
    for row in PersonalRecord.objects.filter(game__in=games, user__in=people).order_by("pk") if games else ():
        records.setdefault(row.game_id, []).append(row)
    return [
        TimelineEvent(kind, at, games[pk], _players(kind, games[pk], people), tuple(records.get(pk, ())))
        for at, pk, kind in rows
        if pk in games
    ]


def _players(kind: TimelineKind, game: Game, people: set[int]) -> frozenset[int]:
    """Return which of the followed players an event is about."""
    ids = (game.host_id,) if kind == TimelineKind.OPENED else (seat.user_id for seat in game.seats.all())
    return frozenset(pk for pk in ids if pk in people)
