"""The description of a position in the OpenAPI document."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from accounts.models import User
from games.clocks.api import ClockSerializer, clock_row
from games.clocks.seat_clocks import SeatClock, seat_clocks
from games.clocks.selectors import open_turns
from games.common.api import JSONView, LetterField, ProblemSerializer, letter
from games.common.converters import CodeConverter
from games.common.wording import render_message
from games.core.choices import LateRule, Pace, SeatOrder, Status
from games.core.dice import DiceFacts, dice_of
from games.core.log import entries_of, fetch_players
from games.core.models import EntryNote, EventKind, Game, Seat
from games.core.receipts import Receipt
from games.core.selectors import (
    Viewer,
    current_seats_of,
    events_of,
    game_for_viewer,
    is_rated_for,
    seat_name,
    seats_of,
)
from games.core.visibility import knowing_seat, known_plies_of, known_state_of
from games.deputies.selectors import represented_seat
from games.engine.core import Title
from games.engine.dice import GIVEN_UP_BY, PROTOCOLS, SOURCES
from games.engine.registry import get_title
from games.engine.values import OptionSpec, Robot, Ruleset

from .log_lines import LogEvent, story_of

POSITION = {
    "type": "object",
    "description": "The position, as its title has it. docs/position.schema.json describes those of Marrakech, "
    "docs/position-marram.schema.json those of Marram; other titles may have other fields beside title.",
    "properties": {
        "title": {"type": "string"},
        "ruleset": {"type": "string"},
        "options": {"type": "object", "additionalProperties": {"type": "string"}},
        "ply": {"type": "integer"},
        "turn": {"type": "integer"},
        "phase": {"type": "string"},
        "acting": {"type": "array", "items": {"type": "string"}, "description": "Letters of the acting seats."},
        "seats": {"type": "array", "items": {"type": "object", "additionalProperties": {}}},
        "legal": {"type": "array", "items": {"type": "string"}, "description": "The acting seat's legal actions."},
        "outcome": {"type": ["object", "null"], "additionalProperties": {}},
    },
    "required": ["title"],
    "additionalProperties": {},
}

Fields = dict[str, Any]

INVITE = OpenApiParameter(
    "invite", str, description="The `invite_code` of a private table, which lets anyone see and join it."
)


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat and its player."""

    seat = LetterField(source="number")
    player = serializers.CharField(
        source="user.username", default=None, read_only=True, allow_null=True, help_text="Null for a former player."
    )
    name = serializers.SerializerMethodField(help_text="The name to show.")
    robot = serializers.CharField(
        source="user.robot", default="", read_only=True, help_text="The robot's key; empty for people."
    )
    acting = serializers.BooleanField(source="is_acting", help_text="Whether the game waits for this seat.")
    acting_since = serializers.DateTimeField(allow_null=True)
    out = serializers.BooleanField(source="is_out")
    score = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="1 is the winner; null before the end of the game.")
    wants_abort = serializers.BooleanField()
    bank = serializers.IntegerField(
        help_text="Seconds in the bank when the seat’s latest turn came, or after it; 0 without a clock."
    )
    offered_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when the seat is open to another player; null if it does not."
    )
    start_rating = serializers.IntegerField(
        allow_null=True,
        help_text="The rating of the seat’s first player when the rated game began; null for a robot and without one.",
    )
    start_deviation = serializers.IntegerField(allow_null=True, help_text="The deviation of that rating.")

    class Meta:
        model = Seat
        fields = [
            "seat", "player", "name", "robot", "acting", "acting_since", "out", "score", "place", "wants_abort", "bank",
            "offered_at", "start_rating", "start_deviation",
        ]  # fmt: skip

    def get_name(self, seat: Seat) -> str:
        return seat_name(seat)


class YouSerializer(serializers.Serializer[Any]):
    """The viewer's own seat, or the one for which the viewer may act now."""

    seat = LetterField()
    deputy = serializers.BooleanField(help_text="Whether it is another player’s seat, for whom you may act as deputy.")
    acting = serializers.BooleanField(help_text="Whether the game waits for you.")


class OpeningSerializer(serializers.Serializer[Any]):
    """The opening of a share of the dice."""

    seat = serializers.CharField(help_text="The letter of the seat.")
    ply = serializers.IntegerField(help_text="The length of the log when the share was opened.")


class ReceiptSerializer(serializers.Serializer[Receipt]):
    """The site's receipt for an opened share of the dice; docs/dice.md has the text that is signed."""

    table = serializers.CharField(help_text="The id of the game.")
    seat = serializers.IntegerField(help_text="The number of the seat, from 0.")
    commitment = serializers.CharField(help_text="That of the share.")
    step = serializers.IntegerField(help_text="The length of the log when the share was opened.")
    results = serializers.IntegerField(help_text="How many results of chance there were by then.")
    mixed = serializers.CharField(help_text="K from then on, in hexadecimal.")
    signature = serializers.CharField(help_text="ECDSA P-256 with SHA-256: r and s in Base64.")


class GivenUpSerializer(serializers.Serializer[Any]):
    """A share that was not open when its seat acted first: it is part of no result."""

    seat = serializers.CharField(help_text="The letter of the seat.")
    ply = serializers.IntegerField(
        allow_null=True, help_text="The length of the log before that action; null while it is taken back."
    )
    by = serializers.ChoiceField(GIVEN_UP_BY, help_text="Who acted for the seat.")


class DiceSerializer(serializers.Serializer[DiceFacts]):
    """The public facts about the dice, in hexadecimal."""

    version = serializers.ChoiceField(list(PROTOCOLS), help_text="Of the protocol; 1 in games that began long ago.")
    commitment = serializers.CharField(help_text="SHA-256 of the secret, published before anyone joined.")
    commitments = serializers.ListField(
        child=serializers.CharField(),
        help_text="SHA-256 of each share: in order of joining before the start, in seat order after it. Empty in "
        "version 1.",
    )
    drawn_by = serializers.ListField(
        child=serializers.ChoiceField(SOURCES), help_text="Who drew each share, in the same order. Empty in version 1."
    )
    shares = serializers.ListField(
        child=serializers.CharField(), help_text="The players' shares, in the same order; empty until they are opened."
    )
    openings = OpeningSerializer(many=True, help_text="In their order. Empty in version 1.")
    given_up = GivenUpSerializer(many=True, help_text="The shares that were given up.")
    entropy = serializers.CharField(
        help_text="SHA-256 of the commitments and the shares opened so far; empty before the start."
    )
    receipts = ReceiptSerializer(many=True, help_text="For the shares that players' devices have opened.")
    receipt_key = serializers.CharField(
        help_text="The key of their signatures, as `GET /dice-key/` has it; empty without receipts."
    )
    secret = serializers.CharField(help_text="Published when the game is over; empty before.")


def dice_row(dice: DiceFacts) -> dict[str, Any]:
    shares = dice.shares
    return {
        "version": dice.version,
        "commitment": dice.commitment,
        "commitments": list(shares.commitments),
        "drawn_by": list(shares.sources),
        "shares": list(shares.shares) if dice.entropy else [],
        "openings": [{"seat": letter(opening.seat), "ply": opening.ply} for opening in shares.openings],
        "given_up": [{"seat": letter(one.seat), "ply": one.ply, "by": one.by} for one in shares.given_up],
        "entropy": dice.entropy,
        "receipts": [*dice.receipts],
        "receipt_key": dice.receipt_key,
        "secret": dice.secret,
    }


@dataclass(frozen=True, slots=True)
class DescribedEntry:
    """One entry. ``text`` are the sentences that describe it, ``events`` what happened before the next entry."""

    ply: int
    turn: int
    seat: str | None
    action: str
    at: datetime
    text: list[str]
    by_order: bool
    note: str
    played_by: str | None
    events: list[LogEvent]


def described_log(game: Game, viewer: Viewer) -> Iterator[DescribedEntry]:
    """Yield the log as this viewer may know it, with the events before its first entry; nothing before its start."""
    if game.started_at is None:
        return
    title, rows = get_title(game.title), seats_of(game)
    names, story = [seat_name(seat) for seat in rows], story_of(rows, {}, events_of(game))
    plies = known_plies_of(game, knowing_seat(game, viewer))
    entries = entries_of(game)
    fetch_players(entries)
    for entry, ply in zip(entries, plies, strict=True):
        yield DescribedEntry(
            entry.ply,
            title.turn(ply.before),
            letter(entry.seat),
            title.notation(ply.action),
            entry.at,
            [render_message(title, message, names) for message in title.describe(ply)],
            entry.note == EntryNote.ORDER,
            entry.note,
            entry.played_by.username if entry.played_by else None,
            list(story.events_between(entry.ply + 1 if entry.ply else 0, entry.ply + 2)),
        )


class TableEventSerializer(serializers.Serializer[Any]):
    """Something about clocks, seats or proposals that is no action."""

    id = serializers.IntegerField(source="event.pk")
    kind = serializers.ChoiceField(EventKind.choices, source="event.kind")
    ply = serializers.IntegerField(help_text="The length of the log at that time.")
    seat = serializers.SerializerMethodField()
    at = serializers.DateTimeField(source="event.at")
    text = serializers.CharField(help_text="A sentence about it.")

    @extend_schema_field({"type": ["string", "null"], "description": "The seat concerned, if it is about one."})
    def get_seat(self, line: LogEvent) -> str | None:
        return letter(line.event.seat)


class LogLineSerializer(serializers.Serializer[Any]):
    """One entry of the log."""

    ply = serializers.IntegerField()
    turn = serializers.IntegerField(help_text="0 for draws and rolls before the first turn.")
    seat = serializers.SerializerMethodField()
    action = serializers.CharField(help_text="The entry's notation.")
    at = serializers.DateTimeField()
    text = serializers.ListField(child=serializers.CharField(), help_text="Sentences that describe the entry.")
    by_order = serializers.BooleanField(help_text="Whether an order in advance has played it.")
    note = serializers.CharField(
        help_text="Who made it, if not the player: `order`, `deputy`, `house`, or `inherited` from an earlier game."
    )
    played_by = serializers.CharField(
        allow_null=True, help_text="The player who made it, if it is not the one who began the game in this seat."
    )
    events = TableEventSerializer(
        many=True, help_text="What happened to clocks and seats after this entry and before the next one."
    )

    @extend_schema_field({"type": ["string", "null"], "description": "Null for chance and for the table itself."})
    def get_seat(self, line: DescribedEntry) -> str | None:
        return line.seat


def title_json(title: Title) -> Fields:
    return {
        "key": title.key,
        "name": title.name,
        "rules_version": title.rules_version,
        "min_seats": title.min_seats,
        "max_seats": title.max_seats,
        "rulesets": [_ruleset(title, ruleset) for ruleset in title.rulesets.values()],
        "options": [_option(title, option) for option in title.option_specs],
        "robots": [_robot(title, robot) for robot in title.robots.values()],
    }


def _phrase(title: Title, key: str) -> str:
    return gettext(title.phrases[key])


def _ruleset(title: Title, ruleset: Ruleset) -> Fields:
    return {
        "key": ruleset.key,
        "label": _phrase(title, ruleset.label),
        "summary": _phrase(title, ruleset.summary),
        "options": dict(ruleset.options),
        "offered": ruleset.offered,
    }


def _option(title: Title, option: OptionSpec) -> Fields:
    labels = zip(option.values, option.value_labels, strict=True)
    values = [{"value": value, "label": _phrase(title, label)} for value, label in labels]
    return {"name": option.name, "label": _phrase(title, option.label), "values": values, "pattern": option.pattern}


def _robot(title: Title, robot: Robot) -> Fields:
    label, summary = _phrase(title, robot.label), _phrase(title, robot.summary)
    return {"key": robot.key, "label": label, "summary": summary, "seconds": robot.seconds}


class RulesetSerializer(serializers.Serializer[Fields]):
    """A named set of options."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    summary = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())
    offered = serializers.BooleanField(help_text="Whether the site's form for a new table offers it.")


class OptionValueSerializer(serializers.Serializer[Fields]):
    """One value of an option."""

    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class OptionSerializer(serializers.Serializer[Fields]):
    """An option."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    values = OptionValueSerializer(many=True)
    pattern = serializers.CharField(help_text="A regular expression for other accepted values; or empty.")


class RobotSerializer(serializers.Serializer[Fields]):
    """A robot."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    summary = serializers.CharField()
    seconds = serializers.FloatField(help_text="The usual time for a turn.")


class TitleSerializer(serializers.Serializer[Any]):
    """A game that can be played here."""

    key = serializers.CharField()
    name = serializers.CharField()
    rules_version = serializers.IntegerField()
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    rulesets = RulesetSerializer(many=True)
    options = OptionSerializer(many=True)
    robots = RobotSerializer(many=True, help_text="Weakest first.")


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
    max_house_turns = serializers.IntegerField(
        source="max_stand_in_turns", allow_null=True, help_text="Their most turns by a stand-in robot in a year."
    )
    max_answer_days = serializers.IntegerField(allow_null=True, help_text="Their longest median time to answer.")
    seat_order = serializers.ChoiceField(SeatOrder.choices)
    hints = serializers.BooleanField(source="has_hints")
    rated = serializers.SerializerMethodField(
        help_text="The game changes the ratings of its players; before the start, if you play there."
    )
    private = serializers.BooleanField(source="is_private")
    host = serializers.CharField(source="host.username", default=None, read_only=True, allow_null=True)
    ply = serializers.IntegerField(help_text="The length of the log. Send it with the next action.")
    undone = serializers.IntegerField(help_text="How often entries were taken back: then a ply may come again.")
    overdue = serializers.SerializerMethodField(help_text="Whether the deadline has passed.")
    end_reason = serializers.CharField(help_text="Why the game ended; empty before the end.")
    seats = serializers.SerializerMethodField()

    class Meta:
        model = Game
        fields = [
            "id", "url", "name", "title", "ruleset", "options", "status", "seat_count", "seat_order", "pace",
            "own_pace", "soft_deadlines", "forbids_holidays", "late_rule", "late_robot", "min_games",
            "max_house_turns", "max_answer_days", "hints", "rated", "private", "host", "seats", "ply", "undone",
            "turn", "deadline", "overdue", "end_reason", "created_at", "started_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, game: Game) -> list[dict[str, Any]]:
        return list(SeatSerializer(game.seats.all(), many=True).data)

    def get_rated(self, game: Game) -> bool:
        request = self.context.get("request")
        return is_rated_for(game, request.user if request else None)

    def get_overdue(self, game: Game) -> bool:
        return game.overdue_at is not None


@extend_schema_field(POSITION)
class PositionField(serializers.JSONField):
    """A position as plain data."""


@dataclass(frozen=True, slots=True)
class ViewerGame:
    seat: Seat | None
    seats: Sequence[Seat]
    position: dict[str, Any] | None
    dice: DiceFacts
    legal: list[str]  # the viewer's legal actions
    clocks: Mapping[int, SeatClock] = field(default_factory=dict)
    represented: Seat | None = None  # for which the viewer may act now, as a deputy

    @property
    def played(self) -> Seat | None:
        return self.seat or self.represented


def position_of(game: Game, viewer: Viewer, ply: int) -> dict[str, Any]:
    """Return the position after some plies as this viewer may know it. Raises NotFound for a later ply."""
    return get_title(game.title).to_json(known_state_of(game, knowing_seat(game, viewer), ply))


def viewer_game(game: Game, viewer: User | AnonymousUser) -> ViewerGame:
    """Return the game as this viewer sees it, with its seats, of one moment."""
    seats = current_seats_of(game)
    seat = next((seat for seat in seats if seat.user and seat.user_id == viewer.pk), None)
    clocks = seat_clocks(game, seats, open_turns(game), timezone.now())
    represented = None
    if seat is None and isinstance(viewer, User):
        represented = represented_seat(game, seats, viewer, timezone.now())
    played, title = seat or represented, get_title(game.title)
    state = known_state_of(game, played.number if played else None, game.ply) if game.started_at else None
    position = title.to_json(state) if state is not None else None
    may_act = played is not None and played.is_acting
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
        found: ViewerGame = self.context["viewer_game"]
        return found

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, _game: Game) -> list[dict[str, Any]]:
        return list(SeatSerializer(self.viewer_game.seats, many=True).data)

    @extend_schema_field(YouSerializer(allow_null=True))
    def get_you(self, game: Game) -> dict[str, Any] | None:
        seat, is_deputy = self.viewer_game.played, self.viewer_game.represented is not None
        if seat is None:
            return None
        may_act = seat.is_acting
        return YouSerializer({"seat": seat.number, "deputy": is_deputy, "acting": may_act}).data

    @extend_schema_field({"type": "array", "items": {"type": "string"}, "description": "Your legal actions."})
    def get_legal(self, game: Game) -> list[str]:
        return self.viewer_game.legal

    @extend_schema_field(ClockSerializer(many=True))
    def get_clocks(self, game: Game) -> list[dict[str, Any]]:
        clocks = self.viewer_game.clocks
        shown = [clock_row(number, clock) for number, clock in clocks.items() if clock.at is not None]
        return list(ClockSerializer(shown, many=True).data)

    @extend_schema_field(PositionField(allow_null=True, help_text="Null before the start."))
    def get_position(self, game: Game) -> dict[str, Any] | None:
        return self.viewer_game.position

    @extend_schema_field(DiceSerializer)
    def get_dice(self, game: Game) -> dict[str, Any]:
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


class GameView(JSONView):
    """A view about the game whose id is in the address."""

    game_serializer: type[GameSerializer] = GameSerializer

    def game(self) -> Game:
        """Return the game. Raises NotFound also for private tables."""
        invite = self.request.query_params.get("invite", "")
        valid_invite = invite if re.fullmatch(CodeConverter.regex, invite) else ""
        return game_for_viewer(self.kwargs["id"], self.request.user, valid_invite)

    def serialize(self, game: Game) -> dict[str, Any]:
        context = {"request": self.request, "viewer_game": viewer_game(game, self.request.user)}
        return self.game_serializer(game, context=context).data

    def current_game(self) -> dict[str, Any]:
        return self.serialize(self.game())

    def game_response(self, game: Game, status: int = 200) -> Response:
        game.refresh_from_db()
        return Response(self.serialize(game), status)
