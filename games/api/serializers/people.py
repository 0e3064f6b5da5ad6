"""Serializers of players, invitations, messages and drafts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from accounts.selectors import display_name, get_profile
from games.models import ChatMessage, Game, Invitation, InvitationState, Status
from games.selectors.game_lists import invitations_of, waiting_count
from games.selectors.tallies import record_of

from .tables import GameRowSerializer
from .time.player_time import PlayerTimeSerializer, player_time_row


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """The public facts about a player."""

    name: str
    display_name: str
    about: str
    member_since: datetime
    running: int
    finished: int
    wins: int
    robot: str
    time: dict[str, Any] | None


def player_facts(user: User) -> PlayerFacts:
    """Return the facts about a player."""
    record, profile = record_of(user), get_profile(user)
    return PlayerFacts(
        name=user.username,
        display_name=display_name(user),
        about=profile.about if user.is_confirmed else "",
        member_since=user.date_joined,
        running=record.running,
        finished=record.finished,
        wins=record.wins,
        robot=user.robot,
        time=player_time_row(user),
    )


class PlayerSerializer(serializers.Serializer[PlayerFacts]):
    """A player."""

    name = serializers.CharField(help_text="The unique name.")
    display_name = serializers.CharField(help_text="The name to show.")
    about = serializers.CharField()
    member_since = serializers.DateTimeField()
    running = serializers.IntegerField(help_text="The number of running games; 500 for that or more.")
    finished = serializers.IntegerField(help_text="The number of finished games.")
    wins = serializers.IntegerField(help_text="The number of games won, including shared first places.")
    robot = serializers.CharField(help_text="The robot's key; empty for people.")
    time = PlayerTimeSerializer(allow_null=True, help_text="Null for robots.")


class MeSerializer(PlayerSerializer):
    """The signed-in player. Made from the player's facts; ``user`` is in the context."""

    email = serializers.SerializerMethodField()
    language = serializers.SerializerMethodField()
    time_zone = serializers.SerializerMethodField()
    waiting = serializers.SerializerMethodField()
    open = serializers.SerializerMethodField()
    invitations = serializers.SerializerMethodField()

    @property
    def user(self) -> User:
        """Return the player."""
        user: User = self.context["user"]
        return user

    def get_email(self, _facts: PlayerFacts) -> str:
        """Return the confirmed address, empty for none. Only the player gets it."""
        return self.user.email

    def get_language(self, _facts: PlayerFacts) -> str:
        """Return the language of pages and emails."""
        return get_profile(self.user).language

    def get_time_zone(self, _facts: PlayerFacts) -> str:
        """Return the time zone of pages and emails."""
        return get_profile(self.user).time_zone

    def get_waiting(self, _facts: PlayerFacts) -> int:
        """Return the number of games that wait for this player."""
        return waiting_count(self.user)

    def get_open(self, _facts: PlayerFacts) -> int:
        """Return the number of open tables where the player has a seat."""
        return Game.objects.played_by(self.user).filter(status=Status.OPEN).count()

    def get_invitations(self, _facts: PlayerFacts) -> int:
        """Return the number of unanswered invitations."""
        return invitations_of(self.user).count()


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation, for the player who sent it."""

    id = serializers.CharField(source="code", help_text="The code to withdraw it.")
    game = serializers.CharField(source="game.code")
    player = serializers.CharField(source="user.username", default=None, read_only=True, allow_null=True)
    email = serializers.CharField()
    state = serializers.ChoiceField(InvitationState.choices)

    class Meta:
        model = Invitation
        fields = ["id", "game", "player", "email", "state", "created_at"]


class ReceivedInvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation, for the player who received it."""

    id = serializers.CharField(source="code", help_text="The code to accept or decline it.")
    inviter = serializers.CharField(source="inviter.username", default=None, read_only=True, allow_null=True)
    game = GameRowSerializer()

    class Meta:
        model = Invitation
        fields = ["id", "inviter", "game", "created_at"]


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
        """Return the name."""
        return display_name(message.author) if message.author else ""


class DraftSerializer(serializers.Serializer[Any]):
    """The dice of a future table."""

    id = serializers.CharField(source="code", help_text="The id that the table will have.")
    commitment = serializers.CharField(help_text="SHA-256 of the secret.")
    draft = serializers.CharField(source="token", help_text="Send this with the new table within a day.")
