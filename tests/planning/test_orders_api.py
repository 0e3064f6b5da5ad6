import pytest

from games.core.log import state_of
from games.core.models import Game
from tests.helpers.order_texts import after_next, lay, load_dice, whole_turn
from tests.helpers.programs import Program

pytestmark = pytest.mark.one_database


def test_a_whole_turn_takes_one_api_request(game: Game, ann: Program, ben: Program) -> None:
    after = ann.post(f"games/{game.code}/turns/", {"ply": game.ply, "turn": whole_turn(state_of(game), 0)})
    assert ben.get(f"games/{game.code}/")["you"] == {"seat": "B", "acting": True, "deputy": False}
    assert after["legal"] == []


def test_an_impossible_turn_names_the_face_and_changes_nothing(game: Game, ann: Program) -> None:
    problem = ann.post(f"games/{game.code}/turns/", {"ply": game.ply, "turn": "L; 3: d4e4"}, 422)
    assert problem["code"] == "orders-face"
    assert problem["detail"].startswith("With a 3 Assam stops on a4")
    assert ann.get(f"games/{game.code}/")["ply"] == game.ply


def test_a_stale_turn_is_answered_with_the_game_as_it_is(game: Game, ann: Program) -> None:
    first = ann.play(game, "L", game.ply)
    assert ann.post(f"games/{game.code}/turns/", {"ply": game.ply, "turn": "R"}, 409)["game"] == first


def test_orders_are_added_sorted_changed_and_withdrawn(game: Game, ben: Program) -> None:
    address = f"games/{game.code}/orders/"
    first = ben.post(address, {"condition": "D5 n", "orders": "l; 2: b6-c6"}, 201)
    assert (first["number"], first["condition"], first["orders"]) == (1, "d5 N", "L; 2: b6c6")
    ben.post(address, {"orders": "R"}, 201)
    assert [order["number"] for order in ben.post(f"{address}ranks/", {"numbers": [2, 1]})] == [2, 1]
    assert ben.post(f"{address}1/", {"orders": "F"})["orders"] == "F"
    ben.post(f"{address}2/withdraw/", status=204)
    assert [(order["number"], order["state"]) for order in ben.get(address)] == [(1, "waiting"), (2, "withdrawn")]


def test_the_api_hides_orders_from_others(game: Game, ann: Program, ben: Program, anonymous_client: Program) -> None:
    address = f"games/{game.code}/orders/"
    ben.post(address, {"condition": "d5", "orders": "L; 2: b6c6"}, 201)
    assert ann.get(address) == []
    assert anonymous_client.get(address, 401)["code"] == "not-authenticated"
    for path in ("", "log/", "file/?kind=json"):
        assert "; 2: b6c6" not in str(ann.get(f"games/{game.code}/{path}"))


def test_the_log_marks_entries_of_orders(game: Game, ann: Program, ben: Program) -> None:
    ann.play(game, "F", game.ply)
    game.refresh_from_db()
    ben.post(f"games/{game.code}/orders/", {"orders": whole_turn(after_next(game), 1)}, 201)
    lay(game)
    log = ann.get(f"games/{game.code}/log/")
    assert {entry["seat"] for entry in log if entry["by_order"]} == {"B"}
    assert [entry["by_order"] for entry in log if entry["seat"] == "A"] == [False, False]


def test_a_dropped_order_says_why(game: Game, ann: Program, ben: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "2")
    ben.post(f"games/{game.code}/orders/", {"condition": "d5", "orders": "L"}, 201)
    ann.play(game, "F", game.ply)
    (order,) = ben.get(f"games/{game.code}/orders/")
    assert order["state"] == "dropped"
    assert order["reasons"] == ["Assam can no longer be in this position when your turn begins."]
