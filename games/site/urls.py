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
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:title>/", views.rules, name="title_rules"),
    path("rules/examples/<slug:name>.json", views.example_board, name="example_frames"),
    path("home-board/<slug:code>.json", views.home_board, name="home_board_frames"),
    path("art/<slug:title>/<slug:name>.svg", views.art, name="art"),
]
# Addresses of the first release: open pages, bookmarks and emails still hold them.
urlpatterns += [
    path("waiting/", views.redirect_moved, {"to": "games:dashboard_version"}),
    path("t/<slug:code>/here/", views.redirect_moved, {"to": "games:presence"}),
    path("living/<slug:code>.json", views.redirect_moved, {"to": "games:home_board_frames"}),
    path("rules/scenes/<slug:name>.json", views.redirect_moved, {"to": "games:example_frames"}),
    path("mail/bounced/", views.redirect_moved, {"to": "games:mail_bounce"}),
    path("mail/roads/", views.redirect_moved, {"to": "games:channels"}),
    path("mail/roads/devices/", views.redirect_moved, {"to": "games:new_device"}),
    path("mail/roads/devices/<int:pk>/remove/", views.redirect_moved, {"to": "games:delete_device"}),
    path("mail/roads/feeds/", views.redirect_moved, {"to": "games:new_feed"}),
    path("mail/roads/feeds/<int:pk>/revoke/", views.redirect_moved, {"to": "games:delete_feed"}),
    path("mail/roads/webhooks/", views.redirect_moved, {"to": "games:new_webhook"}),
    path("mail/roads/webhooks/<int:pk>/", views.redirect_moved, {"to": "games:webhook"}),
    path("mail/roads/webhooks/<int:pk>/try/", views.redirect_moved, {"to": "games:try_webhook"}),
    path("mail/roads/webhooks/<int:pk>/on/", views.redirect_moved, {"to": "games:switch_on_webhook"}),
    path("mail/roads/webhooks/<int:pk>/secret/", views.redirect_moved, {"to": "games:renew_webhook_secret"}),
    path("mail/roads/webhooks/<int:pk>/remove/", views.redirect_moved, {"to": "games:delete_webhook"}),
]
