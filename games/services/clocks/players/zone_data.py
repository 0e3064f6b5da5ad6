"""New data about time zones: stored deadlines are computed again when a process first runs with them."""

import zoneinfo
from datetime import datetime
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from django.db import transaction

from accounts.time.timezones import zone_names
from games.models import ClockUpdate, Heartbeat, Turn

from ... import heartbeat

NAME = "time zones "  # of the heartbeat that remembers the data, before their digest


@cache
def zone_data() -> str:
    """Return a digest of the time zones as this process knows them: from the system, or from the package tzdata."""
    digest = sha256()
    for name in zone_names():
        digest.update(name.encode() + _data_of(name))
    return digest.hexdigest()[:16]


def _data_of(name: str) -> bytes:
    found = next((path for folder in zoneinfo.TZPATH if (path := Path(folder, name)).is_file()), None)
    return (found or resources.files("tzdata").joinpath("zoneinfo", name)).read_bytes()


@transaction.atomic
def note_zone_data(now: datetime) -> None:
    """Let the sweep compute the deadlines of all players again if it runs with other data than before."""
    name = NAME + zone_data()
    if not heartbeat.begin(name, now):
        return
    Heartbeat.objects.filter(name__startswith=NAME).exclude(name=name).delete()
    turns = Turn.objects.filter(ended_at=None, deadline__isnull=False, user__isnull=False)
    players = turns.order_by("user").values_list("user", flat=True).distinct()
    rows = [ClockUpdate(user_id=player, due_at=now) for player in players]
    ClockUpdate.objects.bulk_create(rows, batch_size=1000)
