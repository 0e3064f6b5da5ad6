"""Every address of the API."""

from django.urls import path
from django.views.generic import RedirectView

from games.analysis.urls import api_urlpatterns as analysis
from games.chat.urls import api_urlpatterns as chat
from games.clocks.urls import api_urlpatterns as clocks
from games.deputies.urls import api_urlpatterns as deputies
from games.following.urls import api_urlpatterns as following
from games.guides.urls import api_urlpatterns as guides
from games.lobby.urls import api_urlpatterns as lobby
from games.moderation.urls import api_urlpatterns as moderation
from games.pairing.urls import api_urlpatterns as pairing
from games.people.urls import api_urlpatterns as people
from games.planning.urls import api_urlpatterns as planning
from games.proposals.urls import api_urlpatterns as proposals
from games.ratings.urls import api_urlpatterns as ratings
from games.replay.urls import api_urlpatterns as replay
from games.table.urls import api_urlpatterns as table
from games.time_outs.urls import api_urlpatterns as time_outs

from .views import docs, schema

app_name = "api"

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api:docs"), name="root"),
    path("docs/", docs, name="docs"),
    path("schema/", schema, name="schema"),
    *analysis,
    *chat,
    *clocks,
    *deputies,
    *following,
    *guides,
    *lobby,
    *moderation,
    *pairing,
    *people,
    *planning,
    *proposals,
    *ratings,
    *replay,
    *table,
    *time_outs,
]
