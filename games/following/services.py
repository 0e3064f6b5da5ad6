"""Following players and marking games, and what ends both."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Avg, Count, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.blocks import hidden_from
from accounts.lock import lock_user
from accounts.models import User
from games.analysis.models import Analysis
from games.common.errors import Conflict, Forbidden, Invalid
from games.common.permissions import require_unblocked
from games.core import jobs
from games.core.lists import MIN_PLIES
from games.core.lock import game_for_update
from games.core.models import Game, Seat
from games.core.selectors import may_see, seats_by_game
from games.engine.values import RESIGNED
from games.notifications import outbox
from games.notifications.models import Kind
from games.ratings.inputs import are_of_one_household
from games.ratings.models import Pool, RatingChange

from .lists import WEEK, finished_games
from .models import Follow, Mark, RecentGame
from .selectors import follow_of, follows_of, may_follow

MAX_FOLLOWED = 200
MAX_MARKS = 100  # of games that are not over
TEN_MINUTES = timedelta(minutes=10)
SETTLED = timedelta(minutes=10)  # after its end, by when a game has been rated and analysed
BATCH, MAX_BATCHES = 40, 20  # games that are noted at once, and batches in one sweep


@transaction.atomic
def follow(user: User, other: User) -> Follow:
    """Let a player follow another, who is not told. Following again changes nothing.

    Whom the other has blocked does not learn it: they are not counted, and the timeline tells them nothing. Raises
    Invalid (not-followable) for a robot, a guest and the player's own account; Forbidden (you-have-blocked), Conflict
    (too-many-followed).
    """
    lock_user(user)
    if not may_follow(user, other):
        raise Invalid("not-followable", _("You cannot follow this player."))
    require_unblocked(user, [other.pk])
    if row := follow_of(user, other):
        return row
    if follows_of(user).count() >= MAX_FOLLOWED:
        raise Conflict("too-many-followed", _("You have reached the limit for players you follow. Unfollow one first."))
    return Follow.objects.create(follower=user, followed=other)


def unfollow(user: User, other: User) -> None:
    """End the following of another player. Repeating it changes nothing."""
    Follow.objects.filter(follower=user, followed=other).delete()


def end_between(user: User, other: User) -> None:
    """End what the user, who has just blocked the other, follows and has marked of the other.

    What the other follows and has marked stays: else they would notice.
    """
    Mark.objects.filter(user=user, game__seats__user=other).delete()
    unfollow(user, other)


@transaction.atomic
def mark(user: User, game: Game) -> Mark:
    """Let a player know when a game ends that the player can see. Marking again changes nothing.

    Whom someone there has blocked does not learn it: the mark is listed and tells nothing. Raises Forbidden
    (not-markable) for a guest and for a game of the player's own, (you-have-blocked) where the player has blocked
    someone; Conflict (game-over, too-many-marks).
    """
    lock_user(user)
    game = game_for_update(game.pk)  # it must not end meanwhile: nothing would be told
    seats = list(game.seats.all())
    if user.is_guest or any(seat.user_id == user.pk for seat in seats):
        raise Forbidden("not-markable", _("You cannot mark this game."))
    require_unblocked(user, {pk for seat in seats for pk in (seat.user_id, seat.owner_id)})
    if game.is_over:
        raise Conflict("game-over", _("This game is over."))
    if row := Mark.objects.filter(user=user, game=game).first():
        return row
    if Mark.objects.filter(user=user, game__finished_at=None).count() >= MAX_MARKS:
        raise Conflict("too-many-marks", _("You have reached the limit for marked games. Remove one first."))
    return Mark.objects.create(user=user, game=game)


def unmark(user: User, game: Game) -> None:
    """Remove a mark. Repeating it changes nothing."""
    Mark.objects.filter(user=user, game=game).delete()


def notify_of_end(game: Game) -> None:
    """Queue a notification to everyone who has marked a game that has just ended.

    Who cannot see the game any more or has a seat there meanwhile loses the mark. Who is kept apart from someone there
    keeps it, but is told nothing.
    """
    marks = list(Mark.objects.filter(game=game).select_related("user"))
    if not marks:
        return
    seats = list(game.seats.select_related("user", "owner"))
    people = {person for seat in seats for person in (seat.user, seat.owner) if person}
    playing = {seat.user_id for seat in seats}
    kept = [row for row in marks if row.user_id not in playing and may_see(game, row.user)]
    Mark.objects.filter(game=game).exclude(pk__in=[row.pk for row in kept]).delete()
    apart = set().union(*(hidden_from(person) for person in people))
    told = [row.user for row in kept if row.user_id not in apart]
    outbox.queue_at_table(game, told, Kind.MARKED, f"{game.pk}")


def note_recent_games(now: datetime) -> None:
    """Note the public games that have ended lately, so that the best of a week can be found, and forget older ones."""
    if not jobs.is_time_for("best games", TEN_MINUTES, now):
        return
    for _number in range(MAX_BATCHES):
        games = _recent_games(now)
        RecentGame.objects.bulk_create(_measured(games), ignore_conflicts=True)
        old = old_recent_games(now).order_by("finished_at", "game")
        RecentGame.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()
        if len(games) < BATCH:
            return


def old_recent_games(now: datetime) -> QuerySet[RecentGame]:
    """Return the games that are no longer of this week."""
    return RecentGame.objects.filter(finished_at__lt=now - WEEK)


def _recent_games(now: datetime) -> list[Game]:
    """Return the next games that ended after the last one that is noted."""
    last = RecentGame.objects.order_by("-finished_at", "-game").values_list("finished_at", "game").first()
    since, after = last or (now - WEEK, 0)
    games = finished_games(None, {}).filter(finished_at__gte=since, finished_at__lt=now - SETTLED)
    return list(games.exclude(finished_at=since, pk__lte=after).order_by("finished_at", "id")[:BATCH])


def _measured(games: Sequence[Game]) -> list[RecentGame]:
    """Return games with their measures: none for those of a household, as they are not rated either."""
    changes = RatingChange.objects.filter(version__is_current=True, pool=Pool.ALL, rated_game__game__in=games)
    rated = changes.values("rated_game__game").annotate(mean=Avg("mu_before"), people=Count("pk")).filter(people__gte=2)
    means = dict(rated.values_list("rated_game__game", "mean"))
    swings = dict(Analysis.objects.filter(game__in=games).values_list("game", "luck_swing"))
    rows, seats = [], seats_by_game(games)
    for game in games:
        assert game.finished_at is not None
        row = RecentGame(game=game, title=game.title, seat_count=game.seat_count, finished_at=game.finished_at)
        if not are_of_one_household(game, seats[game.pk]):
            row.mean, row.swing, row.margin = means.get(game.pk), swings.get(game.pk), _margin(game, seats[game.pk])
        rows.append(row)
    return rows


def _margin(game: Game, seats: Sequence[Seat]) -> int | None:
    """Return the points between the first two of a game that was played to its end."""
    placed = sorted((seat.place, -(seat.score or 0)) for seat in seats if seat.place and seat.score is not None)
    is_played = game.ply >= MIN_PLIES and game.end_reason != RESIGNED
    return placed[1][1] - placed[0][1] if is_played and len(placed) > 1 and placed[0][1] <= placed[1][1] else None
