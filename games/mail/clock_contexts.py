"""Contexts of the emails about clocks: reminders, requests to a deputy, proposals, and news of a table."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.board.log_lines import (
    EventPeople,
    damaged_text,
    deputy_time,
    event_line,
    people_of,
    proposal_text,
    reason_text,
    stored_day,
    taken_back_text,
)
from games.clocks.activity import time_once_notified
from games.clocks.instants import moment_of, next_midnight
from games.clocks.models import TimeGift, Turn
from games.clocks.presenters import holidays_now, times_text
from games.clocks.selectors import has_ended_turn
from games.clocks.time_out_steps import StepKind
from games.clocks.turn_facts import pace_of
from games.common.wording import bank_text, duration_text, join_names, moment_text, name_of, time_until, titled
from games.core.choices import Status
from games.core.models import EventKind, TableEvent
from games.core.selectors import events_until, may_take_back
from games.deputies.selectors import deputy_for_turn, deputy_url, represented_seat
from games.notifications.links import link, seat_token, table_link
from games.notifications.models import Notification
from games.play.models import ProposalKind
from games.proposals.presenters import proposal_url
from games.time_outs.time_outs import step_at_deadline

from .offers import offers_of
from .reply_addresses import is_about_own_holiday, reply_address_of
from .selectors import deputy_request_of, deputy_turn_of, event_of, proposal_of, reminded_turns, stand_in_plays_at
from .tables import Table

Context = dict[str, Any]
ABOUT_TIME = frozenset(
    {
        EventKind.AUTOMATIC,
        EventKind.GIFT,
        EventKind.HOLIDAY,
        EventKind.OPERATOR,
        EventKind.OUTAGE,
        EventKind.PACE,
        EventKind.PAUSED,
        EventKind.RESUMED,
        EventKind.STAND_IN,
        EventKind.UNDONE,
    }
)
HOLIDAYS = frozenset({EventKind.AUTOMATIC, EventKind.HOLIDAY})  # those of one player
ABOUT_SEATS = frozenset({EventKind.OFFERED, EventKind.SUBSTITUTE, EventKind.ROBOT})


def own_news(event: TableEvent, people: EventPeople) -> str:
    """Return the sentence about an event for the player concerned, "" where the log's sentence will do."""
    who = people.who(event)
    match event.kind:
        case EventKind.AUTOMATIC:
            text = _("Your deadline passed. A holiday of one day began by itself, for all your tables.")
            asks = _("It is the last one for now. Are you still there?")
            return f"{text} {asks}" if event.params.get("asks") else text
        case EventKind.DEPUTY:
            values = {"who": who, "when": deputy_time(event)}
            return _("Your deadline passed. Your deputy %(who)s can play this turn until %(when)s.") % values
        case EventKind.STAND_IN:
            return _("Your time ran out, and a stand-in robot played your turn.")
        case EventKind.OFFERED:
            return _("Your seat is open to another player.")
        case EventKind.SUBSTITUTE:
            return _("%(who)s has taken your seat.") % {"who": who}
        case EventKind.ROBOT:
            return _("No player took your seat. The robot %(who)s plays on.") % {"who": who}
        case EventKind.OUT:
            return _("You ran out of time and are out of the game.")
        case EventKind.UNDONE if not event.params.get("what"):
            return _("Your last turn was taken back.")
        case EventKind.GIFT if event.user_id:
            time = duration_text(int(event.params.get("seconds", 0)))
            return _("%(who)s gave you more time: %(time)s.") % {"who": who, "time": time}
    return ""


def _own_holiday(event: TableEvent) -> str:
    if event.kind != EventKind.HOLIDAY or event.params.get("is_change") or event.params.get("is_cancelled"):
        return ""
    days = {"first": stored_day(event.params.get("first")), "back": stored_day(event.params.get("last"), 1)}
    return _("You will be on holiday from %(first)s, back on %(back)s.") % days


@dataclass(frozen=True, slots=True)
class RemindedTurn:
    name: str
    url: str
    deadline: str
    left: str
    bank: str
    consequence: str


def reminder(row: Notification, table: Table) -> Context:
    """Return the variables of the templates in mail/reminder, without those of the position."""
    now = timezone.now()
    turns = [_reminded(turn, now) for turn in reminded_turns(row)]
    here = [one for one in turns if one.url == table_link(table.game)]
    return {
        "is_last": row.params.get("part") == "fifth",
        "first": here[0] if here else turns[0] if turns else None,
        "others": [one for one in turns if one not in here[:1]],
        "count": len(turns),
        "chance_text": table.chance_text,
        "figures_text": table.figures_text,
        "question": table.question,
        "offers": offers_of(table, row.user),
    }


def _reminded(turn: Turn, now: datetime) -> RemindedTurn:
    deadline = turn.deadline or now
    time = time_once_notified(turn.game, turn.user, turn.deadline, now)
    return RemindedTurn(
        name=titled(turn.game.title, name_of(turn.game.name)),
        url=table_link(turn.game),
        deadline=moment_text(deadline),
        left=time_until(deadline, now),
        bank="" if time.bank is None else bank_text(time.bank),
        consequence=_consequence(turn, deadline, now),
    )


def _consequence(turn: Turn, deadline: datetime, now: datetime) -> str:
    values = {"when": moment_text(deadline)}
    if turn.game.has_soft_deadlines:
        return _("From %(when)s on, the other players can ask for the game to go on without you.") % values
    step = step_at_deadline(turn, now)
    match step.kind if step else None:
        case StepKind.ORDER:
            return _("On %(when)s, your order in advance will be played.") % values
        case StepKind.AUTOMATIC:
            return _("On %(when)s, a holiday of one day will begin by itself, for all your tables.") % values
        case StepKind.DEPUTY:
            deputy = deputy_for_turn(turn, now)
            names = {**values, "deputy": name_of(display_name(deputy.deputy)) if deputy else ""}
            return _("On %(when)s, your deputy %(deputy)s will be asked to play for you.") % names
        case StepKind.LEAVES:
            return _("On %(when)s, you will be out of the game.") % values
    return _("On %(when)s, a stand-in robot will play this turn for you.") % values


def reminder_line(row: Notification, table: Table) -> str:
    context = reminder(row, table)
    first, others = context["first"], len(context["others"])
    if first is None:
        return _("Your time is running out.")
    left = _("You have %(left)s left for your turn.") % {"left": first.left}
    text = first.consequence if context["is_last"] else left
    return f"{text} {other_tables(others)}".strip()


def other_tables(count: int) -> str:
    text = ngettext("%(count)s other table is waiting too.", "%(count)s other tables are waiting too.", count)
    return text % {"count": count} if count else ""


def deputy(row: Notification, table: Table) -> Context:
    """Return the variables of mail/deputy, seen from the seat for which the deputy may act, without the position."""
    now = timezone.now()
    seats = table.seats
    seat = represented_seat(table.game, seats, row.user, now) if row.user else None
    if seat is not None:
        table.seat = seat.number
    return {
        "who": _player_of(row, table),
        "until": _deputy_has_until(row),
        "chance_text": table.chance_text,
        "figures_text": table.figures_text,
        "question": table.question,
        "offers": offers_of(table, row.user),
    }


def _player_of(row: Notification, table: Table) -> str:
    wanted = row.params.get("for")
    players = (seat for seat in table.seats if seat.user_id == wanted and seat.user)
    return next((name_of(display_name(seat.user)) for seat in players if seat.user), _("a former player"))


def _deputy_has_until(row: Notification) -> str:
    """Return until when the deputy has time, "" before the deadline: a deputy for certain days can play at once."""
    turn = deputy_turn_of(row)
    ends = stand_in_plays_at(turn) if turn else None
    return moment_text(ends) if ends else ""


def deputy_line(row: Notification, table: Table) -> str:
    values = {"who": _player_of(row, table), "when": _deputy_has_until(row)}
    if values["when"]:
        return _("%(who)s is late. Can you play this turn for them, until %(when)s?") % values
    return _("It’s %(who)s’s turn. As their deputy, you can play it.") % values


def deputy_request(row: Notification) -> Context:
    request = deputy_request_of(row)
    return {
        "who": name_of(display_name(request.user)) if request else _("A former player"),
        "days": request,
        "answer_url": deputy_url(request) if request else link("games:deputy"),
        "can_reply": bool(request and reply_address_of(row)),
        "reason": _("You are receiving this because a player asked you to be their deputy."),
    }


def deputy_request_line(row: Notification) -> str:
    return _("%(who)s asks you to be their deputy.") % {"who": deputy_request(row)["who"]}


def proposal(row: Notification, table: Table) -> Context:
    found = proposal_of(row)
    return {
        "proposed": (proposed := proposal_line(row, table)),
        "headline": proposed.removesuffix("."),
        "until": moment_text(found.expires_at) if found else "",
        "answer_url": proposal_url(found, row.user) if found and row.user else table_link(table.game),
        "can_reply": bool(reply_address_of(row)),
        "is_final": found is not None and found.kind in {ProposalKind.ABORT, ProposalKind.PACE},
    }


def proposal_line(row: Notification, _table: Table) -> str:
    found = proposal_of(row)
    if found is None:
        return _("The proposal has ended.")
    return proposal_text(name_of(display_name(found.user)), found.kind, found.params)


def news(row: Notification, table: Table) -> Context:
    """Return the variables of the templates in mail/news. A holiday of the reader is about all tables."""
    event, own = event_of(row), next((seat for seat in table.seats if seat.user_id == row.user_id), None)
    is_own_holiday = is_about_own_holiday(row, own)
    is_running, now = table.game.status == Status.RUNNING, timezone.now()
    sentence = news_line(row, table)
    long = (taken_back_text(event.params), reason_text(event.params)) if event else ()  # too long for a subject
    headline = sentence
    for part in long:
        headline = headline.removesuffix(part).removeprefix(damaged_text()).strip()
    return {
        "sentence": sentence,
        "headline": headline.removesuffix("."),
        "note": _note(row, table),
        "changes": _changes(row, table),
        "is_mine": _is_about_reader(row, table),
        "seat_url": _seat_url(row, table),
        "is_about_all_tables": is_own_holiday,
        "days_left": _days_left(event, row.user, now) if is_own_holiday and is_running and event and row.user else "",
        "can_come_back": is_own_holiday and bool(reply_address_of(row)),
    }


def _seat_url(row: Notification, table: Table) -> str:
    event = event_of(row)
    if event is None or event.kind not in ABOUT_SEATS or row.user is None:
        return ""
    seats = (seat for seat in table.seats if seat.number == event.seat)
    if not any(may_take_back(seat, row.user, timezone.now()) for seat in seats):
        return ""
    return link("games:seat_link", seat_token(row.user, table.game))


def news_line(row: Notification, table: Table) -> str:
    event = event_of(row)
    if event is None:
        return _("Something has changed at this table.")
    people = people_of(table.seats, events_until(event))
    clean = {pk: name_of(name) for pk, name in people.users.items()}
    people = type(people)([name_of(name) for name in people.seats], clean, people.left)
    is_own = row.user_id is not None and people.player_id(event) == row.user_id
    if not is_own or event.params.get("reason"):  # then the log's sentence says who did it, and why
        return event_line(event, people).text
    return own_news(event, people) or _own_holiday(event) or event_line(event, people).text


def _is_about_reader(row: Notification, table: Table) -> bool:
    event = event_of(row)
    return event is not None and event.seat is not None and event.seat == table.seat


def _note(row: Notification, table: Table) -> str:
    """Return what the news mean for the recipient, "" where the sentence says everything."""
    event = event_of(row)
    if event is None:
        return ""
    if event.params.get("player") == row.user_id and event.seat == table.seat:
        return _own_note(event.kind)
    return _return_note(event, row) if table.seat is None else ""


def _changes(row: Notification, table: Table) -> list[str]:
    """Return what an event has changed at this table for the recipient: the deadline, and what to do now."""
    event, now = event_of(row), timezone.now()
    if event is None or row.user is None or table.game.status != Status.RUNNING:
        return []
    found = []
    is_own = _is_about_reader(row, table)
    time = time_once_notified(table.game, row.user, table.deadline, now) if _acts(table) else None
    if time and event.kind in ABOUT_TIME and (is_own or event.kind not in HOLIDAYS):
        found.append(_deadline_text(time.deadline, now, is_new=_moves_deadline(event)))
    if time:
        found.append(_("It’s your turn: open the table to play."))
    elif event.kind in ABOUT_TIME and table.title.acting(table.state):
        names = join_names([table.names[seat] for seat in table.title.acting(table.state)])
        if table.game.deadline and table.game.deadline > now:
            values = {"names": names, "when": moment_text(table.game.deadline)}
            found.append(_("It’s %(names)s’s turn, until %(when)s.") % values)
        else:
            found.append(_("It’s %(names)s’s turn.") % {"names": names})
        found.append(_("You don’t need to do anything."))
    return found


def _days_left(event: TableEvent, user: User, now: datetime) -> str:
    """Return how many days of holiday a player has now, or after a holiday that was planned."""
    if event.kind == EventKind.HOLIDAY:
        end = next_midnight(str(event.params["zone"]), date.fromisoformat(str(event.params["last"])))
        text, now = _("Days of holiday left when you are back: %(days)s."), moment_of(end)
    else:
        text = _("Days of holiday left: %(days)s.")
    balance = holidays_now(user, now).balance
    return text % {"days": duration_text(balance) if balance else _("none")}


def _acts(table: Table) -> bool:
    return table.seat is not None and table.seat in table.title.acting(table.state)


def _moves_deadline(event: TableEvent) -> bool:
    """Return True if an event moves deadlines. A repair does if the players got back the time of the trouble."""
    is_repair = event.params.get("what") == "rebuilt"
    return not is_repair or TimeGift.objects.filter(turn__game=event.game_id, at=event.at).exists()


def _deadline_text(deadline: datetime | None, now: datetime, *, is_new: bool) -> str:
    if deadline is None:
        return _("You have no deadline now.")
    values = {"when": moment_text(deadline), "left": time_until(deadline, now)}
    if deadline <= now:
        return _("Your deadline was %(when)s: play soon.") % values
    if not is_new:
        return _("Your deadline is still %(when)s (%(left)s left).") % values
    return _("Your new deadline: %(when)s (%(left)s left).") % values


def _own_note(kind: str) -> str:
    match kind:
        case EventKind.AUTOMATIC:
            return _("The game goes on when you are back. You can play at any time.")
        case EventKind.STAND_IN:
            return _("Play your next turn yourself: after two such turns in a row, your seat is offered to others.")
        case EventKind.OFFERED:
            return _("You can still play until another player takes the seat, and take it back for 14 days after that.")
        case EventKind.DEPUTY:
            return _("Until the turn is played, you can still play it yourself.")
    return ""


def _return_note(event: TableEvent, row: Notification) -> str:
    is_taken = event.kind in {EventKind.SUBSTITUTE, EventKind.ROBOT}
    if is_taken and event.game.seats.filter(number=event.seat, owner=row.user).exists():
        return _("It was your seat: you can take it back for 14 days.")
    if event.kind == EventKind.RETURNED:
        return _("You no longer have a seat at this table. Thank you for standing in.")
    return ""


def clock_note(row: Notification, table: Table) -> str:
    """Return how the clock counts, for a recipient's first turn at a table; "" for later turns and without a clock."""
    pace = pace_of(table.game)
    if pace is None or row.user is None or has_ended_turn(table.game, row.user):
        return ""
    if pace.is_fixed:
        return times_text(pace, _("At this table you have %(bank)s for each turn, nights included."))
    return times_text(
        pace,
        _("How the clock counts: you have %(bank)s in your bank."),
        _("An answer within %(grace)s costs nothing, a slower one takes time from the bank.")
        if pace.grace
        else _("Your turns take time from it."),
        _("Each turn adds %(increment)s.") if pace.increment else "",
        _("The clock stops while you sleep, but not on holidays.")
        if table.game.forbids_holidays
        else _("The clock stops while you sleep and on holidays."),
    )
