"""Feeds: a calendar of deadlines (RFC 5545), and turns for feed readers (Atom, RFC 4287).

Both are made for one user, in their language and time zone. Both stay the same while nothing happens: ids, dates and
numbers follow from the tables alone.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, Timezone, vText

from accounts.models import User
from games.clocks.models import Turn
from games.clocks.presenters import pace_label
from games.clocks.selectors import DeadlineHistory, TurnTime, deadline_histories, turn_times_for
from games.clocks.turn_facts import pace_of
from games.common.wording import bank_text, document_text, join_names, name_of, title_and_rules, titled
from games.core.log import entries_of
from games.core.models import Game, Seat
from games.core.selectors import seat_name, seats_by_game, seats_of
from games.following.presenters import TimelineLine, timeline_view
from games.lobby.selectors import tables_in_feed
from games.mail.tables import finished_turns
from games.notifications.links import host, link, table_link
from games.notifications.models import EXPIRY_NOTICE, Feed, FeedKind

WARNING = timedelta(hours=3)  # before the deadline
ASK_AGAIN = timedelta(hours=1)
ZONE = Timezone.from_tzinfo(UTC)
MAX_TURNS = 20  # of one table, and events of a timeline


def feed_version(feed: Feed) -> list[object]:
    """Return what a feed depends on: the turns that wait, the table, or the timeline, in few queries, and the names."""
    if feed.kind == FeedKind.TABLES:
        found = [game.pk for game in tables_in_feed(feed.user, timezone.now())]
        return [*found, *_names(found)]
    if feed.game:
        return [feed.game.version, feed.game.status, feed.game.name, *_names([feed.game.pk])]
    if feed.kind == FeedKind.FOLLOWING:
        return [(line.game.code, line.text, line.result) for line in _timeline(feed.user)]
    waiting = Game.objects.waiting_for(feed.user).order_by("id")
    own = Turn.objects.filter(game=OuterRef("pk"), user=feed.user, ended_at=None)
    deadline, changes = Subquery(own.values("deadline")[:1]), Subquery(own.values("deadline_changes")[:1])
    games = list(waiting.values_list("id", "name", "turn", "deadline", "seats__acting_since", deadline, changes))
    return [*games, *(_names([game[0] for game in games]) if games else ())]


def _timeline(user: User) -> Sequence[TimelineLine]:
    return timeline_view(user, size=MAX_TURNS).lines


def _names(games: list[int]) -> list[object]:
    seats = Seat.objects.filter(game__in=games).order_by("game_id", "id")
    return list(seats.values_list("game_id", "number", "user__username", "user__profile__display_name"))


def calendar_of(feed: Feed) -> bytes:
    """Return the calendar: one event at the deadline of each game that waits for its owner."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{host()}//Marrakech by Mail//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("Your turns at %(site)s") % {"site": settings.SITE_NAME})
    calendar.add("x-wr-timezone", timezone.get_current_timezone_name())
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    calendar.add_component(ZONE)  # a calendar needs at least one component (RFC 5545, 3.6)
    turns = [(game, time.deadline) for game, time in _own_turns(feed.user) if time.deadline]
    histories = deadline_histories(feed.user, [game for game, _deadline in turns])
    for game, deadline in turns:
        calendar.add_component(_event(game, deadline, feed.user, histories[game.pk]))
    if feed.expires_at and feed.expires_soon(timezone.now()):
        calendar.add_component(_expiry_event(feed, feed.expires_at))
    for component in calendar.walk():
        for name, value in component.items():
            if isinstance(value, vText):
                component[name] = vText(document_text(value), params=value.params)
    return bytes(calendar.to_ical())


def _expiry_event(feed: Feed, expires_at: datetime) -> Event:
    """Return the event of the day on which the calendar's address expires: afterwards it would show old turns."""
    event, page = Event(), link("games:channels")
    event.add("uid", f"feed.{feed.pk}@{host()}")
    event.add("dtstamp", feed.created_at.astimezone(UTC))
    event.add("dtstart", timezone.localdate(expires_at))
    event.add("summary", _("The address of this calendar expires"))
    event.add("description", _expiry_text(page))
    event.add("url", page)
    event.add("transp", "TRANSPARENT")
    return event


def _expiry_text(page: str) -> str:
    return _("Create a new address at %(page)s and remove this one.") % {"page": page}


def _own_turns(user: User) -> list[tuple[Game, TurnTime]]:
    games = list(Game.objects.waiting_for(user).with_people())
    times = turn_times_for(user, [(game, game.seats.all()) for game in games])
    return [(game, times[game.pk]) for game in games]


def _event(game: Game, deadline: datetime, user: User, history: DeadlineHistory) -> Event:
    """Return a game's event. It keeps its id from turn to turn: calendars move it instead of adding another.

    A calendar ignores an event whose numbers are not larger than those it has: they grow with each new deadline.
    """
    seat, others = _seats(game, user)
    since = (history.at or seat.acting_since or game.created_at).astimezone(UTC)
    event, alarm, title = Event(), Alarm(), _turn_title(game)
    event.add("uid", f"{game.code}.{user.pk}@{host()}")
    event.add("sequence", history.number)
    event.add("dtstamp", since)
    event.add("last-modified", since)
    event.add("dtstart", deadline.astimezone(UTC))
    event.add("summary", title)
    event.add(
        "description", "\n".join([_rules(game), _opponents(others), _time_text(game, seat, deadline), table_link(game)])
    )
    event.add("url", table_link(game))
    event.add("transp", "TRANSPARENT")  # a deadline takes no time
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    alarm.add("trigger", -WARNING)
    event.add_component(alarm)
    return event


def _seats(game: Game, user: User) -> tuple[Seat, list[Seat]]:
    """Return the player's seat and the others' seats, without a query."""
    seats = list(game.seats.all())
    return next(seat for seat in seats if seat.user_id == user.pk), [seat for seat in seats if seat.user_id != user.pk]


def _turn_title(game: Game) -> str:
    text = _("Your turn at %(table)s, turn %(number)d") % {"table": name_of(game.name), "number": game.turn}
    return titled(game.title, text)


def _rules(game: Game) -> str:
    return title_and_rules(game.title, game.ruleset, game.seat_count)


def _opponents(others: list[Seat]) -> str:
    return _("With %(names)s.") % {"names": join_names([name_of(seat_name(seat)) for seat in others])}


def _time_text(game: Game, seat: Seat, deadline: datetime | None) -> str:
    pace = pace_of(game)
    if pace is None:
        return _("This game has no clock.")
    text = _deadline_text(deadline) if deadline else _("The clock is stopped at the moment.")
    if pace.is_fixed:
        return text
    return f"{text} {_('Bank when your turn came: %(time)s.') % {'time': bank_text(seat.bank)}}"


def _deadline_text(deadline: datetime) -> str:
    when = date_format(timezone.localtime(deadline), "DATETIME_FORMAT")
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return _("Play by %(when)s (%(zone)s).") % {"when": when, "zone": zone}


def _clean(values: dict[str, Any]) -> dict[str, Any]:
    return {name: document_text(value) if isinstance(value, str) else value for name, value in values.items()}


class DatedFeed(Atom1Feed):
    """An Atom feed as old as its newest entry; without entries, as old as itself. Its texts can be in XML."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**_clean(values))

    def add_item(self, **values: Any) -> None:  # type: ignore[override]
        super().add_item(**_clean(values))

    def latest_post_date(self) -> datetime:
        dates: list[datetime] = [self.feed["made"], *(item["updateddate"] for item in self.items)]
        return max(dates)


def atom_of(feed: Feed) -> bytes:
    title, page, description = _about(feed)
    atom = DatedFeed(
        title=title,
        link=page,
        description=description,
        feed_url=link("games:atom", feed.code),
        feed_guid=_id(feed.created_at, f"feed/{feed.pk}"),
        language=get_language(),
        made=feed.created_at,
    )
    if feed.expires_at and feed.expires_soon(timezone.now()):
        page = link("games:channels")
        atom.add_item(
            title=_("This feed expires on %(day)s") % {"day": date_format(timezone.localdate(feed.expires_at))},
            link=page,
            description=_expiry_text(page),
            unique_id=_id(feed.created_at, f"feed/{feed.pk}/expires"),
            updateddate=feed.expires_at - EXPIRY_NOTICE,
        )
    if feed.game:
        _add_table(atom, feed.game)
    elif feed.kind == FeedKind.TABLES:
        _add_new_tables(atom, feed.user)
    elif feed.kind == FeedKind.FOLLOWING:
        _add_timeline(atom, feed.user)
    else:
        _add_turns(atom, feed.user)
    return atom.writeString("utf-8").encode()


def _about(feed: Feed) -> tuple[str, str, str]:
    """Return the title of an Atom feed, the page that it is about, and what it contains."""
    site = {"site": settings.SITE_NAME}
    if game := feed.game:
        contents = titled(_rules(game), _("What happened at this table"))
        return titled(game.title, name_of(game.name)), table_link(game), contents
    if feed.kind == FeedKind.TABLES:
        contents = _("Open tables that match your saved filters")
        return _("New tables at %(site)s") % site, link("games:saved_filters"), contents
    if feed.kind == FeedKind.FOLLOWING:
        return _("Players you follow at %(site)s") % site, link("games:timeline"), _("What they play")
    return _("Your turns at %(site)s") % site, link("games:home"), _("Games waiting for you")


def _id(created: datetime, name: str) -> str:
    """Return a permanent, globally unique id (RFC 4151)."""
    return f"tag:{host()},{created.astimezone(UTC):%Y-%m-%d}:{name}"


def _add_turns(atom: Atom1Feed, user: User) -> None:
    for game, time in _own_turns(user):
        seat, others = _seats(game, user)
        atom.add_item(
            title=_turn_title(game),
            link=table_link(game),
            description=format_html_join(
                "",
                "<p>{}</p>",
                [(text,) for text in (_rules(game), _opponents(others), _time_text(game, seat, time.deadline))],
            ),
            unique_id=_id(game.created_at, f"turn/{game.code}/{game.turn}/{user.pk}"),
            updateddate=seat.acting_since or game.created_at,
        )


def _add_new_tables(atom: Atom1Feed, user: User) -> None:
    games = tables_in_feed(user, timezone.now())
    seats = seats_by_game(games)
    for game in games:
        lines = (_rules(game), pace_label(game), _opponents(seats[game.pk]))
        atom.add_item(
            title=titled(game.title, name_of(game.name)),
            link=table_link(game),
            description=format_html_join("", "<p>{}</p>", [(text,) for text in lines]),
            unique_id=_id(game.created_at, f"open/{game.code}/{user.pk}"),
            updateddate=game.created_at,
        )


def _add_timeline(atom: Atom1Feed, user: User) -> None:
    for line in _timeline(user):
        texts = [text for text in (_rules(line.game), line.result) if text]
        atom.add_item(
            title=f"{titled(line.game.title, name_of(line.game.name))}: {line.text}",
            link=table_link(line.game),
            description=format_html_join("", "<p>{}</p>", [(text,) for text in texts]),
            unique_id=_id(line.game.created_at, f"{line.kind}/{line.game.code}/{user.pk}"),
            updateddate=line.at,
        )


def _add_table(atom: Atom1Feed, game: Game) -> None:
    names = [name_of(seat_name(seat)) for seat in seats_of(game)]
    turns = finished_turns(game, names, most=MAX_TURNS) if game.started_at else []
    plies = [turn.end - 1 for turn in turns]
    times = {entry.ply: entry.at for entry in entries_of(game, min(plies, default=0))}
    for turn in reversed(turns):
        who = names[turn.seat] if turn.seat is not None else settings.SITE_NAME
        atom.add_item(
            title=_("Turn %(number)d: %(name)s") % {"number": turn.number, "name": who},
            link=f"{table_link(game)}?ply={turn.end}",
            description=format_html_join("", "<p>{}</p>", [(sentence,) for sentence in (*turn.sentences, turn.line)]),
            author_name=who,
            unique_id=_id(game.created_at, f"table/{game.code}/turn/{turn.number}"),
            updateddate=times[turn.end - 1],
        )
