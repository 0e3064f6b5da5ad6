from django.urls import path

from . import api

api_urlpatterns = [
    path("games/<api_code:id>/messages/", api.Messages.as_view(), name="messages"),
]
