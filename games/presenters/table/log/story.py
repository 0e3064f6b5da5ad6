"""What a log does not say by itself: who acted for whom, and events at the table that are no actions."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from games.models import EntryNote, EventKind, Seat, TableEvent
from games.selectors.log import EntryOrigin, Origins
from games.selectors.tables.events import names_by_id
from games.selectors.tables.seats import seat_name

from .event_lines import EventPeople, LogEvent, event_line

STEPS = {EventKind.PROPOSED, EventKind.ANSWERED}
TAKEN = {EventKind.SUBSTITUTE, EventKind.ROBOT}


@dataclass(frozen=True)
class Story:
    """Marks by ply, and events in order of time. The sentences of events are made when they are asked for."""

    marks: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[TableEvent] = ()
    people: EventPeople = field(default_factory=lambda: EventPeople(()))

    def marks_of(self, plies: Iterable[int], events: Iterable[LogEvent] = ()) -> tuple[str, ...]:
        """Return the different marks of some plies, in their order, without those that the lines of ``events`` say."""
        if not self.marks:
            return ()
        said = _house_mark() if any(line.event.kind == EventKind.HOUSE for line in events) else ""
        marks = (self.marks[ply] for ply in plies if ply in self.marks)
        return tuple(mark for mark in dict.fromkeys(marks) if mark != said)

    def events_between(self, start: int, end: int | None) -> tuple[LogEvent, ...]:
        """Return the lines of the events when the log had ``start`` entries or more, but fewer than ``end``."""
        if not self.events:
            return ()
        first = bisect_left(self._plies, start)
        last = len(self.events) if end is None else bisect_left(self._plies, end)
        return tuple(event_line(event, self.people) for event in self.events[first:last])

    def in_brief(self) -> "Story":
        """Return the story with one line for each proposal that has ended: what was proposed, and how it ended.

        Every answer in a line of its own would fill the page.
        """
        ended = {event.params.get("proposal") for event in self.events if event.kind == EventKind.CLOSED}
        steps = [event for event in self.events if event.kind in STEPS and event.params.get("proposal") in ended]
        if not steps:
            return self
        made = {event.params["proposal"]: event for event in steps if event.kind == EventKind.PROPOSED}
        left = [event for event in self.events if event not in steps]
        return replace(self, events=left, people=replace(self.people, proposed=made))

    @cached_property
    def _plies(self) -> list[int]:
        return [event.ply for event in self.events]


NO_STORY = Story()


def story_of(rows: Sequence[Seat], origins: Origins, events: Sequence[TableEvent]) -> Story:
    """Return the story of a game with these seats, in one query if others than its players have acted."""
    people = people_of(rows, events, origins)
    seated = {seat.number: seat.user_id for seat in rows}
    began = _first_players(events)
    marks = {ply: mark for ply, origin in origins.items() if (mark := _mark(origin, people, seated, began))}
    return Story(marks, _in_order(events), people)


def _in_order(events: Iterable[TableEvent]) -> list[TableEvent]:
    """Return events in the order of the log. What happened in a turn that was taken back stands before its undoing."""
    placed: list[TableEvent] = []
    for event in events:
        if event.kind == EventKind.UNDONE:
            for one in placed:
                one.ply = min(one.ply, event.ply)
        placed.append(event)
    return sorted(placed, key=lambda event: event.ply)


def people_of(rows: Sequence[Seat], events: Sequence[TableEvent], origins: Origins | None = None) -> EventPeople:
    """Return the names of everyone in the events of a table and in its log."""
    names = {seat.user_id: seat_name(seat) for seat in rows if seat.user_id}
    ids = {event.user_id for event in events}
    ids |= {event.params.get(name) for event in events for name in ("player", "left")}
    ids |= {origin.played_by for origin in (origins or {}).values()}
    return EventPeople(
        [seat_name(seat) for seat in rows], names | names_by_id(ids - set(names) - {None}), _left(events)
    )


def _left(events: Iterable[TableEvent]) -> dict[int, int | None]:
    """Return who had left the seat, for each event by which someone else took it.

    ``params["left"]`` is the account from whom the operator took the seat, which then was not offered before.
    """
    offered: dict[int | None, int | None] = {}
    left = {}
    for event in events:
        if event.kind == EventKind.OFFERED:
            offered[event.seat] = event.params.get("player")
        elif event.kind in TAKEN:
            left[event.pk] = event.params.get("left", offered.get(event.seat))
    return left


def _first_players(events: Iterable[TableEvent]) -> dict[int | None, int | None]:
    """Return who began the game in the seats that others have taken since."""
    first: dict[int | None, int | None] = {}
    for event in events:
        if event.kind == EventKind.OFFERED:
            first.setdefault(event.seat, event.params.get("player"))
        elif event.kind in TAKEN and "left" in event.params:
            first.setdefault(event.seat, event.params["left"])
    return first


def _house_mark() -> str:
    return _("(played by the house)")


def _mark(
    origin: EntryOrigin,
    people: EventPeople,
    seated: Mapping[int | None, int | None],
    began: Mapping[int | None, int | None],
) -> str:
    """Return the remark about an action that the present player of the seat has not made alone, "" for none."""
    match origin.note:
        case EntryNote.ORDER:
            return _("(ordered in advance)")
        case EntryNote.HOUSE:
            return _house_mark()
        case EntryNote.DEPUTY:
            names = {"deputy": people.user(origin.played_by), "player": people.seats[origin.seat]}
            return _("(%(deputy)s for %(player)s)") % names
    player = origin.played_by or began.get(origin.seat)
    if player is None or player == seated.get(origin.seat):
        return ""
    return _("(played by %(name)s)") % {"name": people.user(player)}
