from django.urls import path

from . import views

urlpatterns = [
    path("mail/settings/", views.mail_settings, name="mail_settings"),
    path("mail/bounce/", views.mail_bounce, name="mail_bounce"),
    path("mail/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
