"""Serializers and addresses of guides and of a newcomer's first game."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.board.api import GameSerializer, GameView
from games.common.api import JSONView, Values, cleaned, operation
from games.lobby.api import RematchForm

from .selectors import guide_of, newcomers_helped
from .services import MAX_GAMES, be_guide, open_first_game


class GuideForm(serializers.Serializer[Values]):
    """Whether you play first games with newcomers, and how many at once."""

    active = serializers.BooleanField(source="is_active")
    most_games = serializers.IntegerField(min_value=1, max_value=MAX_GAMES, required=False)


class GuideSerializer(serializers.Serializer[Any]):
    """What you have chosen as a guide, and how many newcomers you have helped."""

    active = serializers.BooleanField()
    most_games = serializers.IntegerField()
    helped = serializers.IntegerField(help_text="First games with newcomers that you have played to their end.")


class FirstGameForm(RematchForm):
    """The title of your first game with a person, and the dice."""

    title = serializers.CharField(min_length=1, max_length=40)


def _described(user: User) -> dict[str, Any]:
    guide = guide_of(user)
    active, most_games = (guide.is_active, guide.most_games) if guide else (False, 1)
    return {"active": active, "most_games": most_games, "helped": newcomers_helped(user)}


class OwnGuide(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("get_guide", "people", {200: GuideSerializer})
    def get(self, request: Request) -> Response:
        """Show whether you play first games with newcomers."""
        return Response(GuideSerializer(_described(self.player)).data)

    @operation("be_guide", "people", {200: GuideSerializer}, 403, request=GuideForm)
    def post(self, request: Request) -> Response:
        """Begin or stop to play first games with newcomers. You need five finished games."""
        be_guide(self.player, **cleaned(GuideForm, request))
        return Response(GuideSerializer(_described(self.player)).data)


class FirstGame(GameView):
    @operation("open_first_game", "tables", {201: GameSerializer}, 403, 409, 422, request=FirstGameForm)
    def post(self, request: Request) -> Response:
        """Start a short unrated game with a guide, if you have finished no game with other people. You go first."""
        return self.game_response(open_first_game(self.player, **cleaned(FirstGameForm, request)), 201)
