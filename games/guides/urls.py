from django.urls import path

from . import api, views

urlpatterns = [
    path("first-game/", views.first_game, name="first_game"),
    path("settings/guide/", views.guide_settings, name="guide_settings"),
]

api_urlpatterns = [
    path("first-game/", api.FirstGame.as_view(), name="first_game"),
    path("me/guide/", api.OwnGuide.as_view(), name="guide"),
]
