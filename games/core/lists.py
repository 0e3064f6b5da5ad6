"""Lists of games and their counts, for pages, feeds, emails and the API. ``GameQuerySet`` defines what they hold."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import User
from games.engine.values import RESIGNED

from .choices import Status
from .models import Game, Seat
from .querysets import TIME_TO_RETURN, GameQuerySet
from .selectors import Viewer

MAX_CURRENT, MAX_FINISHED = 50, 4  # games on the dashboard
MAX_COUNTED = 400  # more games are not counted, and not looked through for changes
MAX_OWN_TABLES, MAX_WATCHED = 10, 5  # in the lobby
MIN_PLIES = 40  # a shorter game is over too soon for the home page
MAX_HISTORY = 300  # in one part of a history
HISTORY_FILTERS = ("all", "running", "finished", "won", "lost")


@dataclass(frozen=True, slots=True)
class History:
    """The ids of games in one part of a history. Games of the next part are older than ``older``, if there are more."""

    ids: list[int]
    older: int | None


def waiting_games(user: User) -> QuerySet[Game]:
    """Return the games in which the user must act, longest waiting first."""
    return Game.objects.waiting_for(user)


def waiting_count(user: User) -> int:
    """Return in how many games the user must act, at most MAX_COUNTED."""
    return Game.objects.waiting_for(user).order_by()[:MAX_COUNTED].count()


def next_game(user: User, after: str = "") -> Game | None:
    """Return the game that waits for the user with the first deadline, other than the one with the code ``after``."""
    return Game.objects.sound().waiting_for(user).by("deadline").exclude(code=after).first()


def own_open_tables(user: User) -> GameQuerySet:
    """Return the user's open tables, latest first."""
    return Game.objects.current_for(user).filter(status=Status.OPEN).order_by("-id")[:MAX_OWN_TABLES]


def games_to_watch(user: User | None, before: int | None = None) -> GameQuerySet:
    """Return the running public games in which the user does not play, latest first, with lower ids than ``before``."""
    games = Game.objects.running().filter(is_private=False)
    if user is not None:
        games = games.exclude(Exists(user.seats.filter(game=OuterRef("pk")))).without_blocked(user)
    if before is not None:
        games = games.filter(pk__lt=before)
    return games.order_by("-id")


def seats_to_take(user: User | None) -> QuerySet[Seat]:
    """Return the seats at public tables that look for a player, where the user does not sit, longest offered first."""
    seats = Seat.objects.offered().filter(game__is_private=False)
    if user is not None:
        seats = seats.exclude(Exists(user.seats.filter(game=OuterRef("game")))).exclude(owner=user)
        seats = seats.exclude(Exists(Seat.objects.of_blocked(user).filter(game=OuterRef("game"))))
    return seats.select_related("game", "user__profile")


def seats_to_return_to(user: User, now: datetime) -> list[Seat]:
    """Return the seats of running games to which the user may return, and those of the user that look for a player."""
    mine = Q(owner=user, taken_at__gt=now - TIME_TO_RETURN) | Q(user=user, offered_at__isnull=False)
    seats = Seat.objects.filter(mine, finished_at=None, is_out=False, game__status=Status.RUNNING)
    return list(seats.select_related("game", "user__profile").order_by("game_id"))


def game_alone_with_robot(user: User, robot: str, title: str = "") -> Game | None:
    """Return the latest running game (of this title) that the user plays against robots of this kind only."""
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(user=user)
    strangers = others.exclude(Q(user__isnull=False) & Q(user__robot=robot))
    games = Game.objects.running_for(user).filter(Exists(others), ~Exists(strangers))
    return (games.filter(title=title) if title else games).first()


def latest_finished_games() -> GameQuerySet:
    """Return the public games that were played to their end, without resignations at the end, latest first."""
    played = Game.objects.filter(status=Status.FINISHED, is_private=False, ply__gte=MIN_PLIES)
    return played.sound().exclude(end_reason=RESIGNED).order_by("-id")


def history_of(
    user: User,
    viewer: Viewer,
    *,
    show: str = "all",
    opponent: User | None = None,
    title: str = "",
    ruleset: tuple[str, str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    before: int | None = None,
    limit: int = MAX_HISTORY,
) -> History:
    """Return the user's games that the viewer may see, latest first, also those where the user was replaced.

    ``show`` is one of HISTORY_FILTERS, ``ruleset`` is (title, ruleset). ``since`` and ``until`` bound the end of a
    game, its start while it runs. With ``before`` only games with lower ids are kept, so that each part of a long
    history costs the same.
    """
    games = Game.objects.visible_to(viewer).exclude(status=Status.CANCELLED)
    if show == "finished":
        games = games.finished()
    if ruleset is not None:
        games = games.filter(title=ruleset[0], ruleset=ruleset[1])
    if title:
        games = games.filter(title=title)
    if since or until:
        games = games.annotate(day=Coalesce("finished_at", "started_at", "created_at"))
        games = games.filter(**{name: at for name, at in (("day__gte", since), ("day__lt", until)) if at})
    seat: dict[str, Any] = {"game__lt": before} if before else {}
    is_narrow = bool(title or since or until or show == "lost")
    part, end = _part_to_search(user, opponent, ruleset, seat) if opponent or ruleset or is_narrow else ({}, None)
    if show == "running":
        lists = [games.running_for(user, **seat, **part)]
    elif show == "won":
        lists = [games.won_by(user, **seat, **part)]
    elif show == "lost":
        lists = [games.lost_by(user, **seat, **part)]
    else:
        # With a condition on the game, SQLite would look for the few seats that the user left among all games.
        lists = [games.played_by(user, **seat, **part), games.with_seat(owner=user, **seat)]
    if opponent is not None:
        lists = [found.filter(seats__user=opponent) for found in lists]
    found_ids = {pk for found in lists for pk in found.values_list("pk", flat=True)[: limit + 1]}
    ids = sorted((pk for pk in found_ids if pk >= (end or 0)), reverse=True)
    return History(ids[:limit], ids[limit - 1] if len(ids) > limit else end)


def latest_games_of(user: User, viewer: Viewer, most: int) -> list[Game]:
    """Return the user's latest games that the viewer may see: so many running ones, and at least so many that are over.

    A union of three short lists is one statement: with OR, the database would look through all games.
    """
    visible = Game.objects.visible_to(viewer)
    over = visible.finished()
    lists = visible.running_for(user), over.played_by(user), over.with_seat(owner=user)
    running, *others = (Game.objects.filter(pk__in=found.values("pk")[:most]) for found in lists)
    return sorted(running.union(*others), key=lambda game: -game.pk)  # a player can have lost one seat and have another


@dataclass(frozen=True, slots=True)
class PairResult:
    """How many finished games of two players had so many seats, a place of the one, and one of the other."""

    seats: int
    place: int
    other: int
    games: int


def results_against(user: User, opponent: User, viewer: Viewer) -> tuple[list[PairResult], bool]:
    """Return the results of the user's finished games with an opponent that the viewer may see.

    If both have played more than MAX_HISTORY games, these are of the user's latest ones, and True comes with them.
    Games that began at a position of another one do not count, because the position was chosen.
    """
    if user == opponent:
        return [], False
    history = history_of(user, viewer, show="finished", opponent=opponent)
    seats = Seat.objects.filter(game__in=history.ids, game__status=Status.FINISHED, game__branched_at=None)
    own = seats.filter(user=user, place__isnull=False).order_by()
    places = {game: (size, place) for game, size, place in own.values_list("game", "game__seat_count", "place")}
    theirs = opponent.seats.filter(game__in=places, place__isnull=False).order_by().values_list("game", "place")
    found = Counter((*places[game], place or 0) for game, place in theirs)
    return [
        PairResult(size, place or 0, other, games) for (size, place, other), games in found.items()
    ], history.older is not None


def _part_to_search(
    user: User, opponent: User | None, ruleset: tuple[str, str] | None, seat: dict[str, Any]
) -> tuple[dict[str, Any], int | None]:
    """Return which seats to look through, and the last game's id if others follow.

    They are in all games of the opponent, or with the ruleset, or of the user, if these are few, and otherwise in the
    latest of the user's games.
    """
    lists: list[QuerySet[Any, int]] = [user.seats.filter(**seat).order_by("-game").values_list("game_id", flat=True)]
    if ruleset is not None:
        lists.append(Game.objects.filter(ruleset=ruleset[1]).values_list("pk", flat=True))
    if opponent is not None:
        lists.append(opponent.seats.filter(**seat).order_by("-game").values_list("game_id", flat=True))
    found = [list(ids[: MAX_HISTORY + 1]) for ids in reversed(lists)]
    few = next((ids for ids in found if len(ids) <= MAX_HISTORY), None)
    latest = found[-1][:MAX_HISTORY]
    return ({"game__in": latest}, latest[-1]) if few is None else ({"game__in": few}, None)


def games_in_order(ids: Sequence[int]) -> list[Game]:
    """Return the games with these ids that there still are, in this order."""
    games = Game.objects.in_bulk(ids)
    return [games[pk] for pk in ids if pk in games]
