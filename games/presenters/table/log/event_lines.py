"""Lines of a table's log about clocks, seats and agreements: one plain sentence for each event."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.models import EventKind, TableEvent
from games.services.time.falls import TIME_OF_DEPUTY

from ...clocks.durations import duration_text
from ..proposals.texts import pace_text, proposal_text, result_text
from .event_dates import moment_text, stored_day, stored_moment, time_on_same_day


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One event in words. ``ply`` is the length of the log at that time."""

    event: TableEvent
    text: str

    @property
    def ply(self) -> int:
        """The length of the log at that time."""
        return self.event.ply


@dataclass(frozen=True)
class EventPeople:
    """The names in the sentences: ``seats`` by the number of the seat now, ``users`` by the id of the account.

    ``left`` has the account that left a seat before each event by which someone else took it, by the event's id.
    ``proposed`` has, by the proposal's id, the event of its making, if that has no line of its own.
    """

    seats: Sequence[str]
    users: Mapping[int, str] = field(default_factory=dict)
    left: Mapping[int, int | None] = field(default_factory=dict)
    proposed: Mapping[int, TableEvent] = field(default_factory=dict)

    def user(self, pk: int | None) -> str:
        """Return the name of an account."""
        return self.users.get(pk or 0) or _("a former player")

    def player_id(self, event: TableEvent) -> int | None:
        """Return the account of the player who had the event's seat then, or who left it by this event."""
        return self.left.get(event.pk, event.params.get("player"))

    def player(self, event: TableEvent) -> str:
        """Return the name of the player who had the event's seat then, or who left it by this event."""
        pk = self.player_id(event)
        if pk is None and event.seat is not None and event.seat < len(self.seats):
            return self.seats[event.seat]
        return self.user(pk)

    def who(self, event: TableEvent) -> str:
        """Return the name of the one who caused the event."""
        return self.user(event.user_id)


def event_line(event: TableEvent, people: EventPeople) -> LogEvent:
    """Return the line of an event in the active language and time zone."""
    return LogEvent(event, event_text(event, people))


def event_text(event: TableEvent, people: EventPeople) -> str:
    """Return the sentence about an event. A kind without a sentence uses its label."""
    sentence = SENTENCES.get(event.kind)
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
    return _("%(player)s will be on holiday from %(first)s, back on %(back)s.") % values


def _paused(params: Params, _names: Names, _event: TableEvent) -> str:
    when = stored_moment(params.get("until"))
    if when and params.get("reason"):
        text = _("The operator of the site has paused the game until %(when)s. All clocks rest.") % {"when": when}
    elif when:
        text = _("The game is paused until %(when)s. All clocks rest.") % {"when": when}
    else:
        text = _("The game is paused until everyone agrees to go on. All clocks rest.")
    return _with_reason(text, params)


def _outage(params: Params, _names: Names, _event: TableEvent) -> str:
    values = {"start": stored_moment(params.get("from")), "end": stored_moment(params.get("until"))}
    if time := time_on_same_day(params.get("from"), params.get("until")):
        text = _("The site was down from %(start)s to %(time)s. All clocks rested.") % {**values, "time": time}
    else:
        text = _("The site was down from %(start)s to %(end)s. All clocks rested.") % values
    return _with_reason(text, params)


def _pace(params: Params, _names: Names, _event: TableEvent) -> str:
    return _("The pace is now: %(pace)s.") % {"pace": pace_text(params)}


def _resigned(params: Params, names: Names, _event: TableEvent) -> str:
    if params.get("is_confirmed"):
        return _("%(who)s chose not to wait.") % names
    values = {**names, "when": stored_moment(params.get("until"))}
    return _("%(player)s has resigned, and can take it back until %(when)s.") % values


def _undone(params: Params, names: Names, _event: TableEvent) -> str:
    if params.get("what") == "resignation":
        return _("%(player)s has taken back their resignation.") % names
    if params.get("what") == "repair":
        text = _("The log of this game was damaged. The operator of the site has taken the game back to this step.")
        return _with_reason(text, params)
    return _("%(player)s’s last turn was taken back.") % names


def _proposed(params: Params, names: Names, _event: TableEvent) -> str:
    return proposal_text(names["who"], str(params.get("kind", "")), params)


def _answered(params: Params, names: Names, _event: TableEvent) -> str:
    if params.get("agrees"):
        return _("%(who)s agrees to the proposal.") % names
    return _("%(who)s does not agree to the proposal.") % names


def _closed(params: Params, _names: Names, _event: TableEvent) -> str:
    return result_text(str(params.get("state", "")))


def _operator(params: Params, names: Names, _event: TableEvent) -> str:
    text = _("The operator of the site has changed something here.")
    if params.get("what") == "rebuilt":
        text = _("The operator of the site has repaired this game.")
    if params.get("what") == "aborted":
        text = _("The operator of the site has ended this game without a result.")
    if "seconds" in params:
        values = {**names, "time": duration_text(int(params["seconds"]))}
        text = _("The operator of the site has given %(player)s more time: %(time)s.") % values
    return _with_reason(text, params)


def _with_reason(text: str, params: Params) -> str:
    """Add the reason that an operator has given."""
    reason = str(params.get("reason") or "").strip()
    return _("%(sentence)s Reason: %(reason)s") % {"sentence": text, "reason": reason} if reason else text


SENTENCES: Mapping[str, Callable[[Params, Names, TableEvent], str]] = {
    EventKind.OVERDUE: _plain(
        lambda: _("%(player)s’s deadline has passed. Any other player can now ask for the game to go on.")
    ),
    EventKind.CLAIM: _claim,
    EventKind.AUTOMATIC: _automatic,
    EventKind.DEPUTY: _deputy,
    EventKind.HOUSE: _plain(lambda: _("The house played this turn for %(player)s.")),
    EventKind.OUT: _plain(lambda: _("%(player)s ran out of time and left the game.")),
    EventKind.OFFERED: _or_by_operator(
        lambda: _("%(player)s’s seat is looking for another player."),
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
    EventKind.BOUNCE: _plain(lambda: _("Emails are not reaching %(player)s. Their clock rests, for at most 7 days.")),
    EventKind.PACE: _pace,
    EventKind.RESIGNED: _resigned,
    EventKind.UNDONE: _undone,
    EventKind.PROPOSED: _proposed,
    EventKind.ANSWERED: _answered,
    EventKind.CLOSED: _closed,
    EventKind.OPERATOR: _operator,
    EventKind.DESERTED: _plain(lambda: _("No player is left at this table: the game ends without a result.")),
}
