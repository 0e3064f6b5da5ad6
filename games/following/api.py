"""The players whom one follows, and the games that one has marked, in the API."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from accounts.models import User
from games.board.api import INVITE, GameRowSerializer, GameView
from games.common.api import JSONView, NameField, NothingForm, Values, cleaned, operation
from games.common.forms import query_values, valid_values
from games.common.people import person_at, person_named
from games.core.models import Game
from games.core.querysets import PEOPLE
from games.ratings.formula import shown

from .forms import BeforeForm, WatchForm, watch_filters
from .lists import best_games, marked_games
from .models import Follow
from .selectors import TimelineEvent, TimelineKind, follows_of, timeline_of
from .services import follow, mark, unfollow, unmark

PER_PAGE = 25
MAX_MARKED = 100


class FollowForm(serializers.Serializer[Values]):
    """A player to follow."""

    player = NameField(max_length=60, help_text="The name of the player.")


class FollowSerializer(serializers.ModelSerializer[Follow]):
    """A player whom you follow."""

    player = serializers.CharField(source="followed.username")

    class Meta:
        model = Follow
        fields = ["player", "created_at"]
        read_only_fields = fields


class TimelineEventSerializer(serializers.Serializer[TimelineEvent]):
    """Something that players have done whom you follow."""

    kind = serializers.ChoiceField(
        [kind.value for kind in TimelineKind], help_text="A game finished, or a table opened."
    )
    at = serializers.DateTimeField()
    players = serializers.SerializerMethodField(help_text="Those whom you follow.")
    game = GameRowSerializer()

    def get_players(self, event: TimelineEvent) -> list[str]:
        """Return the names of the followed players."""
        people = [*(seat.user for seat in event.game.seats.all()), event.game.host]
        return sorted({person.username for person in people if person and person.pk in event.players})


class TimelineSerializer(serializers.Serializer[Any]):
    """A part of the timeline."""

    next = serializers.URLField(allow_null=True, help_text="The address of the next part.")
    results = TimelineEventSerializer(many=True)


WATCH_FILTERS = [OpenApiParameter("title", str), OpenApiParameter("seats", int, description="The number of seats.")]
BEFORE = OpenApiParameter("before", int, description="From `next`.")


class ShownTimeline(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("get_timeline", "people", {200: TimelineSerializer}, parameters=[BEFORE])
    def get(self, request: Request) -> Response:
        """Show what the players whom you follow have done, latest first, in parts: follow `next` until it is null."""
        part = timeline_of(self.player, PER_PAGE, query_values(BeforeForm, request.query_params).get("before"))
        address = f"{reverse('api:timeline', request=request)}?before={part.older}" if part.older else None
        page = {"next": address, "results": part.events}
        return Response(TimelineSerializer(page, context={"request": request}).data)


class Follows(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_follows", "people", {200: FollowSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List whom you follow, latest first."""
        return Response(FollowSerializer(follows_of(self.player), many=True).data)

    @operation("follow", "people", {201: FollowSerializer}, 403, 409, 422, request=FollowForm)
    def post(self, request: Request) -> Response:
        """Follow a player. They are not told. Following again changes nothing."""
        person = person_named(cleaned(FollowForm, request)["player"])
        return Response(FollowSerializer(follow(self.player, person)).data, 201)


class Unfollow(JSONView):
    @operation("unfollow", "people", {204: None}, 404)
    def post(self, request: Request, name: str) -> Response:
        """Unfollow a player. Repeating it changes nothing."""
        cleaned(NothingForm, request)
        unfollow(self.player, person_at(name))
        return Response(status=204)


class BestGameSerializer(serializers.Serializer[Any]):
    """A game among the best of a week."""

    value = serializers.FloatField(help_text="The mean rating, or points.")
    game = GameRowSerializer()


class BestGamesSerializer(serializers.Serializer[Any]):
    """The best public games of the last seven days."""

    strongest = BestGameSerializer(many=True, help_text="By the mean rating of the people in it before the game.")
    luckiest = BestGameSerializer(many=True, help_text="By the points of luck between two seats.")
    closest = BestGameSerializer(many=True, help_text="By the points between the first two.")


class BestOfWeek(JSONView):
    @operation("list_best_games", "games", {200: BestGamesSerializer}, parameters=WATCH_FILTERS)
    def get(self, request: Request) -> Response:
        """List the best public games of the last seven days, at most six by each measure."""
        user = request.user if isinstance(request.user, User) else None
        best = best_games(user, watch_filters(valid_values(WatchForm(request.query_params))), timezone.now())
        prefetch_related_objects([*best.strongest, *best.luckiest, *best.closest], "host", PEOPLE)
        page = {
            "strongest": _with_values(best.strongest, lambda game: shown(game.mean)),
            "luckiest": _with_values(best.luckiest, attrgetter("swing")),
            "closest": _with_values(best.closest, attrgetter("margin")),
        }
        return Response(BestGamesSerializer(page, context={"request": request}).data)


def _with_values(games: list[Game], value: Callable[[Any], float]) -> list[dict[str, Any]]:
    return [{"value": value(game), "game": game} for game in games]


class Marks(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_marks", "games", {200: GameRowSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List the games of others that you have marked and can see, the last marked first, at most 100."""
        games = marked_games(self.player, {}).with_people().prefetch_related("host")[:MAX_MARKED]
        return Response(GameRowSerializer(games, many=True, context={"request": request}).data)


class MarkGame(GameView):
    @operation("mark_game", "games", {204: None}, 403, 404, 409, parameters=[INVITE])
    def post(self, request: Request, **_address: str) -> Response:
        """Mark a game of others: a notification tells you how it ends. Marking again changes nothing."""
        cleaned(NothingForm, request)
        mark(self.player, self.game())
        return Response(status=204)


class UnmarkGame(GameView):
    @operation("unmark_game", "games", {204: None}, 404, parameters=[INVITE])
    def post(self, request: Request, **_address: str) -> Response:
        """Remove the mark of a game. Repeating it changes nothing."""
        cleaned(NothingForm, request)
        unmark(self.player, self.game())
        return Response(status=204)
