from django.urls import path

from . import views

urlpatterns = [
    path("m/<str:token>/", views.turn_link, name="turn_link"),
    path("m/seat/<str:token>/", views.seat_link, name="seat_link"),
]
