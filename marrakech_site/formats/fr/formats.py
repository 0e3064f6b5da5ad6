"""French date and time formats: Django's own have no word between day and hour."""

DATETIME_FORMAT = r"j F Y \à H:i"
SHORT_DATETIME_FORMAT = r"j N Y \à H:i"
