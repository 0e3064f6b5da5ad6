"""Replays, the lesson and studies in a browser."""
