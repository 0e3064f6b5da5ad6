"""Incoming email: its sources, its senders, and what is refused."""
