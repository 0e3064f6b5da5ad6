"""What a webhook is sent: plain JSON (docs/webhooks.md), or what Discord and Slack understand."""

import json
import re
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Game, Notification, Webhook, WebhookShape
from games.selectors.seats import seats_of

from .event_line import EventLine, event_line
from .headers import link, table_link
from .tables.finished_turns import FinishedTurn, finished_turns
from .tables.table import Table
from .text import listed, name_of

VERSION = 1
COLOUR = 0x2B4BB0  # Majorelle blue, for Discord's edge
MARKUP = re.compile(r"([\\*_~`|>#\[\]()<@-])")
LONGEST = 1500  # characters of a story: Discord takes 4096, Slack 3000


def body_of(row: Notification, hook: Webhook) -> bytes:
    """Return the request body of a row for its webhook, in the language that is active."""
    assert row.game is not None
    table = Table(row.game, row.user)
    news = _news_of(row, table) if hook.game_id else None
    said = _at_table(row.game, table, news) if hook.game_id else event_line(row, table)
    story = news.sentences if news else ()
    if hook.shape == WebhookShape.JSON:
        return _json(
            {
                "version": VERSION,
                "event": event_of(row, hook),
                "delivery": str(row.pk),
                "at": row.created_at.isoformat(),
                "text": said.text,
                "url": said.url,
                "player": None if hook.game_id or row.user is None else row.user.username,
                "table": _table(row.game, table),
                "turn": _turn(row.game, news) if news else None,
            }
        )
    return _json(SHAPES[WebhookShape(hook.shape)](said, story))


def event_of(row: Notification, hook: Webhook) -> str:
    """Return the name of what has happened: a table's events are told apart from a player's own."""
    return f"table.{row.kind}" if hook.game_id else row.kind


def sample_of(hook: Webhook) -> bytes:
    """Return what the test button sends: an event "test" without a table, or a line of text."""
    said = EventLine(settings.SITE_NAME, _("This is a test. Your webhook works."), link("games:channels"))
    if hook.shape != WebhookShape.JSON:
        return _json(SHAPES[WebhookShape(hook.shape)](said, ()))
    return _json({"version": VERSION, "event": "test", "delivery": "test", "text": said.text, "url": said.url})


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _news_of(row: Notification, table: Table) -> FinishedTurn | None:
    news = finished_turns(table.game, table.names, most=1, ply=row.ply)
    return news[-1] if news and row.kind != "started" else None


def _at_table(game: Game, table: Table, news: FinishedTurn | None) -> EventLine:
    """Say what a table's webhook tells: the turn that was played, and who is next."""
    acting = [table.names[seat] for seat in table.title.acting(table.state)]
    said = news.sentences[-1:] if news else (_("The game has started."),)
    then = _("Next: %(names)s.") % {"names": listed(acting)} if acting else _("The game is over.")
    return EventLine(name_of(game.name), " ".join([*said, then]), table_link(game))


def _table(game: Game, table: Table) -> dict[str, Any]:
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
            }
            for seat in seats_of(game)
        ],
    }


def _turn(game: Game, news: FinishedTurn) -> dict[str, Any]:
    return {"number": news.number, "seat": news.seat, "notation": news.line, "sentences": list(news.sentences)}


def _discord(said: EventLine, story: tuple[str, ...]) -> dict[str, Any]:
    embed = {"title": said.title[:250], "description": _escaped(" ".join(story) or said.text, r"\\\1")}
    return {
        "content": _escaped(f"{said.title}: {said.text}", r"\\\1"),
        "embeds": [{**embed, "url": said.url, "color": COLOUR}],
        "allowed_mentions": {"parse": []},  # a name like @everyone wakes nobody
    }


def _escaped(text: str, by: str) -> str:
    return MARKUP.sub(by, text)[:LONGEST]


def _slack(said: EventLine, story: tuple[str, ...]) -> dict[str, Any]:
    told = _for_slack(" ".join(story) or said.text)
    name = _for_slack(said.title)
    section = {"type": "section", "text": {"type": "mrkdwn", "text": f"*<{said.url}|{name}>*\n{told}"}}
    return {"text": f"{name}: {_for_slack(said.text)}", "blocks": [section]}


def _for_slack(text: str) -> str:
    """Return text in which Slack finds no mark-up: three signs count as entities, the others are kept apart."""
    text = text[:LONGEST].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([*_~`|])", "\u200b\\1", text)


SHAPES = {WebhookShape.DISCORD: _discord, WebhookShape.SLACK: _slack}
