"""Serializer of the log of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.registry import get_title
from games.models import EntryNote, EventKind, Game
from games.presenters.table.log.event_lines import LogEvent
from games.presenters.table.log.story import story_of
from games.presenters.wording import render_message
from games.selectors.log import entries_of
from games.selectors.tables.events import events_of
from games.selectors.tables.seats import Viewer, seat_name, seats_of
from games.selectors.visibility import knowing_seat, known_plies_of

from .seats import letter


@dataclass(frozen=True, slots=True)
class DescribedEntry:
    """One entry. ``text`` are the sentences that describe it, ``events`` what happened before the next entry."""

    ply: int
    turn: int
    seat: str | None
    action: str
    at: datetime
    text: list[str]
    by_order: bool
    note: str
    played_by: str | None
    events: list[LogEvent]


def described_log(game: Game, viewer: Viewer) -> Iterator[DescribedEntry]:
    """Yield the log of a game as this viewer may know it; nothing before its start.

    Events before the first entry belong to it, too.
    """
    if game.started_at is None:
        return
    title, rows = get_title(game.title), seats_of(game)
    names, story = [seat_name(seat) for seat in rows], story_of(rows, {}, events_of(game))
    plies = known_plies_of(game, knowing_seat(game, viewer))
    for entry, ply in zip(entries_of(game).select_related("played_by"), plies, strict=True):
        yield DescribedEntry(
            entry.ply,
            title.turn(ply.before),
            letter(entry.seat),
            title.notation(ply.action),
            entry.at,
            [render_message(title, message, names) for message in title.describe(ply)],
            entry.note == EntryNote.ORDER,
            entry.note,
            entry.played_by.username if entry.played_by else None,
            list(story.events_between(entry.ply + 1 if entry.ply else 0, entry.ply + 2)),
        )


class TableEventSerializer(serializers.Serializer[Any]):
    """Something about clocks, seats or agreements that is no action."""

    id = serializers.IntegerField(source="event.pk")
    kind = serializers.ChoiceField(EventKind.choices, source="event.kind")
    ply = serializers.IntegerField(help_text="The length of the log at that time.")
    seat = serializers.SerializerMethodField()
    at = serializers.DateTimeField(source="event.at")
    text = serializers.CharField(help_text="A sentence about it.")

    @extend_schema_field({"type": ["string", "null"], "description": "The seat concerned, if it is about one."})
    def get_seat(self, line: LogEvent) -> str | None:
        """Return the letter."""
        return letter(line.event.seat)


class LogLineSerializer(serializers.Serializer[Any]):
    """One entry of the log."""

    ply = serializers.IntegerField()
    turn = serializers.IntegerField(help_text="0 for draws and rolls before the first turn.")
    seat = serializers.SerializerMethodField()
    action = serializers.CharField(help_text="The entry's notation.")
    at = serializers.DateTimeField()
    text = serializers.ListField(child=serializers.CharField(), help_text="Sentences that describe the entry.")
    by_order = serializers.BooleanField(help_text="Whether an order in advance has played it.")
    note = serializers.CharField(
        help_text="Who made it, if not the player: `order`, `deputy`, `house`, or `inherited` from an earlier game."
    )
    played_by = serializers.CharField(
        allow_null=True, help_text="The player who made it, if it is not the one who began the game in this seat."
    )
    events = TableEventSerializer(
        many=True, help_text="What happened to clocks and seats after this entry and before the next one."
    )

    @extend_schema_field({"type": ["string", "null"], "description": "Null for chance and for the table itself."})
    def get_seat(self, line: DescribedEntry) -> str | None:
        """Return the letter."""
        return line.seat
