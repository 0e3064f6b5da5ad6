"""All URLs of the API."""

from django.urls import path, register_converter
from django.views.generic import RedirectView

from .converters import CodeConverter, NameConverter, NumberConverter, PlyConverter
from .views import (
    analyses,
    deputies,
    documents,
    files,
    games,
    orders,
    own_time,
    people,
    play,
    proposals,
    seats,
    tables,
)

app_name = "api"

register_converter(CodeConverter, "api_code")
register_converter(NameConverter, "api_name")
register_converter(PlyConverter, "api_ply")
register_converter(NumberConverter, "api_number")

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api:docs"), name="root"),
    path("docs/", documents.docs, name="docs"),
    path("schema/", documents.schema, name="schema"),
    path("titles/", people.Titles.as_view(), name="titles"),
    path("me/", people.Me.as_view(), name="me"),
    path("me/hours/", own_time.MyHours.as_view(), name="my_hours"),
    path("me/holidays/", own_time.MyHolidays.as_view(), name="my_holidays"),
    path("me/holidays/automatic/", own_time.AutomaticHolidays.as_view(), name="automatic_holidays"),
    path("me/holidays/<api_ply:number>/shorten/", own_time.ShortenHoliday.as_view(), name="shorten_holiday"),
    path("players/<api_name:name>/", people.Player.as_view(), name="player"),
    path("invitations/", people.MyInvitations.as_view(), name="invitations"),
    path("invitations/<api_code:key>/accept/", people.Accept.as_view(), name="accept"),
    path("invitations/<api_code:key>/decline/", people.Decline.as_view(), name="decline"),
    path("invitations/<api_code:key>/withdraw/", people.Withdraw.as_view(), name="withdraw"),
    path("deputies/", deputies.Deputies.as_view(), name="deputies"),
    path("deputies/<int:pk>/accept/", deputies.AcceptDeputy.as_view(), name="accept_deputy"),
    path("deputies/<int:pk>/end/", deputies.EndDeputy.as_view(), name="end_deputy"),
    path("drafts/", games.Drafts.as_view(), name="drafts"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<api_code:id>/", games.OneGame.as_view(), name="game"),
    path("games/<api_code:id>/log/", games.Log.as_view(), name="log"),
    path("games/<api_code:id>/times/", games.Times.as_view(), name="times"),
    path("games/<api_code:id>/positions/<api_ply:ply>/", games.GamePosition.as_view(), name="position"),
    path("games/<api_code:id>/analysis/", analyses.GameAnalysis.as_view(), name="analysis"),
    path("games/<api_code:id>/file/", files.File.as_view(), name="file"),
    path("games/<api_code:id>/actions/", play.Actions.as_view(), name="actions"),
    path("games/<api_code:id>/share/", play.OpenShare.as_view(), name="share"),
    path("games/<api_code:id>/turns/", orders.Turns.as_view(), name="turns"),
    path("games/<api_code:id>/orders/", orders.AdvanceOrders.as_view(), name="orders"),
    path("games/<api_code:id>/orders/ranks/", orders.Ranks.as_view(), name="order_ranks"),
    path("games/<api_code:id>/orders/<api_ply:number>/", orders.Order.as_view(), name="order"),
    path(
        "games/<api_code:id>/orders/<api_ply:number>/withdraw/", orders.WithdrawOrder.as_view(), name="withdraw_order"
    ),
    path("games/<api_code:id>/resign/", play.Resign.as_view(), name="resign"),
    path("games/<api_code:id>/resign/confirm/", play.ConfirmResignation.as_view(), name="confirm_resignation"),
    path("games/<api_code:id>/resign/take-back/", play.TakeBackResignation.as_view(), name="take_back_resignation"),
    path("games/<api_code:id>/abort/", play.AbortGame.as_view(), name="abort"),
    path("games/<api_code:id>/gifts/", own_time.Gifts.as_view(), name="gifts"),
    path("games/<api_code:id>/claims/", own_time.Claims.as_view(), name="claims"),
    path("games/<api_code:id>/proposals/", proposals.Proposals.as_view(), name="proposals"),
    path(
        "games/<api_code:id>/proposals/<api_number:number>/answer/",
        proposals.AnswerProposal.as_view(),
        name="answer_proposal",
    ),
    path(
        "games/<api_code:id>/proposals/<api_number:number>/withdraw/",
        proposals.WithdrawProposal.as_view(),
        name="withdraw_proposal",
    ),
    path("games/<api_code:id>/join/", tables.Join.as_view(), name="join"),
    path("games/<api_code:id>/leave/", tables.LeaveTable.as_view(), name="leave"),
    path("games/<api_code:id>/seats/take/", seats.TakeSeat.as_view(), name="take_seat"),
    path("games/<api_code:id>/seats/return/", seats.TakeBack.as_view(), name="take_back"),
    path("games/<api_code:id>/robots/", tables.Robots.as_view(), name="robots"),
    path("games/<api_code:id>/rematch/", tables.Rematch.as_view(), name="rematch"),
    path("games/<api_code:id>/invitations/", tables.Invitations.as_view(), name="invite"),
    path("games/<api_code:id>/messages/", tables.Messages.as_view(), name="messages"),
]
