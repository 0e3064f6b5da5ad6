"""Deadlines that pass."""
