"""Views of joining and leaving a table, robots, rematches, invitations and messages."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_schema import BODY_STATUSES, problems
from games.api.serializers.people import InvitationSerializer, MessageSerializer
from games.api.serializers.requests.forms import InvitationForm, MessageForm, NothingForm, cleaned
from games.api.serializers.requests.shares import ShareForm
from games.api.serializers.requests.tables import RobotsForm
from games.api.serializers.tables import GameSerializer
from games.selectors.tables.chat import messages_of
from games.services.tables.chat import post_message
from games.services.tables.invitations import invite_address, invite_player
from games.services.tables.new_table.setup import add_robots, join_table, leave_table
from games.services.tables.rematches import rematch

from .base import INVITE, GameView


class Join(GameView):
    """Joining a table."""

    @extend_schema(
        operation_id="join_game",
        tags=["tables"],
        parameters=[INVITE],
        request=ShareForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Take a free seat. The game starts when the last one is taken."""
        game, player = self.game(), self.player
        return self.game_response(join_table(game.pk, player, **cleaned(ShareForm, request)))


class LeaveTable(GameView):
    """Leaving a table."""

    @extend_schema(
        operation_id="leave_game", tags=["tables"], request=None, responses={204: None, **problems(403, 404, 409)}
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Leave your seat before the game starts."""
        cleaned(NothingForm, request)
        leave_table(self.game().pk, self.player)
        return Response(status=204)


class Robots(GameView):
    """Adding robots to the host's table."""

    @extend_schema(
        operation_id="add_robots",
        tags=["tables"],
        request=RobotsForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Add robots to your open table. The game starts when every seat is taken."""
        game, player = self.game(), self.player
        return self.game_response(add_robots(game.pk, player, cleaned(RobotsForm, request)["robots"]))


class Rematch(GameView):
    """A rematch."""

    @extend_schema(
        operation_id="rematch",
        tags=["tables"],
        request=ShareForm,
        responses={200: GameSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Open a table like this one for the same players, or join the one that another player has opened."""
        game, player = self.game(), self.player
        return self.game_response(rematch(game.pk, player, **cleaned(ShareForm, request)))


class Invitations(GameView):
    """Inviting people to a table."""

    @extend_schema(
        operation_id="invite",
        tags=["tables"],
        request=InvitationForm,
        responses={201: InvitationSerializer, **problems(*BODY_STATUSES, 403, 404, 409, 422)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Reserve a seat for a player or an email address, and send them an invitation."""
        game, player = self.game(), self.player
        values = cleaned(InvitationForm, request)
        if "player" in values:
            invitation = invite_player(game.pk, player, values["player"])
        else:
            invitation = invite_address(game.pk, player, values["email"])
        return Response(InvitationSerializer(invitation).data, 201)


class Messages(GameView):
    """The chat of a table."""

    @extend_schema(
        operation_id="list_messages",
        tags=["tables"],
        parameters=[INVITE],
        responses={200: MessageSerializer(many=True), **problems(404)},
    )
    def get(self, request: Request, **_address: str) -> Response:
        """List the latest 200 messages, oldest first."""
        return Response(MessageSerializer(messages_of(self.game()), many=True).data)

    @extend_schema(
        operation_id="post_message",
        tags=["tables"],
        request=MessageForm,
        responses={201: MessageSerializer, **problems(*BODY_STATUSES, 403, 404)},
    )
    def post(self, request: Request, **_address: str) -> Response:
        """Post a message. Players mentioned with @ get an email."""
        game, player = self.game(), self.player
        message = post_message(game.pk, player, cleaned(MessageForm, request)["text"])
        return Response(MessageSerializer(message).data, 201)
