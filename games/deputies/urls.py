from django.urls import path

from . import api, views

urlpatterns = [
    path("deputy/", views.deputy, name="deputy"),
    path("deputy/<int:pk>/accept/", views.accept_deputy, name="accept_deputy"),
    path("deputy/<int:pk>/end/", views.end_deputy, name="end_deputy"),
    path("m/deputy/<str:token>/", views.deputy_link, name="deputy_link"),
]

api_urlpatterns = [
    path("deputies/", api.Deputies.as_view(), name="deputies"),
    path("deputies/<int:pk>/accept/", api.AcceptDeputy.as_view(), name="accept_deputy"),
    path("deputies/<int:pk>/end/", api.EndDeputy.as_view(), name="end_deputy"),
]
