"""When what a player never sees is declined for them: a question of someone whom they have blocked, or who has."""

from datetime import timedelta
from zlib import crc32

MIN_TIME_TO_DECLINE, MAX_TIME_TO_DECLINE = timedelta(minutes=20), timedelta(hours=8)


def time_to_decline(key: str) -> timedelta:
    """Return the time after which the question with this key is declined: as long as a person might have taken."""
    seconds = (MAX_TIME_TO_DECLINE - MIN_TIME_TO_DECLINE).total_seconds()
    return MIN_TIME_TO_DECLINE + timedelta(seconds=crc32(key.encode()) % seconds)
