"""One mail for several: every table that waits for the reader, and what else is new, in short.

All tables are named, the most urgent first; those that have had no mail of their own yet, and those that have. A table
that the reader wants no mail about is left out. The whole mail stays under 100 KB: the first ``TOLD`` tables have their
story and links for each choice, and as many of them a board as ``PICTURES`` allows; the others one line; from
``TABLES`` on they are counted.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import accumulate, zip_longest
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Kind, Notification, NotificationState
from games.presenters.wording import join_names
from games.selectors.notifications.mail_preferences import is_switched_off

from ..headers import link, table_link
from ..tables.offers import offers_of
from ..tables.table import MailBoard, Table
from ..tables.turn_summaries import TurnSummary
from ..text import name_of, one_line
from .orders import orders_tried

Context = dict[str, Any]
Contexts = Mapping[str, Callable[[Notification, Table], Context]]
TABLES = 20
DETAILED_TABLES = 6
PICTURES, PICTURES_OF_MANY = 33_000, 24_000  # bytes of all boards together, at most
BOARD = 120  # pixels across, drawn at twice that; shown a quarter larger
TURNS = 3  # of a story: the latest ones
NEWS = 12  # other news that are told; more are counted
NAMED = 2  # tables in the subject
NO_DEADLINE = datetime.max.replace(tzinfo=UTC)


def digest(row: Notification, contexts: Contexts, time_of: Callable[[Table], Context]) -> Context:
    """Return the variables of the templates in mail/digest.

    ``contexts`` are those of the other kinds, whose subjects are the news; ``time_of`` says until when a turn may last.
    """
    reader = row.user
    assert reader is not None
    rows = list(row.digest_items.filter(state=NotificationState.HELD).select_related("user", "game").order_by("pk"))
    turns = {one.game_id: one for one in rows if one.kind == Kind.TURN}
    games = _waiting(reader)
    shown = [Table(game, reader) for game in games[:TABLES]]
    tables = [_table(table, reader, turns.get(table.game.pk)) | time_of(table) for table in shown]
    boards = _boards(shown[:DETAILED_TABLES], PICTURES if len(games) <= DETAILED_TABLES else PICTURES_OF_MANY)
    news = [one for one in rows if not _is_shown(one, games)]
    return {
        "tables": list(zip_longest(tables[:DETAILED_TABLES], boards)),
        "others": tables[DETAILED_TABLES:],
        "count": len(games),
        "more": len(games) - len(tables),
        "named": _named([name_of(game.name, 32) for game in games]),
        "news": [_news(one, contexts) for one in news[:NEWS]],
        "more_news": max(len(news) - NEWS, 0),
        "home_url": link("games:home"),
        "boards": boards,
    }


def _is_shown(row: Notification, games: list[Game]) -> bool:
    """Tell whether the tables that wait say already what this row is about."""
    return row.kind == Kind.TURN or (row.kind == Kind.STARTED and row.game in games)


def _waiting(reader: User) -> list[Game]:
    """Return the tables at which it is the reader's turn, the most urgent first, without those that were silenced."""
    games = sorted(Game.objects.waiting_for(reader), key=lambda game: game.deadline or NO_DEADLINE)
    return [game for game in games if not is_switched_off(reader, Kind.TURN, game)]


def _named(names: list[str]) -> str:
    more = len(names) - NAMED
    if more < 2:
        return join_names(names)
    text = ngettext("%(some)s and %(count)s more", "%(some)s and %(count)s more", more)
    return text % {"some": ", ".join(names[:NAMED]), "count": more}


def _boards(tables: list[Table], room: int) -> list[MailBoard]:
    """Return the boards of the first tables, as many as there is room for."""
    boards = [table.board(BOARD) for table in tables]
    sizes = accumulate(len(board.png) for board in boards)
    return [board for board, size in zip(boards, sizes, strict=True) if size <= room]


def _table(table: Table, reader: User, row: Notification | None) -> Context:
    game = table.game
    told, offers = table.recent_turns(), offers_of(table, reader)
    return {
        "game": game,
        "name": name_of(game.name),
        "title": table.title.name,
        "opponents": table.opponents,
        "chance_text": table.chance_text,
        "figures_text": table.figures_text,
        "question": table.question,
        "recent_turns": told[-TURNS:],
        "earlier": _earlier(told),
        "offers": offers,
        "play_url": offers.question_url if offers else table_link(game),
        "url": table_link(game),
        **(orders_tried(row, table) if row else {"order_used": None, "orders_dropped": [], "orders_url": ""}),
    }


def _earlier(told: list[TurnSummary]) -> int:
    return max(len(told) - TURNS, 0)


def _news(row: Notification, contexts: Contexts) -> Context:
    """Return one of the news as the subject that its own mail would have."""
    assert row.game is not None
    table = Table(row.game, row.user)
    names = {"table_name": name_of(row.game.name), "short_table": name_of(row.game.name, 32)}
    context = {"game": row.game, "table": table, **names, **contexts[row.kind](row, table)}
    return {
        "text": one_line(render_to_string(f"mail/{row.kind}/subject.txt", context)),
        "words": one_line(context.get("words", ""), 300),
        "url": context.get("invitation_url", table_link(row.game)),
    }
