from django.urls import path

from . import api, views

urlpatterns = [
    path("t/<slug:code>/propose/", views.propose, name="propose"),
    path("t/<slug:code>/answer/", views.answer, name="answer_proposal"),
    path("p/<str:token>/", views.proposal_link, name="proposal_link"),
]

api_urlpatterns = [
    path("games/<api_code:id>/proposals/", api.Proposals.as_view(), name="proposals"),
    path(
        "games/<api_code:id>/proposals/<api_number:number>/answer/",
        api.AnswerProposal.as_view(),
        name="answer_proposal",
    ),
    path(
        "games/<api_code:id>/proposals/<api_number:number>/withdraw/",
        api.WithdrawProposal.as_view(),
        name="withdraw_proposal",
    ),
]
