import pytest

from tests import servers
from tests.stack.conftest import Stack
from tests.stack.test_whole_game import make_bots

pytestmark = pytest.mark.stack


def test_a_robot_answers_within_seconds(stack: Stack) -> None:
    [player] = make_bots(stack, "yasmina")
    table = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "robots": ["greedy"]}
    code = player.call("POST", "games/", table)["id"]

    def is_mine() -> bool:
        return bool(player.call("GET", f"games/{code}/")["you"]["acting"])

    for _turn in range(2):
        servers.wait_for(is_mine, "the robot's answer", 20)
        while is_mine():
            now = player.call("GET", f"games/{code}/")
            player.call("POST", f"games/{code}/actions/", {"ply": now["ply"], "action": now["legal"][0]})
