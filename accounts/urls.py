"""URLs of the account pages that allauth does not provide."""

from django.urls import path

from . import views

app_name = "accounts"

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("settings/tokens/", views.tokens, name="tokens"),
    path("settings/tokens/end-all/", views.end_access, name="end_access"),
    path("settings/tokens/<int:pk>/revoke/", views.revoke_token, name="revoke_token"),
    path("settings/data/", views.data, name="data"),
    path("settings/data/download/", views.download, name="download"),
    path("settings/delete/", views.delete, name="delete"),
    path("settings/deleted/", views.deleted, name="deleted"),
    path("avatars/<str:name>.svg", views.avatar, name="avatar"),
]
