"""The log of a table in sentences: turns, events that are no actions, and who acted for whom."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property
from itertools import zip_longest
from typing import Any, overload

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.presenters import pace_view
from games.clocks.time_out_steps import TIME_OF_DEPUTY
from games.common.wording import day_text, duration_text, message_renderer, moment_text, phrase, time_text
from games.core.choices import Pace
from games.core.log import EntryOrigin, Origins
from games.core.models import EntryNote, EventKind, GivenUpBy, Seat, TableEvent
from games.core.selectors import names_by_id, seat_name
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.replay import group_by_turn, points_by_source
from games.engine.values import ABORT, Ply
from games.play.models import ProposalKind, ProposalState

Say = Callable[[Message], str]

MAX_TAKEN_BACK = 8  # turns in the sentence about a rewind: the page of the dice and the game file have all
MAX_NEWS = 4  # turns shown beside the board, and plies of one of them

STEPS = {EventKind.PROPOSED, EventKind.ANSWERED}
TAKEN = {EventKind.SUBSTITUTE, EventKind.ROBOT}


@dataclass(frozen=True, slots=True)
class PlyText:
    """One ply in words. ``ply`` is the length of the log after it: the number of its permalink."""

    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One event in words. ``ply`` is the length of the log at that time."""

    event: TableEvent
    text: str

    @property
    def ply(self) -> int:
        return self.event.ply


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn; turn 0 is the time before the first. ``die`` is the rolled face, ``result`` its cost; "" for none.

    ``marks`` say who made actions of it that its player has not made, if no event says it: a stand-in or a deputy.
    ``events`` happened since the turn before, or during this one. ``is_foreseen``: by an order in advance.
    """

    number: int
    seats: frozenset[int]
    texts: tuple[PlyText, ...]
    line: str
    die: str
    result: str = ""
    marks: tuple[str, ...] = ()
    events: tuple[LogEvent, ...] = ()
    is_foreseen: bool = False

    @property
    def other_marks(self) -> list[str]:
        """The marks without the one about an order in advance."""
        return [mark for mark in self.marks if mark != _order_mark()]

    @property
    def latest(self) -> tuple[PlyText, ...]:
        """The last plies of the turn. They are the whole turn except in titles with very long turns."""
        return self.texts[-MAX_NEWS:]

    @property
    def last_ply(self) -> int:
        return self.texts[-1].ply


@dataclass(frozen=True)
class EventPeople:
    """The names in the sentences: ``seats`` by the number of the seat now, ``users`` by the id of the account.

    ``left`` has the account that left a seat before each event by which someone else took it, by the event's id.
    ``proposed`` has, by the proposal's id, the event of its making, if that has no line of its own. ``reader`` is the
    account of who reads.
    """

    seats: Sequence[str]
    users: Mapping[int, str] = field(default_factory=dict)
    left: Mapping[int, int | None] = field(default_factory=dict)
    proposed: Mapping[int, TableEvent] = field(default_factory=dict)
    reader: int | None = None

    def user(self, pk: int | None) -> str:
        return self.users.get(pk or 0) or _("a former player")

    def player_id(self, event: TableEvent) -> int | None:
        """Return the account of the player who had the event's seat then, or who left it by this event."""
        return self.left.get(event.pk, event.params.get("player"))

    def player(self, event: TableEvent) -> str:
        pk = self.player_id(event)
        if pk is None and event.seat is not None and event.seat < len(self.seats):
            return self.seats[event.seat]
        return self.user(pk)

    def who(self, event: TableEvent) -> str:
        return self.user(event.user_id)


@dataclass(frozen=True)
class Story:
    """Marks by ply, and events in order of time. The sentences of events are made when they are asked for."""

    marks: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[TableEvent] = ()
    people: EventPeople = field(default_factory=lambda: EventPeople(()))
    foreseen: frozenset[int] = frozenset()  # the plies that orders in advance have played

    def marks_of(self, plies: Iterable[int], events: Iterable[LogEvent] = ()) -> tuple[str, ...]:
        """Return the different marks of some plies, in their order, without those that the lines of ``events`` say."""
        if not self.marks:
            return ()
        said = _stand_in_mark() if any(line.event.kind == EventKind.STAND_IN for line in events) else ""
        marks = (self.marks[ply] for ply in plies if ply in self.marks)
        return tuple(mark for mark in dict.fromkeys(marks) if mark != said)

    def events_between(self, start: int, end: int | None) -> tuple[LogEvent, ...]:
        """Return the lines of the events when the log had ``start`` entries or more, but fewer than ``end``."""
        if not self.events:
            return ()
        first = bisect_left(self._plies, start)
        last = len(self.events) if end is None else bisect_left(self._plies, end)
        return tuple(event_line(event, self.people) for event in self.events[first:last])

    def summary(self) -> "Story":
        """Return the story with one line for each ended proposal: a line for every answer would fill the page."""
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


class TurnList(Sequence[TurnView]):
    """The turns of a log, oldest first.

    Texts of a turn are created on access: a page shows five turns of up to fifty (saves 2 ms late in a game).
    """

    def __init__(
        self,
        title: Title,
        plies: Sequence[Ply],
        names: Sequence[str],
        story: Story = NO_STORY,
        viewer: int | None = None,
    ) -> None:
        self._title, self._story = title, story
        self._say = message_renderer(title, names, viewer)
        self._groups = group_by_turn(title, plies)
        self._turns: dict[int, TurnView] = {}

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def first_ply(self) -> int:
        """The number of the first entry of the log that belongs to these turns."""
        return self._groups[0][0].number if self._groups else 0

    @overload
    def __getitem__(self, index: int) -> TurnView: ...

    @overload
    def __getitem__(self, index: slice) -> list[TurnView]: ...

    def __getitem__(self, index: int | slice) -> TurnView | list[TurnView]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        if at not in self._turns:
            self._turns[at] = _turn(self._title, self._groups[at], self._say, self._story)
        return self._turns[at]

    def before(self, ply: int, most: int) -> list[TurnView]:
        """Return at most ``most`` turns, the last of those that began within the first ``ply`` plies."""
        end = sum(group[0].number < ply for group in self._groups)
        return self[max(0, end - most) : end]


def _turn(title: Title, group: Sequence[Ply], say: Say, story: Story) -> TurnView:
    events = story.events_between(group[0].number, group[-1].number + 1)
    roll = next((ply for ply in reversed(group) if rolled_face(title, ply)), None)
    return TurnView(
        number=title.turn(group[0].before),
        seats=frozenset(ply.action.seat for ply in group if ply.action.seat is not None),
        texts=tuple(texts_of(title, group, say)),
        line=title.turn_line(group),
        die=rolled_face(title, roll) if roll else "",
        result=say(title.describe(roll)[-1]) if roll else "",
        marks=story.marks_of((ply.number for ply in group), events),
        events=events,
        is_foreseen=any(ply.number in story.foreseen for ply in group),
    )


def texts_of(title: Title, group: Sequence[Ply], say: Say) -> Iterator[PlyText]:
    """Yield the plies of a turn in words: several draws in a row are one sentence, if the title has one for them."""
    waiting: list[Message] = []
    for ply, following in zip_longest(group, group[1:]):
        told = title.describe(ply)
        coming = title.describe(following) if following else ()
        if len(told) == 1 and coming and _is_of_a_kind(title, told[0], coming[0]):
            waiting.append(told[0])
            continue
        yield PlyText(
            ply.number + 1, " ".join(map(say, (_together([*waiting, told[0]]), *told[1:]) if waiting else told))
        )
        waiting = []


def _is_of_a_kind(title: Title, one: Message, other: Message) -> bool:
    is_same = one.key == other.key and one.params.get("seat") == other.params.get("seat")
    return is_same and f"{one.key}.2" in title.phrases


def _together(messages: Sequence[Message]) -> Message:
    """Return one message for several that differ in one parameter beside their seat."""
    (name,) = messages[0].params.keys() - {"seat"}
    several = {letter: message.params[name] for letter, message in zip("abc", messages, strict=False)}
    return Message(f"{messages[0].key}.{len(messages)}", {"seat": messages[0].params["seat"], **several})


def ply_text(title: Title, ply: Ply, names: Sequence[str], viewer: int | None = None) -> str:
    """Return a ply in words. ``viewer`` is the seat of the reader, who is "you"."""
    return _text(title, ply, message_renderer(title, names, viewer))


def _text(title: Title, ply: Ply, say: Say) -> str:
    return " ".join(map(say, title.describe(ply)))


def rolled_face(title: Title, ply: Ply) -> str:
    """Return the face if this ply is a roll for movement, otherwise ""."""
    if ply.action.seat is not None or title.notation(ply.action) == ABORT:
        return ""
    chance = title.chance(ply.before)
    return title.notation(ply.action) if chance and chance.label == "roll" else ""


def unseen_turns(
    turns: Sequence[TurnView], seat: int | None, current: int, *, has_played: bool = False
) -> list[TurnView]:
    """Return the turns after this seat's last finished one.

    ``current`` is the number of the turn in progress, ``has_played`` is True if the seat has played before ``turns``.
    The result has at least the latest turn, and at most ``MAX_NEWS``.
    """
    for back, turn in enumerate(reversed(turns) if seat is not None else ()):
        if seat in turn.seats and turn.number != current:
            return list(turns[-min(max(back, 1), MAX_NEWS) :])
    return list(turns[-MAX_NEWS:] if has_played else turns[-1:])


def story_of(seats: Sequence[Seat], origins: Origins, events: Sequence[TableEvent], reader: int | None = None) -> Story:
    """Return the story of a game with these seats, in one query if others than its players have acted."""
    people = replace(people_of(seats, events, origins), reader=reader)
    seated = {seat.number: seat.user_id for seat in seats}
    began = _first_players(events)
    marks = {ply: mark for ply, origin in origins.items() if (mark := _mark(origin, people, seated, began))}
    foreseen = frozenset(ply for ply, origin in origins.items() if origin.note == EntryNote.ORDER)
    return Story(marks, _in_order(events), people, foreseen)


def _in_order(events: Iterable[TableEvent]) -> list[TableEvent]:
    """Return events in the order of the log. What happened in a turn that was taken back stands before its undoing."""
    placed: list[TableEvent] = []
    for event in events:
        if event.kind == EventKind.UNDONE:
            for one in placed:
                one.ply = min(one.ply, event.ply)
        placed.append(event)
    return sorted(placed, key=lambda event: event.ply)


def people_of(seats: Sequence[Seat], events: Sequence[TableEvent], origins: Origins | None = None) -> EventPeople:
    names = {seat.user_id: seat_name(seat) for seat in seats if seat.user_id}
    ids = {event.user_id for event in events}
    ids |= {event.params.get(name) for event in events for name in ("player", "left")}
    ids |= {origin.played_by for origin in (origins or {}).values()}
    return EventPeople(
        [seat_name(seat) for seat in seats], names | names_by_id(ids - set(names) - {None}), _left(events)
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


def _stand_in_mark() -> str:
    return _("(played by a stand-in robot)")


def _order_mark() -> str:
    return _("(ordered in advance)")


def _mark(
    origin: EntryOrigin,
    people: EventPeople,
    seated: Mapping[int | None, int | None],
    began: Mapping[int | None, int | None],
) -> str:
    """Return the remark about an action that the present player of the seat has not made alone, "" for none."""
    match origin.note:
        case EntryNote.ORDER:
            return _order_mark()
        case EntryNote.STAND_IN:
            return _stand_in_mark()
        case EntryNote.DEPUTY:
            names = {"deputy": people.user(origin.played_by), "player": people.seats[origin.seat]}
            return _("(%(deputy)s for %(player)s)") % names
    player = origin.played_by or began.get(origin.seat)
    if player is None or player == seated.get(origin.seat):
        return ""
    return _("(played by %(name)s)") % {"name": people.user(player)}


def event_line(event: TableEvent, people: EventPeople) -> LogEvent:
    return LogEvent(event, event_text(event, people))


def event_text(event: TableEvent, people: EventPeople) -> str:
    """Return the sentence about an event. A kind without a sentence uses its label."""
    sentence = SENTENCES.get(event.kind)
    if event.kind == EventKind.SHARE and people.reader and people.player_id(event) == people.reader:
        sentence = _own_share
    if people.reader and event.user_id == people.reader:
        sentence = OWN_SENTENCES.get(event.kind, sentence)
    if sentence is None:
        return f"{EventKind(event.kind).label}."
    names = {"player": people.player(event), "who": people.who(event)}
    text = sentence(event.params, names, event)
    proposed = people.proposed.get(event.params.get("proposal", 0)) if event.kind == EventKind.CLOSED else None
    return f"{event_text(proposed, people)} {text}" if proposed else text


Params = Mapping[str, Any]
Names = dict[str, str]


def _plain(text: Callable[[], str]) -> Callable[[Params, Names, TableEvent], str]:
    """Return a sentence that needs names only."""
    return lambda _params, names, _event: text() % names


def _or_by_operator(
    text: Callable[[], str], by_operator: Callable[[], str]
) -> Callable[[Params, Names, TableEvent], str]:
    """Return a sentence that needs names only, and another one with the reason if the operator has done it."""
    return lambda params, names, _event: (
        _with_reason(by_operator() % names, params) if params.get("reason") else text() % names
    )


def _claim(params: Params, names: Names, _event: TableEvent) -> str:
    if params.get("wants_substitute"):
        return _("%(who)s asked for another player to take %(player)s’s seat.") % names
    return _("%(who)s asked for the game to go on without waiting for %(player)s.") % names


def _automatic(params: Params, names: Names, _event: TableEvent) -> str:
    if params.get("is_elsewhere"):
        return _("A holiday of one day began by itself for %(player)s, whose deadline passed at another table.") % names
    text = _("%(player)s’s deadline passed. A holiday of one day began by itself.") % names
    asks = _("It is the last one for now: %(player)s has been asked whether they are still there.") % names
    return f"{text} {asks}" if params.get("asks") else text


def deputy_time(event: TableEvent) -> str:
    """Return until when the deputy of an event can play."""
    stored = event.params.get("at")
    at = parse_datetime(stored) if isinstance(stored, str) else None
    return moment_text((at or event.at) + timedelta(seconds=TIME_OF_DEPUTY))


def _deputy(_params: Params, names: Names, event: TableEvent) -> str:
    values = {**names, "when": deputy_time(event)}
    return _("%(player)s’s deadline passed. Their deputy %(who)s can play this turn until %(when)s.") % values


def _gift(params: Params, names: Names, event: TableEvent) -> str:
    values = {**names, "time": duration_text(int(params.get("seconds", 0)))}
    if event.user_id:
        text = _("%(who)s gave %(player)s more time: %(time)s.") % values
    else:
        text = _("%(player)s got more time: %(time)s.") % values
    return _with_reason(text, params)


def _holiday(params: Params, names: Names, _event: TableEvent) -> str:
    values = {**names, "first": stored_day(params.get("first")), "back": stored_day(params.get("last"), 1)}
    if params.get("is_cancelled"):
        return _("%(player)s’s holiday will not take place.") % values
    if params.get("is_change"):
        return _("%(player)s’s holiday has been shortened: back on %(back)s.") % values
    return _("%(player)s is on holiday from %(first)s, back on %(back)s.") % values


def _paused(params: Params, _names: Names, _event: TableEvent) -> str:
    when = stored_moment(params.get("until"))
    if when and params.get("reason"):
        text = _("The operator of the site has paused the game until %(when)s. All clocks are stopped.") % {
            "when": when
        }
    elif when:
        text = _("The game is paused until %(when)s. All clocks are stopped.") % {"when": when}
    else:
        text = _("The game is paused until everyone agrees to go on. All clocks are stopped.")
    return _with_reason(text, params)


def _outage(params: Params, _names: Names, _event: TableEvent) -> str:
    values = {"start": stored_moment(params.get("from")), "end": stored_moment(params.get("until"))}
    if time := time_on_same_day(params.get("from"), params.get("until")):
        text = _("The site was down from %(start)s to %(time)s. All clocks were stopped.") % {**values, "time": time}
    else:
        text = _("The site was down from %(start)s to %(end)s. All clocks were stopped.") % values
    return _with_reason(text, params)


def _resigned(params: Params, names: Names, _event: TableEvent) -> str:
    if params.get("is_confirmed"):
        return _("%(who)s chose not to wait.") % names
    values = {**names, "when": stored_moment(params.get("until"))}
    return _("%(player)s has resigned, and can take it back until %(when)s.") % values


def taken_back_text(params: Params) -> str:
    """Return which turns an event has taken back, the first of many, and how much is lost; "" for nothing.

    Of a damaged log nobody can say which turns.
    """
    lines = [] if params.get("what") == "repair" else [*params.get("lines", ())]
    turns = "; ".join([*lines[:MAX_TAKEN_BACK], *(["…"] if len(lines) > MAX_TAKEN_BACK else [])])
    found = [_("What doesn’t count any more: %(turns)s.") % {"turns": turns}] if lines else []
    return " ".join([*found, *([lost_text(lost)] if (lost := int(params.get("lost") or 0)) else [])])


def lost_text(number: int) -> str:
    text = ngettext(
        "%(count)d roll or draw can’t be replayed: it is lost.",
        "%(count)d rolls or draws can’t be replayed: they are lost.",
        number,
    )
    return text % {"count": number}


def _undone(params: Params, names: Names, _event: TableEvent) -> str:
    what = params.get("what")
    if what == "resignation":
        return _("%(player)s has taken back their resignation.") % names
    if what in {"repair", "rewind"}:
        text = _("The operator of the site has taken the game back to this step.")
        if "turn" in params:  # not in games of earlier releases
            text = _(
                "The operator of the site has taken the game back from step %(step)s (turn %(turn)s) to step "
                "%(to_step)s (turn %(to_turn)s)."
            ) % {name: params.get(name) for name in ("step", "turn", "to_step", "to_turn")}
        if what == "repair":
            text = f"{damaged_text()} {text}"
        if params.get("opened"):  # in games of earlier releases
            more = _(
                "Shares in the results that were opened after it stay open: results that come again can be "
                "different now."
            )
            text = f"{text} {more}"
        return _and_taken_back(_with_reason(text, params), params)
    return _and_taken_back(_("%(player)s’s last turn was taken back.") % names, params)


def _and_taken_back(text: str, params: Params) -> str:
    return " ".join(filter(None, [text, taken_back_text(params)]))


def _share(params: Params, names: Names, _event: TableEvent) -> str:
    texts = {
        GivenUpBy.DEPUTY: _("A deputy played for %(player)s, whose share in the results was not open: it is given up."),
        GivenUpBy.TIME_OUT: _(
            "%(player)s’s turn was played without them, while their share in the results was not open: it is given up."
        ),
    }
    usual = _("%(player)s played without adding their share: the results do without it.")
    return texts.get(params.get("by", ""), usual) % names


def _own_share(params: Params, names: Names, event: TableEvent) -> str:
    if params.get("by") in {GivenUpBy.DEPUTY, GivenUpBy.TIME_OUT}:
        return _share(params, names, event)
    return _("You played without adding your share: the results do without it.")


def _answered(params: Params, names: Names, _event: TableEvent) -> str:
    if params.get("agrees"):
        return _("%(who)s agreed to the proposal.") % names
    return _("%(who)s did not agree to the proposal.") % names


def _closed(params: Params, names: Names, event: TableEvent) -> str:
    if event.user_id and params.get("state") == ProposalState.DECLINED:
        return _("%(who)s declined the proposal.") % names
    return result_text(str(params.get("state", "")))


def _own_closed(params: Params, names: Names, event: TableEvent) -> str:
    if params.get("state") == ProposalState.DECLINED:
        return _("You declined the proposal.")
    return _closed(params, names, event)


def _proposed(params: Params, names: Names, _event: TableEvent) -> str:
    """Return what was proposed: in the past, like all lines of the log."""
    when = stored_moment(params.get("until"))
    match params.get("kind"):
        case ProposalKind.ABORT:
            return _("%(who)s proposed to end the game without a result.") % names
        case ProposalKind.PAUSE if when:
            return _("%(who)s proposed to pause the game until %(when)s.") % {**names, "when": when}
        case ProposalKind.PAUSE if "until" not in params:
            return _("%(who)s proposed a pause.") % names
        case ProposalKind.PAUSE:
            return _("%(who)s proposed to pause the game until everyone agrees to go on.") % names
        case ProposalKind.RESUME:
            return _("%(who)s proposed to end the pause.") % names
        case ProposalKind.UNDO:
            return _("%(who)s asked to take back their last turn.") % names
        case ProposalKind.PACE if "pace" not in params:
            return _("%(who)s proposed another pace.") % names
        case ProposalKind.PACE:
            return _("%(who)s proposed another pace: %(pace)s.") % {**names, "pace": pace_text(params)}
    return _("%(who)s proposed something.") % names


def _own_proposed(params: Params, _names: Names, _event: TableEvent) -> str:
    when = stored_moment(params.get("until"))
    match params.get("kind"):
        case ProposalKind.ABORT:
            return _("You proposed to end the game without a result.")
        case ProposalKind.PAUSE if when:
            return _("You proposed to pause the game until %(when)s.") % {"when": when}
        case ProposalKind.PAUSE:
            return _("You proposed to pause the game until everyone agrees to go on.")
        case ProposalKind.RESUME:
            return _("You proposed to end the pause.")
        case ProposalKind.UNDO:
            return _("You asked to take back your last turn.")
    return _("You proposed another pace: %(pace)s.") % {"pace": pace_text(params)}


def _operator(params: Params, names: Names, _event: TableEvent) -> str:
    text = _("The operator of the site has changed something here.")
    if params.get("what") == "rebuilt":
        text = _("The operator of the site has repaired this game.")
    if params.get("what") == "voided":
        text = _("The operator of the site has decided that the result of this game doesn’t count for ratings.")
    if params.get("what") == "restored":
        text = _("The operator of the site has decided that the result of this game counts for ratings again.")
    if params.get("what") == "unrated":
        text = _("The operator of the site has decided that this game is not rated.")
    if params.get("what") == "aborted":
        text = _("The operator of the site has ended this game without a result.")
    if "seconds" in params:
        values = {**names, "time": duration_text(int(params["seconds"]))}
        text = _("The operator of the site has given %(player)s more time: %(time)s.") % values
    return _with_reason(text, params)


def damaged_text() -> str:
    return _("The log of this game was damaged.")


def reason_text(params: Params) -> str:
    return _with_reason("", params).strip()


def _with_reason(text: str, params: Params) -> str:
    reason = str(params.get("reason") or "").strip()
    if reason and not reason.endswith((".", "!", "?", "…")):
        reason += "."
    return _("%(sentence)s Reason: %(reason)s") % {"sentence": text, "reason": reason} if reason else text


SENTENCES: Mapping[str, Callable[[Params, Names, TableEvent], str]] = {
    EventKind.OVERDUE: _plain(
        lambda: _("%(player)s’s deadline has passed. Any other player can now ask for the game to go on.")
    ),
    EventKind.CLAIM: _claim,
    EventKind.AUTOMATIC: _automatic,
    EventKind.DEPUTY: _deputy,
    EventKind.STAND_IN: _plain(lambda: _("A stand-in robot played this turn for %(player)s.")),
    EventKind.OUT: _plain(lambda: _("%(player)s ran out of time and left the game.")),
    EventKind.OFFERED: _or_by_operator(
        lambda: _("%(player)s’s seat is now open to another player."),
        lambda: _("The operator of the site offers %(player)s’s seat to other players."),
    ),
    EventKind.SUBSTITUTE: _or_by_operator(
        lambda: _("%(who)s has taken %(player)s’s seat."),
        lambda: _("The operator of the site has given %(player)s’s seat to %(who)s."),
    ),
    EventKind.ROBOT: _or_by_operator(
        lambda: _("No player took %(player)s’s seat. The robot %(who)s plays on."),
        lambda: _("The operator of the site has given %(player)s’s seat to the robot %(who)s."),
    ),
    EventKind.RETURNED: _or_by_operator(
        lambda: _("%(who)s is back and has their seat again."),
        lambda: _("The operator of the site has given %(who)s their seat back."),
    ),
    EventKind.GIFT: _gift,
    EventKind.HOLIDAY: _holiday,
    EventKind.PAUSED: _paused,
    EventKind.RESUMED: _or_by_operator(
        lambda: _("The game goes on. The clocks run again."),
        lambda: _("The operator of the site has ended the pause. The clocks run again."),
    ),
    EventKind.OUTAGE: _outage,
    EventKind.BOUNCE: _plain(
        lambda: _("Emails are not reaching %(player)s. Their clock is stopped, for at most 7 days.")
    ),
    EventKind.PACE: lambda params, _names, _event: _("The pace is now: %(pace)s.") % {"pace": pace_text(params)},
    EventKind.RESIGNED: _resigned,
    EventKind.UNDONE: _undone,
    EventKind.PROPOSED: _proposed,
    EventKind.ANSWERED: _answered,
    EventKind.CLOSED: _closed,
    EventKind.OPERATOR: _operator,
    EventKind.SHARE: _share,
    EventKind.DESERTED: _plain(lambda: _("No player is left at this table: the game ends without a result.")),
}
OWN_SENTENCES: Mapping[str, Callable[[Params, Names, TableEvent], str]] = {  # of what the reader has done
    EventKind.PROPOSED: _own_proposed,
    EventKind.CLOSED: _own_closed,
}


def stored_moment(value: object) -> str:
    at = parse_datetime(value) if isinstance(value, str) else None
    return moment_text(at) if at else ""


def time_on_same_day(start: object, end: object) -> str:
    """Return the time of a stored moment if it is on the same local day as another one, otherwise ""."""
    first, last = (parse_datetime(value) if isinstance(value, str) else None for value in (start, end))
    if first is None or last is None or timezone.localtime(first).date() != timezone.localtime(last).date():
        return ""
    return time_text(last)


def stored_day(value: object, later: int = 0) -> str:
    """Return the weekday and date of a stored local day, or of a number of days later; "" for none."""
    day = parse_date(value) if isinstance(value, str) else None
    return day_text(day + timedelta(days=later)) if day else ""


def own_proposal_text(kind: str, params: Mapping[str, Any]) -> str:
    """Return what the reader's own open proposal says."""
    when = stored_moment(params.get("until"))
    match kind:
        case ProposalKind.ABORT:
            return _("You propose to end the game without a result.")
        case ProposalKind.PAUSE if when:
            return _("You propose to pause the game until %(when)s.") % {"when": when}
        case ProposalKind.PAUSE:
            return _("You propose to pause the game until everyone agrees to go on.")
        case ProposalKind.RESUME:
            return _("You propose to end the pause.")
        case ProposalKind.UNDO:
            return _("You ask to take back your last turn.")
    return _("You propose another pace: %(pace)s.") % {"pace": pace_text(params)}


def proposal_text(who: str, kind: str, params: Mapping[str, Any]) -> str:
    when = stored_moment(params.get("until"))
    match kind:
        case ProposalKind.ABORT:
            return _("%(who)s proposes to end the game without a result.") % {"who": who}
        case ProposalKind.PAUSE if when:
            return _("%(who)s proposes to pause the game until %(when)s.") % {"who": who, "when": when}
        case ProposalKind.PAUSE if "until" not in params:
            return _("%(who)s proposes a pause.") % {"who": who}
        case ProposalKind.PAUSE:
            return _("%(who)s proposes to pause the game until everyone agrees to go on.") % {"who": who}
        case ProposalKind.RESUME:
            return _("%(who)s proposes to end the pause.") % {"who": who}
        case ProposalKind.UNDO:
            return _("%(who)s asks to take back their last turn.") % {"who": who}
        case ProposalKind.PACE if "pace" not in params:
            return _("%(who)s proposes another pace.") % {"who": who}
        case ProposalKind.PACE:
            return _("%(who)s proposes another pace: %(pace)s.") % {"who": who, "pace": pace_text(params)}
    return _("%(who)s proposes something.") % {"who": who}


def pace_text(params: Mapping[str, Any]) -> str:
    """Return the name of a stored pace, with its times unless the name has them."""
    pace, own = params.get("pace"), params.get("own_pace")
    return pace_view(str(pace), own).label if pace in Pace.values else ""


def result_text(state: str) -> str:
    return {
        ProposalState.AGREED: _("Everyone has agreed to the proposal."),
        ProposalState.DECLINED: _("The proposal was declined."),
        ProposalState.WITHDRAWN: _("The proposal was withdrawn."),
        ProposalState.EXPIRED: _("The proposal has expired: not everyone answered in time."),
    }.get(ProposalState(state) if state in ProposalState.values else ProposalState.OPEN, _("The proposal has ended."))


@dataclass(frozen=True, slots=True)
class PointSource:
    label: str
    points: tuple[int, ...]


def point_sources(title: Title, plies: Sequence[Ply], seats: int) -> list[PointSource]:
    """Return the sources, the richest first; [] before the first points and for a title that scores otherwise."""
    found = points_by_source(title, plies, seats)
    return [PointSource(phrase(title, source), points) for source, points in found.items()]
