"""The one writer of ratings: it gives rated games their numbers, and changes the ratings of their players."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common import signals
from games.common.errors import Conflict
from games.common.signals import send_after_commit
from games.conduct.models import RecordRole, Verb
from games.conduct.selectors import excluded_from_ratings
from games.conduct.services import add_record
from games.core.choices import Status
from games.core.lock import bump_versions, game_for_update
from games.core.log import Param, add_event
from games.core.models import EventKind, Game
from games.engine.analysis import BETA
from games.engine.registry import TITLES
from games.notifications.outbox import notify_players
from games.play.operators import Operator, checked, require_unchanged

from . import formula
from .formula import Skill
from .ledger import Key, KnownSkill, Ledger, enter, enter_luck_free, keys_of, luck_free_keys_of, people_in, rating_row
from .lock import current_for_update
from .models import LUCK_FREE, InputKind, Pool, RatedGame, Rating, RatingChange, RatingVersion, SeasonPlace
from .seasons import SETTLED_AFTER, add_game, add_luck_free, read_sums, season_page, seasons_until, write_sums

FIRST_OF_SEASON = 10
AT_ONCE = 50  # games in one transaction, so that nobody waits long for the lock
PATIENCE = timedelta(minutes=1)  # before a message to the workers counts as lost
LUCK_FREE_KINDS = {InputKind.PLAYED, InputKind.RESIGNED}
RATING_KEY = ["user", "version", "title", "pool"]
RATING_VALUES = ["mu", "var", "games", "opponents", "at", "listed_until"]


def rate_waiting() -> int:
    """Rate the games that have ended since, in the order of their ends. Return their number.

    It may run twice, and at the same time: the lock of the current version lets one after the other.
    """
    rated = 0
    while found := _rate_some():
        rated += found
    while _rate_some_luck_free():
        pass
    return rated


def wake_waiting(now: datetime) -> None:
    """Wake a worker if rated games have waited too long: messages get lost, and workers die. Or for a new formula."""
    late = RatedGame.objects.filter(number=None, finished_at__lte=now - PATIENCE)
    if late.exists() or _luck_free().exists() or outdated().exists():
        send_after_commit(signals.game_rated)


def outdated() -> QuerySet[RatingVersion]:
    """Return the current ratings if another formula, or other decisions about results and players, have made them."""
    known = {"formula": formula.VERSION, "to_void": [], "to_restore": [], "excluded": excluded_from_ratings()}
    return RatingVersion.objects.filter(is_current=True).exclude(**known)


@transaction.atomic
def void_result(game_id: int, by: Operator) -> None:
    """Let the result of a rated game count for no rating any more. A worker computes all ratings again.

    Raises Conflict (changed, not-rated, void), Invalid (no-reason).
    """
    if not _decide(game_id, by, counts=False):
        raise Conflict("void", _("This result doesn’t count any more."))


@transaction.atomic
def restore_result(game_id: int, by: Operator) -> None:
    """Let a result that was voided count again. A worker computes all ratings again.

    Raises Conflict (changed, not-rated, counts), Invalid (no-reason).
    """
    if not _decide(game_id, by, counts=True):
        raise Conflict("counts", _("This result counts already."))


def _decide(game_id: int, by: Operator, *, counts: bool) -> bool:
    version = current_for_update()  # before the game, as who rates games takes them
    game, reason = game_for_update(game_id), checked(by.reason)
    require_unchanged(game, by)
    if not RatedGame.objects.filter(game=game).exists():
        raise Conflict("not-rated", _("This game doesn’t count for any rating."))
    if not _store_decision(version, game, counts=counts):
        return False
    params: dict[str, Param] = {"what": "restored" if counts else "voided", "reason": reason}
    notify_players(add_event(game, EventKind.OPERATOR, timezone.now(), params=params))
    send_after_commit(signals.game_rated)
    return True


@transaction.atomic
def decide_by_command(code: str, *, counts: bool) -> None:
    """Let a result count or not after the computation that follows. The table's log and the record tell it."""
    version, game = current_for_update(), game_for_update(Game.objects.get(code=code).pk)
    if not _store_decision(version, game, counts=counts):
        return
    add_event(game, EventKind.OPERATOR, timezone.now(), params={"what": "restored" if counts else "voided"})
    text = _("The result counts for ratings again.") if counts else _("The result doesn’t count for ratings.")
    about = {"game": game, "after": str(text), "reason": "manage.py rate"}
    add_record(None, RecordRole.ADMIN, Verb.CHANGED, f"Game {game}", **about)


def unrate_open_tables(user: User) -> None:
    """Let the tables where a player waits for others not be rated. They say so, and so do their logs."""
    for pk in Game.objects.filter(status=Status.OPEN, is_rated=True, seats__user=user).values_list("pk", flat=True):
        game = game_for_update(pk)
        if game.status == Status.OPEN:
            game.is_rated = False
            game.save(update_fields=["is_rated"])
            event = add_event(game, EventKind.OPERATOR, timezone.now(), params={"what": "unrated"})
            notify_players(event, but=[user])


def _store_decision(version: RatingVersion, game: Game, *, counts: bool) -> bool:
    """Let a result count or not after the next computation. Return False if that is decided already."""
    before = version.decided_void()
    after = before - {game.code} if counts else before | {game.code}
    version.decide_void(after)
    version.save(update_fields=["to_void", "to_restore"])
    return after != before


def _rate_some() -> int:
    if not RatedGame.objects.filter(number=None).exists():
        return 0
    with transaction.atomic():
        version = current_for_update()
        waiting = RatedGame.objects.filter(number=None).order_by("finished_at", "game").select_related("game")
        games = list(waiting[:AT_ONCE])
        last = RatedGame.objects.aggregate(last=Max("number"))["last"] or 0
        for number, rated in enumerate(games, last + 1):
            rated.number = number
            rated.save(update_fields=["number"])
            _rate(version, rated)
        store_last_number(version, last + len(games))
        bump_versions(Game.objects.filter(pk__in=[rated.game_id for rated in games]))  # their open pages show it
    return len(games)


def _luck_free() -> QuerySet[RatedGame]:
    """Return the rated games that have been analysed and are not in the luck-free list yet."""
    return RatedGame.objects.filter(luck_free__isnull=False, luck_free_number=None, number__isnull=False)


def _rate_some_luck_free() -> int:
    if not _luck_free().exists():
        return 0
    with transaction.atomic():
        version = current_for_update()
        games = list(_luck_free().order_by("number").select_related("game")[:AT_ONCE])
        last = RatedGame.objects.aggregate(last=Max("luck_free_number"))["last"] or 0
        for number, rated in enumerate(games, last + 1):
            rated.luck_free_number = number
            rated.save(update_fields=["luck_free_number"])
            ledger = read_ledger(version, rated, luck_free_keys_of(rated), LUCK_FREE)
            changes = enter_luck_free(ledger, version, rated, rated.game.code)
            write(version, changes, ledger if changes else {})
            sums = read_sums(version, rated)
            add_luck_free(sums, version, rated, rated.game.code)
            write_sums(version, sums)
        version.last_luck_free = last + len(games)
        version.save(update_fields=["last_luck_free"])
    return len(games)


def freeze_luck_free(game: Game, version: int, points: Sequence[float]) -> None:
    """Write the luck-free points of a rated game of two, and wake a worker, if both have played it to their end.

    A game that has been analysed again by another method keeps its number: the list has it after the next replay.
    """
    rated = RatedGame.objects.filter(game=game, pool=Pool.TWO).first()
    if rated is None or not all(one["kind"] in LUCK_FREE_KINDS for one in rated.inputs):
        return
    rated.luck_free = {"version": version, "beta": BETA, "points": list(points)}
    rated.save(update_fields=["luck_free"])
    send_after_commit(signals.game_rated)


def store_last_number(version: RatingVersion, number: int) -> None:
    """Note up to which rated game a version goes."""
    version.last_number = number
    version.save(update_fields=["last_number", "last_luck_free"])


def _rate(version: RatingVersion, rated: RatedGame) -> None:
    """Enter one game. The ratings of its players are read from their rows, and written there."""
    keys = keys_of(rated)
    ledger = read_ledger(version, rated, keys, Pool.ALL)
    changes = enter(ledger, version, rated, rated.game.code)
    write(version, changes, {key: ledger[key] for key in keys if key in ledger} if changes else {})
    sums = read_sums(version, rated)
    add_game(sums, version, rated, rated.game.code)
    write_sums(version, sums)


def read_ledger(version: RatingVersion, rated: RatedGame, keys: Sequence[Key], counted: str) -> Ledger:
    """Return what is known of the players of a game before it, in two statements.

    Their opponents are those in the changes of the pool ``counted``.
    """
    people, wanted = people_in(rated), set(keys)
    ledger: Ledger = {}
    rows = Rating.objects.filter(version=version, user__in=people, title=rated.title)
    for row in rows:
        key = Key(row.user_id, row.title, row.pool)
        if key in wanted:
            ledger[key] = KnownSkill(Skill(row.mu, row.var), row.games, row.at)
    changes = RatingChange.objects.filter(version=version, user__in=people, pool=counted)
    together = changes.filter(
        rated_game__title=rated.title, rated_game__changes__version=version, rated_game__changes__pool=counted
    )
    met = together.values_list("user", "rated_game__changes__user", "rated_game__pool").distinct()
    for user, other, pool in met:
        for key in (Key(user, rated.title, counted), Key(user, rated.title, pool)):
            if user != other and key in ledger:
                ledger[key].opponents.add(other)
    return ledger


def write(version: RatingVersion, changes: Sequence[RatingChange], known_skills: Ledger) -> None:
    """Write changes and ratings. Those of people whose account is deleted are left out."""
    there = existing(key.user for key in known_skills)
    rows = [rating_row(version, key, known) for key, known in known_skills.items() if key.user in there]
    RatingChange.objects.bulk_create((change for change in changes if change.user_id in there), batch_size=500)
    Rating.objects.bulk_create(
        rows, batch_size=500, update_conflicts=True, unique_fields=RATING_KEY, update_fields=RATING_VALUES
    )


def existing(users: Iterable[int]) -> set[int]:
    """Return those of these ids that belong to an account."""
    return set(User.objects.filter(pk__in=set(users)).values_list("pk", flat=True))


def store_season_places(now: datetime) -> None:
    """Write the first ten of each season that is over, if the current version of the ratings has none of it yet."""
    version = RatingVersion.objects.filter(is_current=True).first()
    for season in seasons_until(now - SETTLED_AFTER)[1:] if version else ():
        for title in TITLES:
            if version and not version.season_places.filter(title=title, season=season.key).exists():
                rows = season_page(title, season, version, FIRST_OF_SEASON * 2).rows
                first = [row for row in rows if row.place <= FIRST_OF_SEASON and row.points]
                there, about = existing(row.user for row in first), {"title": title, "season": season.key}
                places = [SeasonPlace(version=version, user_id=row.user, place=row.place, **about) for row in first]
                SeasonPlace.objects.bulk_create(
                    (place for place in places if place.user_id in there), ignore_conflicts=True
                )
