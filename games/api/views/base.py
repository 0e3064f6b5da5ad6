"""What views about one table share."""

import re
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.api.converters import CodeConverter
from games.api.permissions import player_of
from games.api.serializers.tables import GameSerializer, viewer_game
from games.models import Game
from games.selectors.games import game_for_viewer

INVITE = OpenApiParameter(
    "invite", str, description="The `invite_code` of a private table: whoever has it may look and join."
)


class JSONView(APIView):
    """A view of the API. Only GET and POST exist; HEAD is GET without its body."""

    http_method_names = ["get", "head", "post"]

    @property
    def player(self) -> User:
        """Return the signed-in player."""
        return player_of(self.request)


class GameView(JSONView):
    """A view about the game whose id stands in the address."""

    def game(self) -> Game:
        """Return the game. Raises NotFound also for private tables of others."""
        invite = self.request.query_params.get("invite", "")
        known = invite if re.fullmatch(CodeConverter.regex, invite) else ""
        return game_for_viewer(self.kwargs["id"], self.request.user, known)

    def shown(self, game: Game) -> dict[str, Any]:
        """Return a game as it is stored now."""
        game.refresh_from_db()
        return self.seen(game)

    def seen(self, loaded: Game) -> dict[str, Any]:
        """Return a game that was just read as the viewer sees it."""
        context = {"request": self.request, "sight": viewer_game(loaded, self.request.user)}
        return GameSerializer(loaded, context=context).data

    def fresh(self) -> dict[str, Any]:
        """Return the game of the address as it stands now: what a stale request is answered with."""
        return self.shown(self.game())

    def answer(self, game: Game, status: int = 200) -> Response:
        """Return the answer that shows a game."""
        return Response(self.shown(game), status)
