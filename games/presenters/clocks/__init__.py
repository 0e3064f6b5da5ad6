"""Clocks on pages: the times of a table before its game, and the clocks of its seats."""
