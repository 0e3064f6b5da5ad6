"""Statements in SQL, for requests whose cost is mostly that of Django putting statements together."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection


class Fact(NamedTuple):
    """A row of one of the statements below. ``what`` tells what the others mean. Empty ones are None, "", 0, False."""

    what: str
    id: Any  # a number or None
    first: str
    second: str
    third: str
    number: int
    flag: bool


# What only the viewer of a table sees: email preferences, orders, unread messages and other games. Querysets that read
# the same take 2 to 3 ms of a table's page, this 0.2 ms.
VIEWER_FACTS = """
SELECT 'preference', game_id, kind, frequency, '', 0, FALSE
FROM games_mailpreference
WHERE user_id = %(user)s AND kind IN ('', 'turn') AND (game_id = %(game)s OR game_id IS NULL)
UNION ALL
SELECT 'orders', NULL, '', '', '', COUNT(*), FALSE
FROM games_advanceorder
WHERE user_id = %(user)s AND game_id = %(game)s AND state = 'waiting'
UNION ALL
SELECT 'unread', NULL, '', '', '', unread_messages, FALSE
FROM games_seat
WHERE user_id = %(user)s AND game_id = %(game)s
UNION ALL
SELECT 'waits elsewhere', NULL, '', '', '', 0, FALSE
WHERE EXISTS (
    SELECT 1 FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    WHERE seat.user_id = %(user)s AND seat.is_acting AND seat.finished_at IS NULL AND seat.game_id <> %(game)s
    AND game.resigns_at IS NULL
)
"""

# With VIEWER_FACTS, everything on a table's page that changes without Game.version: the players' names, what the viewer
# has seen, robots that think, who has written in the chat, deputies, owners of seats, the analysis, holidays, and the
# rematch. Five querysets that read the same, without the last four, take 3.4 ms of a visit to an unchanged table, this
# takes 0.2 ms.
OTHER_FACTS = """
SELECT 'seat', seat.user_id, COALESCE(player.username, ''), COALESCE(profile.display_name, ''),
       COALESCE(player.robot, ''), CASE WHEN seat.user_id = %(user)s THEN seat.seen_ply ELSE 0 END,
       COALESCE(player.robot <> '' AND seat.acting_since > %(since)s, FALSE)
FROM games_seat seat
LEFT JOIN accounts_user player ON player.id = seat.user_id
LEFT JOIN accounts_profile profile ON profile.user_id = seat.user_id
WHERE seat.game_id = %(game)s
UNION ALL
SELECT DISTINCT 'author', author.id, COALESCE(author.username, ''), '', '', 0, FALSE
FROM games_chatmessage message
LEFT JOIN accounts_user author ON author.id = message.author_id
WHERE message.game_id = %(game)s
UNION ALL
SELECT 'event', NULL, '', '', '', 0, FALSE
WHERE EXISTS (SELECT 1 FROM games_tableevent WHERE game_id = %(game)s)
UNION ALL
SELECT 'deputy', deputy.id, COALESCE(CAST(deputy.accepted_at AS text), ''), COALESCE(CAST(deputy.first AS text), ''),
       COALESCE(CAST(deputy.last AS text), '') || ' ' || COALESCE(profile.time_zone, ''), 0, FALSE
FROM games_deputy deputy
JOIN games_seat seat ON seat.user_id = deputy.user_id AND seat.game_id = %(game)s
LEFT JOIN accounts_profile profile ON profile.user_id = deputy.user_id
WHERE deputy.deputy_id = %(user)s AND deputy.ended_at IS NULL
UNION ALL
SELECT 'owner', player.id, player.username, COALESCE(profile.display_name, ''), '', seat.number, FALSE
FROM games_seat seat
JOIN accounts_user player ON player.id = seat.owner_id
LEFT JOIN accounts_profile profile ON profile.user_id = player.id
WHERE seat.game_id = %(game)s
UNION ALL
SELECT 'analysis', turns, state, COALESCE(CAST(finished_at AS text), ''), '', turns_done, FALSE
FROM games_analysis
WHERE game_id = %(game)s
UNION ALL
SELECT 'holiday', holiday.user_id, CAST(holiday.first AS text), CAST(holiday.last AS text),
       CAST(holiday.changes AS text), 0, FALSE
FROM games_plannedholiday holiday
JOIN games_seat seat ON seat.user_id = holiday.user_id
WHERE seat.game_id = %(game)s AND holiday.last >= %(yesterday)s
UNION ALL
SELECT 'holiday', holiday.user_id, CAST(holiday.began_at AS text), '', '', 0, FALSE
FROM games_automaticholiday holiday
JOIN games_seat seat ON seat.user_id = holiday.user_id
WHERE seat.game_id = %(game)s AND holiday.began_at > %(day_ago)s
UNION ALL
SELECT 'rematch', host_id, code, status, '', 0,
       EXISTS (SELECT 1 FROM games_seat seat WHERE seat.game_id = again.id AND seat.user_id = %(user)s)
FROM games_game again
WHERE rematch_of_id = %(game)s AND status <> 'cancelled'
"""

# Open proposals, and how often the players want emails.
RARE_FACTS = """
SELECT 'proposal', id, kind, '', '', 0, FALSE
FROM games_proposal
WHERE game_id = %(game)s AND state = 'open'
UNION ALL
SELECT 'mail of', preference.user_id, preference.kind, preference.frequency, '',
       CASE WHEN preference.game_id IS NULL THEN 0 ELSE 1 END, FALSE
FROM games_mailpreference preference
JOIN games_seat seat ON seat.user_id = preference.user_id AND seat.game_id = %(game)s
WHERE preference.kind IN ('', 'turn') AND (preference.game_id = %(game)s OR preference.game_id IS NULL)
"""

# The facts behind the clocks of a game's turns, instants and dates as text.
CLOCK_FACTS = """
SELECT 'turn', id, CAST(came_at AS text), COALESCE(CAST(told_at AS text), ''), told_by, bank, FALSE
FROM games_turn
WHERE game_id = %(game)s AND ended_at IS NULL
UNION ALL
SELECT 'pace', id, '', '', CAST(pace AS text), seat_id, FALSE
FROM games_turn
WHERE game_id = %(game)s AND ended_at IS NULL
UNION ALL
SELECT 'deadline', id, COALESCE(CAST(deadline AS text), ''), COALESCE(CAST(overdue_at AS text), ''), deadline_cause,
       COALESCE(user_id, 0), FALSE
FROM games_turn
WHERE game_id = %(game)s AND ended_at IS NULL
UNION ALL
SELECT 'hours', user_id, CAST(saved_at AS text), zone, CAST(hours.rows AS text), id, is_first
FROM games_wakinghours hours
WHERE user_id IN (SELECT user_id FROM games_seat WHERE game_id = %(game)s AND finished_at IS NULL)
UNION ALL
SELECT 'planned', user_id, CAST(saved_at AS text), zone,
       CAST(plan.first AS text) || ' ' || CAST(plan.last AS text) || ' ' || CAST(changes AS text), id, FALSE
FROM games_plannedholiday plan
WHERE user_id IN (SELECT user_id FROM games_seat WHERE game_id = %(game)s AND finished_at IS NULL)
UNION ALL
SELECT 'automatic', user_id, CAST(began_at AS text), '', '', 0, FALSE
FROM games_automaticholiday
WHERE user_id IN (SELECT user_id FROM games_seat WHERE game_id = %(game)s AND finished_at IS NULL)
UNION ALL
SELECT 'bounce', user_id, CAST(began_at AS text), COALESCE(CAST(ended_at AS text), ''), '', 0, FALSE
FROM games_unreachablespan
WHERE user_id IN (SELECT user_id FROM games_seat WHERE game_id = %(game)s AND finished_at IS NULL)
UNION ALL
SELECT 'pause', 0, CAST(began_at AS text), COALESCE(CAST(pause.until AS text), ''),
       COALESCE(CAST(ended_at AS text), ''), 0, FALSE
FROM games_tablepause pause
WHERE game_id = %(game)s
UNION ALL
SELECT 'outage', 0, CAST(began_at AS text), CAST(ended_at AS text), '', 0, FALSE
FROM games_outage
WHERE ended_at > (SELECT MIN(came_at) FROM games_turn WHERE game_id = %(game)s AND ended_at IS NULL)
UNION ALL
SELECT 'gift', turn_id, CAST(at AS text), '', '', seconds, FALSE
FROM games_timegift
WHERE turn_id IN (SELECT id FROM games_turn WHERE game_id = %(game)s AND ended_at IS NULL)
UNION ALL
SELECT 'step', turn_id, CAST(at AS text), '', kind, number, FALSE
FROM games_turnstep
WHERE turn_id IN (SELECT id FROM games_turn WHERE game_id = %(game)s AND ended_at IS NULL)
"""
TABLE_FACTS = "UNION ALL".join((VIEWER_FACTS, OTHER_FACTS, RARE_FACTS, CLOCK_FACTS))

# The poll of every open page: a queryset takes 0.55 ms, this 0.15 ms. At 10,000 open tables that is a tenth of a core.
IS_PRIVATE = "SELECT is_private FROM games_game WHERE code = %s AND version = %s"


def table_facts(game_id: int, user_id: int | None, since: datetime) -> list[Fact]:
    """Return rows that change whenever the page changes for this viewer, apart from the columns of the game.

    A robot whose turn began after ``since`` is thinking.
    """
    day_ago = since - timedelta(days=1)
    times = {"since": _text(since), "day_ago": _text(day_ago), "yesterday": f"{day_ago.astimezone(UTC):%Y-%m-%d}"}
    with connection.cursor() as cursor:
        cursor.execute(TABLE_FACTS, {"game": game_id, "user": user_id, **times})
        return sorted(map(Fact._make, cursor.fetchall()), key=repr)


def _text(moment: datetime) -> str:
    """Return a moment as SQLite stores it: as text, in UTC."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def is_private(code: str, version: int) -> bool | None:
    """Tell whether the table with this code and version is private. Return None if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(IS_PRIVATE, [code, version])
        row = cursor.fetchone()
    return bool(row[0]) if row else None
