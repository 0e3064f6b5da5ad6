from django.urls import path

from . import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/marram/", views.learn_marram, name="learn_marram"),
]
