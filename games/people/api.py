"""Players, blocks and households in the API."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.blocks import blocked_by_name, blocks_of
from accounts.models import Block, Household, User
from accounts.quiet import reader_is_quiet
from accounts.selectors import about_of, display_name, get_profile, households_of, is_quiet
from accounts.services import block, unblock
from games.board.api import TitleSerializer, title_json
from games.chat.quiet import set_quiet
from games.clocks.api import PlayerTimeSerializer, player_time_row
from games.common.api import JSONView, NameField, NothingForm, Values, cleaned, operation
from games.common.errors import NotFound
from games.common.people import person_at, person_named
from games.core.choices import Status
from games.core.lists import results_against, waiting_count
from games.core.models import Game
from games.core.selectors import Viewer
from games.engine.registry import TITLES
from games.lobby.selectors import invitations_of
from games.play.reliability import ReliabilityCounter, reliability_counter
from games.play.tallies import record_of
from games.ratings.api import LuckFreePlaceSerializer, OwnRecordSerializer, RatingSerializer, SeasonPlaceSerializer
from games.ratings.models import PersonalRecord, SeasonPlace
from games.ratings.selectors import CurrentRating, LuckFreePlace, own_records, player_ratings, season_places_of

from .presenters import pair_rows
from .services import declare_household, end_household


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    name: str
    display_name: str
    about: str
    member_since: datetime
    running: int
    finished: int
    wins: int
    robot: str
    time: dict[str, Any] | None
    reliability: ReliabilityCounter
    ratings: list[CurrentRating]
    luck_free: list[LuckFreePlace]
    seasons: list[SeasonPlace]
    records: list[PersonalRecord]


def player_facts(user: User, viewer: Viewer) -> PlayerFacts:
    record = record_of(user, viewer)
    known = player_ratings(user, timezone.now())
    return PlayerFacts(
        name=user.username,
        display_name=display_name(user),
        about="" if reader_is_quiet() else about_of(user),
        member_since=user.date_joined,
        running=record.running,
        finished=record.finished,
        wins=record.wins,
        robot=user.robot,
        time=player_time_row(user),
        reliability=reliability_counter(user, timezone.now()) if not user.robot else ReliabilityCounter(),
        ratings=known.ratings,
        luck_free=known.luck_free,
        seasons=list(season_places_of(user)),
        records=[] if user.robot else own_records(user),
    )


class ReliabilitySerializer(serializers.Serializer[ReliabilityCounter]):
    """The games of the last year in which a player was late, or which the player left."""

    late = serializers.IntegerField(help_text="The number of games in which a stand-in robot has played.")
    left = serializers.IntegerField(help_text="The number of games that the player left.")


class OwnReliabilitySerializer(ReliabilitySerializer):
    """Your games of the last year, and what they limit."""

    finished = serializers.IntegerField(help_text="The number of games with people that you finished, up to 150.")
    points = serializers.IntegerField(help_text="Six for each game left or late, less those that you finished since.")
    has_one_game = serializers.BooleanField(help_text="For now you can have one game with people at a time.")
    robots_until = serializers.DateTimeField(
        allow_null=True, help_text="Until then you can only start games against robots."
    )


class PlayerSerializer(serializers.Serializer[PlayerFacts]):
    """A player."""

    name = serializers.CharField(help_text="The unique name.")
    display_name = serializers.CharField(help_text="The name to show.")
    about = serializers.CharField()
    member_since = serializers.DateTimeField()
    running = serializers.IntegerField(
        help_text="The number of running games; 500 for that or more. Only you see private ones."
    )
    finished = serializers.IntegerField(help_text="The number of finished games. Only you see private ones.")
    wins = serializers.IntegerField(
        help_text="The number of games won, including shared first places. Only you see private ones."
    )
    robot = serializers.CharField(help_text="The robot's key; empty for people.")
    time = PlayerTimeSerializer(allow_null=True, help_text="Null for robots.")
    reliability = ReliabilitySerializer(help_text="Games left and games with turns by a stand-in robot.")
    ratings = RatingSerializer(
        many=True, help_text="In each title at all tables, and at those of a size with ten rated games or more."
    )
    luck_free = LuckFreePlaceSerializer(many=True, help_text="The places in the luck-free lists of titles.")
    seasons = SeasonPlaceSerializer(many=True, help_text="Places among the first ten of a season, latest first.")
    records = OwnRecordSerializer(many=True, help_text="The best of each kind in public games, by title.")


class MeSerializer(PlayerSerializer):
    """The signed-in player. Made from the player's facts; ``user`` is in the context."""

    reliability = OwnReliabilitySerializer(help_text="Your games left and late, and what they limit.")
    email = serializers.SerializerMethodField()
    language = serializers.SerializerMethodField()
    time_zone = serializers.SerializerMethodField()
    quiet = serializers.SerializerMethodField()
    waiting = serializers.SerializerMethodField()
    open = serializers.SerializerMethodField()
    invitations = serializers.SerializerMethodField()

    @property
    def user(self) -> User:
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
        return get_profile(self.user).zone

    def get_quiet(self, _facts: PlayerFacts) -> bool:
        """Return whether you are in quiet mode: messages, texts of profiles and chosen names of tables are left out."""
        return is_quiet(self.user)

    def get_waiting(self, _facts: PlayerFacts) -> int:
        """Return the number of games that wait for this player."""
        return waiting_count(self.user)

    def get_open(self, _facts: PlayerFacts) -> int:
        """Return the number of open tables where the player has a seat."""
        return Game.objects.played_by(self.user).filter(status=Status.OPEN).count()

    def get_invitations(self, _facts: PlayerFacts) -> int:
        """Return the number of unanswered invitations."""
        return invitations_of(self.user).count()


class Me(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("get_me", "people", {200: MeSerializer})
    def get(self, request: Request) -> Response:
        """Show who you are, and how many games and invitations wait for you."""
        return Response(MeSerializer(player_facts(self.player, self.player), context={"user": self.player}).data)


class Player(JSONView):
    @operation("get_player", "people", {200: PlayerSerializer}, 404)
    def get(self, request: Request, name: str) -> Response:
        """Show a player's public profile."""
        return Response(PlayerSerializer(player_facts(person_at(name), request.user)).data)


class PairSerializer(serializers.Serializer[Any]):
    """The finished games of two players at tables of one size."""

    players = serializers.IntegerField(help_text="The number of seats.")
    games = serializers.IntegerField()
    ahead = serializers.IntegerField(help_text="The games in which the first player had the better place.")
    behind = serializers.IntegerField()
    places = serializers.ListField(child=serializers.IntegerField(), help_text="The games by the first player's place.")


class Against(JSONView):
    @operation("list_results_against", "people", {200: PairSerializer(many=True)}, 404)
    def get(self, request: Request, name: str, opponent: str) -> Response:
        """Show the results of a player against another one, in the games that you may see.

        If both have played more than 300 games, only the first player's latest 300 count.
        """
        person, other = person_at(name), person_at(opponent)
        if person.robot:
            raise NotFound
        results, _is_part = results_against(person, other, request.user)
        return Response(PairSerializer(pair_rows(results), many=True).data)


class BlockRequestForm(serializers.Serializer[Values]):
    """A player to block."""

    player = NameField(max_length=60, help_text="The name of the player.")
    hides_messages = serializers.BooleanField(
        required=False, help_text="Hide their messages at tables where you both play; true unless you say otherwise."
    )


class BlockSerializer(serializers.ModelSerializer[Block]):
    """A player whom you have blocked."""

    player = serializers.CharField(source="blocked.username")
    hides_messages = serializers.BooleanField(
        help_text="You do not see their messages at tables where you both play. Elsewhere you never do."
    )

    class Meta:
        model = Block
        fields = ["player", "hides_messages", "created_at"]
        read_only_fields = fields


class Blocks(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_blocks", "people", {200: BlockSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List whom you have blocked, latest first."""
        return Response(BlockSerializer(blocks_of(self.player), many=True).data)

    @operation("block", "people", {201: BlockSerializer}, 409, 422, request=BlockRequestForm)
    def post(self, request: Request) -> Response:
        """Block a player. They are not told. Blocking again changes whether their messages are hidden."""
        sent = dict(cleaned(BlockRequestForm, request))
        person = person_named(sent.pop("player"))
        return Response(BlockSerializer(block(self.player, person, **sent)).data, 201)


class Unblock(JSONView):
    @operation("unblock", "people", {204: None}, 404)
    def post(self, request: Request, name: str) -> Response:
        """Unblock a player. Repeating it changes nothing."""
        cleaned(NothingForm, request)
        unblock(self.player, blocked_by_name(self.player, name) or person_at(name))
        return Response(status=204)


class QuietRequestForm(serializers.Serializer[Values]):
    """Your quiet mode."""

    on = serializers.BooleanField(help_text="Whether you read and write no words of players.")


class Quiet(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("set_quiet", "people", {204: None}, 403, request=QuietRequestForm)
    def post(self, request: Request) -> Response:
        """Switch your quiet mode: no messages, no texts of profiles, no chosen names of tables."""
        set_quiet(self.player, on=cleaned(QuietRequestForm, request)["on"])
        return Response(status=204)


class HouseholdRequestForm(serializers.Serializer[Values]):
    """A player with whom you live."""

    player = NameField(max_length=60, help_text="The name of the player.")


class HouseholdSerializer(serializers.Serializer[Any]):
    """What you or another player have said about living together."""

    player = serializers.SerializerMethodField(help_text="The other player.")
    asked = serializers.SerializerMethodField(help_text="The other player has said it, and you have not confirmed it.")
    declared_at = serializers.DateTimeField()
    confirmed_at = serializers.DateTimeField(allow_null=True, help_text="Null until both have said it.")

    def get_player(self, row: Household) -> str:
        return (row.other if row.user_id == self.context["user"].pk else row.user).username

    def get_asked(self, row: Household) -> bool:
        return row.confirmed_at is None and row.other_id == self.context["user"].pk


class HouseholdList(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_household", "people", {200: HouseholdSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List with whom you have said to live, and who has said so of you, latest first."""
        rows = households_of(self.player)
        return Response(HouseholdSerializer(rows, many=True, context={"user": self.player}).data)

    @operation("declare_household", "people", {201: HouseholdSerializer}, 403, 409, 422, request=HouseholdRequestForm)
    def post(self, request: Request) -> Response:
        """Say that you live with a player, or confirm it. Your games with each other are not rated from then on."""
        row = declare_household(self.player, cleaned(HouseholdRequestForm, request)["player"])
        return Response(HouseholdSerializer(row, context={"user": self.player}).data, 201)


class EndHousehold(JSONView):
    @operation("end_household", "people", {204: None}, 404)
    def post(self, request: Request, name: str) -> Response:
        """Take back, decline or end what was said about you and a player. Repeating it changes nothing."""
        cleaned(NothingForm, request)
        end_household(self.player, person_at(name))
        return Response(status=204)


class Titles(JSONView):
    @operation("list_titles", "titles", {200: TitleSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List the games that can be played here, with their rulesets and options."""
        return Response(TitleSerializer([title_json(title) for title in TITLES.values()], many=True).data)
