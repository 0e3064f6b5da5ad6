"""What the API reads. These classes check form and length; whether it makes sense is for the services to say."""

from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from games.models import Pace, SeatOrder

Values = dict[str, Any]
FormType = TypeVar("FormType", bound=serializers.Serializer[Any])

LAST_PLY = 2**31 - 1
LONGEST_SHARE = 128


def cleaned(form: type[FormType], request: Request) -> Values:
    """Return the values of the request's body. Raises ValidationError and what the parser raises."""
    serializer = form(data=request.data)
    serializer.is_valid(raise_exception=True)
    values: Values = serializer.validated_data
    return values


class OptionsField(serializers.DictField):
    """Options that differ from a ruleset: names and values."""

    child = serializers.CharField(max_length=40)
    name = serializers.SlugField(max_length=40)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        """Check the names like the values: they end up in a sentence of the answer."""
        values: dict[str, str] = super().to_internal_value(data)
        return {self.name.run_validation(name): value for name, value in values.items()}


class ShareForm(serializers.Serializer[Values]):
    """Sitting down."""

    entropy = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_SHARE,
        help_text="Your share of the sealed dice: at least 16 bytes in hexadecimal, or any text of 16 to 64 "
        "characters. Left out, the site draws it.",
    )


class TableForm(ShareForm):
    """A new table."""

    title = serializers.CharField(min_length=1, max_length=40)
    ruleset = serializers.CharField(min_length=1, max_length=40)
    seat_count = serializers.IntegerField(min_value=1, max_value=10)
    options = OptionsField(required=False, help_text="What differs from the ruleset.")
    pace = serializers.ChoiceField(Pace.choices, required=False)
    seat_order = serializers.ChoiceField(SeatOrder.choices, required=False)
    private = serializers.BooleanField(source="is_private", required=False)
    name = serializers.CharField(max_length=60, required=False, allow_blank=True)
    robots = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=10,
        required=False,
        help_text="Keys of robots (see `GET /titles/`) that sit down at once; the same one twice makes two of them.",
    )
    draft = serializers.CharField(
        max_length=1000, required=False, allow_blank=True, help_text="From `POST /drafts/`: the dice you have seen."
    )


class RobotsForm(serializers.Serializer[Values]):
    """Robots for the free seats of one's own table."""

    robots = serializers.ListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=10, help_text="Their keys."
    )


class ActionForm(serializers.Serializer[Values]):
    """One action."""

    ply = serializers.IntegerField(min_value=0, max_value=LAST_PLY, help_text="The `ply` of the game as you saw it.")
    action = serializers.CharField(min_length=1, max_length=80, help_text="Its notation, one of `legal`.")


class TurnForm(serializers.Serializer[Values]):
    """A whole turn."""

    ply = serializers.IntegerField(min_value=0, max_value=LAST_PLY, help_text="The `ply` of the game as you saw it.")
    turn = serializers.CharField(
        min_length=1, max_length=200, help_text="Orders, as in `R; 1: c4c5; 2: d5e5; 4: e4e5`. Faces may be missing."
    )


class OrderForm(serializers.Serializer[Values]):
    """A standing order."""

    condition = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=80,
        default="",
        help_text="`d4 N`: if Assam stands on d4 facing north; `d4`; or nothing: whatever happens.",
    )
    orders = serializers.CharField(min_length=1, max_length=200, help_text="As in `R; 1: c4c5; 2: d5e5; 4: e4e5`.")


class RanksForm(serializers.Serializer[Values]):
    """Which of one's standing orders is tried first."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LAST_PLY),
        max_length=100,
        help_text="The numbers of all your waiting orders, in the order in which they are to be tried.",
    )


class ResignForm(serializers.Serializer[Values]):
    """Leaving a running game."""

    ply = serializers.IntegerField(
        min_value=0, max_value=LAST_PLY, required=False, help_text="If given, the game must not have gone on since."
    )


class AbortForm(serializers.Serializer[Values]):
    """Wishing to end a game without a result, or taking that back."""

    agrees = serializers.BooleanField(default=True)


class InvitationForm(serializers.Serializer[Values]):
    """Whom to invite: one of the two."""

    player = serializers.CharField(min_length=1, max_length=30, required=False, help_text="A player's unique name.")
    email = serializers.EmailField(max_length=254, required=False, help_text="Somebody's address, player or not.")

    def validate(self, attrs: Values) -> Values:
        """Refuse none and both."""
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Give either a player or an email address."), code="one-of")
        return attrs


class MessageForm(serializers.Serializer[Values]):
    """Something to say."""

    text = serializers.CharField(min_length=1, max_length=1000)
