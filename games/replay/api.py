"""View of a whole game as a file."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.board.api import INVITE, GameView, PositionField
from games.common.api import operation
from games.engine.dice import PROTOCOLS, SOURCES

from .game_files import game_document, game_file, game_record

PLAIN = "text/plain"


class FormatForm(serializers.Serializer[Any]):
    """The wanted format of a file."""

    kind = serializers.ChoiceField(["mkg", "json"], default="mkg", help_text="A game file, or the same as JSON.")


class FileSeatSerializer(serializers.Serializer[Any]):
    """A seat of the table."""

    seat = serializers.CharField(help_text="The seat's letter.")
    name = serializers.CharField()
    entropy = serializers.CharField(help_text="The player's share of the dice, hexadecimal; empty until it is opened.")
    commitment = serializers.CharField(
        allow_null=True, help_text="SHA-256 of the share, published at the start; null in games of version 1."
    )
    drawn_by = serializers.ChoiceField(
        SOURCES, allow_null=True, help_text="Who drew the share: the player's device, the player in words, or the site."
    )
    opening = serializers.IntegerField(allow_null=True, help_text="Its place in the order of openings, from 0.")
    opened_at = serializers.IntegerField(allow_null=True, help_text="The length of the log when it was opened.")


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
    dice = serializers.ChoiceField(list(PROTOCOLS.values()), help_text="The version of the dice.")
    commitment = serializers.CharField(help_text="SHA-256 of the secret of the dice, published before the game.")
    mixed = serializers.CharField(help_text="SHA-256 of the commitments and the opened shares: K as it is now.")
    secret = serializers.CharField(allow_null=True, help_text="The secret of the dice; null before the game's end.")
    given = serializers.IntegerField(
        help_text="The number of entries taken over from another game. The dice of this game made the later rolls."
    )
    branch_of = serializers.CharField(allow_null=True, help_text="The id of that other game.")
    log = FileEntrySerializer(many=True)
    story = FileStorySerializer(many=True)
    position = PositionField()


class File(GameView):
    @operation(
        "get_file",
        "games",
        {(200, "application/json"): FileSerializer, (200, PLAIN): OpenApiResponse(str, description="The game file.")},
        400,
        404,
        parameters=[INVITE, FormatForm],
    )
    def get(self, request: Request, **_address: str) -> HttpResponse:
        """Return the whole game as a game file, or with `kind=json` as data.

        404 for a game that has not started. The file of a finished game contains the secret of the dice.
        """
        form = FormatForm(data=request.query_params)
        form.is_valid(raise_exception=True)
        game = self.game()
        record = game_record(game)
        if form.validated_data["kind"] == "json":
            return Response(game_document(game, record))
        return HttpResponse(game_file(game, record), content_type=f"{PLAIN}; charset=utf-8")
