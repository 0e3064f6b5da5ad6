"""What feeds are made of, in few and fixed reads: they are asked for several times an hour, mostly in vain."""

from datetime import datetime

from accounts.models import User
from games.errors import NotFound
from games.models import Feed, FeedKind, Game

from ..games import may_see


def feeds_of(user: User) -> list[Feed]:
    """Return the player's feeds that have not been revoked, with their tables."""
    return list(Feed.objects.filter(user=user, revoked_at=None).select_related("game").order_by("id"))


def feed_by_code(code: str, *, is_calendar: bool) -> Feed:
    """Return the feed at a private address, with owner and table.

    Raises NotFound where there is none (any more): unknown, revoked, of a closed account, of the other format, of a
    table that its owner may not see any more.
    """
    feeds = Feed.objects.filter(code=code, revoked_at=None, user__is_active=True)
    feed = feeds.select_related("user__profile", "game").first()
    if feed is None or (feed.kind == FeedKind.CALENDAR) != is_calendar or not _may_show(feed):
        raise NotFound
    return feed


def _may_show(feed: Feed) -> bool:
    return feed.game is None or may_see(feed.game, feed.user)


def feed_version(feed: Feed) -> list[object]:
    """Return what a feed shows depends on, in at most one read: the turns that wait, or the state of the table."""
    if feed.game:
        return [feed.game.version, feed.game.status]
    waiting = Game.objects.waiting_for(feed.user).order_by("id")
    return list(waiting.values_list("id", "name", "turn", "deadline", "seats__acting_since"))


def turns_of(user: User) -> list[Game]:
    """Return the games that wait for the player, with seats and people."""
    return list(Game.objects.waiting_for(user).with_people())


def times_of(game: Game, plies: list[int]) -> dict[int, datetime]:
    """Return when these entries of the log were made."""
    return dict(game.entries.filter(ply__in=plies).values_list("ply", "at"))
