from django.urls import path

from . import api, views

urlpatterns = [
    path("lobby/games/", views.watch, name="watch"),
    path("following/", views.timeline, name="timeline"),
    path("following/players/", views.followed, name="followed"),
    path("players/<str:name>/follow/", views.follow, name="follow"),
    path("players/<str:name>/unfollow/", views.unfollow, name="unfollow"),
]

api_urlpatterns = [
    path("timeline/", api.ShownTimeline.as_view(), name="timeline"),
    path("follows/", api.Follows.as_view(), name="follows"),
    path("follows/<api_name:name>/end/", api.Unfollow.as_view(), name="unfollow"),
]
