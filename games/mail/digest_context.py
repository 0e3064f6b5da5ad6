"""Context of the digest: every table that waits for the recipient, the most urgent first, and other news.

Tables whose turn emails are switched off are left out. Every table has its board. The first ``DETAILED_TABLES`` have
their recent turns and a link for each choice, the next ones a smaller board and one line, and those beyond
``MAX_TABLES`` are only counted: text and links stay under 100 KB, beyond which some mail programs cut an email.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common.wording import join_names, name_of, one_line
from games.core.models import Game
from games.notifications.links import link, table_link
from games.notifications.models import Kind, Notification, NotificationState
from games.notifications.preferences import is_switched_off

from .offers import offers_of
from .order_contexts import orders_tried
from .tables import MailBoard, Table

Context = dict[str, Any]
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
        "table_names": _names_for_subject([name_of(game.name, 32) for game in games]),
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


def _boards(tables: list[Table]) -> list[MailBoard]:
    large, small = tables[:DETAILED_TABLES], tables[DETAILED_TABLES:]
    return [*(table.board(BOARD_WIDTH) for table in large), *(table.board(SMALL_BOARD_WIDTH) for table in small)]


def _table(table: Table, user: User, row: Notification | None) -> Context:
    game = table.game
    turns, offers = table.recent_turns(), offers_of(table, user)
    return {
        "game": game,
        "name": name_of(game.name),
        "title": table.title.name,
        "opponents": table.opponents,
        "chance_text": table.chance_text,
        "figures_text": table.figures_text,
        "question": table.question,
        "recent_turns": turns[-MAX_TURNS:],
        "earlier": max(len(turns) - MAX_TURNS, 0),
        "offers": offers,
        "play_url": offers.question_url if offers else table_link(game),
        "url": table_link(game),
        **(orders_tried(row, table) if row else {"order_used": None, "orders_dropped": [], "orders_url": ""}),
    }


def _news(row: Notification, contexts: Contexts) -> Context:
    """Return one item of the news: the subject that its own email would have, and its link."""
    assert row.game is not None
    if row.game.troubled_at:
        text = _("%(table)s: the log of this game cannot be read, and the operators of the site have to repair it.")
        return {"text": text % {"table": name_of(row.game.name)}, "quote": "", "url": table_link(row.game)}
    table = Table(row.game, row.user)
    names = {"table_name": name_of(row.game.name), "short_table": name_of(row.game.name, 32)}
    context = {"game": row.game, "table": table, **names, **contexts[row.kind](row, table)}
    return {
        "text": one_line(render_to_string(f"mail/{row.kind}/subject.txt", context)),
        "quote": one_line(context.get("words", ""), 300),
        "url": context.get("invitation_url", table_link(row.game)),
    }
