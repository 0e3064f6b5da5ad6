"""The administrators' pages: everything to be seen, nothing to be written but through services."""

from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from . import (analyses, films, games, heartbeats, inbound_mails, invitations, mail_blocks, chat_messages, notifications, channels, robot_turns, studies)

__all__ = [
    "analyses",
    "films",
    "games",
    "heartbeats",
    "inbound_mails",
    "invitations",
    "mail_blocks",
    "chat_messages",
    "notifications",
    "channels",
    "robot_turns",
    "studies",
]

admin.site.site_title = settings.SITE_NAME
admin.site.site_header = settings.SITE_NAME
admin.site.index_title = _("Behind the market stalls")
