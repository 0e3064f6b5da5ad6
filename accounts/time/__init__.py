"""Dates, time zones and hours of notifications."""
