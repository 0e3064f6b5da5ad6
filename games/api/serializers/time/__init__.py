"""Serializers of clocks and players' time."""
