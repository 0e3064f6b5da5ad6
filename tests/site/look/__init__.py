"""Colours and looks."""
