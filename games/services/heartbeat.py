"""Heartbeats of background processes, and jobs that run only now and then."""

from datetime import datetime, timedelta

from games.models import Heartbeat


def beat(name: str, now: datetime) -> None:
    """Note that a background process has just done its round."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def is_time_for(name: str, every: timedelta, now: datetime) -> bool:
    """Tell whether a job is due, and note that it runs now: of several callers only one gets True."""
    row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new or bool(Heartbeat.objects.filter(pk=row.pk, at__lte=now - every).update(at=now))


def begin(name: str, now: datetime) -> bool:
    """Note that something begins. Tell whether it is new: of several callers only one gets True."""
    _row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new


def end(name: str) -> bool:
    """Note that it is over. Tell whether it lasted until now."""
    gone, _each = Heartbeat.objects.filter(name=name).delete()
    return bool(gone)
