"""Followed players with what they play, the timeline of what they have done, and games to watch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.board.cards import GameCard, game_cards, rules_of, with_news
from games.board.rules import RulesView
from games.common.wording import join_names
from games.core.models import Game, Seat
from games.core.selectors import seat_name
from games.engine.registry import get_title
from games.lobby.selectors import may_contact
from games.ratings.formula import shown
from games.ratings.models import PersonalRecord
from games.ratings.presenters import record_label, record_text, start_rating_text

from .lists import BestGames
from .models import Follow
from .selectors import (
    MAX_FOLLOWERS,
    TimelineEvent,
    TimelineKind,
    follower_count,
    follows_of,
    marked_among,
    running_games_of,
    tables_to_invite_each,
    timeline_of,
)

PER_PAGE = 25
NO_BREAK = "\u00a0"


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
    running, tables = running_games_of(people), tables_to_invite_each(user, people)
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


def followers_text(user: User) -> str:
    """Return how many players follow the user, "" for none."""
    number = follower_count(user)
    many = _("%(number)s or more players follow you.")
    text = ngettext("%(number)s player follows you.", "%(number)s players follow you.", number)
    return (many if number == MAX_FOLLOWERS else text) % {"number": number} if number else ""


@dataclass(frozen=True, slots=True)
class TimelineLine:
    """An event of the timeline in words: who did what, and for a finished game ``result``, its players by place."""

    kind: TimelineKind
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
    if event.kind == TimelineKind.OPENED:
        host = display_name(game.host) if game.host else ""
        text, result = _("%(name)s opened a table.") % {"name": host}, ""
    else:
        names = [seat_name(seat) for seat in seats if seat.user_id in event.players]
        text = ngettext("%(names)s finished a game.", "%(names)s finished a game.", len(names))
        text, result = text % {"names": join_names(names)}, result_text(seats)
        result = " · ".join(filter(None, [result, *(_record(row, seats) for row in event.records)]))
    return TimelineLine(event.kind, game, rules_of(game), text, result, event.at)


def _record(row: PersonalRecord, seats: Sequence[Seat]) -> str:
    title = get_title(row.title)
    name = next((seat_name(seat) for seat in seats if seat.user_id == row.user_id), "")
    about = {"name": name, "what": record_label(title, row.kind), "value": record_text(title, row.kind, row.value)}
    return _("A record of %(name)s: %(what)s (%(value)s)") % about


def result_text(seats: Sequence[Seat]) -> str:
    """Return the players of a finished game by their places, with their points."""
    placed = sorted((seat for seat in seats if seat.place), key=lambda seat: (seat.place, seat.number))
    return " · ".join(_place(seat) for seat in placed)


def _place(seat: Seat) -> str:
    points = "" if seat.score is None else f" ({seat.score})"
    return f"{seat.place}.{NO_BREAK}{seat_name(seat)}{points}"


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game to watch: ``result`` says how it ended, ``note`` why it is in its list.

    It ``has_star`` if the viewer can mark it, or has done so.
    """

    card: GameCard
    result: str = ""
    note: str = ""
    has_star: bool = False
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class WatchedList:
    """Some games to watch, under a heading if there are several lists."""

    games: Sequence[WatchedGame]
    key: str = ""
    heading: str = ""


def watched_list(games: Sequence[Game], user: User | None, now: datetime) -> WatchedList:
    """Return games to watch for a viewer, who can mark those of others that are not over."""
    marked, found = marked_among(user, games), []
    for card in with_news(game_cards(games, None), now):
        is_marked, is_own = card.game.pk in marked, any(user and seat.user_id == user.pk for seat in card.seats)
        has_star = is_marked or bool(user and not (user.is_guest or is_own or card.game.is_over))
        found.append(replace(_watched(card), has_star=has_star, is_marked=is_marked))
    return WatchedList(found)


def _watched(card: GameCard, note: str = "") -> WatchedGame:
    """Return a game to watch. Beside names stand the ratings at the start of a rated game."""
    card = replace(card, ratings={seat.user.username: start_rating_text(seat) for seat in card.seats if seat.user})
    return WatchedGame(card, result_text(card.seats) if card.game.is_over else "", note)


def best_lists(best: BestGames) -> list[WatchedList]:
    """Return the best games of a week as lists, without the empty ones, in as many statements as one list."""
    found = [*best.strongest, *best.luckiest, *best.closest]
    cards = {card.game.pk: card for card in game_cards({game.pk: game for game in found}.values(), None)}
    lists = (
        ("strongest", _("The strongest players"), best.strongest, _strength),
        ("luckiest", _("The biggest swing of luck"), best.luckiest, _luck),
        ("closest", _("The closest end"), best.closest, _margin),
    )
    return [
        WatchedList([_watched(cards[game.pk], note(game)) for game in games], key, heading)
        for key, heading, games, note in lists
        if games
    ]


def _strength(game: Any) -> str:
    return _("Mean rating: %(rating)d") % {"rating": shown(game.mean)}


def _luck(game: Any) -> str:
    points = round(game.swing)
    text = ngettext("Luck: %(points)d point apart", "Luck: %(points)d points apart", points)
    return text % {"points": points}


def _margin(game: Any) -> str:
    if not game.margin:
        return _("Level on points")
    text = ngettext("Decided by %(points)d point", "Decided by %(points)d points", game.margin)
    return text % {"points": game.margin}
