"""Serializers of the request bodies about tables: new ones, and robots for free seats."""

from decimal import Decimal
from typing import Any

from django.db.models import Exists, F, OuterRef, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_filters import rest_framework as filters  # type: ignore[import-untyped]
from drf_spectacular.utils import extend_schema_field
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from accounts.models import User
from accounts.selectors import person_by_name
from games.board.api import (
    INVITE,
    POSITION,
    GameRowSerializer,
    GameSerializer,
    GameView,
    LogLineSerializer,
    described_log,
    position_of,
)
from games.clocks.api import OwnPaceForm, TurnTimeSerializer
from games.clocks.selectors import turn_times_of
from games.common.api import (
    JSONView,
    LimitedListField,
    NameField,
    NewestGamesFirst,
    NothingForm,
    Values,
    cleaned,
    operation,
    player_of,
)
from games.common.errors import NotFound
from games.core.api import ShareForm
from games.core.choices import LateRule, Pace, SeatOrder, Status
from games.core.dice import new_draft
from games.core.forms import ruleset_choices
from games.core.models import Game, Seat
from games.core.querysets import PEOPLE, GameQuerySet
from games.core.selectors import has_seat
from games.deputies.selectors import without_other_seats
from games.engine.registry import TITLES
from games.play.requirements import MAX_ANSWER_DAYS, MAX_STAND_IN_TURNS, MIN_GAMES, awake_with, open_to
from games.play.table_times import TimeSettings
from games.ratings.api import RatingChangeSerializer
from games.ratings.inputs import unrated_cause
from games.ratings.models import Unrated
from games.ratings.selectors import changes_by

from .fit import tables_for
from .forms import SHARED_HOURS
from .invitations import (
    accept_invitation,
    decline_invitation,
    invite_address,
    invite_player,
    rematch,
    withdraw_invitation,
)
from .models import Invitation, InvitationState, SavedFilter, TableNews
from .saved_filters import change_news, delete_filter, save_filter
from .selectors import invitations_of, saved_filters_of
from .tables import NewTable, add_robots, create_table, join_table, leave_table

MINIMUM_FIELDS = ("min_games", "max_stand_in_turns", "max_answer_days")
TIME_FIELDS = (
    "pace", "own_pace", "soft_deadlines", "forbids_holidays", "late_rule", "late_robot", *MINIMUM_FIELDS,
)  # fmt: skip

LIST_NAMES = {
    "mine": _("tables where you have a seat"),
    "waiting": _("games waiting for you"),
    "open": _("tables with a free seat for you"),
    "running": _("games in progress"),
    "seats": _("games with a seat open to another player"),
    "finished": _("finished games"),
}
MAX_OPTIONS = 40
MAX_SHOWN = 50  # tables of the lobby
OWN_LISTS = {"mine", "waiting"}  # of games where the viewer has a seat, who may see all of them


class InvitationForm(serializers.Serializer[Values]):
    """The invited player: a name or an email address."""

    player = NameField(min_length=1, max_length=30, required=False, help_text="A player's unique name.")
    email = serializers.EmailField(max_length=254, required=False, help_text="The address of anyone, player or not.")

    def validate(self, attrs: Values) -> Values:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Give either a player or an email address."), code="one-of")
        return attrs


class OptionsField(serializers.DictField):
    """Options that differ from a ruleset, by name."""

    default_error_messages = {"max_length": serializers.ListField.default_error_messages["max_length"]}
    child = serializers.CharField(max_length=40)
    name = serializers.SlugField(max_length=40)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        """Check the names in the same way as the values, because error messages contain them."""
        if isinstance(data, dict) and len(data) > MAX_OPTIONS:
            self.fail("max_length", max_length=MAX_OPTIONS)
        values: dict[str, str] = super().to_internal_value(data)
        return {self.name.run_validation(name): value for name, value in values.items()}


class RematchForm(ShareForm):
    """What a program adds to the dice of a new table, and those dice."""

    draft = serializers.CharField(
        max_length=1000,
        required=False,
        allow_blank=True,
        help_text="From `POST /drafts/`: dice whose commitment you have seen. A commitment of yours needs one, because "
        "it is bound to the id in it.",
    )


class TableForm(RematchForm):
    """A new table."""

    title = serializers.CharField(min_length=1, max_length=40)
    ruleset = serializers.CharField(min_length=1, max_length=40)
    seat_count = serializers.IntegerField(min_value=1, max_value=10)
    options = OptionsField(required=False, help_text="Options that differ from the ruleset.")
    pace = serializers.ChoiceField(Pace.choices, required=False, help_text="`3d` unless you say otherwise.")
    own_pace = OwnPaceForm(required=False, help_text="The times of the pace `own`.")
    soft_deadlines = serializers.BooleanField(
        required=False, help_text="Nothing happens at a deadline until another player asks for it."
    )
    forbids_holidays = serializers.BooleanField(required=False, help_text="Holidays do not stop the clock.")
    late_rule = serializers.ChoiceField(LateRule.choices, required=False)
    late_robot = serializers.CharField(
        max_length=20, required=False, allow_blank=True, help_text="The robot that takes the seat of a late player."
    )
    min_games = serializers.ChoiceField(
        MIN_GAMES, required=False, allow_null=True, help_text="How many games players must have finished to join."
    )
    max_house_turns = serializers.ChoiceField(
        MAX_STAND_IN_TURNS,
        source="max_stand_in_turns",
        required=False,
        allow_null=True,
        help_text="How many turns a stand-in robot may have played for them in the last year.",
    )
    max_answer_days = serializers.ChoiceField(
        MAX_ANSWER_DAYS,
        required=False,
        allow_null=True,
        help_text="How many days their median time to answer may be, if it is known.",
    )
    seat_order = serializers.ChoiceField(SeatOrder.offered(), required=False)
    hints = serializers.BooleanField(
        source="has_hints",
        required=False,
        help_text="Pages and emails mark a robot’s suggestion. Tables where one person plays robots always have this.",
    )
    rated = serializers.BooleanField(
        source="is_rated",
        required=False,
        help_text="The game changes the ratings of its players. Private tables, tables with hints and games of one "
        "person against robots are never rated.",
    )
    private = serializers.BooleanField(source="is_private", required=False)
    name = NameField(max_length=60, required=False, allow_blank=True)
    robots = LimitedListField(
        child=serializers.CharField(max_length=20),
        max_length=10,
        required=False,
        help_text="Keys of robots (see `GET /titles/`) that join at once. A key can appear more than once.",
    )

    def validate(self, attrs: Values) -> Values:
        """Put the times and the share together, as the service takes them."""
        attrs = super().validate(attrs)
        times = {name: attrs.pop(name) for name in TIME_FIELDS if name in attrs}
        if "soft_deadlines" in times:
            times["has_soft_deadlines"] = times.pop("soft_deadlines")
        return {**attrs, "times": TimeSettings(**times)}


class RobotsForm(serializers.Serializer[Values]):
    """Robots for free seats."""

    robots = LimitedListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=10, help_text="Keys of robots."
    )


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


class LobbyRowSerializer(serializers.Serializer[Any]):
    """An open table, and how well it suits you."""

    game = GameRowSerializer()
    chance = serializers.FloatField(
        source="fit.chance",
        allow_null=True,
        help_text="Your chance to come first, if yours would be the last seat and all there have ratings.",
    )
    rating_gap = serializers.IntegerField(
        source="fit.gap",
        allow_null=True,
        help_text="How many points the others’ average rating is above yours, if both are known well.",
    )
    shared_hours = serializers.IntegerField(
        source="fit.hours",
        allow_null=True,
        help_text="For how many hours a day you and everyone seated are awake together; null if only robots sit there.",
    )
    starts = serializers.BooleanField(source="fit.is_last_seat", help_text="The game starts when you join.")
    usual_pace = serializers.BooleanField(source="fit.is_usual_pace", help_text="Your latest games have this pace.")
    refused = serializers.BooleanField(help_text="You do not meet the minimum of the table.")


class NewsForm(serializers.Serializer[Values]):
    """How you learn of new tables that match a filter."""

    news = serializers.ChoiceField(TableNews.choices)


class NewSavedFilterForm(serializers.Serializer[Values]):
    """A filter of the lobby. Without criteria it is about all tables."""

    title = serializers.CharField(max_length=30, required=False, help_text="For example `marram`.")
    ruleset = serializers.CharField(max_length=80, required=False, help_text="For example `marrakech:gigamic`.")
    pace = serializers.ChoiceField(Pace.choices, required=False)
    seats = serializers.IntegerField(min_value=2, max_value=4, required=False)
    hours = serializers.ChoiceField(
        SHARED_HOURS, required=False, help_text="Everyone is awake together for so many hours a day."
    )
    open_to_me = serializers.BooleanField(required=False, help_text="Only tables whose minimum you meet.")
    news = serializers.ChoiceField(TableNews.choices, required=False, help_text="`email` unless you say otherwise.")

    def validate_title(self, value: str) -> str:
        if value not in TITLES:
            raise serializers.ValidationError(
                _("There is no such game here. Choose another one."), code="invalid_choice"
            )
        return value

    def validate_ruleset(self, value: str) -> str:
        if value not in dict(ruleset_choices()):
            raise serializers.ValidationError(_("This title has no such rules."), code="invalid_choice")
        return value


class SavedFilterSerializer(serializers.ModelSerializer[SavedFilter]):
    """A filter of the lobby that you have saved."""

    criteria = serializers.DictField()
    news = serializers.ChoiceField(TableNews.choices)

    class Meta:
        model = SavedFilter
        fields = ["id", "criteria", "news", "created_at", "told_at"]
        read_only_fields = fields


class DraftSerializer(serializers.Serializer[Any]):
    """The dice of a future table."""

    id = serializers.CharField(source="code", help_text="The id that the table will have.")
    commitment = serializers.CharField(help_text="SHA-256 of the secret.")
    draft = serializers.CharField(source="token", help_text="Send this with the new table within a day.")


class MyInvitations(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_invitations", "people", {200: ReceivedInvitationSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List the invitations that you have not answered."""
        invitations = invitations_of(self.player).prefetch_related("game__host", "game__seats__user__profile")
        return Response(ReceivedInvitationSerializer(invitations, many=True, context={"request": request}).data)


class Accept(GameView):
    @operation("accept_invitation", "people", {200: GameSerializer}, 403, 404, 409, 422, request=ShareForm)
    def post(self, request: Request, key: str) -> Response:
        """Accept an invitation and take a seat at the table."""
        return self.game_response(accept_invitation(key, self.player, **cleaned(ShareForm, request)))


class Decline(JSONView):
    @operation("decline_invitation", "people", {204: None}, 403, 404, 409)
    def post(self, request: Request, key: str) -> Response:
        """Decline an invitation. The seat becomes free for others."""
        cleaned(NothingForm, request)
        decline_invitation(key, self.player)
        return Response(status=204)


class Withdraw(JSONView):
    @operation("withdraw_invitation", "people", {204: None}, 403, 404, 409)
    def post(self, request: Request, key: str) -> Response:
        """Withdraw an invitation that you have sent, or that was sent for a table of which you are the host."""
        cleaned(NothingForm, request)
        withdraw_invitation(key, self.player)
        return Response(status=204)


class Join(GameView):
    @operation("join_game", "tables", {200: GameSerializer}, 403, 404, 409, 422, request=ShareForm, parameters=[INVITE])
    def post(self, request: Request, **_address: str) -> Response:
        """Take a free seat. The game starts when the last one is taken."""
        game, player = self.game(), self.player
        return self.game_response(join_table(game.pk, player, **cleaned(ShareForm, request)))


class LeaveTable(GameView):
    @operation("leave_game", "tables", {204: None}, 403, 404, 409)
    def post(self, request: Request, **_address: str) -> Response:
        """Leave your seat before the game starts."""
        cleaned(NothingForm, request)
        leave_table(self.game().pk, self.player)
        return Response(status=204)


class Robots(GameView):
    @operation("add_robots", "tables", {200: GameSerializer}, 403, 404, 409, 422, request=RobotsForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Add robots to your open table. The game starts when every seat is taken."""
        game, player = self.game(), self.player
        return self.game_response(add_robots(game.pk, player, cleaned(RobotsForm, request)["robots"]))


class Rematch(GameView):
    @operation("rematch", "tables", {200: GameSerializer}, 403, 404, 409, 422, request=RematchForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Open a table like this one for the same players, or join the one that another player has opened.

        To join one with a commitment, leave the draft out, and bind the commitment to the id of that table.
        """
        game, player = self.game(), self.player
        return self.game_response(rematch(game.pk, player, **cleaned(RematchForm, request)))


class Invitations(GameView):
    @operation("invite", "tables", {201: InvitationSerializer}, 403, 404, 409, 422, request=InvitationForm)
    def post(self, request: Request, **_address: str) -> Response:
        """Reserve a seat for a player or an email address, and send them an invitation."""
        game, player = self.game(), self.player
        values = cleaned(InvitationForm, request)
        if "player" in values:
            invitation = invite_player(game.pk, player, values["player"])
        else:
            invitation = invite_address(game.pk, player, values["email"])
        return Response(InvitationSerializer(invitation).data, 201)


class GameFilter(filters.FilterSet):  # type: ignore[misc]
    """The query of ``GET /games/``."""

    filter = filters.ChoiceFilter(
        method="by_list_name",
        choices=list(LIST_NAMES.items()),
        help_text="A list by name; without it, every table you may see.",
    )
    title = filters.CharFilter()
    ruleset = filters.CharFilter()
    pace = filters.ChoiceFilter(choices=Pace.choices)
    seat_count = filters.NumberFilter(min_value=1, max_value=10)
    open_to_me = filters.BooleanFilter(
        method="by_minimum", help_text="With `true`, only tables whose minimum you meet."
    )
    shared_hours = filters.NumberFilter(
        method="by_hours",
        min_value=1,
        max_value=24,
        help_text="Only tables at which you and everyone seated are awake together for so many hours a day.",
    )
    player = filters.CharFilter(method="by_player", max_length=30, help_text="The unique name of a player.")

    class Meta:
        model = Game
        fields = ["title", "ruleset", "pace", "seat_count"]

    def by_list_name(self, games: GameQuerySet, _field: str, name: str) -> GameQuerySet:
        """Return the games of a named list. Raises NotAuthenticated for a visitor who asks for their own games."""
        viewer = self.request.user
        match name:
            case "mine":
                return games.played_by(player_of(self.request))
            case "waiting":
                return games.waiting_for(player_of(self.request))
            case "open":
                return games.open_tables(viewer if isinstance(viewer, User) else None)
            case "running":
                return games.running()
            case "seats":
                return _with_offered_seats(games, viewer if isinstance(viewer, User) else None)
            case _:
                return games.finished()

    def by_minimum(self, games: GameQuerySet, _field: str, wanted: bool) -> GameQuerySet:
        """Return the tables whose minimum the viewer meets. Raises NotAuthenticated for a visitor."""
        return open_to(games, player_of(self.request), timezone.now()) if wanted else games

    def by_hours(self, games: GameQuerySet, _field: str, hours: Decimal) -> GameQuerySet:
        """Return the tables where all are awake with the viewer. Raises NotAuthenticated for a visitor."""
        return awake_with(games.order_by("-id"), player_of(self.request), int(hours), timezone.now())

    def by_player(self, games: GameQuerySet, _field: str, name: str) -> GameQuerySet:
        person = person_by_name(name)
        return games.played_by(person) if person else games.none()


def _with_offered_seats(games: GameQuerySet, user: User | None) -> GameQuerySet:
    """Keep the games with a seat that the user may take."""
    found = games.with_offered_seats(user)
    if user is None:
        return found
    seats = Seat.objects.offered().filter(game=OuterRef("pk"))
    return found.filter(Exists(without_other_seats(seats, user)))


class Games(generics.ListAPIView[Game], GameView):
    queryset = Game.objects.none()  # only for the schema; requests use get_queryset
    serializer_class = GameRowSerializer
    filterset_class = GameFilter
    pagination_class = NewestGamesFirst

    def get_queryset(self) -> GameQuerySet:
        """Return the games that the viewer may see. The viewer's own games need no check.

        A block hides games of others as on pages, unless they are asked for by the name of a player.
        """
        games = Game.objects.exclude(status=Status.CANCELLED).with_people().prefetch_related("host")
        games = games.annotate(sort_id=F("id"))
        query, viewer = self.request.query_params, self.request.user
        if query.get("filter") in OWN_LISTS:
            return games
        games = games.visible_to(viewer)
        return games.without_blocked(viewer) if isinstance(viewer, User) and not query.get("player") else games

    @operation("list_games", "games", {200: GameRowSerializer}, 400)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List tables, newest first, in pages: follow `next` until it is null."""
        return self.list(request, *args, **kwargs)

    @operation("create_game", "tables", {201: GameSerializer}, 403, 409, 422, request=TableForm, filters=False)
    def post(self, request: Request) -> Response:
        """Open a table and take a seat. The game starts when every seat is taken."""
        game = create_table(self.player, NewTable(**cleaned(TableForm, request)))
        response = self.game_response(game, 201)
        response["Location"] = reverse("api:game", [game.code], request=request)
        return response


class Lobby(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_lobby", "tables", {200: LobbyRowSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List open tables with a free seat, those that suit you best first, at most 50."""
        found = tables_for(self.player, {}, timezone.now())
        games = found.games[:MAX_SHOWN]
        prefetch_related_objects(games, PEOPLE, "host")
        rows = [{"game": game, "fit": found.facts.fits[game.pk], "refused": game.pk in found.refused} for game in games]
        return Response(LobbyRowSerializer(rows, many=True, context={"request": request}).data)


class SavedFilters(JSONView):
    permission_classes = [IsAuthenticated]

    @operation("list_saved_filters", "tables", {200: SavedFilterSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List your saved filters of the lobby."""
        return Response(SavedFilterSerializer(saved_filters_of(self.player), many=True).data)

    @operation("save_filter", "tables", {201: SavedFilterSerializer}, 403, 409, request=NewSavedFilterForm)
    def post(self, request: Request) -> Response:
        """Save a filter, at most five: you are told of new tables that match it."""
        sent = dict(cleaned(NewSavedFilterForm, request))
        row = save_filter(self.player, sent, sent.get("news", TableNews.EMAIL))
        return Response(SavedFilterSerializer(row).data, 201)


class OneSavedFilter(JSONView):
    @operation("change_saved_filter", "tables", {200: SavedFilterSerializer}, 403, 404, request=NewsForm)
    def post(self, request: Request, pk: int) -> Response:
        """Choose how you learn of new tables, or pause a filter."""
        return Response(SavedFilterSerializer(change_news(self.player, pk, **cleaned(NewsForm, request))).data)


class DeleteSavedFilter(JSONView):
    @operation("delete_saved_filter", "tables", {204: None}, 403, 404)
    def post(self, request: Request, pk: int) -> Response:
        """Delete a saved filter."""
        cleaned(NothingForm, request)
        delete_filter(self.player, pk)
        return Response(status=204)


class Drafts(JSONView):
    @operation("draft_dice", "tables", {201: DraftSerializer}, 403)
    def post(self, request: Request) -> Response:
        """Draw the dice of a future table, so that you can choose your share after seeing their commitment."""
        cleaned(NothingForm, request)
        return Response(DraftSerializer(new_draft()).data, 201)


class ScoredGameSerializer(GameSerializer):
    """A game with its position, and with what it did to the ratings of its players."""

    rating_changes = serializers.SerializerMethodField()
    unrated = serializers.SerializerMethodField()

    class Meta(GameSerializer.Meta):
        fields = [*GameSerializer.Meta.fields, "rating_changes", "unrated"]
        read_only_fields = fields

    def get_rated(self, game: Game) -> bool:
        return super().get_rated(game) and unrated_cause(game, self.viewer_game.seats) is None

    @extend_schema_field(
        {
            "type": "string",
            "enum": ["", *Unrated.values],
            "description": "Why a begun game is not rated whose table could have been. `household`: two players who "
            "live together, for players only. `alone`: only one person plays. `no-result`: it ended without a result. "
            "`short`: some player had not finished two turns. `nobody`: others played for everyone who stayed. "
            "`excluded`: a player is left out of the ratings. `voided`: the administrators took it out of the ratings.",
        }
    )
    def get_unrated(self, game: Game) -> str:
        cause = unrated_cause(game, self.viewer_game.seats)
        is_hidden = cause == Unrated.HOUSEHOLD and not has_seat(self.viewer_game.seats, self.context["request"].user)
        return "" if cause is None or is_hidden else cause.value

    @extend_schema_field(RatingChangeSerializer(many=True, help_text="Of a finished rated game, best place first."))
    def get_rating_changes(self, game: Game) -> list[dict[str, Any]]:
        rows = list(changes_by(game)) if game.is_over and game.is_rated else []
        return list(RatingChangeSerializer(rows, many=True).data)


class OneGame(GameView):
    game_serializer = ScoredGameSerializer

    @operation("get_game", "games", {200: ScoredGameSerializer}, 404, parameters=[INVITE])
    def get(self, request: Request, **_address: str) -> Response:
        """Show a game: seats, deadline, position, and your legal actions."""
        return Response(self.serialize(self.game()))


class Log(GameView):
    @operation("get_log", "games", {200: LogLineSerializer(many=True)}, 404, parameters=[INVITE])
    def get(self, request: Request, **_address: str) -> Response:
        """List all entries of the log in order: actions, results of chance, and resignations."""
        return Response(LogLineSerializer(described_log(self.game(), self.request.user), many=True).data)


class Times(GameView):
    @operation("get_times", "games", {200: TurnTimeSerializer(many=True)}, 404, parameters=[INVITE])
    def get(self, request: Request, **_address: str) -> Response:
        """List the turns of people that have ended, in order, with their times."""
        return Response(TurnTimeSerializer(turn_times_of(self.game()), many=True).data)


class GamePosition(GameView):
    @operation("get_position", "games", {200: POSITION}, 404, parameters=[INVITE])
    def get(self, request: Request, **_address: Any) -> Response:
        """Show the position after the first `ply` entries of the log; 0 is the beginning."""
        game = self.game()
        if game.started_at is None:
            raise NotFound
        return Response(position_of(game, self.request.user, self.kwargs["ply"]))
