"""Deputies: who may act for a player now and at which tables, and the signed links that answer a request."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.selectors import get_profile
from accounts.time_zones import zone_of
from games.clocks.models import Turn, TurnStep, TurnStepKind
from games.common.errors import BrokenLink
from games.core.choices import Status
from games.core.log import entries_of, fetch_players
from games.core.models import Entry, EntryNote, EventKind, Game, Seat, TableEvent
from games.notifications.links import link, version_of

from .models import Deputy


def deputy_of(user: User) -> Deputy | None:
    """Return the deputy that a player has named, also one who has not answered yet; None if there is none."""
    return Deputy.objects.current().filter(user=user).select_related("user__profile", "deputy__profile").first()


def deputy_for(user: User) -> list[Deputy]:
    """Return the players who have named this user, those who wait for an answer first.

    Most users have been named by no one, and a statement with all columns takes four times as long to put together.
    """
    rows = Deputy.objects.current().without_blocked(user).filter(deputy=user, user__is_active=True)
    if not rows.exists():
        return []
    return list(rows.select_related("user__profile", "deputy__profile").order_by("-accepted_at", "id"))


def request_to(user: User, pk: int) -> Deputy | None:
    """Return a request to a user to be a deputy, also one that was answered or has ended; None if it is gone.

    Between people who are kept apart, it looks ended.
    """
    row = Deputy.objects.filter(pk=pk, deputy=user).select_related("user__profile", "deputy__profile").first()
    if row and row.ended_at is None and not Deputy.objects.without_blocked(user).filter(pk=pk).exists():
        row.ended_at = timezone.now()
    return row


@dataclass(frozen=True, slots=True)
class DeputiesOf:
    """What a player has to do with deputies: the own one, and those who have named the player."""

    own: Deputy | None
    others: list[Deputy]


def deputies_of(user: User) -> DeputiesOf:
    """Return what a player has to do with deputies."""
    return DeputiesOf(deputy_of(user), deputy_for(user))


def acting_for(user_id: int | None, now: datetime) -> Deputy | None:
    """Return the deputy who may act for a player now, None if there is none."""
    rows = Deputy.objects.in_force().filter(user=user_id).select_related("user__profile", "deputy")
    row = rows.first()
    return row if row and acts_on(row, now) else None


def acts_on(row: Deputy, now: datetime) -> bool:
    """Return True if the deputy's dates, local days of the player, include this moment; without dates always."""
    today = now.astimezone(zone_of(get_profile(row.user).time_zone)).date()
    return (row.first is None or row.first <= today) and (row.last is None or today <= row.last)


def deputyship_of(row: Deputy) -> tuple[datetime, datetime | None]:
    """Return from when until when a deputy who has accepted is one: the dates are local days of the player."""
    assert row.accepted_at is not None
    zone = zone_of(get_profile(row.user).time_zone)
    since = datetime.combine(row.first, time(), zone) if row.first else row.accepted_at
    until = datetime.combine(row.last + timedelta(days=1), time(), zone) if row.last else None
    return max(since, row.accepted_at), until


def deputyships_at(game: Game, user: User) -> list[tuple[datetime, datetime | None]]:
    """Return the times during which the user is the deputy of a player of this table."""
    rows = Deputy.objects.in_force().filter(deputy=user, user__seats__game=game).select_related("user__profile")
    return [deputyship_of(row) for row in rows]


def deputy_for_turn(turn: Turn, now: datetime) -> Deputy | None:
    """Return the deputy who may play this turn when asked. Nobody acts for two seats of a table."""
    row = acting_for(turn.user_id, now)
    if row is None or not may_represent_at(turn.game_id, row.deputy, now):
        return None
    return None if has_played_other_seat(turn.game_id, row.deputy, turn.seat.number) else row


def may_represent_at(game_id: int, user: User, now: datetime) -> bool:
    """Return True if the user may act for others at a table: without a seat there, and if all there may be met."""
    return not _seats_against(user, now).filter(game=game_id).exists()


def _seats_against(user: User, now: datetime) -> QuerySet[Seat]:
    """Return the seats that keep a user from acting for others at a table: the user's own, and of people kept apart."""
    return Seat.objects.held_by(user, now) | Seat.objects.of_blocked(user)


def seats_played(user: User, games: Collection[int]) -> dict[int, set[int | None]]:
    """Return the seats at these tables that the user has or had, or for which they acted or were asked to act.

    Who has seen what one seat sees, or has played for it, does not act for another.
    """
    found = defaultdict[int, set[int | None]](set)
    for rows, number in _rows_about(user, game__in=games):
        for game, seat in rows.values_list("game", number).distinct():
            found[game].add(seat)
    return found


def _rows_about(user: User, **games: object) -> tuple[tuple[QuerySet[Any], str], ...]:
    """Return the rows about seats that the user has or had, or has acted for, with the column of the seat."""
    had = Q(params__player=user.pk) | Q(params__left=user.pk) | Q(kind=EventKind.DEPUTY, user=user)
    return (
        (Seat.objects.filter(Q(user=user) | Q(owner=user), **games, number__isnull=False), "number"),
        (Entry.objects.filter(**games, played_by=user, seat__isnull=False).order_by(), "seat"),
        (TableEvent.objects.filter(had, **games, seat__isnull=False).order_by(), "seat"),
    )


def without_other_seats(seats: QuerySet[Seat], user: User) -> QuerySet[Seat]:
    """Leave out the seats of tables at which the user has or had another seat, or has acted for one."""
    for rows, number in _rows_about(user, game=OuterRef("game")):
        seats = seats.exclude(Exists(rows.exclude(**{number: OuterRef("number")})))
    return seats


def has_played_other_seat(game_id: int, user: User, number: int | None) -> bool:
    """Return True if the user has or had another seat of a table, or has acted for one, and so cannot act for this."""
    return bool(seats_played(user, [game_id])[game_id] - {number})


def represented_seat(game: Game, seats: Sequence[Seat], user: User, now: datetime) -> Seat | None:
    """Return the acting seat for which the user may act as a deputy now, None if there is none.

    A deputy without dates may act when asked, one with dates on all of these days, and only for one seat of a table.
    """
    acting = {seat.user_id: seat for seat in seats if seat.is_acting and seat.user_id and seat.user_id != user.pk}
    if game.status != Status.RUNNING or not acting:
        return None
    rows = Deputy.objects.in_force().filter(deputy=user, user__in=list(acting)).select_related("user__profile")
    found = [row for row in rows if acts_on(row, now)]
    if not found or not may_represent_at(game.pk, user, now):
        return None
    played = seats_played(user, [game.pk])[game.pk]
    found = [row for row in found if played <= {acting[row.user_id].number}]
    asked = seats_with_asked_deputy(acting[row.user_id].pk for row in found if row.first is None)
    return next((acting[row.user_id] for row in found if row.first or acting[row.user_id].pk in asked), None)


def seats_with_asked_deputy(seats: Iterable[int]) -> set[int]:
    """Return which of these seats have a turn about which the deputy was asked."""
    steps = TurnStep.objects.filter(turn__seat__in=list(seats), turn__ended_at=None, kind=TurnStepKind.DEPUTY)
    return set(steps.values_list("turn__seat_id", flat=True))


def deputies_at(game: Game) -> dict[int, User]:
    """Return the deputies who have played at a table, by ply."""
    stored = Entry.objects.filter(game=game, note=EntryNote.DEPUTY, played_by__isnull=False)
    played = [entry for entry in entries_of(game) if entry.note == EntryNote.DEPUTY] if game.packed else list(stored)
    fetch_players(played)
    return {entry.ply: entry.played_by for entry in played if entry.played_by}


def represents_someone(game: Game, user: User) -> bool:
    """Return True if the user is the deputy of a player at this table, even if there is nothing to do now."""
    return Deputy.objects.in_force().filter(deputy=user, user__seats__game=game).exists()


def represented_games(user: User, now: datetime, accepted: Iterable[Deputy]) -> list[tuple[Game, Seat]]:
    """Return the games in which the user may act for someone now, with the acting seats, longest waiting first."""
    rows = {row.user_id: row for row in accepted if acts_on(row, now)}
    if not rows:
        return []
    waiting = Seat.objects.filter(user__in=rows, is_acting=True, finished_at=None, game__status=Status.RUNNING)
    seats = list(waiting.select_related("game", "user__profile").order_by("acting_since", "id")[:50])
    games = {seat.game_id for seat in seats}
    closed = set(_seats_against(user, now).filter(game__in=games).values_list("game_id", flat=True))
    played, asked = seats_played(user, games), seats_with_asked_deputy(seat.pk for seat in seats)
    found: dict[int, Seat] = {}
    for seat in seats:
        is_free = seat.game_id not in closed and played[seat.game_id] <= {seat.number}
        if is_free and (seat.pk in asked or rows[seat.user_id or 0].first is not None):
            found.setdefault(seat.game_id, seat)
    return [(seat.game, seat) for seat in found.values()]


SALT = "games.mail.deputy"


class DeputyToken(NamedTuple):
    """A friend's answer to one request."""

    user_id: int
    deputy_id: int
    version: int = 0


def deputy_link_token(row: Deputy) -> str:
    """Return the token of the link that answers a request. It needs no expiry: what has ended cannot be answered."""
    return Signer(salt=SALT).sign_object([row.deputy_id, row.pk, *version_of(row.deputy)])


def read_deputy_link(text: str) -> DeputyToken:
    """Return the token of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        return DeputyToken(*Signer(salt=SALT).unsign_object(text))
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


def deputy_url(row: Deputy) -> str:
    """Return the address at which the deputy answers without signing in."""
    return link("games:deputy_link", deputy_link_token(row))
