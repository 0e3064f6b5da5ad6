from django.urls import path

from . import views

urlpatterns = [
    path("feeds/<str:key>.ics", views.calendar, name="calendar"),
    path("feeds/<str:key>.atom", views.atom, name="atom"),
]
