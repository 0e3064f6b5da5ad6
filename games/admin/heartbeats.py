"""Signs of life, as administrators see them."""

from django.contrib import admin

from games.models import Heartbeat

from .common import ReadOnlyAdmin


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin[Heartbeat]):
    """When each background process last did its round."""

    list_display = ("name", "at")
