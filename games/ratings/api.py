"""Leaderboards, ratings, and the rated games as JSON, from which anyone can compute the ratings again."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters  # type: ignore[import-untyped]
from drf_spectacular.utils import extend_schema_field
from rest_framework import generics, serializers
from rest_framework.pagination import Cursor
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.selectors import display_name
from games.common.api import JSONView, NewestFirst, letter, operation
from games.common.errors import NotFound
from games.engine.core import Title
from games.engine.registry import TITLES

from .formula import scale_of, shown
from .ledger import people_in
from .models import (
    InputKind,
    PersonalRecord,
    Pool,
    RatedGame,
    Rating,
    RatingChange,
    RatingReason,
    SeasonPlace,
    SeasonScore,
)
from .presenters import RobotRating, record_kinds, robot_ratings, table_sizes
from .seasons import SeasonRow, season_of, season_page, seasons_until
from .selectors import (
    CurrentRating,
    LuckFreeLeader,
    LuckFreePlace,
    best_records,
    current_rating,
    current_version,
    leaders,
    luck_free_page,
    rated_games,
)

FLOAT = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,20})?(e-?[0-9]{1,3})?")
KINDS = (
    "`time`: the longest game. Marrakech: `patch`, the longest patch; `rent`, the highest rent paid; `no-rent`, points "
    "without any payment. Marram: `points`; `snake`, the longest one."
)
LETTER = {"type": "string", "description": "The seat's letter."}


class BestFirst(NewestFirst):
    """The rows of a leaderboard, best first."""

    ordering = ("-mu", "id")
    position = FLOAT


class ByPlace(NewestFirst):
    """The rows of a table with places, the first one first. The cursor is the last row, which tells nothing else.

    The view reads a page by ``page_after(row, size)``, as the pages of the site do. There is no way back.
    """

    next_row: int | None = None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of the page that the cursor asks for."""
        cursor, self.base_url = self.decode_cursor(request), request.build_absolute_uri()
        after = int(cursor.position) if cursor and cursor.position else None
        rows, self.next_row = view.page_after(after, self.get_page_size(request))
        return list(rows)

    def get_next_link(self) -> str | None:
        return self.encode_cursor(Cursor(0, False, self.next_row)) if self.next_row else None

    def get_previous_link(self) -> None:
        return None


class LargestFirst(NewestFirst):
    """Records, the best first."""

    ordering = ("-value", "id")


class OldestFirst(NewestFirst):
    """Rated games in the order in which they are rated; up to 200 in a page."""

    ordering = "number"
    max_page_size = 200


class RatingSerializer(serializers.Serializer[CurrentRating]):
    """A rating, in points, with the idle time since the last rated game."""

    title = serializers.CharField()
    pool = serializers.ChoiceField(Pool.choices, help_text="`all` tables, or those with this number of players.")
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField(help_text="The standard deviation of the rating.")
    is_new = serializers.BooleanField(help_text="The deviation is above 110.")
    games = serializers.IntegerField(help_text="The number of rated games.")


class RatingChangeSerializer(serializers.ModelSerializer[RatingChange]):
    """What a game did to the rating of a player at all tables of its title, in points."""

    player = serializers.CharField(source="user.username", help_text="The player's unique name.")
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()
    reason = serializers.ChoiceField(
        RatingReason.values, help_text="Why it did less than usual, or nothing; empty for the usual."
    )

    class Meta:
        model = RatingChange
        fields = ["player", "before", "after", "reason"]
        read_only_fields = fields

    def get_before(self, row: RatingChange) -> int:
        return shown(row.mu_before)

    def get_after(self, row: RatingChange) -> int:
        return shown(row.mu_after)


class NamedSerializer(serializers.ModelSerializer[Any]):
    """A row about a player, with the names."""

    name = serializers.CharField(source="user.username", help_text="The player's unique name.")
    display_name = serializers.SerializerMethodField(help_text="The name to show.")

    def get_display_name(self, row: Rating | PersonalRecord) -> str:
        return display_name(row.user)


class LeaderSerializer(NamedSerializer):
    """A row of a leaderboard."""

    rating = serializers.SerializerMethodField()
    deviation = serializers.SerializerMethodField()

    class Meta:
        model = Rating
        fields = ["name", "display_name", "rating", "deviation", "games", "opponents"]
        read_only_fields = fields

    def get_rating(self, row: Rating) -> int:
        return current_rating(row, timezone.now()).rating

    def get_deviation(self, row: Rating) -> int:
        return current_rating(row, timezone.now()).deviation


class LuckFreeLeaderSerializer(serializers.Serializer[LuckFreeLeader]):
    """A row of the luck-free list."""

    place = serializers.IntegerField()
    percentile = serializers.IntegerField(
        help_text="The percentage of the others who are behind; null in a list of 400 or more.", allow_null=True
    )
    name = serializers.CharField(source="row.user.username", help_text="The player's unique name.")
    display_name = serializers.SerializerMethodField(help_text="The name to show.")
    games = serializers.IntegerField(source="row.games", help_text="The number of analysed rated games of two.")
    opponents = serializers.IntegerField(source="row.opponents")

    def get_display_name(self, leader: LuckFreeLeader) -> str:
        return display_name(leader.row.user)


class LuckFreePlaceSerializer(serializers.Serializer[LuckFreePlace]):
    """A place in the luck-free list of a title."""

    title = serializers.CharField()
    place = serializers.IntegerField()
    players = serializers.IntegerField(
        help_text="The number of players in the list; null for 400 or more.", allow_null=True
    )
    percentile = serializers.IntegerField(help_text="The percentage of the others who are behind.", allow_null=True)


class SeasonPlaceSerializer(serializers.ModelSerializer[SeasonPlace]):
    """A place among the first ten of a season."""

    class Meta:
        model = SeasonPlace
        fields = ["title", "season", "place"]
        read_only_fields = fields


class OwnRecordSerializer(serializers.ModelSerializer[PersonalRecord]):
    """The best that a player has done at a title in a public game."""

    kind = serializers.CharField(help_text=KINDS)
    value = serializers.IntegerField(help_text="In the unit of the kind; seconds for `time`.")
    game = serializers.CharField(source="game.code", help_text="The game's id.")

    class Meta:
        model = PersonalRecord
        fields = ["title", "kind", "value", "game", "at"]
        read_only_fields = fields


class RecordSerializer(NamedSerializer, OwnRecordSerializer):
    """A row of a list of records."""

    class Meta:
        model = PersonalRecord
        fields = ["name", "display_name", "title", "kind", "value", "game", "at"]
        read_only_fields = fields


class LuckFreePointsSerializer(serializers.Serializer[Any]):
    """The points of a game with average dice."""

    number = serializers.IntegerField(help_text="The place of the game in the order of this list.", allow_null=True)
    version = serializers.IntegerField(help_text="The version of the method of the analysis.")
    beta = serializers.FloatField(help_text="The points taken off for one point of luck.")
    points = serializers.ListField(child=serializers.FloatField(), help_text="By seat, above the table's average.")


class AnchorSerializer(serializers.Serializer[Any]):
    """The fixed rating of a robot at tables with this number of players."""

    players = serializers.IntegerField()
    rating = serializers.IntegerField()
    error = serializers.IntegerField(help_text="Half of the 95 % interval.")


class RobotRatingSerializer(serializers.Serializer[Any]):
    """The fixed ratings of a robot, as far as they have been measured."""

    robot = serializers.CharField(help_text="The robot's key.")
    ratings = AnchorSerializer(many=True)


class RatedInputSerializer(serializers.Serializer[Any]):
    """Who took part in a rated game, and how."""

    seat = serializers.SerializerMethodField()
    person = serializers.IntegerField(
        source="user", default=None, allow_null=True, help_text="A number for the account; null for a robot."
    )
    player = serializers.SerializerMethodField(help_text="The unique name; null for robots and deleted accounts.")
    robot = serializers.CharField(default=None, allow_null=True, help_text="The robot's key; null for people.")
    version = serializers.IntegerField(default=None, allow_null=True, help_text="The robot's version.")
    place = serializers.IntegerField()
    kind = serializers.ChoiceField(InputKind.choices)
    weight = serializers.FloatField(default=None, allow_null=True, help_text="How much the game counts for a person.")
    better = serializers.FloatField(
        default=None,
        allow_null=True,
        help_text="By how much more of the others are behind a substitute than could be expected.",
    )
    counts = serializers.SerializerMethodField(help_text="False for a player whose games are rated without them.")

    @extend_schema_field(LETTER)
    def get_seat(self, one: Mapping[str, Any]) -> str | None:
        return letter(one["seat"])

    def get_player(self, one: Mapping[str, Any]) -> str | None:
        names: Mapping[int, str] = self.context["names"]
        return names.get(one.get("user", 0))

    def get_counts(self, one: Mapping[str, Any]) -> bool:
        return one.get("user") not in self.context["version"].excluded


class RatedGameSerializer(serializers.ModelSerializer[RatedGame]):
    """A rated game with everything that its rating needs."""

    game = serializers.CharField(source="game.code")
    scale = serializers.SerializerMethodField(help_text="By what the formula divides skills at such a table.")
    counts = serializers.SerializerMethodField(help_text="False for a game that has been voided.")
    inputs = RatedInputSerializer(many=True)
    luck_free = serializers.SerializerMethodField(help_text="Null for a game that is not in the luck-free list.")

    class Meta:
        model = RatedGame
        fields = ["number", "game", "title", "ruleset", "pool", "scale", "finished_at", "counts", "inputs", "luck_free"]
        read_only_fields = fields

    @extend_schema_field(LuckFreePointsSerializer(allow_null=True))
    def get_luck_free(self, row: RatedGame) -> Mapping[str, Any] | None:
        return {"number": row.luck_free_number, **row.luck_free} if row.luck_free else None

    def get_scale(self, row: RatedGame) -> float:
        return scale_of(row.title, int(row.pool))

    def get_counts(self, row: RatedGame) -> bool:
        return row.game.code not in self.context["version"].voided


def _title(key: str) -> Title:
    if key not in TITLES:
        raise NotFound
    return TITLES[key]


class LeaderboardFilter(filters.FilterSet):  # type: ignore[misc]
    """The query of a leaderboard."""

    pool = filters.ChoiceFilter(choices=Pool.choices, method="by_pool", help_text="`all` unless you say otherwise.")

    class Meta:
        model = Rating
        fields = ["pool"]

    def by_pool(self, rows: QuerySet[Rating], _field: str, _pool: str) -> QuerySet[Rating]:
        """Leave the rows as they are: the view has read the pool."""
        return rows


class Leaderboard(generics.ListAPIView[Rating], JSONView):
    queryset = Rating.objects.none()  # only for the schema; requests use get_queryset
    serializer_class = LeaderSerializer
    filterset_class = LeaderboardFilter
    pagination_class = BestFirst

    def get_queryset(self) -> QuerySet[Rating]:
        """Return the leaderboard of the title and pool."""
        pool = self.request.query_params.get("pool") or Pool.ALL
        return leaders(_title(self.kwargs["title"]).key, pool, timezone.now())

    @operation("get_leaderboard", "ratings", {200: LeaderSerializer}, 400, 404)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the players of a title by their rating, best first, in pages: follow `next` until it is null."""
        return self.list(request, *args, **kwargs)


class LuckFreeList(generics.ListAPIView[Any], JSONView):
    queryset = Rating.objects.none()  # only for the schema; requests use page_after
    serializer_class = LuckFreeLeaderSerializer
    pagination_class = ByPlace

    def page_after(self, after: int | None, size: int) -> tuple[Sequence[LuckFreeLeader], int | None]:
        """Return the rows after this one, and after which the next page begins."""
        return luck_free_page(_title(self.kwargs["title"]).key, timezone.now(), after, size)

    @operation("get_luck_free_list", "ratings", {200: LuckFreeLeaderSerializer}, 400, 404)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the first 400 players of a title by their luck-free points at tables of two, best first, in pages."""
        return self.list(request, *args, **kwargs)


class Records(generics.ListAPIView[PersonalRecord], JSONView):
    queryset = PersonalRecord.objects.none()  # only for the schema; requests use get_queryset
    serializer_class = RecordSerializer
    pagination_class = LargestFirst

    def get_queryset(self) -> QuerySet[PersonalRecord]:
        """Return the records of this kind."""
        title, kind = _title(self.kwargs["title"]), self.kwargs["kind"]
        if kind not in dict(record_kinds(title)):
            raise NotFound
        return best_records(title.key, kind)

    @operation("list_records", "ratings", {200: RecordSerializer}, 400, 404)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List what each player of a title has done best in public games, the best first, in pages."""
        return self.list(request, *args, **kwargs)


class SeasonSerializer(serializers.Serializer[Any]):
    """A season of three months."""

    season = serializers.CharField(source="key", help_text="The year and the quarter.")
    begins = serializers.DateTimeField()
    ends = serializers.DateTimeField()


class SeasonRowSerializer(serializers.Serializer[Any]):
    """A player's season."""

    place = serializers.IntegerField()
    name = serializers.SerializerMethodField(help_text="The unique name; null for a deleted account.")
    points = serializers.FloatField(help_text="The sum over the games of the part of the others who were behind.")
    games = serializers.IntegerField()
    luck_free = serializers.FloatField(help_text="The sum of the luck-free points, which decides between equal points.")

    def get_name(self, row: SeasonRow) -> str | None:
        names: Mapping[int, str] = self.context["names"]
        return names.get(row.user)


class Seasons(JSONView):
    @operation("list_seasons", "ratings", {200: SeasonSerializer(many=True)}, 404)
    def get(self, request: Request, title: str) -> Response:
        """List the seasons since the first rated game, the present one first."""
        _title(title)
        return Response(SeasonSerializer(seasons_until(timezone.now()), many=True).data)


class SeasonTable(generics.ListAPIView[Any], JSONView):
    queryset = SeasonScore.objects.none()  # only for the schema; requests use page_after
    serializer_class = SeasonRowSerializer
    pagination_class = ByPlace

    def page_after(self, after: int | None, size: int) -> tuple[Sequence[SeasonRow], int | None]:
        """Return the rows after this one, and after which the next page begins."""
        title, shown = _title(self.kwargs["title"]).key, season_of(self.kwargs["season"])
        if shown not in seasons_until(timezone.now()):
            raise NotFound
        page = season_page(title, shown, current_version(), size, after)
        return page.rows, page.next

    @operation("get_season", "ratings", {200: SeasonRowSerializer}, 400, 404)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the first 400 players of a season, best first, in pages: follow `next` until it is null."""
        rows: Sequence[SeasonRow] = self.paginate_queryset(self.get_queryset()) or []
        names = dict(User.objects.filter(pk__in=[row.user for row in rows]).values_list("pk", "username"))
        return self.get_paginated_response(SeasonRowSerializer(rows, many=True, context={"names": names}).data)


class RobotRatings(JSONView):
    @operation("list_robot_ratings", "ratings", {200: RobotRatingSerializer(many=True)}, 404)
    def get(self, request: Request, title: str) -> Response:
        """List the fixed ratings of the robots of a title, the strongest robot first."""
        played = _title(title)
        return Response([_robot_row(row, table_sizes(played)) for row in robot_ratings(played)])


def _robot_row(row: RobotRating, sizes: Sequence[int]) -> dict[str, Any]:
    known = [(seats, anchor) for seats, anchor in zip(sizes, row.anchors, strict=True) if anchor]
    ratings = [{"players": seats, "rating": anchor.rating, "error": anchor.error} for seats, anchor in known]
    return {"robot": row.key, "ratings": ratings}


class RatedGames(generics.ListAPIView[RatedGame], JSONView):
    queryset = RatedGame.objects.none()  # only for the schema; requests use get_queryset
    serializer_class = RatedGameSerializer
    pagination_class = OldestFirst

    def get_queryset(self) -> QuerySet[RatedGame]:
        """Return the rated games."""
        return rated_games()

    @operation("list_rated_games", "ratings", {200: RatedGameSerializer}, 400)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the rated games in the order in which they are rated, in pages: follow `next` until it is null.

        With the formula of the documentation, anyone can compute all ratings from them.
        """
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        people = {user for row in rows for user in people_in(row)}
        names = dict(User.objects.filter(pk__in=people).values_list("pk", "username"))
        context = {**self.get_serializer_context(), "names": names, "version": current_version()}
        return self.get_paginated_response(RatedGameSerializer(rows, many=True, context=context).data)
