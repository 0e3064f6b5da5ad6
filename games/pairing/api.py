"""Serializers and views of pairing. They check types and lengths; services check the rules."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.board.api import GameSerializer, GameView
from games.common.api import JSONView, NothingForm, Values, cleaned, operation
from games.core.choices import Pace
from games.core.models import Game

from .models import Challenge, PairingSettings
from .selectors import challenges_to_show, own_challenges, settings_of
from .services import (
    HOURS,
    MAX_AT_ONCE,
    MAX_RUNNING,
    RATINGS,
    NewChallenge,
    challenge_directly,
    end_challenge,
    find_opponent,
    open_challenge,
    play_challenge,
    save_settings,
    wish_of,
)


class OpponentForm(serializers.Serializer[Values]):
    """What you want to play; all of it may be left out."""

    title = serializers.CharField(max_length=40, required=False, help_text="By default the title you played last.")
    seat_count = serializers.IntegerField(min_value=2, max_value=10, required=False, help_text="By default 2.")
    pace = serializers.ChoiceField(Pace.choices, required=False, help_text="By default `usual`; not `own`.")


class ChallengePlayerForm(serializers.Serializer[Values]):
    """A table for two to which you invite a player; all of it may be left out."""

    title = serializers.CharField(max_length=40, required=False, help_text="By default the title you played last.")
    ruleset = serializers.CharField(max_length=40, required=False, help_text="By default the first of the title.")
    pace = serializers.ChoiceField(Pace.choices, required=False, help_text="By default `usual`; not `own`.")
    rated = serializers.BooleanField(source="is_rated", required=False, help_text="By default true.")


class StandingChallengeForm(serializers.Serializer[Values]):
    """A standing challenge."""

    title = serializers.CharField(min_length=1, max_length=40)
    ruleset = serializers.CharField(min_length=1, max_length=40)
    seat_count = serializers.IntegerField(min_value=2, max_value=10, required=False, help_text="By default 2.")
    pace = serializers.ChoiceField(Pace.choices, required=False, help_text="By default `usual`; not `own`.")
    rated = serializers.BooleanField(source="is_rated", required=False, help_text="By default true.")
    min_rating = serializers.IntegerField(
        min_value=RATINGS[0], max_value=RATINGS[1], required=False, allow_null=True, help_text="Null asks for nothing."
    )
    max_rating = serializers.IntegerField(
        min_value=RATINGS[0], max_value=RATINGS[1], required=False, allow_null=True, help_text="Null asks for nothing."
    )
    min_hours = serializers.IntegerField(
        min_value=HOURS[0], max_value=HOURS[1], required=False, help_text="Hours a day that all are awake together."
    )
    max_games = serializers.IntegerField(
        min_value=1, max_value=MAX_AT_ONCE, required=False, help_text="How many such games at once; by default 1."
    )
    replaces = serializers.IntegerField(
        min_value=1, max_value=2**62, required=False, help_text="The id of a challenge of yours that ends instead."
    )


class PairingForm(serializers.Serializer[Values]):
    """How you want standing challenges. What is left out stays as it is."""

    paused = serializers.BooleanField(source="is_paused", required=False)
    max_running = serializers.IntegerField(min_value=1, max_value=MAX_RUNNING, required=False)


class ChallengeSerializer(serializers.ModelSerializer[Challenge]):
    """A standing challenge."""

    player = serializers.CharField(source="user.username")
    seat_count = serializers.IntegerField()
    rated = serializers.BooleanField(source="is_rated")
    pace = serializers.ChoiceField(Pace.choices)
    min_rating = serializers.IntegerField(allow_null=True)
    max_rating = serializers.IntegerField(allow_null=True)
    min_hours = serializers.IntegerField(help_text="Hours a day that all are awake together.")
    max_games = serializers.IntegerField(help_text="How many such games at once.")

    class Meta:
        model = Challenge
        fields = [
            *("id", "player", "title", "ruleset", "seat_count", "pace", "rated"),
            *("min_rating", "max_rating", "min_hours", "max_games", "created_at"),
        ]


class PairingSerializer(serializers.ModelSerializer[PairingSettings]):
    """How you want standing challenges."""

    paused = serializers.BooleanField(source="is_paused", help_text="None of your challenges starts a game.")
    max_running = serializers.IntegerField(
        help_text="No challenge starts a game while you have so many running games against people."
    )

    class Meta:
        model = PairingSettings
        fields = ["paused", "max_running"]


class ChallengesSerializer(serializers.Serializer[Any]):
    """Your standing challenges, and those of others that you can take up."""

    settings = PairingSerializer()
    own = ChallengeSerializer(many=True)
    others = ChallengeSerializer(many=True, help_text="At most ten, newest first.")


class Opponents(GameView):
    @operation("find_opponent", "tables", {200: GameSerializer, 201: GameSerializer}, 403, 422, request=OpponentForm)
    def post(self, request: Request) -> Response:
        """Take a seat at the best table that waits, or play the best standing challenge; else open a table (201)."""
        found = find_opponent(self.player, wish_of(self.player, **cleaned(OpponentForm, request)))
        return _with_location(self, found.game, 201 if found.is_new else 200)


def _with_location(view: GameView, game: Game, status: int) -> Response:
    response = view.game_response(game, status)
    response["Location"] = reverse("api:game", [game.code], request=view.request)
    return response


class Challenges(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_challenges", "people", {200: ChallengesSerializer})
    def get(self, request: Request) -> Response:
        """List your standing challenges, and those of others that you can take up."""
        found = {
            "settings": settings_of(self.player),
            "own": own_challenges(self.player).select_related("user"),
            "others": [row for row, _rating in challenges_to_show(self.player, timezone.now())],
        }
        return Response(ChallengesSerializer(found).data)

    @operation(
        "open_challenge", "people", {201: ChallengeSerializer}, 403, 404, 409, 422, request=StandingChallengeForm
    )
    def post(self, request: Request) -> Response:
        """Open a standing challenge. Games start by themselves when another challenge fits; both players are told."""
        row = open_challenge(self.player, NewChallenge(**cleaned(StandingChallengeForm, request)))
        return Response(ChallengeSerializer(row).data, 201)


class Settings(JSONView):
    @operation("save_pairing", "people", {200: PairingSerializer}, 403, request=PairingForm)
    def post(self, request: Request) -> Response:
        """Pause all of your standing challenges, or let them go on; set the limit of running games."""
        row = save_settings(self.player, **cleaned(PairingForm, request))
        return Response(PairingSerializer(row).data)


class EndChallenge(JSONView):
    @operation("end_challenge", "people", {204: None}, 403, 404)
    def post(self, request: Request, pk: int) -> Response:
        """End a standing challenge. Its games go on."""
        cleaned(NothingForm, request)
        end_challenge(self.player, pk)
        return Response(status=204)


class PlayChallenge(GameView):
    @operation("play_challenge", "tables", {201: GameSerializer}, 403, 404, 409)
    def post(self, request: Request, pk: int) -> Response:
        """Play a standing challenge of another player."""
        cleaned(NothingForm, request)
        return _with_location(self, play_challenge(self.player, pk), 201)


class ChallengePlayer(GameView):
    @operation("challenge_player", "tables", {201: GameSerializer}, 403, 422, request=ChallengePlayerForm)
    def post(self, request: Request, name: str) -> Response:
        """Open a table for two and invite a player to it, who learns of it by email."""
        game = challenge_directly(self.player, name, **cleaned(ChallengePlayerForm, request))
        return _with_location(self, game, 201)
