"""Serializers of request bodies. They check types and lengths; services check the rules."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from accounts.validators import CONTROL
from games.models import Pace, ProposalKind
from games.services.play.actions import MAX_ACTIONS

from .shares import MAX_SHARE_LENGTH

Values = dict[str, Any]
FormType = TypeVar("FormType", bound=serializers.Serializer[Any])

LAST_PLY = 2**31 - 1
DAY = 86400


def cleaned(form: type[FormType], request: Request) -> Values:
    """Return the values of the request's body. Raises ValidationError, and the errors of the parser."""
    serializer = form(data=request.data)
    if unknown := dict(unknown_members(serializer.fields, request.data)):
        raise serializers.ValidationError(unknown)
    serializer.is_valid(raise_exception=True)
    values: Values = serializer.validated_data
    return values


def unknown_members(fields: Mapping[str, Any], data: Any) -> Iterator[tuple[str, Any]]:
    """Yield each member of a body that no field takes, with the error about it; nested ones below their field."""
    for name, value in data.items() if isinstance(data, Mapping) else ():
        field = fields.get(name)
        if field is None:
            text = _("Unknown member. Known ones: %(names)s.") % {"names": ", ".join(fields) or "-"}
            yield str(name)[:40], [serializers.ErrorDetail(text, code="unknown-member")]
        elif isinstance(field, serializers.Serializer) and (nested := dict(unknown_members(field.fields, value))):
            yield name, nested


class NothingForm(serializers.Serializer[Values]):
    """A request without members."""


class NameField(serializers.CharField):
    """A name in one line, without control characters."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Refuse control characters, also at the ends, which are otherwise cut off."""
        if isinstance(data, str) and CONTROL.search(data):
            raise serializers.ValidationError(_("Control characters are not allowed here."), code="control-characters")
        return super().run_validation(data)


class OwnPaceForm(serializers.Serializer[Values]):
    """The times of a pace of one's own, in seconds."""

    bank = serializers.IntegerField(min_value=3600, max_value=60 * DAY, help_text="What every seat has at the start.")
    increment = serializers.IntegerField(min_value=0, max_value=14 * DAY, help_text="What each turn adds.")
    cap = serializers.IntegerField(min_value=3600, max_value=90 * DAY, help_text="What turns fill the bank up to.")
    grace = serializers.IntegerField(min_value=0, max_value=DAY, help_text="The time of each turn that costs nothing.")
    ceiling = serializers.IntegerField(min_value=DAY, max_value=120 * DAY, help_text="The longest time of a turn.")


class PositionForm(serializers.Serializer[Values]):
    """The position that a program saw."""

    ply = serializers.IntegerField(min_value=0, max_value=LAST_PLY, help_text="The `ply` of the game as you saw it.")
    undone = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LAST_PLY,
        help_text="The `undone` of the game as you saw it. Without it, only `ply` is compared.",
    )


class OpeningForm(PositionForm):
    """The position that a program saw, and its share of the dice while that is not open."""

    share = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=MAX_SHARE_LENGTH,
        help_text="The share of the dice that your program committed itself to, in hexadecimal. It is opened before "
        "the action. Sending it again is harmless.",
    )


class ActionForm(OpeningForm):
    """One action, or several of one turn."""

    action = serializers.CharField(
        min_length=1, max_length=80, required=False, help_text="The action's notation, one of `legal`."
    )
    actions = serializers.ListField(
        child=serializers.CharField(min_length=1, max_length=80),
        min_length=1,
        max_length=MAX_ACTIONS,
        required=False,
        help_text="Instead of `action`: actions of one turn, in order. All of them are played or none.",
    )

    def validate(self, attrs: Values) -> Values:
        """Require exactly one of the two, and return a list."""
        if ("action" in attrs) == ("actions" in attrs):
            raise serializers.ValidationError(_("Give either an action or a list of actions."), code="one-of")
        return {**attrs, "actions": attrs.get("actions") or [attrs["action"]]}


class TurnForm(OpeningForm):
    """A whole turn."""

    turn = serializers.CharField(
        min_length=1, max_length=200, help_text="Orders such as `R; 1: c4c5; 2: d5e5; 4: e4e5`. Faces may be missing."
    )


class OrderForm(serializers.Serializer[Values]):
    """An order in advance."""

    condition = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=80,
        default="",
        help_text="When the order is played, as the title writes it: `d4 N`, or `d4` for any direction. Empty: always.",
    )
    orders = serializers.CharField(min_length=1, max_length=200, help_text="Such as `R; 1: c4c5; 2: d5e5; 4: e4e5`.")


class RanksForm(serializers.Serializer[Values]):
    """The order in which the player's orders in advance are tried."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LAST_PLY),
        max_length=100,
        help_text="The numbers of all your waiting orders, in the order in which they will be tried.",
    )


class ResignForm(PositionForm):
    """Resigning from a running game."""

    ply = serializers.IntegerField(
        min_value=0,
        max_value=LAST_PLY,
        required=False,
        help_text="Refuse if the game has another `ply`.",
    )


class AbortForm(serializers.Serializer[Values]):
    """Agreement to end a game without a result."""

    agrees = serializers.BooleanField(default=True)


class SeatForm(serializers.Serializer[Values]):
    """A seat: one to take over, or that of a player who has resigned."""

    seat = serializers.ChoiceField(list("ABCDEFGHIJ"), help_text="The letter of the seat.")


class DeputyForm(serializers.Serializer[Values]):
    """A deputy: for some days, or without them whenever you are late."""

    deputy = NameField(max_length=60, help_text="The name of the player.")
    first = serializers.DateField(required=False, allow_null=True, help_text="The first day, in your time zone.")
    last = serializers.DateField(required=False, allow_null=True, help_text="The last day.")


class ProposalForm(serializers.Serializer[Values]):
    """A proposal to everyone at a table."""

    kind = serializers.ChoiceField(ProposalKind.choices)
    until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="Of a pause: its end, at most 30 days ahead. Without it, it lasts until all agree to go on.",
    )
    pace = serializers.ChoiceField(Pace.choices, required=False, help_text="Another pace, from the next turns on.")
    own_pace = OwnPaceForm(required=False, help_text="The times of the pace `own`.")


class AnswerForm(serializers.Serializer[Values]):
    """An answer to a proposal."""

    agrees = serializers.BooleanField(help_text="One answer with `false` ends the proposal.")


class InvitationForm(serializers.Serializer[Values]):
    """The invited player: a name or an email address."""

    player = NameField(min_length=1, max_length=30, required=False, help_text="A player's unique name.")
    email = serializers.EmailField(max_length=254, required=False, help_text="The address of anyone, player or not.")

    def validate(self, attrs: Values) -> Values:
        """Require exactly one of the two."""
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Give either a player or an email address."), code="one-of")
        return attrs


class MessageForm(serializers.Serializer[Values]):
    """A chat message."""

    text = serializers.CharField(min_length=1, max_length=1000)
