"""The replay of all rated games into a new version of the ratings: after a correction, a ban, a changed constant.

Live ratings go on meanwhile. The games that end during the replay are entered under the lock, just before the switch.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.conduct.selectors import excluded_from_ratings
from games.core import jobs
from games.core.models import Game, Seat
from games.core.selectors import seat_name, seats_of
from games.engine.registry import get_title
from games.notifications.letters import send_letter
from games.notifications.links import link

from . import formula
from .formula import START, shown
from .ledger import Key, Ledger, enter, enter_luck_free, rating_row
from .lock import current_for_update
from .models import Pool, RatedGame, Rating, RatingChange, RatingVersion
from .records import recount_records
from .seasons import SeasonSums, add_game, add_luck_free, write_sums
from .services import existing, outdated, store_last_number

BATCH = 1000  # games, and rows in one statement
MAX_TRIED = 5_000  # rated games that a trial enters while an administrator waits: about a second
TOLD_FROM = 5  # points by which a shown rating has moved
PAUSE = timedelta(hours=1)  # after a replay that failed
HEARTBEAT, PATIENCE = "replay of ratings", timedelta(minutes=10)  # without a beat, a replay was stopped
Progress = Callable[[int], object]


class ReplayRuns(Exception):
    """Another replay is under way: of a second one, only one could switch."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a replay does to a rating that is shown, in whole points."""

    key: Key
    before: int
    after: int

    @property
    def size(self) -> int:
        return abs(self.after - self.before)


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay did: the games that it entered, the ratings that changed, the largest correction first."""

    version: RatingVersion
    games: int
    corrections: Sequence[Correction]


def renew(now: datetime) -> None:
    """Compute all ratings again, and switch to them, if ``outdated`` finds the current ones."""
    if outdated().exists() and jobs.is_time_for("ratings", PAUSE, now):
        with suppress(ReplayRuns):
            replay()


def corrections_of(game: Game) -> list[tuple[str, Correction]] | None:
    """Return the names of the players of a game with what their ratings will be after the next computation.

    None on a site with so many rated games that nobody waits for it.
    """
    if not RatingVersion.objects.filter(is_current=True).exists() or RatedGame.objects.count() > MAX_TRIED:
        return None
    done = replay(is_trial=True)
    people = {seat.user_id: seat_name(seat) for seat in seats_of(game) if seat.user_id}
    return [(people[one.key.user], one) for one in done.corrections if one.key.user in people]


def replay(
    *,
    voided: Collection[str] | None = None,
    excluded: Sequence[int] | None = None,
    is_trial: bool = False,
    progress: Progress = bool,
) -> Replay:
    """Compute all ratings again without the voided games and the excluded players, and switch to them.

    By default both are those that administrators have decided about. What they decide during a replay waits for another
    one.

    Players whose rating has moved by 5 points or more get an email. A trial stores nothing. Memory grows with the
    number of players, not of games. Raises ReplayRuns unless it is a trial.
    """
    with transaction.atomic():
        current = current_for_update()
        if not is_trial and not jobs.is_time_for(HEARTBEAT, PATIENCE, timezone.now()):
            raise ReplayRuns
        number, codes = current.number + 1, current.decided_void() if voided is None else set(voided)
        excluded = excluded_from_ratings() if excluded is None else excluded
        if not is_trial:
            current.decide_void(codes)
            current.save(update_fields=["to_void", "to_restore"])
    if is_trial:
        return _replay(number, codes, excluded, progress, is_trial=True)

    def beat(entered: int) -> None:
        jobs.beat(HEARTBEAT, timezone.now())
        progress(entered)

    try:
        return _replay(number, codes, excluded, beat, is_trial=False)
    finally:
        jobs.end(HEARTBEAT)


def _replay(
    number: int, voided: Collection[str], excluded: Sequence[int], progress: Progress, *, is_trial: bool
) -> Replay:
    if not is_trial:
        RatingVersion.objects.filter(is_current=False, number__gte=number).delete()  # of a replay that was stopped
    version = RatingVersion(number=number, voided=sorted(voided), excluded=list(excluded), formula=formula.VERSION)
    if not is_trial:
        version.save()
    ledger: Ledger = {}
    sums: SeasonSums = {}
    games = _enter_rest(version, ledger, sums, progress, is_trial=is_trial)
    with transaction.atomic():
        current = current_for_update()
        games += _enter_rest(version, ledger, sums, progress, is_trial=is_trial)
        version.decide_void(current.decided_void())
        corrections = _corrections(current, ledger, version)
        if not is_trial:
            _store(version, ledger)
            write_sums(version, sums)
            _switch(current, version)
            _tell(corrections)
    if not is_trial and (changed := _changed_players(current, version)):
        recount_records(changed)
    return Replay(version, games, corrections)


def _enter_rest(version: RatingVersion, ledger: Ledger, sums: SeasonSums, progress: Progress, *, is_trial: bool) -> int:
    """Enter the rated games after the last one of this version. Return their number."""
    entered = 0
    for batch in _batches(lambda: version.last_number, "number"):
        changes = [change for rated in batch for change in enter(ledger, version, rated, rated.game.code)]
        _store_changes([] if is_trial else changes)
        for rated in batch:
            add_game(sums, version, rated, rated.game.code)
        version.last_number = batch[-1].number or 0
        entered += len(batch)
        progress(version.last_number)
    for batch in _batches(lambda: version.last_luck_free, "luck_free_number"):
        changes = [change for rated in batch for change in enter_luck_free(ledger, version, rated, rated.game.code)]
        _store_changes([] if is_trial else changes)
        for rated in batch:
            add_luck_free(sums, version, rated, rated.game.code)
        version.last_luck_free = batch[-1].luck_free_number or 0
        progress(version.last_number)
    return entered


def _batches(last: Callable[[], int], number: str) -> Iterator[list[RatedGame]]:
    """Yield the rated games after the ``last`` one in the order of a ``number``."""
    games = RatedGame.objects.exclude(**{number: None}).order_by(number).select_related("game")
    while batch := list(games.filter(**{f"{number}__gt": last()})[:BATCH]):
        yield batch


def _store_changes(changes: Sequence[RatingChange]) -> None:
    there = existing(change.user_id for change in changes) if changes else set()
    RatingChange.objects.bulk_create((row for row in changes if row.user_id in there), batch_size=BATCH)


def _corrections(current: RatingVersion, ledger: Ledger, version: RatingVersion) -> list[Correction]:
    """Return the shown ratings that are others now. Who has no rating in one of the versions has that of the start."""
    rows = Rating.objects.filter(version=current, pool=Pool.ALL).exclude(user__in=version.excluded)
    before = {Key(row.user_id, row.title, row.pool): shown(row.mu) for row in rows.iterator(chunk_size=BATCH)}
    after = {key: shown(known.skill.mu) for key, known in ledger.items() if key.pool == Pool.ALL}
    start = shown(START.mu)
    found = [Correction(key, before.get(key, start), after.get(key, start)) for key in sorted({*before, *after})]
    return sorted((one for one in found if one.size), key=lambda one: -one.size)


def _store(version: RatingVersion, ledger: Ledger) -> None:
    there = existing(key.user for key in ledger)
    rows = (rating_row(version, key, ledger[key]) for key in sorted(ledger) if key.user in there)
    Rating.objects.bulk_create(rows, batch_size=BATCH)
    store_last_number(version, version.last_number)


def _switch(current: RatingVersion, version: RatingVersion) -> None:
    """Make the new version the current one. The former one stays; those before it are deleted."""
    RatingVersion.objects.filter(pk=current.pk).update(is_current=False)
    version.is_current = True
    version.save(update_fields=["is_current", "to_void", "to_restore"])
    RatingVersion.objects.filter(number__lt=current.number).delete()


def _changed_players(current: RatingVersion, version: RatingVersion) -> set[int]:
    """Return the players who count now or do not count any more, and those of games of which the same is true."""
    codes = set(current.voided) ^ set(version.voided)
    seats = Seat.objects.filter(game__code__in=codes, user__isnull=False)
    return {*(set(current.excluded) ^ set(version.excluded)), *seats.values_list("user", flat=True)}


def _tell(corrections: Sequence[Correction]) -> None:
    """Write to the players whose rating has moved much. The email names nobody else."""
    told = [one for one in corrections if one.size >= TOLD_FROM]
    users = User.objects.filter(is_active=True, robot="").select_related("profile")
    for start in range(0, len(told), BATCH):
        part = told[start : start + BATCH]
        people = users.in_bulk({one.key.user for one in part})
        for one in part:
            user = people.get(one.key.user)
            if user and user.is_confirmed:
                _write_to(user, one)


def _write_to(user: User, correction: Correction) -> None:
    send_letter(
        user,
        "rating_corrected",
        title=get_title(correction.key.title).name,
        before=correction.before,
        after=correction.after,
        there=link("games:player", user.username),
        label=_("My profile"),
    )
