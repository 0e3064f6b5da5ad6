from django.urls import path

from . import api, views

urlpatterns = [
    path("replay/", views.replay_file, name="replay_file"),
    path("games.zip", views.game_archive_zip, name="zip"),
    path("t/<slug:code>/game.mkg", views.mkg, name="mkg"),
    path("t/<slug:code>/game.json", views.json, name="json"),
    path("t/<slug:code>/times.csv", views.times, name="times"),
    path("t/<slug:code>/frames/", views.frames, name="frames"),
    path("t/<slug:code>/board.png", views.board_png, name="board_png"),
    path("t/<slug:code>/card.png", views.card_png, name="card_png"),
    path("t/<slug:code>/replay/", views.replay_game, name="replay_game"),
    path("t/<slug:code>/film/", views.make_film, name="make_film"),
    path("t/<slug:code>/film.gif", views.film_gif, name="film_gif"),
    path("t/<slug:code>/film.webp", views.film_webp, name="film_webp"),
    path("embed/<slug:code>/", views.embed, name="embed"),
    path("embed/<slug:code>/<int:ply>/", views.embed_position, name="embed_position"),
]

api_urlpatterns = [
    path("games/<api_code:id>/file/", api.File.as_view(), name="file"),
]
