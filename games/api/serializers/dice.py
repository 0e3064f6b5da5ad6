"""Serializers of the sealed dice."""

from typing import Any

from rest_framework import serializers

from games.engine.dice import PROTOCOLS, SOURCES
from games.selectors.dice import DiceFacts

from .seats import letter


class OpeningSerializer(serializers.Serializer[Any]):
    """The opening of a share of the dice."""

    seat = serializers.CharField(help_text="The letter of the seat.")
    ply = serializers.IntegerField(help_text="The length of the log when the share was opened.")


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
    entropy = serializers.CharField(
        help_text="SHA-256 of the commitments and the shares opened so far; empty before the start."
    )
    secret = serializers.CharField(help_text="Published when the game is over; empty before.")


def dice_row(dice: DiceFacts) -> dict[str, Any]:
    """Return the facts about the dice as the API shows them."""
    shares = dice.shares
    return {
        "version": dice.version,
        "commitment": dice.commitment,
        "commitments": list(shares.commitments),
        "drawn_by": list(shares.sources),
        "shares": list(shares.shares) if dice.entropy else [],
        "openings": [{"seat": letter(opening.seat), "ply": opening.ply} for opening in shares.openings],
        "entropy": dice.entropy,
        "secret": dice.secret,
    }
