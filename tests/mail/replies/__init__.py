"""Replies by email: how they are read, and what they play."""
