"""Requests, searches and sweeps with a thousand and a million games: ``python -m benchmarks.scale``."""
