"""What feeds are made of, in few and fixed reads: they are asked for several times an hour, mostly in vain."""

from datetime import datetime

from accounts.models import User
from games.errors import NotFound
from games.models import Feed, FeedKind, Game, Status

from ..games import visible_games
from ..lists import waiting_for


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
    if feed is None or (feed.kind == FeedKind.CALENDAR) != is_calendar or not _may_see(feed.user, feed.game):
        raise NotFound
    return feed


def _may_see(user: User, game: Game | None) -> bool:
    return game is None or not game.is_private or visible_games(user).filter(pk=game.pk).exists()


def feed_version(feed: Feed) -> list[object]:
    """Return what a feed shows depends on, in at most one read: the turns that wait, or the state of the table."""
    if feed.game:
        return [feed.game.version, feed.game.status]
    mine = Game.objects.filter(seats__user=feed.user, seats__is_acting=True, status=Status.RUNNING)
    return list(mine.order_by("id").values_list("id", "name", "turn", "deadline", "seats__acting_since"))


def turns_of(user: User) -> list[Game]:
    """Return the games that wait for the player, with seats and people."""
    return list(waiting_for(user))


def times_of(game: Game, plies: list[int]) -> dict[int, datetime]:
    """Return when these entries of the log were made."""
    return dict(game.entries.filter(ply__in=plies).values_list("ply", "at"))
