from django.urls import path

from . import api

api_urlpatterns = [
    path("games/<api_code:id>/analysis/", api.GameAnalysis.as_view(), name="analysis"),
]
