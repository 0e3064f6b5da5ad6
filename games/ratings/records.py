"""Records: the best that players have done in public games, found when a game ends.

A record stays until the player has a better one; then both are rows, so that the latest ones can be told in order.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.core.lock import lock_work
from games.core.log import plies_of
from games.core.models import Game, Seat
from games.core.selectors import title_of
from games.play.tallies import counts

from .inputs import are_of_one_household
from .models import PersonalRecord
from .selectors import current_version, records

LOCK = "records"
MIN_PEOPLE = 2
MIN_TIME = timedelta(days=1)  # a shorter game is not long


def store_records(game: Game) -> None:
    """Write the records that a game has set which has just ended, in the caller's transaction.

    Only people who had their seats from the start can set any, in public games with two of them or more, no two of
    whom live together.
    """
    version, all_seats = current_version(), list(game.seats.select_related("user").order_by("number"))
    seats = [seat for seat in all_seats if _is_own(seat)]
    if game.is_private or not counts(game) or game.code in version.voided or len(seats) < MIN_PEOPLE:
        return
    if are_of_one_household(game, all_seats):
        return
    allowed = [seat for seat in seats if seat.user_id not in version.excluded]
    values = [(kind, seat, of_seats[seat.number or 0]) for kind, of_seats in _values(game) for seat in allowed]
    if not _new_records(game, values):
        return
    lock_work(LOCK)  # another game of theirs may end now; it is the last lock, so that nobody who has it waits
    found = _new_records(game, values)
    for row in found:
        PersonalRecord.objects.filter(user=row.user, title=row.title, kind=row.kind).update(is_best=False)
    PersonalRecord.objects.bulk_create(found, ignore_conflicts=True)


def _new_records(game: Game, values: Sequence[tuple[str, Seat, int | None]]) -> list[PersonalRecord]:
    """Return the records that a game sets with the values of some seats: those better than what is stored."""
    best = _best_before(game, {seat.user_id for _kind, seat, _value in values})
    about: dict[str, Any] = {"game": game, "title": game.title, "at": game.finished_at or timezone.now()}
    return [
        PersonalRecord(user=seat.user, kind=kind, value=value, **about)
        for kind, seat, value in values
        if value and value > best.get((seat.user_id, kind), 0)
    ]


def _best_before(game: Game, users: set[int | None]) -> dict[tuple[int | None, str], int]:
    """Return the records of players in the title of a game, by user and kind."""
    before = records().filter(user__in=users, title=game.title).order_by()
    rows = before.values_list("user", "kind").annotate(best=Max("value"))
    return {(user, kind): best for user, kind, best in rows}


def _is_own(seat: Seat) -> bool:
    return bool(seat.user and not seat.user.robot and not seat.user.is_guest and seat.taken_at is None)


def _values(game: Game) -> list[tuple[str, Sequence[int | None]]]:
    """Return the values of each kind by seat."""
    plies, found = plies_of(game), list[tuple[str, Sequence[int | None]]]()
    if plies:
        found += [(feat.key, feat.of(plies)) for feat in title_of(game).feats]
    if game.started_at and game.finished_at and game.finished_at - game.started_at >= MIN_TIME:
        took = int((game.finished_at - game.started_at).total_seconds())
        found.append((PersonalRecord.TIME, [took] * game.seat_count))
    return found


def recount_records(users: Iterable[int] | None = None) -> None:
    """Find the records of these players again, or those of everybody, from the logs of their games."""
    games, rows = Game.objects.filter(is_private=False).finished().sound(), PersonalRecord.objects.all()
    if users is not None:
        rows = rows.filter(user__in=users)
        games = games.filter(seats__user__in=users).distinct()
    rows.delete()
    for game in games.order_by("finished_at", "pk").iterator(chunk_size=200):
        with transaction.atomic():
            store_records(game)
