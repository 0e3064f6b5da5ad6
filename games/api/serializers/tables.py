"""Serializers of tables: a row of a list, and one game with its position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from games.engine.registry import get_title
from games.models import Game, LateRule, Pace, Seat, SeatOrder, Status
from games.presenters.clocks.seat_clocks import SeatClock, seat_clocks
from games.selectors.dice import DiceFacts, dice_of
from games.selectors.tables.seats import Viewer
from games.selectors.time.deputies import represented_seat
from games.selectors.time.own_turns import open_turns
from games.selectors.visibility import knowing_seat, known_state_of

from .dice import DiceSerializer, dice_row
from .position_schema import POSITION
from .problems import ProblemSerializer
from .seats import ResignationSerializer, SeatSerializer, YouSerializer
from .time.clocks import ClockSerializer, clock_row


class GameRowSerializer(serializers.ModelSerializer[Game]):
    """A game in a list."""

    id = serializers.CharField(source="code")
    url = serializers.HyperlinkedIdentityField("api:game", lookup_field="code", lookup_url_kwarg="id")
    options = serializers.DictField(child=serializers.CharField(), help_text="Options that differ from the ruleset.")
    status = serializers.ChoiceField(Status.choices)
    pace = serializers.ChoiceField(Pace.choices)
    own_pace = serializers.DictField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The seconds of the pace `own`: bank, increment, cap, grace, ceiling.",
    )
    soft_deadlines = serializers.BooleanField(source="has_soft_deadlines", help_text="They wait for another player.")
    forbids_holidays = serializers.BooleanField(help_text="Holidays do not stop the clock.")
    late_rule = serializers.ChoiceField(LateRule.choices)
    late_robot = serializers.CharField(help_text="The robot that takes the seat of a player who stays away.")
    min_games = serializers.IntegerField(allow_null=True, help_text="Finished games that players need to join.")
    max_house_turns = serializers.IntegerField(allow_null=True, help_text="Their most turns by the house in a year.")
    max_answer_days = serializers.IntegerField(allow_null=True, help_text="Their longest median time to answer.")
    seat_order = serializers.ChoiceField(SeatOrder.choices)
    hints = serializers.BooleanField(source="has_hints")
    private = serializers.BooleanField(source="is_private")
    host = serializers.CharField(source="host.username", default=None, read_only=True, allow_null=True)
    ply = serializers.IntegerField(help_text="The length of the log. Send it with the next action.")
    undone = serializers.IntegerField(help_text="How often entries were taken back: then a ply may come again.")
    overdue = serializers.SerializerMethodField(help_text="Whether the deadline has passed.")
    end_reason = serializers.CharField(help_text="Why the game ended; empty before the end.")
    resignation = serializers.SerializerMethodField()
    seats = SeatSerializer(many=True)

    class Meta:
        model = Game
        fields = [
            "id", "url", "name", "title", "ruleset", "options", "status", "seat_count", "seat_order", "pace",
            "own_pace", "soft_deadlines", "forbids_holidays", "late_rule", "late_robot", "min_games",
            "max_house_turns", "max_answer_days", "hints", "private", "host", "seats", "ply", "undone", "turn",
            "deadline", "overdue", "end_reason", "resignation", "created_at", "started_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_overdue(self, game: Game) -> bool:
        """Return True if the deadline has passed."""
        return game.overdue_at is not None

    @extend_schema_field(ResignationSerializer(allow_null=True))
    def get_resignation(self, game: Game) -> dict[str, Any] | None:
        """Return the resignation that can still be taken back, None for none."""
        return ResignationSerializer(game).data if game.resigns_at else None


@extend_schema_field(POSITION)
class PositionField(serializers.JSONField):
    """A position as plain data."""


@dataclass(frozen=True, slots=True)
class ViewerGame:
    """A game as one viewer sees it."""

    seat: Seat | None
    seats: Sequence[Seat]
    position: dict[str, Any] | None
    dice: DiceFacts
    legal: list[str]  # the viewer's legal actions
    clocks: Mapping[int, SeatClock] = field(default_factory=dict)
    represented: Seat | None = None  # for which the viewer may act now, as a deputy

    @property
    def played(self) -> Seat | None:
        """The seat that the viewer plays: their own, or that of another player for whom they may act."""
        return self.seat or self.represented


def position_of(game: Game, viewer: Viewer, ply: int) -> dict[str, Any]:
    """Return the position after some plies as this viewer may know it. Raises NotFound for a later ply."""
    return get_title(game.title).to_json(known_state_of(game, knowing_seat(game, viewer), ply))


def viewer_game(game: Game, viewer: User | AnonymousUser) -> ViewerGame:
    """Return the game as this viewer sees it. Its seats must have been fetched with their people."""
    seats = list(game.seats.all())
    seat = next((seat for seat in seats if seat.user and seat.user_id == viewer.pk), None)
    clocks = seat_clocks(game, seats, open_turns(game), timezone.now())
    represented = None
    if seat is None and isinstance(viewer, User):
        represented = represented_seat(game, seats, viewer, timezone.now())
    played, title = seat or represented, get_title(game.title)
    state = known_state_of(game, played.number if played else None, game.ply) if game.started_at else None
    position = title.to_json(state) if state is not None else None
    may_act = played is not None and played.is_acting and game.resigns_at is None
    legal = [title.notation(action) for action in title.legal_actions(state)] if may_act else []
    return ViewerGame(seat, seats, position, dice_of(game, seats), legal, clocks, represented)


class GameSerializer(GameRowSerializer):
    """A game with its position. Expects ``viewer_game`` in the context."""

    you = serializers.SerializerMethodField()
    legal = serializers.SerializerMethodField()
    position = serializers.SerializerMethodField()
    dice = serializers.SerializerMethodField()
    invite_code = serializers.SerializerMethodField()
    clocks = serializers.SerializerMethodField()
    branch_of = serializers.CharField(
        source="branched_from.code",
        default=None,
        read_only=True,
        allow_null=True,
        help_text="The id of the game that this one continues from an earlier position.",
    )
    branched_at = serializers.IntegerField(
        allow_null=True,
        help_text="The number of entries taken over from that game. The dice of this game made the later rolls.",
    )

    class Meta(GameRowSerializer.Meta):
        fields = [
            *GameRowSerializer.Meta.fields,
            "you", "legal", "position", "dice", "invite_code", "clocks", "branch_of", "branched_at",
        ]  # fmt: skip
        read_only_fields = fields

    @property
    def viewer_game(self) -> ViewerGame:
        """Return the game as this viewer sees it."""
        found: ViewerGame = self.context["viewer_game"]
        return found

    @extend_schema_field(YouSerializer(allow_null=True))
    def get_you(self, game: Game) -> dict[str, Any] | None:
        """Return the seat that the viewer plays, None without one."""
        seat, is_deputy = self.viewer_game.played, self.viewer_game.represented is not None
        if seat is None:
            return None
        may_act = seat.is_acting and game.resigns_at is None
        return YouSerializer({"seat": seat.number, "deputy": is_deputy, "acting": may_act}).data

    @extend_schema_field({"type": "array", "items": {"type": "string"}, "description": "Your legal actions."})
    def get_legal(self, game: Game) -> list[str]:
        """Return the notations of the viewer's legal actions."""
        return self.viewer_game.legal

    @extend_schema_field(ClockSerializer(many=True))
    def get_clocks(self, game: Game) -> list[dict[str, Any]]:
        """Return the clocks of the seats that must act."""
        clocks = self.viewer_game.clocks
        shown = [clock_row(number, clock) for number, clock in clocks.items() if clock.at is not None]
        return list(ClockSerializer(shown, many=True).data)

    @extend_schema_field(PositionField(allow_null=True, help_text="Null before the start."))
    def get_position(self, game: Game) -> dict[str, Any] | None:
        """Return the position."""
        return self.viewer_game.position

    @extend_schema_field(DiceSerializer)
    def get_dice(self, game: Game) -> dict[str, Any]:
        """Return the facts about the dice."""
        return dice_row(self.viewer_game.dice)

    @extend_schema_field(
        {"type": ["string", "null"], "description": "For players: others can see and join the table with `?invite=`."}
    )
    def get_invite_code(self, game: Game) -> str | None:
        """Return the code of the invitation link, to players only."""
        return game.invite_code if self.viewer_game.seat else None


class FreshProblemSerializer(ProblemSerializer):
    """A problem that may contain the current game."""

    game = GameSerializer(required=False, help_text="With the code `stale-ply`: the current game.")
