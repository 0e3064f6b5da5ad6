from django.urls import path

from . import api, views

urlpatterns = [
    path("lobby/games/", views.watch, name="watch"),
    path("following/", views.timeline, name="timeline"),
    path("following/players/", views.followed, name="followed"),
    path("t/<slug:code>/mark/", views.mark, name="mark"),
    path("t/<slug:code>/unmark/", views.unmark, name="unmark"),
    path("players/<str:name>/follow/", views.follow, name="follow"),
    path("players/<str:name>/unfollow/", views.unfollow, name="unfollow"),
]

api_urlpatterns = [
    path("timeline/", api.ShownTimeline.as_view(), name="timeline"),
    path("follows/", api.Follows.as_view(), name="follows"),
    path("follows/<api_name:name>/end/", api.Unfollow.as_view(), name="unfollow"),
    path("best-games/", api.BestOfWeek.as_view(), name="best_games"),
    path("marks/", api.Marks.as_view(), name="marks"),
    path("games/<api_code:id>/mark/", api.MarkGame.as_view(), name="mark"),
    path("games/<api_code:id>/mark/end/", api.UnmarkGame.as_view(), name="unmark"),
]
