from django.urls import path

from . import api, views

urlpatterns = [
    path("ratings/", views.ratings, name="ratings"),
    path("ratings/<slug:title>/", views.leaderboard, name="leaderboard"),
    path("ratings/<slug:title>/records/", views.records, name="records"),
    path("ratings/<slug:title>/seasons/", views.season, name="seasons"),
    path("ratings/<slug:title>/seasons/<season:key>/", views.season, name="season"),
]

api_urlpatterns = [
    path("ratings/<api_name:title>/", api.Leaderboard.as_view(), name="leaderboard"),
    path("ratings/<api_name:title>/luck-free/", api.LuckFreeList.as_view(), name="luck_free"),
    path("ratings/<api_name:title>/robots/", api.RobotRatings.as_view(), name="robot_ratings"),
    path("ratings/<api_name:title>/records/<api_name:kind>/", api.Records.as_view(), name="records"),
    path("ratings/<api_name:title>/seasons/", api.Seasons.as_view(), name="seasons"),
    path("ratings/<api_name:title>/seasons/<season:season>/", api.SeasonTable.as_view(), name="season"),
    path("rated-games/", api.RatedGames.as_view(), name="rated_games"),
]
