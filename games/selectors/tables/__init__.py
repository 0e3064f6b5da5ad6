"""Reads about a table and what happens there besides the game."""
