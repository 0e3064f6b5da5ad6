from django.urls import path

from . import views

urlpatterns = [
    path("notifications/", views.channels, name="channels"),
    path("notifications/devices/", views.new_device, name="new_device"),
    path("notifications/devices/<int:pk>/delete/", views.delete_device, name="delete_device"),
    path("notifications/feeds/", views.new_feed, name="new_feed"),
    path("notifications/feeds/<int:pk>/delete/", views.delete_feed, name="delete_feed"),
    path("notifications/webhooks/", views.new_webhook, name="new_webhook"),
    path("notifications/webhooks/<int:pk>/", views.webhook, name="webhook"),
    path("notifications/webhooks/<int:pk>/try/", views.try_webhook, name="try_webhook"),
    path("notifications/webhooks/<int:pk>/on/", views.switch_on_webhook, name="switch_on_webhook"),
    path("notifications/webhooks/<int:pk>/secret/", views.renew_webhook_secret, name="renew_webhook_secret"),
    path("notifications/webhooks/<int:pk>/delete/", views.delete_webhook, name="delete_webhook"),
    path("t/<slug:code>/mail/", views.table_mail, name="table_mail"),
]
