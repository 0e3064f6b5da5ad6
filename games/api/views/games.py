"""Views of games, their logs and positions, and of new tables."""

from typing import Any

from django.db.models import F
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.api.filters import OWN_LISTS, GameFilter
from games.api.pagination import NewestGamesFirst
from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.log import LogLineSerializer, described_log
from games.api.serializers.people import DraftSerializer
from games.api.serializers.position_schema import POSITION
from games.api.serializers.requests.forms import NothingForm, cleaned
from games.api.serializers.requests.tables import TableForm
from games.api.serializers.tables import GameRowSerializer, GameSerializer, position_of
from games.api.serializers.time.turn_times import TurnTimeSerializer
from games.errors import NotFound
from games.models import Game, GameQuerySet, Status
from games.selectors.time.turn_times import turn_times_of
from games.services.play.dice import new_draft
from games.services.tables.new_table.setup import create_table

from .base import INVITE, GameView, JSONView


class Games(generics.ListAPIView[Game], GameView):
    """All tables."""

    queryset = Game.objects.none()  # only for the schema; requests use get_queryset
    serializer_class = GameRowSerializer
    filterset_class = GameFilter
    pagination_class = NewestGamesFirst

    def get_queryset(self) -> GameQuerySet:
        """Return the games that the viewer may see. The viewer's own games need no check."""
        games = Game.objects.exclude(status=Status.CANCELLED).with_people().prefetch_related("host")
        games = games.annotate(sort_id=F("id"))
        is_own = self.request.query_params.get("filter") in OWN_LISTS
        return games if is_own else games.visible_to(self.request.user)

    @extend_schema(operation_id="list_games", tags=["games"], responses={200: GameRowSerializer, **problems(400)})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List tables, newest first, in pages: follow `next` until it is null."""
        return self.list(request, *args, **kwargs)

    @extend_schema(
        operation_id="create_game",
        tags=["tables"],
        request=TableForm,
        filters=False,
        responses={201: GameSerializer, **problems(*BODY_STATUSES, 403, 409, 422)},
    )
    def post(self, request: Request) -> Response:
        """Open a table and take a seat. The game starts when every seat is taken."""
        game = create_table(self.player, **cleaned(TableForm, request))
        response = self.game_response(game, 201)
        response["Location"] = reverse("api:game", [game.code], request=request)
        return response


class Drafts(JSONView):
    """The dice of future tables."""

    @extend_schema(
        operation_id="draft_dice", tags=["tables"], request=None, responses={201: DraftSerializer, **problems(403)}
    )
    def post(self, request: Request) -> Response:
        """Draw the dice of a future table, so that you can choose your share after seeing their commitment."""
        cleaned(NothingForm, request)
        return Response(DraftSerializer(new_draft()).data, 201)


class OneGame(GameView):
    """One table."""

    @extend_schema(
        operation_id="get_game", tags=["games"], parameters=[INVITE], responses={200: GameSerializer, **problems(404)}
    )
    def get(self, request: Request, **_address: str) -> Response:
        """Show a game: seats, deadline, position, and your legal actions."""
        return Response(self.serialize(self.game()))


class Log(GameView):
    """The log of a game."""

    @extend_schema(
        operation_id="get_log",
        tags=["games"],
        parameters=[INVITE],
        responses={200: LogLineSerializer(many=True), **problems(404)},
    )
    def get(self, request: Request, **_address: str) -> Response:
        """List all entries of the log in order: actions, results of chance, and resignations."""
        return Response(LogLineSerializer(described_log(self.game(), self.request.user), many=True).data)


class Times(GameView):
    """How long the turns of a game took."""

    @extend_schema(
        operation_id="get_times",
        tags=["games"],
        parameters=[INVITE],
        responses={200: TurnTimeSerializer(many=True), **problems(404)},
    )
    def get(self, request: Request, **_address: str) -> Response:
        """List the turns of people that have ended, in order, with their times."""
        return Response(TurnTimeSerializer(turn_times_of(self.game()), many=True).data)


class GamePosition(GameView):
    """An earlier position."""

    @extend_schema(
        operation_id="get_position",
        tags=["games"],
        parameters=[INVITE],
        responses={200: POSITION, **problems(404)},
    )
    def get(self, request: Request, **_address: Any) -> Response:
        """Show the position after the first `ply` entries of the log; 0 is the beginning."""
        game = self.game()
        if game.started_at is None:
            raise NotFound
        return Response(position_of(game, self.request.user, self.kwargs["ply"]))
