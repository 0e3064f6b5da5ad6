"""Heartbeats of background processes, and a check for periodic jobs."""

from datetime import datetime, timedelta

from games.models import Heartbeat


def beat(name: str, now: datetime) -> None:
    """Record that a background process is alive."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def is_time_for(name: str, every: timedelta, now: datetime) -> bool:
    """Return True if a job is due, and record that it runs now. Only one of several callers gets True."""
    row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new or bool(Heartbeat.objects.filter(pk=row.pk, at__lte=now - every).update(at=now))


def begin(name: str, now: datetime) -> bool:
    """Record the beginning of a state. Return True if it is new; only one of several callers gets True."""
    _row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new


def end(name: str) -> bool:
    """Record the end of a state. Return True if it lasted until now."""
    deleted, _each = Heartbeat.objects.filter(name=name).delete()
    return bool(deleted)
