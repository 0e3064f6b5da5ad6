"""Dates and hours in French, where Django's own lack a word between the day and the hour."""

DATETIME_FORMAT = r"j F Y \à H:i"
SHORT_DATETIME_FORMAT = r"j N Y \à H:i"
