import pytest
from django.core.cache import caches

from games.board import pictures
from games.core.models import Game
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_picture_drawn_while_someone_plays_is_stored_for_the_ply_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "smooth_png", lambda svg, _pixels: svg.encode())
    game = play_on(started_game(make_user("Ada"), make_user("Bo")), 2)
    game.refresh_from_db()
    later = play_on(Game.objects.get(pk=game.pk), 3)
    shown, newest = (pictures.board_png(later, ply, 200, "Ada") for ply in (game.ply, None))
    caches["games"].clear()
    assert pictures.board_png(game, None, 200, "Ada") == shown != newest


def test_a_stored_picture_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(_svg: str, pixels: int) -> bytes:
        drawn.append(pixels)
        return b"png"

    monkeypatch.setattr(pictures, "smooth_png", draw)
    game = started_game()
    for pixels in (200, 200, 400):
        assert pictures.board_png(game, None, pixels, "Ada") == b"png"
    assert drawn == [200, 400]
