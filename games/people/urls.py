from django.urls import path

from . import api, views

urlpatterns = [
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/games/", views.history, name="history"),
    path("players/<str:name>/block/", views.block, name="block"),
    path("players/<str:name>/unblock/", views.unblock, name="unblock"),
    path("settings/blocks/", views.blocks, name="blocks"),
    path("settings/quiet/", views.quiet, name="quiet"),
    path("settings/household/", views.household, name="household"),
    path("settings/household/<str:name>/end/", views.end_household, name="end_household"),
]

api_urlpatterns = [
    path("titles/", api.Titles.as_view(), name="titles"),
    path("me/", api.Me.as_view(), name="me"),
    path("players/<api_name:name>/", api.Player.as_view(), name="player"),
    path("players/<api_name:name>/against/<api_name:opponent>/", api.Against.as_view(), name="against"),
    path("blocks/", api.Blocks.as_view(), name="blocks"),
    path("blocks/<api_name:name>/end/", api.Unblock.as_view(), name="unblock"),
    path("me/quiet/", api.Quiet.as_view(), name="quiet"),
    path("household/", api.HouseholdList.as_view(), name="household"),
    path("household/<api_name:name>/end/", api.EndHousehold.as_view(), name="end_household"),
]
