from django.urls import path

from . import api, views

urlpatterns = [
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/games/", views.history, name="history"),
]

api_urlpatterns = [
    path("titles/", api.Titles.as_view(), name="titles"),
    path("me/", api.Me.as_view(), name="me"),
    path("players/<api_name:name>/", api.Player.as_view(), name="player"),
]
