from django.urls import path

from . import api, views

urlpatterns = [
    path("time/", views.time_settings, name="time_settings"),
    path("time/hours/", views.waking_hours, name="waking_hours"),
    path("time/automatic/", views.automatic_holidays, name="automatic_holidays"),
    path("time/holidays/", views.plan_holiday, name="plan_holiday"),
    path("time/holidays/<int:pk>/shorten/", views.shorten_holiday, name="shorten_holiday"),
    path("time/holidays/<int:pk>/end/", views.end_holiday, name="end_holiday"),
    path("clocks/", views.clocks, name="clocks"),
]

api_urlpatterns = [
    path("me/hours/", api.MyHours.as_view(), name="my_hours"),
    path("me/holidays/", api.MyHolidays.as_view(), name="my_holidays"),
    path("me/holidays/automatic/", api.AutomaticHolidays.as_view(), name="automatic_holidays"),
    path("me/holidays/<api_ply:number>/shorten/", api.ShortenHoliday.as_view(), name="shorten_holiday"),
]
