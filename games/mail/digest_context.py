"""One mail for several: every table that waits for the reader, and what else is new, in short.

All tables are named, the most urgent first; those that have had no mail of their own yet, and those that have. A table
that the reader wants no mail about is left out. The whole mail stays under 100 KB: the first ``TOLD`` tables have their
story and links for each choice, six of them a board (four where more tables wait); the others one line; from
``TABLES`` on they are counted.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Kind, Notification, NotificationState
from games.selectors.lists import waiting_for
from games.selectors.mail_choices import is_switched_off

from .headers import link, table_link
from .orders_context import orders_tried
from .story import ToldTurn
from .table import Table
from .text import listed, name_of, one_line
from .ways import ways_of

Context = dict[str, Any]
Contexts = Mapping[str, Callable[[Notification, Table], Context]]
TABLES = 20
TOLD = 8
BOARDS, BOARDS_OF_MANY = 6, 4
BOARD = 150  # pixels across
TURNS = 3  # of a story: the latest ones
NEWS = 12  # other news that are told; more are counted
NAMED = 2  # tables in the subject
LATE = datetime.max.replace(tzinfo=UTC)


def digest(row: Notification, contexts: Contexts, time_of: Callable[[Table], Context]) -> Context:
    """Return the variables of the templates in mail/digest.

    ``contexts`` are those of the other kinds, whose subjects are the news; ``time_of`` says until when a turn may last.
    """
    reader = row.user
    assert reader is not None
    rows = list(row.carried.filter(state=NotificationState.HELD).select_related("user", "game").order_by("pk"))
    turns = {one.game_id: one for one in rows if one.kind == Kind.TURN}
    games = _waiting(reader)
    boards = BOARDS if len(games) <= TOLD else BOARDS_OF_MANY
    tables = [
        _table(game, reader, turns.get(game.pk), place < boards) | time_of(Table(game, reader))
        for place, game in enumerate(games[:TABLES])
    ]
    news = [one for one in rows if not _is_shown(one, games)]
    return {
        "tables": tables[:TOLD],
        "others": tables[TOLD:],
        "count": len(games),
        "more": len(games) - len(tables),
        "named": _named([name_of(game.name, 32) for game in games]),
        "news": [_news(one, contexts) for one in news[:NEWS]],
        "more_news": max(len(news) - NEWS, 0),
        "home_url": link("games:home"),
        "boards": [table["board"] for table in tables if table["board"]],
    }


def _is_shown(row: Notification, games: list[Game]) -> bool:
    """Tell whether the tables that wait say already what this row is about."""
    return row.kind == Kind.TURN or (row.kind == Kind.STARTED and row.game in games)


def _waiting(reader: User) -> list[Game]:
    """Return the tables at which it is the reader's turn, the most urgent first, without those that were silenced."""
    games = sorted(waiting_for(reader), key=lambda game: game.deadline or LATE)
    return [game for game in games if not is_switched_off(reader, Kind.TURN, game)]


def _named(names: list[str]) -> str:
    more = len(names) - NAMED
    if more < 2:
        return listed(names)
    return _("%(some)s and %(count)s more") % {"some": ", ".join(names[:NAMED]), "count": more}


def _table(game: Game, reader: User, row: Notification | None, has_board: bool) -> Context:
    table = Table(game, reader)
    told, ways = table.told(), ways_of(table, reader)
    return {
        "game": game,
        "name": name_of(game.name),
        "title": table.title.name,
        "opponents": table.opponents,
        "came": table.came,
        "where": table.where,
        "question": table.question,
        "told": told[-TURNS:],
        "earlier": _earlier(told),
        "board": table.board(BOARD) if has_board else None,
        "ways": ways,
        "play_url": ways.question_url if ways else table_link(game),
        "url": table_link(game),
        **(orders_tried(row, table) if row else {"order_used": None, "orders_dropped": [], "orders_url": ""}),
    }


def _earlier(told: list[ToldTurn]) -> int:
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
