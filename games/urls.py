"""The pages of the games app."""

from django.urls import path

from games.views.mail_settings import mail_settings
from games.views.unsubscribe import unsubscribe

app_name = "games"
urlpatterns = [
    path("mail/settings/", mail_settings, name="mail_settings"),
    path("mail/unsubscribe/<str:token>/", unsubscribe, name="unsubscribe"),
]
