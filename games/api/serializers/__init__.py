"""Serializers of the API."""
