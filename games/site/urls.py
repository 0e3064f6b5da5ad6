from django.urls import path

from . import views

urlpatterns = [
    path("", views.home, name="home"),
    path("next/", views.next_game, name="next_game"),
    path("dashboard/version/", views.dashboard_version, name="dashboard_version"),
    path("look/", views.look, name="look"),
    path("sw.js", views.service_worker, name="service_worker"),
    path("manifest.webmanifest", views.app_manifest, name="manifest"),
    path("offline/", views.offline, name="offline"),
    path("tours/", views.tours, name="tours"),
    path("tours/<slug:name>/dismiss/", views.dismiss_tour, name="dismiss_tour"),
    path("tours/<slug:name>/show/", views.show_tour, name="show_tour"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:title>/", views.rules, name="title_rules"),
    path("rules/examples/<slug:name>.json", views.example_board, name="example_frames"),
    path("home-board/<slug:code>.json", views.home_board, name="home_board_frames"),
    path("art/<slug:title>/<slug:name>.svg", views.art, name="art"),
    path("art/<slug:title>/p.<slug:version>", views.pieces, name="pieces"),
    path("art/<slug:title>.<slug:version>.svg", views.sprite, name="sprite"),
]
