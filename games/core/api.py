"""Bodies of API requests that name a position, a seat or a share of the dice."""

from rest_framework import serializers

from games.common.api import Values

from .dice import NewShare

LAST_PLY = 2**31 - 1

MAX_SHARE_LENGTH = 128


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
    without_share = serializers.BooleanField(
        default=False,
        help_text="Act although your share of the dice is not open, and give it up. Without it, such a first action is "
        "refused (`share-due`).",
    )


class SeatForm(serializers.Serializer[Values]):
    """A seat: one to take over, or that of a player who has resigned."""

    seat = serializers.ChoiceField(list("ABCDEFGHIJ"), help_text="The letter of the seat.")


class ShareForm(serializers.Serializer[Values]):
    """What the player's program adds to the dice."""

    commitment = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=64,
        help_text="SHA-256, in hexadecimal, of `marrakech-share`, the table's id and the share of the dice that your "
        "program has drawn: 16 to 64 random bytes. A new table needs a `draft`, whose id it gets. Keep the share until "
        "you have the receipt for its opening, which is due when the game has started: `POST /games/{id}/share/`, or "
        "`share` with an action.",
    )
    entropy = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_SHARE_LENGTH,
        help_text="Your words for the dice instead: at least 16 bytes in hexadecimal, or any text of 16 to 48 "
        "characters. The site knows them from now on, and says so. Without either, the site draws a share for you.",
    )

    def validate(self, attrs: Values) -> Values:
        share = NewShare(attrs.pop("commitment", ""), attrs.pop("entropy", ""))
        return {**attrs, "share": share}


class ShareOpeningForm(serializers.Serializer[Values]):
    """The share of the dice that a program opens."""

    share = serializers.CharField(
        min_length=1, max_length=MAX_SHARE_LENGTH, help_text="The bytes of your commitment, in hexadecimal."
    )
