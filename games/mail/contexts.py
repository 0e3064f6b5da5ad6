"""Contexts of the templates of each kind of email."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from accounts.selectors import display_name
from games.board.dice import share_views
from games.board.pictures import FIRST_HALF, NAMES, SEATS
from games.chat.selectors import messages_before_turn_mail
from games.clocks.activity import time_once_notified
from games.clocks.presenters import absence_lines
from games.clocks.turn_facts import pace_of
from games.common.durations import bank_text
from games.common.wording import join_names, name_of
from games.core.choices import Status
from games.core.dice import dice_of
from games.core.models import Game
from games.engine.messages import Message
from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import Ply, Standing
from games.notifications.links import link, table_link
from games.notifications.models import Kind, Notification
from games.notifications.preferences import players_without_mail
from games.notifications.presenters import no_email_lines
from games.notifications.selectors import is_first_of_game

from .clock_contexts import clock_note, deputy, deputy_request, news, proposal, reminder
from .digest_context import digest
from .offers import offers_of
from .order_contexts import orders, orders_at_end, orders_tried
from .reply_addresses import reply_address_of
from .reply_context import reply
from .selectors import invitation_of, message_of
from .tables import Purses, Table, colours_of

Context = dict[str, Any]
NAME_LENGTH = 16  # characters of a name in a subject
NAME_LENGTH_OF_MANY = 10  # the same with three names or more

TITLE = "marrakech"  # whose example it is

MAX_MESSAGES, MAX_LENGTH = 8, 300  # messages, and characters of one


def _position(table: Table) -> Context:
    turns = {"recent_turns": table.recent_turns(), "is_from_the_start": table.is_from_start}
    return {"board": table.board(), **turns, **_purses(table.title.key, table.purses())}


def _purses(title: str, purses: Purses) -> Context:
    rows = [
        (row, colours_of(title, row.styles), list(zip(purses.labels, row.figures, row.changes, strict=True)))
        for row in purses.rows
    ]
    mine = next((row for row in purses.rows if row.is_reader), None)
    return {
        "purses": rows,
        "labels": purses.labels,
        "has_points": purses.has_points,
        "has_changes": any(change for row in purses.rows for change in row.changes),
        "own_next": mine.next if mine else "",
        "own_next_colours": colours_of(title, (mine.next_style,)) if mine and mine.next else [],
    }


def _dice(table: Table) -> Context:
    return {"dice": dice_of(table.game, table.seats)}


def _witness(table: Table) -> Context:
    """Return what the first email of a game says of the dice: its recipient is a witness."""
    seats = table.seats
    facts = dice_of(table.game, seats)
    return {"dice": facts, "dice_shares": share_views(table.game, seats, facts.shares)}


def _invitation(row: Notification, table: Table) -> Context:
    invitation = invitation_of(row)
    inviter = invitation.inviter if invitation else None
    return {
        "inviter": name_of(display_name(inviter)) if inviter else _("A former player"),
        "invitation_url": link("games:invitation", row.params["invitation"]),
        "is_rematch": bool(row.params.get("rematch")),
        "absences": _absences(row, table),
        "facts": table.facts(),
        **_dice(table),
    }


def _started(row: Notification, table: Table) -> Context:
    acting = [table.names[seat] for seat in table.title.acting(table.state)]
    order = [table.names[panel.seat] for panel in table.title.panels(table.state)]
    return {
        "first": join_names(acting),
        "facts": table.facts(),
        "order": order,
        "absences": _absences(row, table),
        **_witness(table),
        **_position(table),
    }


def _turn(row: Notification, table: Table) -> Context:
    is_early = table.game.turn <= 2 * table.game.seat_count and not table.game.branched_at
    is_first = is_early and is_first_of_game(row)
    return {
        "is_first": is_first,
        **(_witness(table) if is_first else {}),
        "short_opponents": short_names(table),
        "prompt_brief": table.prompt_brief,
        "chance_text": table.chance_text,
        "figures_text": table.figures_text,
        "question": table.question,
        "absences": _absences(row, table),
        "offers": offers_of(table, row.user),
        "chat": chat_since_last_turn_mail(row),
        **orders_tried(row, table),
        "clock_note": clock_note(row, table),
        **_time(table),
        **_position(table),
    }


def short_names(table: Table) -> str:
    others = [name for seat, name in enumerate(table.names) if seat != table.seat]
    max_length = NAME_LENGTH if len(others) < 3 else NAME_LENGTH_OF_MANY
    return join_names([name_of(name, max_length) for name in others])


def _absences(row: Notification, table: Table) -> list[str]:
    others = [seat for seat in table.seats if seat.user_id != row.user_id]
    without_mail = players_without_mail(table.game, [seat.user_id for seat in others if seat.user_id])
    return [*absence_lines(table.seats, timezone.now(), row.user_id), *no_email_lines(others, without_mail, None)]


def _time(table: Table) -> Context:
    """Return the time left of turn and bank. The clock of a turn that comes now starts with this email.

    ``has_clock`` without a deadline: the clock is paused, and nobody knows until when.
    """
    now = timezone.now()
    time = time_once_notified(table.game, table.recipient, table.deadline, now)
    return {
        "deadline": time.deadline,
        "is_late": bool(time.deadline and time.deadline <= now),
        "left": timeuntil(time.deadline, now) if time.deadline else "",
        "bank": "" if time.bank is None else bank_text(time.bank),
        "has_clock": pace_of(table.game) is not None,
    }


def _over(row: Notification, table: Table) -> Context:
    outcome = table.title.outcome(table.state)
    standings = outcome.standings if outcome else ()
    winners = [standing for standing in standings if standing.place == 1]
    return {
        "winners": join_names([table.names[standing.seat] for standing in winners]),
        "is_winner": any(standing.seat == table.seat for standing in winners),
        "is_shared": len(winners) > 1,
        "is_aborted": table.game.status == Status.ABORTED,
        "end": table.end_text(),
        "standings": [_standing(table, standing) for standing in standings],
        "dice_url": link("games:dice", table.game.code),
        "again_url": f"{table_link(table.game)}#prompt",  # where the page offers a rematch
        **orders_at_end(row, table),
        **_dice(table),
        **_position(table),
    }


def _standing(table: Table, standing: Standing) -> Context:
    details = [
        (table.say(Message(f"stat.{name}")), value)
        for name, value in standing.details.items()
        if f"stat.{name}" in table.title.phrases
    ]
    panel = next(panel for panel in table.title.panels(table.state) if panel.seat == standing.seat)
    return {
        "place": standing.place,
        "name": table.names[standing.seat],
        "score": standing.score,
        "is_out": standing.out,
        "is_reader": standing.seat == table.seat,
        "details": details,
        "colours": colours_of(table.title.key, (panel.style,)),
    }


def _resigned(row: Notification, table: Table) -> Context:
    who = table.names[int(row.params["seat"])]
    acting = [table.names[seat] for seat in table.title.acting(table.state)]
    return {"who": who, "acting": join_names(acting), **_position(table)}


def _mention(row: Notification, table: Table) -> Context:
    message = message_of(row)
    author, words = (message.author, message.text) if message else (None, "")
    return {
        "author": name_of(display_name(author)) if author else _("a former player"),
        "words": words,
        "quoted": "\n".join(f"> {line}" for line in words.splitlines()),
        "at": message.at if message else None,
        "reply_to": reply_address_of(row),
    }


def bounce(row: Notification, table: Table) -> dict[str, Any]:
    seat = int(row.params["seat"])
    return {"who": table.names[seat], "is_acting": seat in table.title.acting(table.state)}


# By kind of email about one table. Long contexts have modules of their own.
CONTEXTS: dict[str, Callable[[Notification, Table], Context]] = {
    Kind.INVITATION: _invitation,
    Kind.STARTED: _started,
    Kind.TURN: _turn,
    Kind.OVER: _over,
    Kind.RESIGNED: _resigned,
    Kind.MENTION: _mention,
    Kind.BOUNCE: bounce,
    Kind.REMINDER: lambda row, table: {**reminder(row, table), **_position(table)},
    Kind.DEPUTY: lambda row, table: {**deputy(row, table), **_position(table)},
    Kind.PROPOSAL: proposal,
    Kind.NEWS: news,
    Kind.ORDERS: lambda row, table: {**_position(table), **orders(row, table)},
    Kind.REPLY: lambda row, table: {**(_position(table) if table.game.started_at else {}), **reply(row, table)},
}


def canary(row: Notification) -> dict[str, Any]:
    table = ExampleTable()
    return {
        "table": table,
        "number": row.pk,
        "board": table.board(),
        "recent_turns": table.recent_turns(),
        "figures_text": table.figures_text,
        "question": table.question,
    }


# By kind of email about no table or several.
SITE_CONTEXTS: dict[str, Callable[[Notification], Context]] = {
    Kind.DEPUTY: deputy_request,
    Kind.CANARY: canary,
    Kind.DIGEST: lambda row: digest(row, CONTEXTS, _time),
}


class ExampleTable(Table):
    """A table that is in no database, seen by the player whose turn it is."""

    def __init__(self) -> None:
        title = get_title(TITLE)
        ruleset = next(iter(title.rulesets))
        game = Game(code="example", title=title.key, ruleset=ruleset, seat_count=SEATS, ply=len(FIRST_HALF.split()))
        super().__init__(game, None)
        (self.seat,) = title.acting(self.state)

    @cached_property
    def names(self) -> list[str]:
        return list(NAMES)

    @cached_property
    def plies(self) -> list[Ply]:
        state, log = self.title.start(self.game.ruleset, {}, SEATS), []
        for text in FIRST_HALF.split():
            acting = self.title.acting(state)
            log.append((acting[0] if acting else None, text))
            state = self.title.apply(state, self.title.parse(state, log[-1][0], text))
        return list_plies(self.title, self.game.ruleset, {}, SEATS, log)


@dataclass(frozen=True, slots=True)
class MailChatLine:
    """One message with its author’s name, shortened."""

    name: str
    text: str


def chat_since_last_turn_mail(row: Notification) -> list[MailChatLine]:
    messages = messages_before_turn_mail(row, MAX_MESSAGES)
    return [
        MailChatLine(
            name_of(display_name(message.author)) if message.author else _("a former player"),
            message.text if len(message.text) <= MAX_LENGTH else f"{message.text[: MAX_LENGTH - 1]}…",
        )
        for message in messages
    ]
