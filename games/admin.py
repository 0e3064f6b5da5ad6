"""The administrators' pages of every subject: they show rows, and change them only through services."""

from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

import games.analysis.admin
import games.chat.admin
import games.clocks.admin
import games.deputies.admin
import games.inbound.admin
import games.lobby.admin
import games.moderation.admin
import games.notifications.admin
import games.planning.admin
import games.play.admin
import games.proposals.admin
import games.ratings.admin
import games.replay.admin
import games.site.admin
import games.table.admin
import games.time_outs.admin

admin.site.site_title = settings.SITE_NAME
admin.site.site_header = settings.SITE_NAME
admin.site.index_title = _("Site administration")
