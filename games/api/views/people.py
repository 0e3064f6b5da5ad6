"""Views of players, invitations and titles."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.selectors import person_by_name
from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.people import (
    MeSerializer,
    PlayerSerializer,
    ReceivedInvitationSerializer,
    player_facts,
)
from games.api.serializers.requests.forms import NothingForm, cleaned
from games.api.serializers.requests.shares import ShareForm
from games.api.serializers.tables import GameSerializer
from games.api.serializers.titles import TitleSerializer, title_json
from games.engine.registry import TITLES
from games.errors import NotFound
from games.selectors.game_lists import invitations_of
from games.services.tables.invitations import accept_invitation, decline_invitation, withdraw_invitation

from .base import GameView, JSONView


class Me(JSONView):
    """The signed-in player."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="get_me", tags=["people"], responses={200: MeSerializer, **problems()})
    def get(self, request: Request) -> Response:
        """Show who you are, and how many games and invitations wait for you."""
        return Response(MeSerializer(player_facts(self.player), context={"user": self.player}).data)


class Player(JSONView):
    """Any player."""

    @extend_schema(operation_id="get_player", tags=["people"], responses={200: PlayerSerializer, **problems(404)})
    def get(self, request: Request, name: str) -> Response:
        """Show a player's public profile."""
        person = person_by_name(name)
        if person is None:
            raise NotFound
        return Response(PlayerSerializer(player_facts(person)).data)


class MyInvitations(JSONView):
    """The player's invitations."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_invitations",
        tags=["people"],
        responses={200: ReceivedInvitationSerializer(many=True), **problems()},
    )
    def get(self, request: Request) -> Response:
        """List the invitations that you have not answered."""
        invitations = invitations_of(self.player).prefetch_related("game__host", "game__seats__user__profile")
        return Response(ReceivedInvitationSerializer(invitations, many=True, context={"request": request}).data)


class Accept(GameView):
    """Accepting an invitation."""

    @extend_schema(
        operation_id="accept_invitation",
        tags=["people"],
        request=ShareForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, key: str) -> Response:
        """Accept an invitation and take a seat at the table."""
        return self.game_response(accept_invitation(key, self.player, **cleaned(ShareForm, request)))


class Decline(JSONView):
    """Declining an invitation."""

    @extend_schema(
        operation_id="decline_invitation",
        tags=["people"],
        request=None,
        responses={204: None, **problems(403, 404, 409)},
    )
    def post(self, request: Request, key: str) -> Response:
        """Decline an invitation. The seat becomes free for others."""
        cleaned(NothingForm, request)
        decline_invitation(key, self.player)
        return Response(status=204)


class Withdraw(JSONView):
    """Withdrawing an invitation."""

    @extend_schema(
        operation_id="withdraw_invitation",
        tags=["people"],
        request=None,
        responses={204: None, **problems(403, 404, 409)},
    )
    def post(self, request: Request, key: str) -> Response:
        """Withdraw an invitation that you have sent, or that was sent for a table of which you are the host."""
        cleaned(NothingForm, request)
        withdraw_invitation(key, self.player)
        return Response(status=204)


class Titles(JSONView):
    """The titles."""

    @extend_schema(
        operation_id="list_titles", tags=["titles"], responses={200: TitleSerializer(many=True), **problems()}
    )
    def get(self, request: Request) -> Response:
        """List the games that can be played here, with their rulesets and options."""
        return Response(TitleSerializer([title_json(title) for title in TITLES.values()], many=True).data)
