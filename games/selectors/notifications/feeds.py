"""The contents of feeds, in few queries because readers fetch them several times an hour."""

from datetime import datetime

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from accounts.models import User
from games.errors import NotFound
from games.models import Feed, FeedKind, Game, Seat, Turn

from ..games import may_see


def feeds_of(user: User) -> list[Feed]:
    """Return the player's feeds that work, with their tables."""
    return list(Feed.objects.valid(timezone.now()).filter(user=user).select_related("game").order_by("id"))


def feed_by_code(code: str, *, is_calendar: bool) -> Feed:
    """Return the feed at a private address, with owner and table.

    Raises NotFound for a feed that is unknown, expired or revoked, belongs to a closed account, has the other format,
    or is about a table that its owner may no longer see.
    """
    feeds = Feed.objects.valid(timezone.now()).filter(code=code, user__is_active=True)
    feed = feeds.select_related("user__profile", "game").first()
    if feed is None or (feed.kind == FeedKind.CALENDAR) != is_calendar or not _may_owner_see(feed):
        raise NotFound
    return feed


def _may_owner_see(feed: Feed) -> bool:
    return feed.game is None or may_see(feed.game, feed.user)


def feed_version(feed: Feed) -> list[object]:
    """Return what a feed depends on, in at most two queries: the turns that wait or the table, and the names."""
    if feed.game:
        return [feed.game.version, feed.game.status, feed.game.name, *_names([feed.game.pk])]
    waiting = Game.objects.waiting_for(feed.user).order_by("id")
    own = Turn.objects.filter(game=OuterRef("pk"), user=feed.user, ended_at=None).values("deadline")[:1]
    games = list(waiting.values_list("id", "name", "turn", "deadline", "seats__acting_since", Subquery(own)))
    return [*games, *(_names([game[0] for game in games]) if games else ())]


def _names(games: list[int]) -> list[object]:
    seats = Seat.objects.filter(game__in=games).order_by("game_id", "id")
    return list(seats.values_list("game_id", "number", "user__username", "user__profile__display_name"))


def turns_of(user: User) -> list[Game]:
    """Return the games that wait for the player, with seats and people."""
    return list(Game.objects.waiting_for(user).with_people())


def times_of(game: Game, plies: list[int]) -> dict[int, datetime]:
    """Return when these entries of the log were made."""
    return dict(game.entries.filter(ply__in=plies).values_list("ply", "at"))
