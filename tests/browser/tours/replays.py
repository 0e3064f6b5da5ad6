"""Stops at the replay of a game, its films, a new game from it, and its embedded page."""

from games.lobby.robot_games import branch_from
from games.planning.models import DiaryLine
from games.replay import films
from tests.makers import make_user, play_on, started_game

from .stops import Stop

FEW_RUGS = {"rugs": "4/4/4"}
AT = 14


def replays() -> list[Stop]:
    """Return a replay in its states, and the pages that it links to."""
    amina, brahim = make_user("Amina"), make_user("Brahim")
    game = play_on(started_game(amina, brahim, options=FEW_RUGS, name="Watched again"))
    DiaryLine.objects.create(game=game, user=amina, ply=AT, text="Left would have been dear.")
    films.make(films.request_film(game, amina, "gif").pk, lambda _game, _kind: b"GIF89a", 1)
    branch = branch_from(game, amina, ply=AT, seat=0, robot="greedy")
    page = f"/t/{game.code}/replay/"
    return [
        Stop("replay", f"{page}?ply={AT}", amina),
        Stop("replay, over", f"{page}?ply={game.ply}"),
        Stop("play on from here", f"/t/{game.code}/branch/?ply={AT}", amina),
        Stop("played on from another", branch.get_absolute_url(), amina),
        Stop("replay, framed", f"/embed/{game.code}/?ply={AT}"),
    ]
