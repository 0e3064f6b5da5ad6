"""Graphs over the turns of a game."""
