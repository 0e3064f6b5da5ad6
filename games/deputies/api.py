"""Serializers of request bodies. They check types and lengths; services check the rules."""

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.common.api import JSONView, NameField, NothingForm, Values, cleaned, operation

from .models import Deputy
from .selectors import DeputiesOf, deputies_of
from .services import accept_request, end_deputy, name_deputy


class DeputyForm(serializers.Serializer[Values]):
    """A deputy: for some days, or without them whenever you are late."""

    deputy = NameField(max_length=60, help_text="The name of the player.")
    first = serializers.DateField(required=False, allow_null=True, help_text="The first day, in your time zone.")
    last = serializers.DateField(required=False, allow_null=True, help_text="The last day.")


class DeputySerializer(serializers.ModelSerializer[Deputy]):
    """One player trusts another with all seats."""

    player = serializers.CharField(source="user.username", help_text="The player who is away.")
    deputy = serializers.CharField(source="deputy.username", help_text="The player who acts.")
    first = serializers.DateField(allow_null=True, help_text="The first day; null: whenever the player is late.")
    last = serializers.DateField(allow_null=True)
    accepted_at = serializers.DateTimeField(allow_null=True, help_text="Null until the deputy accepts.")
    ended_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Deputy
        fields = ["id", "player", "deputy", "first", "last", "accepted_at", "ended_at"]
        read_only_fields = fields


class DeputiesSerializer(serializers.Serializer[DeputiesOf]):
    """What you have to do with deputies."""

    own = DeputySerializer(allow_null=True, help_text="Your deputy.")
    others = DeputySerializer(many=True, help_text="The players who have named you.")


class Deputies(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_deputies", "people", {200: DeputiesSerializer})
    def get(self, request: Request) -> Response:
        """List your deputy, and the players who have named you."""
        return Response(DeputiesSerializer(deputies_of(self.player)).data)

    @operation("name_deputy", "people", {201: DeputySerializer}, 403, 409, 422, request=DeputyForm)
    def post(self, request: Request) -> Response:
        """Name your deputy, who must accept. You can have one at a time."""
        sent = dict(cleaned(DeputyForm, request))
        row = name_deputy(self.player, sent.pop("deputy"), timezone.now(), **sent)
        return Response(DeputySerializer(row).data, 201)


class AcceptDeputy(JSONView):
    @operation("accept_deputy", "people", {200: DeputySerializer}, 403, 404)
    def post(self, request: Request, pk: int) -> Response:
        """Accept to be a player's deputy."""
        cleaned(NothingForm, request)
        return Response(DeputySerializer(accept_request(self.player, pk, timezone.now())).data)


class EndDeputy(JSONView):
    @operation("end_deputy", "people", {200: DeputySerializer}, 403, 404)
    def post(self, request: Request, pk: int) -> Response:
        """Decline, give back or revoke: either of the two ends it at once."""
        cleaned(NothingForm, request)
        return Response(DeputySerializer(end_deputy(self.player, pk, timezone.now())).data)
