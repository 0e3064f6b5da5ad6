"""The contents of feeds, in few queries because readers fetch them several times an hour."""

from datetime import datetime

from django.db.models import OuterRef, Subquery

from accounts.models import User
from games.clocks.models import Turn
from games.core.models import Game, Seat
from games.notifications.models import Feed


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
