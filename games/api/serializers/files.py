"""A game as a file."""

from typing import Any

from rest_framework import serializers

from .tables import PositionField


class FormatForm(serializers.Serializer[Any]):
    """In which form a file is wanted."""

    kind = serializers.ChoiceField(["mkg", "json"], default="mkg", help_text="The game file, or the same as JSON.")


class FileSeatSerializer(serializers.Serializer[Any]):
    """A seat of the table."""

    seat = serializers.CharField(help_text="Its letter at the table.")
    name = serializers.CharField()
    entropy = serializers.CharField(help_text="The player's share of the dice, hexadecimal.")


class FileEntrySerializer(serializers.Serializer[Any]):
    """One entry of the log."""

    seat = serializers.CharField(allow_null=True, help_text="Null for chance and for the table itself.")
    action = serializers.CharField(help_text="Its notation.")


class FileSerializer(serializers.Serializer[Any]):
    """A whole game: what the game file holds."""

    title = serializers.CharField()
    ruleset = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField(), help_text="What differs from the ruleset.")
    seats = FileSeatSerializer(many=True)
    site = serializers.CharField()
    table = serializers.CharField(help_text="The id of the game.")
    name = serializers.CharField()
    begun = serializers.DateTimeField()
    ended = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField(help_text="The seal of the dice.")
    mixed = serializers.CharField(help_text="SHA-256 of all shares.")
    secret = serializers.CharField(allow_null=True, help_text="The opened secret, from the end of the game on.")
    given = serializers.IntegerField(
        help_text="How many entries came with the position it was played on from; its dice answer for the rest."
    )
    branch_of = serializers.CharField(allow_null=True, help_text="The id of the game whose position that was.")
    log = FileEntrySerializer(many=True)
    position = PositionField()
