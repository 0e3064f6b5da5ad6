"""The administrators' pages: they show every table and change rows only through services."""

from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from . import (
    analyses,
    channels,
    chat_messages,
    clocks,
    films,
    games,
    heartbeats,
    inbound_mails,
    invitations,
    mail_blocks,
    notifications,
    robot_turns,
    studies,
)
from .labels import label_fields

__all__ = [
    "analyses",
    "channels",
    "chat_messages",
    "clocks",
    "films",
    "games",
    "heartbeats",
    "inbound_mails",
    "invitations",
    "mail_blocks",
    "notifications",
    "robot_turns",
    "studies",
]

admin.site.site_title = settings.SITE_NAME
admin.site.site_header = settings.SITE_NAME
admin.site.index_title = _("Site administration")
label_fields()
