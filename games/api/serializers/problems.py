"""Serializers that describe problem documents in the OpenAPI document."""

from typing import Any

from rest_framework import serializers

Fields = dict[str, Any]


class FaultSerializer(serializers.Serializer[Fields]):
    """One wrong field of a body or a query."""

    field = serializers.CharField(help_text="The name of the field, dotted if nested; empty for the whole body.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Fields]):
    """RFC 9457, with a `code` for programs."""

    type = serializers.CharField(help_text="Always `about:blank`; see `code` for the kind of problem.")
    title = serializers.CharField(help_text="The name of the status.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for people, in the requested language.")
    code = serializers.CharField(help_text="A stable code for programs.")
    errors = FaultSerializer(  # type: ignore[assignment]
        many=True, required=False, help_text="With 400: each wrong field."
    )
