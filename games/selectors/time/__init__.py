"""Reads about clocks and players' time."""
