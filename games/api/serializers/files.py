"""Serializers of a whole game as a file."""

from typing import Any

from rest_framework import serializers

from .tables import PositionField


class FormatForm(serializers.Serializer[Any]):
    """The wanted format of a file."""

    kind = serializers.ChoiceField(["mkg", "json"], default="mkg", help_text="A game file, or the same as JSON.")


class FileSeatSerializer(serializers.Serializer[Any]):
    """A seat of the table."""

    seat = serializers.CharField(help_text="The seat's letter.")
    name = serializers.CharField()
    entropy = serializers.CharField(help_text="The player's share of the dice, hexadecimal.")


class FileEntrySerializer(serializers.Serializer[Any]):
    """One entry of the log."""

    seat = serializers.CharField(allow_null=True, help_text="Null for chance and for the table itself.")
    action = serializers.CharField(help_text="The action's notation.")


class FileStorySerializer(serializers.Serializer[Any]):
    """Who played what its player did not play, or something else that happened at the table. In English."""

    step = serializers.IntegerField(
        help_text="The entry that it is about, from 1 on; with `at`, the length of the log."
    )
    text = serializers.CharField()
    at = serializers.DateTimeField(allow_null=True, help_text="When it happened; null for a remark about an entry.")


class FileSerializer(serializers.Serializer[Any]):
    """A whole game, with the same data as the game file."""

    title = serializers.CharField()
    ruleset = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField(), help_text="Options that differ from the ruleset.")
    seats = FileSeatSerializer(many=True)
    site = serializers.CharField()
    table = serializers.CharField(help_text="The id of the game.")
    name = serializers.CharField()
    begun = serializers.DateTimeField()
    ended = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField(help_text="SHA-256 of the secret of the dice, published before the game.")
    mixed = serializers.CharField(help_text="SHA-256 of the players' shares.")
    secret = serializers.CharField(allow_null=True, help_text="The secret of the dice; null before the game's end.")
    given = serializers.IntegerField(
        help_text="The number of entries taken over from another game. The dice of this game made the later rolls."
    )
    branch_of = serializers.CharField(allow_null=True, help_text="The id of that other game.")
    log = FileEntrySerializer(many=True)
    story = FileStorySerializer(many=True)
    position = PositionField()
