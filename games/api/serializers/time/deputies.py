"""Serializers of deputies."""

from rest_framework import serializers

from games.models import Deputy
from games.selectors.time.deputies import DeputiesOf


class DeputySerializer(serializers.ModelSerializer[Deputy]):
    """One player trusts another with all seats."""

    player = serializers.CharField(source="user.username", help_text="The player who is away.")
    deputy = serializers.CharField(source="deputy.username", help_text="The player who acts.")
    first = serializers.DateField(allow_null=True, help_text="The first day; null: whenever the player is late.")
    last = serializers.DateField(allow_null=True)
    accepted_at = serializers.DateTimeField(allow_null=True, help_text="Null until the deputy accepts.")
    ended_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Deputy
        fields = ["id", "player", "deputy", "first", "last", "accepted_at", "ended_at"]
        read_only_fields = fields


class DeputiesSerializer(serializers.Serializer[DeputiesOf]):
    """What you have to do with deputies."""

    own = DeputySerializer(allow_null=True, help_text="Your deputy.")
    others = DeputySerializer(many=True, help_text="The players who have named you.")
