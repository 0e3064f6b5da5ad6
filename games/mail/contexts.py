"""Contexts of the templates of each kind of email.

The digest has every table that waits for the recipient, the most urgent first, and other news. Tables whose turn emails
are switched off are left out. Every table has its board. The first ``DETAILED_TABLES`` have their recent turns and a
link for each choice, the next ones a smaller board and one line, and those beyond ``MAX_TABLES`` are only counted: text
and links stay under 100 KB, beyond which some mail programs cut an email.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.analysis.presenters import luck_sentence
from games.analysis.selectors import analysis_summary
from games.board.dice import mix_views, share_views
from games.board.log_lines import event_line, people_of
from games.board.pictures import FIRST_HALF, NAMES, SEATS
from games.board.seats import left_money_text, out_text
from games.chat.selectors import guide_at, messages_before_turn_mail
from games.clocks.activity import time_once_notified
from games.clocks.presenters import absence_lines
from games.clocks.turn_facts import pace_of
from games.common.wording import bank_text, join_names, name_of, one_line, time_until, title_and_rules, titled
from games.core.choices import Status
from games.core.dice import dice_of, shares_of
from games.core.models import EventKind, Game
from games.engine.messages import Message
from games.engine.registry import get_title
from games.engine.replay import group_by_turn, list_plies
from games.engine.values import Ply, Standing
from games.guides.selectors import is_guided_by
from games.lobby.invitations import mail_key
from games.lobby.models import Invitation
from games.lobby.presenters import what_is_played
from games.notifications.links import link, table_link
from games.notifications.models import Kind, Notification, NotificationState
from games.notifications.preferences import is_switched_off, players_without_mail
from games.notifications.presenters import no_email_lines
from games.notifications.selectors import is_first_of_game, step_of_last_mail
from games.pairing.selectors import invitation_token, is_game_of_challenge
from games.planning.presenters import order_views
from games.play.models import AdvanceOrder, OrderState
from games.play.orders import dropped_orders, tried_orders
from games.ratings.presenters import change_views, unrated_text

from . import table_news, tables
from .clock_contexts import clock_note, deputy, deputy_request, news, proposal, reminder
from .offers import offers_of, places_of
from .reply_addresses import reply_address_of
from .reply_context import reply, reply_about_no_table, sit_for_player
from .selectors import invitation_of, message_of
from .tables import MailBoard, Purses, Table, coins_of, colours_of

Context = dict[str, Any]
NAME_LENGTH = 16  # characters of a name in a subject
NAME_LENGTH_OF_MANY = 10  # the same with three names or more

TITLE = "marrakech"  # whose example it is

MAX_MESSAGES, MAX_LENGTH = 8, 300  # messages, and characters of one


def _asked(table: Table) -> Context:
    """Return the position with numbers on the places that the email lists."""
    return {**_position(table), "board": table.board(places=places_of(table))}


def _position(table: Table) -> Context:
    turns = {"recent_turns": table.recent_turns(), "is_from_the_start": table.is_from_start}
    return {"board": table.board(), "hand": table.hand(), **turns, **_purses(table.title.key, table.purses())}


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
    return {"dice": dice_of(table.game, table.seats), **_dice_links(table)}


def _dice_links(table: Table) -> Context:
    return {
        "dice_heading": table.phrase("dice.heading") or _("Random results"),
        "seal_url": f"{link('games:title_rules', table.title.key)}#dice",
    }


def _witness(table: Table) -> Context:
    """Return what the first email of a game says of the dice: its recipient is a witness."""
    seats = table.seats
    facts = dice_of(table.game, seats)
    shares = share_views(table.game, seats, facts.shares)
    return {"dice": facts, "dice_shares": shares, **_dice_links(table)}


def _openings(table: Table, since: int = 0) -> Context:
    """Return which shares of the dice were opened or given up from this step on, so that the recipient is a witness."""
    shares = shares_of(table.game, table.seats)
    opened = [mix for mix in mix_views(table.names, shares)[1:] if mix.step >= since]
    given_up = [(one.ply, table.names[one.seat]) for one in shares.given_up if one.ply is not None and one.ply >= since]
    return {
        "openings": _by_step((mix.step, mix.name) for mix in opened),
        "given_up": _by_step(given_up),
        "mix": opened[-1].value if opened else "",
    }


def _by_step(people: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return each step once, with the names of all its people."""
    return [(step, join_names([name for _step, name in group])) for step, group in groupby(people, itemgetter(0))]


def _invitation(row: Notification, table: Table) -> Context:
    invitation = invitation_of(row)
    inviter = invitation.inviter if invitation else None
    key = f"?key={mail_key(invitation)}" if invitation and row.email and not row.user else ""
    return {
        "inviter": name_of(display_name(inviter)) if inviter else _("A former player"),
        "invitation_url": link("games:invitation", row.params["invitation"]) + key,
        "answer_url": _answer_url(invitation, row.user) if invitation and row.user else "",
        "can_reply": bool(reply_address_of(row)),
        "is_rematch": bool(row.params.get("rematch")),
        "what": what_is_played(table.game),
        "absences": _absences(row, table),
        "facts": table.facts(),
        **_dice(table),
    }


def _answer_url(invitation: Invitation, user: User) -> str:
    """Return the address at which a player answers an invitation without signing in."""
    return link("games:invitation_link", invitation_token(invitation, user))


def _arrival(row: Notification, table: Table) -> str:
    """Return who has come, for the first email of a game to who has waited for them; "" for who joined a table."""
    others = _other_people(row, table)
    if row.user is None or not others or guide_at(table.game) is not None:
        return ""
    names = {"names": join_names([name_of(name) for name in others])}
    if is_game_of_challenge(table.game, row.user):
        return _("This is a game of your standing challenge, with %(names)s.") % names
    if table.game.host_id != row.user_id:
        return ""
    return ngettext("%(names)s has joined your table.", "%(names)s have joined your table.", len(others)) % names


def _other_people(row: Notification, table: Table) -> list[str]:
    people = [seat for seat in table.seats if seat.user and not seat.user.robot]
    return [table.names[seat.number or 0] for seat in people if seat.user_id != row.user_id]


def _news_of_arrival(row: Notification, table: Table) -> str:
    """Return the beginning of the subject of the first email, "" for who has not waited: "Ben has joined"."""
    if not _arrival(row, table):
        return ""
    others = _other_people(row, table)
    names = join_names([name_of(name, NAME_LENGTH_OF_MANY) for name in others])
    return ngettext("%(names)s has joined", "%(names)s have joined", len(others)) % {"names": names}


def _unrated(table: Table) -> str:
    return unrated_text(table.game, table.seats, table.recipient)


def _started(row: Notification, table: Table) -> Context:
    is_guide = is_guided_by(table.game, row.user)
    return {
        "arrival": _arrival(row, table),
        "joined": _news_of_arrival(row, table),
        "newcomer": table.opponents if is_guide else "",
        "can_reply": bool(reply_address_of(row)),
        "first": table.first_names,
        "facts": table.facts(),
        "absences": _absences(row, table),
        **_witness(table),
        **_whole_turns(table),
    }


def _whole_turns(table: Table) -> Context:
    """Return the position without the turn in progress: a robot may be in the middle of its own."""
    position, now = _position(table), table.title.turn(table.state)
    return {**position, "recent_turns": [turn for turn in position["recent_turns"] if turn.number < now]}


def _turn(row: Notification, table: Table) -> Context:
    is_early = table.game.turn <= 2 * table.game.seat_count and not table.game.branched_at
    is_first = is_early and is_first_of_game(row)
    return {
        "is_first": is_first,
        "arrival": f"{_arrival(row, table)} {_unrated(table)}".strip() if is_first else "",
        "joined": _news_of_arrival(row, table) if is_first else "",
        **(_witness(table) if is_first else _dice_links(table)),
        **_openings(table, step_of_last_mail(row)),
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
        **_asked(table),
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
        "left": time_until(time.deadline, now) if time.deadline else "",
        "bank": "" if time.bank is None else bank_text(time.bank),
        "has_clock": pace_of(table.game) is not None,
    }


def _result(table: Table) -> Context:
    outcome = table.title.outcome(table.state)
    standings = outcome.standings if outcome else ()
    winners = [standing for standing in standings if standing.place == 1]
    return {
        "winners": join_names([table.names[standing.seat] for standing in winners]),
        "is_winner": any(standing.seat == table.seat for standing in winners),
        "is_shared": len(winners) > 1,
        "is_aborted": table.game.status == Status.ABORTED,
        "end": _end_text(table),
        "standings": [_standing(table, standing) for standing in standings],
    }


def _end_text(table: Table) -> str:
    """Return why a game ended: if an operator ended it, with the reason."""
    if table.game.status == Status.ABORTED:
        event = table.game.events.filter(kind=EventKind.OPERATOR, params__what="aborted").last()
        if event:
            return event_line(event, people_of(table.seats, [event])).text
    return table.end_text()


def _over(row: Notification, table: Table) -> Context:
    return {
        **_result(table),
        "rating_changes": [(name_of(change.name), change) for change in change_views(table.game)],
        "unrated": _unrated(table),
        "luck": luck_sentence(table.game, table.names, table.seat),
        "luck_url": link("games:analysis", table.game.code) if analysis_summary(table.game) else "",
        "dice_url": link("games:dice", table.game.code),
        "again_url": f"{table_link(table.game)}#prompt",  # where the page offers a rematch
        "can_reply": bool(reply_address_of(row)),
        **orders_at_end(row, table),
        **_dice(table),
        **_openings(table),
        **_position(table),
    }


def _standing(table: Table, standing: Standing) -> Context:
    panel = next(panel for panel in table.title.panels(table.state) if panel.seat == standing.seat)
    gone = coins_of(panel) if standing.seat in table.left else set()
    details = [
        (table.say(Message(f"stat.{name}")), value)
        for name, value in standing.details.items()
        if f"stat.{name}" in table.title.phrases and name not in gone
    ]
    return {
        "place": standing.place,
        "name": table.names[standing.seat],
        "score": standing.score,
        "out_text": out_text(table.left.get(standing.seat, "")) if standing.out else "",
        "is_reader": standing.seat == table.seat,
        "details": details,
        "left_money": left_money_text(is_reader=standing.seat == table.seat) if gone else "",
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


def _reply(row: Notification, table: Table) -> Context:
    sit_for_player(row, table)
    return {**(_asked(table) if table.game.started_at else {}), **reply(row, table)}


# By kind of email about one table. Long contexts have modules of their own.
CONTEXTS: dict[str, Callable[[Notification, Table], Context]] = {
    Kind.INVITATION: _invitation,
    Kind.STARTED: _started,
    Kind.TURN: _turn,
    Kind.OVER: _over,
    Kind.MARKED: lambda row, table: {**_result(table), **_position(table)},
    Kind.RESIGNED: _resigned,
    Kind.MENTION: _mention,
    Kind.BOUNCE: bounce,
    Kind.REMINDER: lambda row, table: {**reminder(row, table), **_asked(table)},
    Kind.DEPUTY: lambda row, table: {**deputy(row, table), **_asked(table)},
    Kind.PROPOSAL: proposal,
    Kind.NEWS: news,
    Kind.ORDERS: lambda row, table: {**_position(table), **orders(row, table)},
    Kind.REPLY: _reply,
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
    Kind.REPLY: reply_about_no_table,
    Kind.CANARY: canary,
    Kind.TABLES: table_news.tables,
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
    def deputies(self) -> Mapping[int, User]:
        return {}

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


Contexts = Mapping[str, Callable[[Notification, Table], Context]]
MAX_TABLES = 20
DETAILED_TABLES = 6
# Pixels; drawn at twice that, where squares are an even number of pixels wide.
BOARD_WIDTH, SMALL_BOARD_WIDTH = 125, 90
MAX_TURNS = 3  # the latest ones of a table
MAX_NEWS = 12  # further news are counted
TABLES_IN_SUBJECT = 2
NO_DEADLINE = datetime.max.replace(tzinfo=UTC)


def digest(row: Notification, contexts: Contexts, time_of: Callable[[Table], Context]) -> Context:
    """Return the variables of the templates in mail/digest.

    ``contexts`` are those of the other kinds, whose subjects are the news; ``time_of`` returns the deadline of a table.
    """
    recipient = row.user
    assert recipient is not None
    held = row.digest_items.filter(state=NotificationState.HELD).select_related("user", "game").order_by("pk")
    turns = {item.game_id: item for item in held if item.kind == Kind.TURN}
    games = _waiting_games(recipient)
    tables = [Table(game, recipient) for game in games[:MAX_TABLES]]
    rows = [_table(table, recipient, turns.get(table.game.pk)) | time_of(table) for table in tables]
    boards = _boards(tables)
    news = [item for item in held if not _is_covered_by_tables(item, games)]
    return {
        "tables": list(zip(rows, boards, strict=True))[:DETAILED_TABLES],
        "others": list(zip(rows, boards, strict=True))[DETAILED_TABLES:],
        "count": len(games),
        "more": len(games) - len(rows),
        "table_names": _names_for_subject([_titled_name(game) for game in games]),
        "news": [_news(item, contexts) for item in news[:MAX_NEWS]],
        "more_news": max(len(news) - MAX_NEWS, 0),
        "home_url": link("games:home"),
        "boards": boards,
    }


def _is_covered_by_tables(row: Notification, games: list[Game]) -> bool:
    """Return True if the waiting tables already show what this notification is about."""
    return row.kind == Kind.TURN or (row.kind == Kind.STARTED and row.game in games)


def _waiting_games(user: User) -> list[Game]:
    """Return the games that wait for the user, the most urgent first, without those whose emails are off."""
    games = sorted(Game.objects.sound().waiting_for(user), key=lambda game: game.deadline or NO_DEADLINE)
    return [game for game in games if not is_switched_off(user, Kind.TURN, game)]


def _names_for_subject(names: list[str]) -> str:
    more = len(names) - TABLES_IN_SUBJECT
    if more < 2:
        return join_names(names)
    text = ngettext("%(some)s and %(count)s more", "%(some)s and %(count)s more", more)
    return text % {"some": ", ".join(names[:TABLES_IN_SUBJECT]), "count": more}


def _titled_name(game: Game) -> str:
    return titled(game.title, name_of(game.name, 32))


def _boards(tables: list[Table]) -> list[MailBoard]:
    large, small = tables[:DETAILED_TABLES], tables[DETAILED_TABLES:]
    return [*(table.board(BOARD_WIDTH) for table in large), *(table.board(SMALL_BOARD_WIDTH) for table in small)]


def _table(table: Table, user: User, row: Notification | None) -> Context:
    game = table.game
    turns, offers = table.recent_turns(), offers_of(table, user)
    return {
        "game": game,
        "name": name_of(game.name),
        "rules_label": title_and_rules(game.title, game.ruleset, game.seat_count),
        "opponents": table.opponents,
        "chance_text": table.chance_text,
        "figures_text": table.figures_text,
        "question": table.question,
        "recent_turns": turns[-MAX_TURNS:],
        "earlier": max(len(turns) - MAX_TURNS, 0),
        "offers": offers,
        "hand": table.hand(),
        "play_url": offers.question_url if offers else table_link(game),
        "url": table_link(game),
        **(orders_tried(row, table) if row else {"order_used": None, "orders_dropped": [], "orders_url": ""}),
    }


def _news(row: Notification, contexts: Contexts) -> Context:
    """Return one item of the news: the subject that its own email would have, and its link."""
    assert row.game is not None
    if row.game.troubled_at:
        text = _("%(table)s: the log of this game cannot be read, and the operators of the site have to repair it.")
        text = titled(row.game.title, text % {"table": name_of(row.game.name)})
        return {"text": text, "quote": "", "url": table_link(row.game)}
    table = Table(row.game, row.user)
    names = {"table_name": name_of(row.game.name), "short_table": name_of(row.game.name, 32)}
    context = {"game": row.game, "table": table, **names, **contexts[row.kind](row, table)}
    return {
        "text": titled_subject(context, render_to_string(f"mail/{row.kind}/subject.txt", context)),
        "quote": one_line(context.get("words", ""), 300),
        "url": context.get("invitation_url", table_link(row.game)),
    }


def titled_subject(context: Mapping[str, Any], text: str) -> str:
    """Return the subject of an email, which begins with the title if it is about one table."""
    text, game = one_line(text), None if context.get("is_about_all_tables") else context.get("game")
    return text if game is None else one_line(titled(game.title, text))


def orders(row: Notification, table: Table) -> Context:
    """Return the variables of the templates in mail/orders, without those of the position.

    Either an order has played a whole turn, the last of ``recent_turns``, or orders were dropped before their turn.
    """
    if "dropped" in row.params:
        numbers = [int(number) for number in str(row.params["dropped"]).split(",")]
        context = _orders_context(table, _orders_of(row, dropped_orders, numbers))
        return {"dropped": join_names([str(number) for number in numbers]), "dropped_count": len(numbers), **context}
    tried = _orders_of(row, tried_orders, int(row.params["turn"]))
    used = next(order for order in tried if order.number == row.params["order"])
    turns = _turns_until(table, used.ply or 0)
    return {"dropped": "", "dropped_count": 0, **_orders_context(table, tried), "recent_turns": turns}


def orders_line(row: Notification, _table: Table) -> str:
    """Return the email's message in one line."""
    if "dropped" in row.params:
        numbers = str(row.params["dropped"]).split(",")
        text = ngettext(
            "Your order in advance (%(numbers)s) was dropped.",
            "Your orders in advance (%(numbers)s) were dropped.",
            len(numbers),
        )
        return text % {"numbers": join_names(numbers)}
    text = _("Your order in advance (%(number)s) played turn %(turn)s.")
    return text % {"turn": row.params["turn"], "number": row.params["order"]}


def orders_tried(row: Notification, table: Table) -> Context:
    """Return the variables about the orders that were tried for the turn of an email."""
    return _orders_context(table, _orders_of(row, tried_orders, int(row.params.get("turn", 0))))


def orders_at_end(row: Notification, table: Table) -> Context:
    """Return the variables about the orders that were dropped at the end of the game."""
    return _orders_context(table, _orders_of(row, dropped_orders))


def _orders_of(row: Notification, selector: Any, *values: Any) -> list[AdvanceOrder]:
    """Return the recipient's orders from a selector, none for a recipient without an account."""
    assert row.game is not None
    orders: list[AdvanceOrder] = selector(row.user, row.game, *values) if row.user else []
    return orders


def _orders_context(table: Table, rows: Sequence[AdvanceOrder]) -> Context:
    used = order_views(table.title, [order for order in rows if order.state == OrderState.USED], table.names)
    dropped = [order for order in rows if order.state == OrderState.DROPPED]
    return {
        "order_used": used[0] if used else None,
        "orders_dropped": order_views(table.title, dropped, table.names),
        "orders_url": f"{table_link(table.game)}orders/",
    }


def _turns_until(table: Table, ply: int) -> list[tables.TurnSummary]:
    """Return the turn that contains this ply, after the turns since the recipient's previous one."""
    title, plies = table.title, table.plies
    last = next(turn for turn in group_by_turn(title, plies) if _contains(turn, ply))
    earlier = tables.turns_since(title, plies[: last[0].number], table.seat)
    return [tables.turn_summary(title, turn, table.names, table.seat) for turn in (*earlier, last)]


def _contains(group: Sequence[Ply], ply: int) -> bool:
    return group[0].number <= ply <= group[-1].number
