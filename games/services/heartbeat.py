"""Signs of life."""

from datetime import datetime

from games.models import Heartbeat


def beat(name: str, now: datetime) -> None:
    """Note that a background process has just done its round."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
