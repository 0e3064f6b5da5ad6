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


def begin(name: str, now: datetime) -> bool:
    """Note that something lasts from now on. Tell whether it did not before: of several that ask, one is told yes."""
    _row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new


def end(name: str) -> bool:
    """Note that it is over. Tell whether it lasted until now."""
    gone, _each = Heartbeat.objects.filter(name=name).delete()
    return bool(gone)
