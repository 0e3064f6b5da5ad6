"""Incoming email: its sources, its parsing, and the turns played by reply."""
