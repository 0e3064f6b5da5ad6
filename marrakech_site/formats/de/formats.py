"""German date and time formats: Django's own have no comma before the hour, and months as numbers."""

DATETIME_FORMAT = "j. F Y, H:i"
SHORT_DATE_FORMAT = "j. N Y"
SHORT_DATETIME_FORMAT = "j. N Y, H:i"
