"""View of the analysis of a game."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import problems
from games.api.serializers.analyses import AnalysisSerializer
from games.errors import NotFound
from games.selectors.analyses import analysis_of

from .base import INVITE, GameView


class GameAnalysis(GameView):
    """The analysis of a finished game."""

    @extend_schema(
        operation_id="get_analysis",
        tags=["games"],
        parameters=[INVITE],
        responses={200: AnalysisSerializer, **problems(404)},
    )
    def get(self, request: Request, **_address: str) -> Response:
        """Show luck and skill in a finished game, or the progress of the analysis. 404 for other games."""
        analysis = analysis_of(self.game())
        if analysis is None:
            raise NotFound
        return Response(AnalysisSerializer(analysis).data)
