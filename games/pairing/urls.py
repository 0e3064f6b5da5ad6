from django.urls import path

from . import api, views

urlpatterns = [
    path("find/", views.find, name="find_opponent"),
    path("challenges/", views.challenges, name="challenges"),
    path("challenges/settings/", views.settings, name="pairing_settings"),
    path("challenges/<int:pk>/end/", views.end, name="end_challenge"),
    path("challenges/<int:pk>/play/", views.play, name="play_challenge"),
    path("m/invitation/<str:token>/", views.invitation_link, name="invitation_link"),
    path("players/<str:name>/challenge/", views.challenge, name="challenge"),
]

api_urlpatterns = [
    path("opponents/", api.Opponents.as_view(), name="opponents"),
    path("challenges/", api.Challenges.as_view(), name="challenges"),
    path("challenges/settings/", api.Settings.as_view(), name="pairing_settings"),
    path("challenges/<int:pk>/end/", api.EndChallenge.as_view(), name="end_challenge"),
    path("challenges/<int:pk>/play/", api.PlayChallenge.as_view(), name="play_challenge"),
    path("players/<api_name:name>/challenge/", api.ChallengePlayer.as_view(), name="challenge"),
]
