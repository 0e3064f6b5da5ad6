"""Every page about games."""

from django.conf import settings
from django.urls import path

from .views import (
    actions,
    analysis,
    art,
    bounced,
    design,
    dice,
    files,
    home,
    invitation,
    lobby,
    mail_settings,
    new_table,
    people,
    replay,
    robots,
    rules,
    table,
    unsubscribe,
)

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_game, name="next_game"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("tables/new/", new_table.new_table, name="new_table"),
    path("t/<slug:code>/", table.table, name="table"),
    path("replay/", replay.replay, name="replay"),
    path("games.zip", files.zipped, name="zip"),
    path("t/<slug:code>/dice/", dice.dice, name="dice"),
    path("t/<slug:code>/game.mkg", files.mkg, name="mkg"),
    path("t/<slug:code>/game.json", files.json, name="json"),
    path("t/<slug:code>/poll/", table.poll, name="poll"),
    path("t/<slug:code>/board.svg", table.board_svg, name="board_svg"),
    path("t/<slug:code>/analysis/", analysis.analysis, name="analysis"),
    path("t/<slug:code>/act/", actions.act, name="act"),
    path("t/<slug:code>/join/", actions.join, name="join"),
    path("t/<slug:code>/leave/", actions.leave, name="leave"),
    path("t/<slug:code>/resign/", actions.resign, name="resign"),
    path("t/<slug:code>/abort/", actions.abort, name="abort"),
    path("t/<slug:code>/rematch/", actions.rematch, name="rematch"),
    path("t/<slug:code>/invite/", actions.invite, name="invite"),
    path("t/<slug:code>/withdraw/", actions.withdraw, name="withdraw"),
    path("t/<slug:code>/chat/", actions.chat, name="chat"),
    path("t/<slug:code>/robots/", robots.seat, name="seat_robot"),
    path("play/<slug:robot>/", robots.play, name="play_robot"),
    path("i/<slug:code>/", invitation.invitation, name="invitation"),
    path("mail/settings/", mail_settings.mail_settings, name="mail_settings"),
    path("mail/bounced/", bounced.bounced, name="bounced"),
    path("mail/unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("players/<str:name>/", people.player, name="player"),
    path("players/<str:name>/games/", people.history, name="history"),
    path("rules/", rules.rules, name="rules"),
    path("art/rug-<slug:style>.svg", art.rug, name="rug"),
    path("art/die-<int:face>.svg", art.die, name="die"),
    path("art/coin.svg", art.coin, name="coin"),
]
if settings.DEBUG:
    urlpatterns.append(path("dev/design/", design.design, name="design"))
