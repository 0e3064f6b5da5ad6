"""Serializers of request bodies."""
