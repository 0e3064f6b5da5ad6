"""Statements: how many, how they are planned, and which indexes they use."""
