"""Signs of life, and rounds that are made only now and then."""

from datetime import datetime, timedelta

from games.models import Heartbeat


def beat(name: str, now: datetime) -> None:
    """Note that a background process has just done its round."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def is_time_for(name: str, every: timedelta, now: datetime) -> bool:
    """Tell whether a round is due, and note that it is made now: of several that ask, one is told yes."""
    row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new or bool(Heartbeat.objects.filter(pk=row.pk, at__lte=now - every).update(at=now))
