"""Serializers of request bodies. They check types and lengths; services check the rules."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.selectors import display_name
from games.board.api import INVITE, GameView
from games.common.api import Values, cleaned, operation

from .models import ChatMessage
from .selectors import messages_of
from .services import post_message


class MessageForm(serializers.Serializer[Values]):
    """A chat message."""

    text = serializers.CharField(min_length=1, max_length=1000)
    after = serializers.IntegerField(
        min_value=0,
        max_value=10**18,
        required=False,
        help_text="The id of the last message that you know; 0 if there is none. What you have written since is not "
        "posted twice. Without it, the same text within five minutes is the same message.",
    )


class MessageSerializer(serializers.ModelSerializer[ChatMessage]):
    """A chat message."""

    author = serializers.CharField(source="author.username", default=None, read_only=True, allow_null=True)
    name = serializers.SerializerMethodField(help_text="The name to show; empty for a former player.")
    ply = serializers.IntegerField(help_text="The length of the log at that time.")

    class Meta:
        model = ChatMessage
        fields = ["id", "author", "name", "text", "ply", "at"]

    @extend_schema_field({"type": "string"})
    def get_name(self, message: ChatMessage) -> str:
        return display_name(message.author) if message.author else ""


class Messages(GameView):
    @operation("list_messages", "tables", {200: MessageSerializer(many=True)}, 404, parameters=[INVITE])
    def get(self, request: Request, **_address: str) -> Response:
        """List the latest 200 messages, oldest first."""
        return Response(MessageSerializer(messages_of(self.game(), self.request.user), many=True).data)

    @operation("post_message", "tables", {201: MessageSerializer}, 403, 404, 422, request=MessageForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Post a message. Players mentioned with @ get an email. A message sent again is answered as the first time."""
        game, player, sent = self.game(), self.player, cleaned(MessageForm, request)
        message = post_message(game.pk, player, sent["text"], sent.get("after"))
        return Response(MessageSerializer(message).data, 201)
