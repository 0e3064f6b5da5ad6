"""Admin of the heartbeats of background processes."""

from django.contrib import admin

from games.models import Heartbeat

from .common import ReadOnlyAdmin


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin[Heartbeat]):
    """The time at which each background process last ran."""

    list_display = ("name", "at")
