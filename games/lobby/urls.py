from django.urls import path

from . import api, views

urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/seats/", views.seats, name="seats"),
    path("lobby/filters/", views.saved_filters, name="saved_filters"),
    path("lobby/filters/<int:pk>/", views.change_saved_filter, name="change_saved_filter"),
    path("lobby/filters/<int:pk>/delete/", views.delete_saved_filter, name="delete_saved_filter"),
    path("tables/new/", views.new_table, name="new_table"),
    path("t/<slug:code>/branch/", views.branch, name="branch"),
    path("t/<slug:code>/join/", views.join, name="join"),
    path("t/<slug:code>/leave/", views.leave, name="leave"),
    path("t/<slug:code>/rematch/", views.rematch, name="rematch"),
    path("t/<slug:code>/invite/", views.invite, name="invite"),
    path("t/<slug:code>/withdraw/", views.withdraw, name="withdraw"),
    path("t/<slug:code>/robots/", views.seat, name="seat_robot"),
    path("play/<slug:robot>/", views.play, name="play_robot"),
    path("i/<slug:code>/", views.invitation, name="invitation"),
]

api_urlpatterns = [
    path("invitations/", api.MyInvitations.as_view(), name="invitations"),
    path("invitations/<api_code:key>/accept/", api.Accept.as_view(), name="accept"),
    path("invitations/<api_code:key>/decline/", api.Decline.as_view(), name="decline"),
    path("invitations/<api_code:key>/withdraw/", api.Withdraw.as_view(), name="withdraw"),
    path("lobby/", api.Lobby.as_view(), name="lobby"),
    path("saved-filters/", api.SavedFilters.as_view(), name="saved_filters"),
    path("saved-filters/<int:pk>/", api.OneSavedFilter.as_view(), name="saved_filter"),
    path("saved-filters/<int:pk>/delete/", api.DeleteSavedFilter.as_view(), name="delete_saved_filter"),
    path("drafts/", api.Drafts.as_view(), name="drafts"),
    path("games/", api.Games.as_view(), name="games"),
    path("games/<api_code:id>/", api.OneGame.as_view(), name="game"),
    path("games/<api_code:id>/log/", api.Log.as_view(), name="log"),
    path("games/<api_code:id>/times/", api.Times.as_view(), name="times"),
    path("games/<api_code:id>/positions/<api_ply:ply>/", api.GamePosition.as_view(), name="position"),
    path("games/<api_code:id>/join/", api.Join.as_view(), name="join"),
    path("games/<api_code:id>/leave/", api.LeaveTable.as_view(), name="leave"),
    path("games/<api_code:id>/robots/", api.Robots.as_view(), name="robots"),
    path("games/<api_code:id>/rematch/", api.Rematch.as_view(), name="rematch"),
    path("games/<api_code:id>/invitations/", api.Invitations.as_view(), name="invite"),
]
