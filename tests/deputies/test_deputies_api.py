import pytest
from django.utils import timezone

from games.core.models import Game
from games.time_outs.substitutes import offer
from tests.helpers.programs import Program

pytestmark = pytest.mark.one_database


def test_a_deputy_acts_for_the_player_by_the_api(private_game: Game, ann: Program, eve: Program) -> None:
    today = timezone.localdate().isoformat()
    row = ann.post("deputies/", {"deputy": "eve", "first": today, "last": today}, 201)
    eve.get(f"games/{private_game.code}/", 404)
    eve.post(f"deputies/{row['id']}/accept/")
    seen = eve.get(f"games/{private_game.code}/")
    assert seen["you"] == {"seat": "A", "deputy": True, "acting": True}
    assert seen["invite_code"] is None
    assert eve.play(private_game, seen["legal"][0], private_game.ply)["ply"] > private_game.ply
    assert eve.get("deputies/")["others"][0]["player"] == "ann"
    ann.post(f"deputies/{row['id']}/end/")
    eve.get(f"games/{private_game.code}/", 404)
    assert ann.get("deputies/") == {"own": None, "others": []}


def test_a_seat_is_taken_over_and_taken_back_by_the_api(game: Game, ann: Program, eve: Program) -> None:
    offer(game, game.seats.get(number=0), timezone.now(), timezone.now())
    [row] = eve.get("games/", filter="seats")["results"]
    assert row["seats"][0]["offered_at"] is not None
    assert ann.get("games/", filter="seats")["results"] == []
    taken = eve.post(f"games/{game.code}/seats/take/", {"seat": "A"})
    assert taken["you"] == {"seat": "A", "deputy": False, "acting": True}
    assert eve.post(f"games/{game.code}/seats/take/", {"seat": "A"}, 409)["code"] == "seat-taken"
    assert ann.post(f"games/{game.code}/seats/return/")["you"]["seat"] == "A"
