from django.urls import path

from . import api, views

urlpatterns = [
    path("t/<slug:code>/", views.table, name="table"),
    path("t/<slug:code>/dice/", views.dice, name="dice"),
    path("t/<slug:code>/share/", views.share, name="share"),
    path("t/<slug:code>/worth/", views.worth, name="worth"),
    path("t/<slug:code>/poll/", views.poll, name="poll"),
    path("t/<slug:code>/board.svg", views.board_svg, name="board_svg"),
    path("t/<slug:code>/analysis/", views.analysis, name="analysis"),
    path("t/<slug:code>/presence/", views.presence, name="presence"),
    path("t/<slug:code>/act/", views.act, name="act"),
    path("t/<slug:code>/resign/", views.resign, name="resign"),
    path("t/<slug:code>/abort/", views.abort, name="abort"),
    path("t/<slug:code>/give/", views.give_time, name="give_time"),
    path("t/<slug:code>/claim/", views.claim, name="claim"),
    path("t/<slug:code>/chat/", views.chat, name="chat"),
]

api_urlpatterns = [
    path("games/<api_code:id>/actions/", api.Actions.as_view(), name="actions"),
    path("dice-key/", api.DiceKey.as_view(), name="dice_key"),
    path("games/<api_code:id>/share/", api.OpenShare.as_view(), name="share"),
    path("games/<api_code:id>/resign/", api.Resign.as_view(), name="resign"),
    path("games/<api_code:id>/abort/", api.AbortGame.as_view(), name="abort"),
]
