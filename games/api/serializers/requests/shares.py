"""Serializers of request bodies with a share of the dice."""

from typing import Any

from rest_framework import serializers

from games.services.play.shares import NewShare

MAX_SHARE_LENGTH = 128
Values = dict[str, Any]


class ShareForm(serializers.Serializer[Values]):
    """What the player's program adds to the dice."""

    commitment = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=64,
        help_text="SHA-256, in hexadecimal, of the share of the dice that your program has drawn: 16 to 64 random "
        "bytes. Keep the share, and open it when the game has started: `POST /games/{id}/share/`, or `share` with an "
        "action.",
    )
    entropy = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_SHARE_LENGTH,
        help_text="Your words for the dice instead: at least 16 bytes in hexadecimal, or any text of 16 to 64 "
        "characters. The site knows them from now on, and says so. Without either, the site draws a share for you.",
    )

    def validate(self, attrs: Values) -> Values:
        """Put the share together, as the services take it."""
        share = NewShare(attrs.pop("commitment", ""), attrs.pop("entropy", ""))
        return {**attrs, "share": share}


class ShareOpeningForm(serializers.Serializer[Values]):
    """The share of the dice that a program opens."""

    share = serializers.CharField(
        min_length=1, max_length=MAX_SHARE_LENGTH, help_text="The bytes of your commitment, in hexadecimal."
    )
