"""Serializer of the log of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.registry import get_title
from games.models import EntryNote, Game
from games.presenters.wording import render_message
from games.selectors.log import entries_of, plies_of
from games.selectors.seats import seat_names

from .game_rows import letter


@dataclass(frozen=True, slots=True)
class DescribedEntry:
    """One entry. ``text`` are the sentences that describe it."""

    ply: int
    turn: int
    seat: str | None
    action: str
    at: datetime
    text: list[str]
    by_order: bool


def described_log(game: Game) -> Iterator[DescribedEntry]:
    """Yield the log of a game; nothing before its start."""
    if game.started_at is None:
        return
    title, names = get_title(game.title), seat_names(game)
    for entry, ply in zip(entries_of(game), plies_of(game), strict=True):
        text = [render_message(title, message, names) for message in title.describe(ply)]
        turn, by_order = title.turn(ply.before), entry.note == EntryNote.ORDER
        yield DescribedEntry(entry.ply, turn, letter(entry.seat), entry.notation, entry.at, text, by_order)


class LogLineSerializer(serializers.Serializer[Any]):
    """One entry of the log."""

    ply = serializers.IntegerField()
    turn = serializers.IntegerField(help_text="0 for draws and rolls before the first turn.")
    seat = serializers.SerializerMethodField()
    action = serializers.CharField(help_text="The entry's notation.")
    at = serializers.DateTimeField()
    text = serializers.ListField(child=serializers.CharField(), help_text="Sentences that describe the entry.")
    by_order = serializers.BooleanField(help_text="Whether an order in advance has played it.")

    @extend_schema_field({"type": ["string", "null"], "description": "Null for chance and for the table itself."})
    def get_seat(self, line: DescribedEntry) -> str | None:
        """Return the letter."""
        return line.seat
