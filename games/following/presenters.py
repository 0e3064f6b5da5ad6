"""Followed players with what they play, and the timeline of what they have done."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.board.cards import rules_of
from games.board.rules import RulesView
from games.common.wording import join_names
from games.core.models import Game, Seat
from games.core.selectors import seat_name
from games.lobby.selectors import may_contact

from .models import Follow
from .selectors import TimelineEvent, TimelineKind, follows_of, running_games_of, tables_to_invite_each, timeline_of

PER_PAGE = 25


@dataclass(frozen=True, slots=True)
class FollowedPlayer:
    """A followed player, some of their running games, and the viewer's tables to which they can be invited."""

    follow: Follow
    name: str
    running: Sequence[Game]
    tables: Sequence[Game]
    may_contact: bool

    @property
    def username(self) -> str:
        return self.follow.followed.username


def followed_players(user: User) -> list[FollowedPlayer]:
    """Return whom the user follows, the latest first."""
    rows = list(follows_of(user))
    people = [row.followed_id for row in rows]
    running, tables = running_games_of(people, user), tables_to_invite_each(user, people)
    return [
        FollowedPlayer(
            follow=row,
            name=display_name(row.followed),
            running=running.get(row.followed_id, []),
            tables=tables.get(row.followed_id, []),
            may_contact=may_contact(user, row.followed),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class TimelineLine:
    """An event of the timeline in words: who did what, and for a finished game ``result``, its players by place."""

    game: Game
    rules: RulesView
    text: str
    result: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TimelineView:
    lines: Sequence[TimelineLine]
    older: int | None


def timeline_view(user: User, before: int | None = None, size: int = PER_PAGE) -> TimelineView:
    """Return what the players whom the user follows have done, as lines."""
    timeline = timeline_of(user, size, before)
    return TimelineView([_line(event) for event in timeline.events], timeline.older)


def _line(event: TimelineEvent) -> TimelineLine:
    game, seats = event.game, list(event.game.seats.all())
    names = [seat_name(seat) for seat in seats if seat.user_id in event.players]
    if event.kind == TimelineKind.OPENED:
        host = display_name(game.host) if game.host else ""
        return TimelineLine(game, rules_of(game), _("%(name)s opened a table.") % {"name": host}, "", event.at)
    text = ngettext("%(names)s finished a game.", "%(names)s finished a game.", len(names))
    placed = sorted(seats, key=lambda seat: (seat.place or len(seats), seat.number or 0))
    result = " · ".join(_place(seat) for seat in placed if seat.place)
    return TimelineLine(game, rules_of(game), text % {"names": join_names(names)}, result, event.at)


def _place(seat: Seat) -> str:
    points = "" if seat.score is None else f" ({seat.score})"
    return f"{seat.place}. {seat_name(seat)}{points}"
