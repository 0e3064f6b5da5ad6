"""View of a whole game as a file."""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import problems
from games.api.serializers.files import FileSerializer, FormatForm
from games.presenters.files.game_file import game_document, game_file, game_record

from .base import INVITE, GameView

PLAIN = "text/plain"


class File(GameView):
    """The file of a game."""

    @extend_schema(
        operation_id="get_file",
        tags=["games"],
        parameters=[INVITE, FormatForm],
        responses={
            (200, "application/json"): FileSerializer,
            (200, PLAIN): OpenApiResponse(str, description="The game file."),
            **problems(400, 404),
        },
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
