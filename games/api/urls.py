"""All URLs of the API."""

from django.urls import path, register_converter
from django.views.generic import RedirectView

from games.analysis.api import GameAnalysis
from games.chat.api import Messages
from games.clocks.api import AutomaticHolidays, MyHolidays, MyHours, ShortenHoliday
from games.common.converters import CodeConverter, NameConverter, NumberConverter, PlyConverter
from games.deputies.api import AcceptDeputy, Deputies, EndDeputy
from games.lobby.api import (
    Accept,
    Decline,
    Drafts,
    GamePosition,
    Games,
    Invitations,
    Join,
    LeaveTable,
    Log,
    MyInvitations,
    OneGame,
    Rematch,
    Robots,
    Times,
    Withdraw,
)
from games.people.api import Me, Player, Titles
from games.planning.api import AdvanceOrders, Order, Ranks, Turns, WithdrawOrder
from games.proposals.api import AnswerProposal, Proposals, WithdrawProposal
from games.replay.api import File
from games.table.api import AbortGame, Actions, ConfirmResignation, OpenShare, Resign, TakeBackResignation
from games.time_outs.api import Claims, Gifts, TakeBack, TakeSeat

from .views import docs, schema

app_name = "api"

register_converter(CodeConverter, "api_code")
register_converter(NameConverter, "api_name")
register_converter(PlyConverter, "api_ply")
register_converter(NumberConverter, "api_number")

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api:docs"), name="root"),
    path("docs/", docs, name="docs"),
    path("schema/", schema, name="schema"),
    path("titles/", Titles.as_view(), name="titles"),
    path("me/", Me.as_view(), name="me"),
    path("me/hours/", MyHours.as_view(), name="my_hours"),
    path("me/holidays/", MyHolidays.as_view(), name="my_holidays"),
    path("me/holidays/automatic/", AutomaticHolidays.as_view(), name="automatic_holidays"),
    path("me/holidays/<api_ply:number>/shorten/", ShortenHoliday.as_view(), name="shorten_holiday"),
    path("players/<api_name:name>/", Player.as_view(), name="player"),
    path("invitations/", MyInvitations.as_view(), name="invitations"),
    path("invitations/<api_code:key>/accept/", Accept.as_view(), name="accept"),
    path("invitations/<api_code:key>/decline/", Decline.as_view(), name="decline"),
    path("invitations/<api_code:key>/withdraw/", Withdraw.as_view(), name="withdraw"),
    path("deputies/", Deputies.as_view(), name="deputies"),
    path("deputies/<int:pk>/accept/", AcceptDeputy.as_view(), name="accept_deputy"),
    path("deputies/<int:pk>/end/", EndDeputy.as_view(), name="end_deputy"),
    path("drafts/", Drafts.as_view(), name="drafts"),
    path("games/", Games.as_view(), name="games"),
    path("games/<api_code:id>/", OneGame.as_view(), name="game"),
    path("games/<api_code:id>/log/", Log.as_view(), name="log"),
    path("games/<api_code:id>/times/", Times.as_view(), name="times"),
    path("games/<api_code:id>/positions/<api_ply:ply>/", GamePosition.as_view(), name="position"),
    path("games/<api_code:id>/analysis/", GameAnalysis.as_view(), name="analysis"),
    path("games/<api_code:id>/file/", File.as_view(), name="file"),
    path("games/<api_code:id>/actions/", Actions.as_view(), name="actions"),
    path("games/<api_code:id>/share/", OpenShare.as_view(), name="share"),
    path("games/<api_code:id>/turns/", Turns.as_view(), name="turns"),
    path("games/<api_code:id>/orders/", AdvanceOrders.as_view(), name="orders"),
    path("games/<api_code:id>/orders/ranks/", Ranks.as_view(), name="order_ranks"),
    path("games/<api_code:id>/orders/<api_ply:number>/", Order.as_view(), name="order"),
    path("games/<api_code:id>/orders/<api_ply:number>/withdraw/", WithdrawOrder.as_view(), name="withdraw_order"),
    path("games/<api_code:id>/resign/", Resign.as_view(), name="resign"),
    path("games/<api_code:id>/resign/confirm/", ConfirmResignation.as_view(), name="confirm_resignation"),
    path("games/<api_code:id>/resign/take-back/", TakeBackResignation.as_view(), name="take_back_resignation"),
    path("games/<api_code:id>/abort/", AbortGame.as_view(), name="abort"),
    path("games/<api_code:id>/gifts/", Gifts.as_view(), name="gifts"),
    path("games/<api_code:id>/claims/", Claims.as_view(), name="claims"),
    path("games/<api_code:id>/proposals/", Proposals.as_view(), name="proposals"),
    path(
        "games/<api_code:id>/proposals/<api_number:number>/answer/",
        AnswerProposal.as_view(),
        name="answer_proposal",
    ),
    path(
        "games/<api_code:id>/proposals/<api_number:number>/withdraw/",
        WithdrawProposal.as_view(),
        name="withdraw_proposal",
    ),
    path("games/<api_code:id>/join/", Join.as_view(), name="join"),
    path("games/<api_code:id>/leave/", LeaveTable.as_view(), name="leave"),
    path("games/<api_code:id>/seats/take/", TakeSeat.as_view(), name="take_seat"),
    path("games/<api_code:id>/seats/return/", TakeBack.as_view(), name="take_back"),
    path("games/<api_code:id>/robots/", Robots.as_view(), name="robots"),
    path("games/<api_code:id>/rematch/", Rematch.as_view(), name="rematch"),
    path("games/<api_code:id>/invitations/", Invitations.as_view(), name="invite"),
    path("games/<api_code:id>/messages/", Messages.as_view(), name="messages"),
]
