"""Request bodies of webhooks: plain JSON (docs/webhooks.md), Discord, Slack."""

import json
import re
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.common.wording import join_names, name_of, titled
from games.core.selectors import seats_of
from games.notifications.links import link, table_link
from games.notifications.models import Kind, Notification, Webhook, WebhookShape

from .event_line import EventLine, line_of
from .tables import FinishedTurn, Table, finished_turns

VERSION = 1
COLOUR = 0x2B4BB0  # Majorelle blue, beside the message in Discord
MARKUP = re.compile(r"([\\*_~`|>#\[\]()<@-])")
MAX_LENGTH = 1500  # characters: Discord takes 4096, Slack 3000


def body_of(row: Notification, hook: Webhook) -> bytes:
    table = Table(row.game, row.user) if row.game else None
    turn = _turn_of(row, table) if table and hook.game_id else None
    line = _table_event_line(table, turn) if table and hook.game_id else line_of(row)
    sentences = turn.sentences if turn else ()
    if hook.shape == WebhookShape.JSON:
        return _json(
            {
                "version": VERSION,
                "event": event_of(row, hook),
                "delivery": str(row.pk),
                "at": row.created_at.isoformat(),
                "text": line.text,
                "url": line.url,
                "player": None if hook.game_id or row.user is None else row.user.username,
                "table": _table(table) if table else None,
                "turn": _turn(turn) if turn else None,
            }
        )
    return _json(SHAPES[WebhookShape(hook.shape)](line, sentences))


def event_of(row: Notification, hook: Webhook) -> str:
    """Return the name of an event. A table's events have the prefix "table."."""
    return f"table.{row.kind}" if hook.game_id else row.kind


def sample_of(hook: Webhook) -> bytes:
    """Return the body that the test button sends: an event "test" without a table, or a line of text."""
    line = EventLine(settings.SITE_NAME, _("This is a test. Your webhook works."), link("games:channels"))
    if hook.shape != WebhookShape.JSON:
        return _json(SHAPES[WebhookShape(hook.shape)](line, ()))
    return _json({"version": VERSION, "event": "test", "delivery": "test", "text": line.text, "url": line.url})


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _turn_of(row: Notification, table: Table) -> FinishedTurn | None:
    turns = finished_turns(table.game, table.names, most=1, ply=row.ply, seat=table.seat)
    return turns[-1] if turns and row.kind != Kind.STARTED else None


def _table_event_line(table: Table, turn: FinishedTurn | None) -> EventLine:
    """Return the line of a table's webhook: the turn that was played, and who is next."""
    acting = [table.names[seat] for seat in table.title.acting(table.state)]
    news = turn.sentences[-1:] if turn else (_("The game has started."),)
    then = _("Next: %(names)s.") % {"names": join_names(acting)} if acting else _("The game is over.")
    return EventLine(
        titled(table.game.title, name_of(table.game.name)), " ".join([*news, then]), table_link(table.game)
    )


def _table(table: Table) -> dict[str, Any]:
    game = table.game
    return {
        "code": game.code,
        "name": game.name,
        "url": table_link(game),
        "title": game.title,
        "ruleset": game.ruleset,
        "status": game.status,
        "turn": game.turn,
        "ply": game.ply,
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "players": [
            {
                "seat": seat.number,
                "name": seat.user.username if seat.user else None,
                "acting": seat.is_acting,
                "out": seat.is_out,
                "score": seat.score,
                "place": seat.place,
                "bank": seat.bank,
            }
            for seat in seats_of(game)
        ],
    }


def _turn(turn: FinishedTurn) -> dict[str, Any]:
    return {"number": turn.number, "seat": turn.seat, "notation": turn.line, "sentences": list(turn.sentences)}


def _discord(line: EventLine, sentences: tuple[str, ...]) -> dict[str, Any]:
    embed = {"title": line.title[:250], "description": _escaped(" ".join(sentences) or line.text)}
    return {
        "content": _escaped(f"{line.title}: {line.text}"),
        "embeds": [{**embed, "url": line.url, "color": COLOUR}],
        "allowed_mentions": {"parse": []},  # a name like @everyone notifies no one
    }


def _escaped(text: str) -> str:
    return MARKUP.sub(r"\\\1", text)[:MAX_LENGTH]


def _slack(line: EventLine, sentences: tuple[str, ...]) -> dict[str, Any]:
    text = _for_slack(" ".join(sentences) or line.text)
    name = _for_slack(line.title)
    section = {"type": "section", "text": {"type": "mrkdwn", "text": f"*<{line.url}|{name}>*\n{text}"}}
    return {"text": f"{name}: {_for_slack(line.text)}", "blocks": [section]}


def _for_slack(text: str) -> str:
    """Return text without Slack's mark-up: three characters become entities, the others get an invisible space."""
    text = text[:MAX_LENGTH].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([*_~`|])", "\u200b\\1", text)


SHAPES = {WebhookShape.DISCORD: _discord, WebhookShape.SLACK: _slack}
