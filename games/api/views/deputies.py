"""Views of deputies."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.requests.forms import DeputyForm, NothingForm, cleaned
from games.api.serializers.time.deputies import DeputiesSerializer, DeputySerializer
from games.selectors.time.deputies import deputies_of
from games.services.clocks.players import deputies

from .base import JSONView


class Deputies(JSONView):
    """The player's deputies."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="list_deputies", tags=["people"], responses={200: DeputiesSerializer, **problems()})
    def get(self, request: Request) -> Response:
        """List your deputy, and the players who have named you."""
        return Response(DeputiesSerializer(deputies_of(self.player)).data)

    @extend_schema(
        operation_id="name_deputy",
        tags=["people"],
        request=DeputyForm,
        responses={201: DeputySerializer, **problems(*BODY_STATUSES, 403, 409, 422)},
    )
    def post(self, request: Request) -> Response:
        """Name your deputy, who must accept. You can have one at a time."""
        sent = dict(cleaned(DeputyForm, request))
        row = deputies.name_deputy(self.player, sent.pop("deputy"), timezone.now(), **sent)
        return Response(DeputySerializer(row).data, 201)


class AcceptDeputy(JSONView):
    """Accepting to be a deputy."""

    @extend_schema(
        operation_id="accept_deputy",
        tags=["people"],
        request=None,
        responses={200: DeputySerializer, **problems(403, 404)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Accept to be a player's deputy."""
        cleaned(NothingForm, request)
        return Response(DeputySerializer(deputies.accept(self.player, pk, timezone.now())).data)


class EndDeputy(JSONView):
    """Ending it."""

    @extend_schema(
        operation_id="end_deputy",
        tags=["people"],
        request=None,
        responses={200: DeputySerializer, **problems(403, 404)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Decline, give back or revoke: either of the two ends it at once."""
        cleaned(NothingForm, request)
        return Response(DeputySerializer(deputies.end(self.player, pk, timezone.now())).data)
