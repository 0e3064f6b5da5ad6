from django.urls import path

from . import api, views

urlpatterns = [
    path("t/<slug:code>/seat/take/", views.take_seat, name="take_seat"),
    path("t/<slug:code>/seat/back/", views.take_back, name="take_back"),
]

api_urlpatterns = [
    path("games/<api_code:id>/gifts/", api.Gifts.as_view(), name="gifts"),
    path("games/<api_code:id>/claims/", api.Claims.as_view(), name="claims"),
    path("games/<api_code:id>/seats/take/", api.TakeSeat.as_view(), name="take_seat"),
    path("games/<api_code:id>/seats/return/", api.TakeBack.as_view(), name="take_back"),
]
