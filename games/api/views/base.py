"""Base classes of the API's views."""

import re
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.api.converters import CodeConverter
from games.api.permissions import player_of
from games.api.serializers.tables import GameSerializer, viewer_game
from games.models import Game
from games.models.game_queryset import PEOPLE
from games.selectors.games import game_for_viewer
from games.services.play.resignations import catch_up

INVITE = OpenApiParameter(
    "invite", str, description="The `invite_code` of a private table, which lets anyone see and join it."
)


class JSONView(APIView):
    """A view of the API. Only GET and POST exist; HEAD is GET without its body."""

    http_method_names = ["get", "head", "post"]

    @property
    def player(self) -> User:
        """Return the signed-in player."""
        return player_of(self.request)


class GameView(JSONView):
    """A view about the game whose id is in the address."""

    def game(self) -> Game:
        """Return the game; before a POST, a resignation that is due counts. Raises NotFound also for private tables."""
        invite = self.request.query_params.get("invite", "")
        valid_invite = invite if re.fullmatch(CodeConverter.regex, invite) else ""
        game = game_for_viewer(self.kwargs["id"], self.request.user, valid_invite)
        if self.request.method == "POST":
            catch_up(game, timezone.now())
        return game

    def serialize(self, game: Game) -> dict[str, Any]:
        """Return a game as the viewer sees it."""
        prefetch_related_objects([game], PEOPLE)
        context = {"request": self.request, "viewer_game": viewer_game(game, self.request.user)}
        return GameSerializer(game, context=context).data

    def current_game(self) -> dict[str, Any]:
        """Return the current game of the address, for the answer to a stale request."""
        return self.serialize(self.game())

    def game_response(self, game: Game, status: int = 200) -> Response:
        """Read a game again and return the response with it."""
        game.refresh_from_db()
        return Response(self.serialize(game), status)
