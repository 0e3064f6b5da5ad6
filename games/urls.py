"""Every page about games."""

from games.clocks.urls import urlpatterns as clocks
from games.delivery.urls import urlpatterns as delivery
from games.deputies.urls import urlpatterns as deputies
from games.feeds.urls import urlpatterns as feeds
from games.following.urls import urlpatterns as following
from games.guides.urls import urlpatterns as guides
from games.lesson.urls import urlpatterns as lesson
from games.lobby.urls import urlpatterns as lobby
from games.mail.urls import urlpatterns as mail
from games.moderation.urls import urlpatterns as moderation
from games.notifications.urls import urlpatterns as notifications
from games.pairing.urls import urlpatterns as pairing
from games.people.urls import urlpatterns as people
from games.planning.urls import urlpatterns as planning
from games.proposals.urls import urlpatterns as proposals
from games.ratings.urls import urlpatterns as ratings
from games.replay.urls import urlpatterns as replay
from games.site.urls import urlpatterns as site
from games.table.urls import urlpatterns as table
from games.time_outs.urls import urlpatterns as time_outs

app_name = "games"

urlpatterns = [
    *clocks,
    *delivery,
    *deputies,
    *feeds,
    *following,
    *guides,
    *lesson,
    *lobby,
    *mail,
    *moderation,
    *notifications,
    *pairing,
    *people,
    *planning,
    *proposals,
    *ratings,
    *replay,
    *site,
    *table,
    *time_outs,
]
