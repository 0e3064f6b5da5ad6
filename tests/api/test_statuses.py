"""Tests that every documented status occurs. test_schema shows that no other status does."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from games.api.reference import document
from games.clocks.models import Turn
from games.core.models import Game
from games.core.shares import NewShare
from games.play.endings import abort_game
from games.time_outs.substitutes import offer, take_seat
from tests.helpers.programs import ROOT, Program
from tests.makers import finished_game, make_table, make_user, started_game

pytestmark = pytest.mark.one_database

DOCUMENTED = [
    (operation["operationId"], int(status))
    for item in document()["paths"].values()
    for operation in item.values()
    for status in operation["responses"]
]
WEEK = [["08:00", "22:00"]] * 5 + [None, ["10:00", "02:00"]]
SHARE = "ab" * 15 + "cd"
NEW = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2}

# A successful request of each operation: user, method, path, body.
WELL: dict[str, tuple[str, str, str, Any]] = {
    "list_titles": ("ann", "GET", "titles/", None),
    "get_me": ("ann", "GET", "me/", None),
    "get_hours": ("ann", "GET", "me/hours/", None),
    "save_hours": ("ann", "POST", "me/hours/", {"days": WEEK}),
    "list_holidays": ("ann", "GET", "me/holidays/", None),
    "plan_holiday": ("ann", "POST", "me/holidays/", {"first": "{day_5}", "last": "{day_6}"}),
    "shorten_holiday": ("ann", "POST", "me/holidays/{holiday}/shorten/", {"last": "{day_5}"}),
    "set_automatic_holidays": ("ann", "POST", "me/holidays/automatic/", {"automatic": False}),
    "give_time": ("ben", "POST", "games/{running}/gifts/", {"seat": "A", "seconds": 3600}),
    "claim_late": ("ben", "POST", "games/{late}/claims/", {"seat": "A"}),
    "get_player": ("ann", "GET", "players/ben/", None),
    "list_invitations": ("ann", "GET", "invitations/", None),
    "accept_invitation": ("ben", "POST", "invitations/{code}/accept/", {}),
    "decline_invitation": ("ben", "POST", "invitations/{code}/decline/", None),
    "withdraw_invitation": ("ann", "POST", "invitations/{code}/withdraw/", None),
    "draft_dice": ("ann", "POST", "drafts/", None),
    "list_games": ("ann", "GET", "games/", None),
    "create_game": ("ann", "POST", "games/", NEW),
    "get_game": ("ann", "GET", "games/{running}/", None),
    "get_log": ("ann", "GET", "games/{running}/log/", None),
    "get_times": ("ann", "GET", "games/{running}/times/", None),
    "get_position": ("ann", "GET", "games/{running}/positions/0/", None),
    "get_file": ("ann", "GET", "games/{running}/file/", None),
    "get_analysis": ("ann", "GET", "games/{analysed}/analysis/", None),
    "play_action": ("ann", "POST", "games/{running}/actions/", {"ply": 2, "action": "L"}),
    "open_share": ("ann", "POST", "games/{running}/share/", {"share": SHARE}),
    "play_turn": ("ann", "POST", "games/{running}/turns/", {"ply": 2, "turn": "L"}),
    "list_orders": ("ann", "GET", "games/{running}/orders/", None),
    "add_order": ("ann", "POST", "games/{running}/orders/", {"condition": "d6", "orders": "L"}),
    "rank_orders": ("ann", "POST", "games/{running}/orders/ranks/", {"numbers": []}),
    "change_order": ("ann", "POST", "games/{ordered}/orders/1/", {"orders": "R"}),
    "withdraw_order": ("ann", "POST", "games/{ordered}/orders/1/withdraw/", None),
    "resign": ("ann", "POST", "games/{running}/resign/", {}),
    "agree_to_abort": ("ann", "POST", "games/{running}/abort/", {}),
    "confirm_resignation": ("ben", "POST", "games/{resigned}/resign/confirm/", {"seat": "A"}),
    "take_back_resignation": ("ann", "POST", "games/{resigned}/resign/take-back/", None),
    "list_proposals": ("ann", "GET", "games/{running}/proposals/", None),
    "propose": ("ann", "POST", "games/{running}/proposals/", {"kind": "pause"}),
    "answer_proposal": ("ben", "POST", "games/{proposed}/proposals/{proposal}/answer/", {"agrees": True}),
    "withdraw_proposal": ("ann", "POST", "games/{proposed}/proposals/{proposal}/withdraw/", None),
    "join_game": ("ben", "POST", "games/{table}/join/", {}),
    "add_robots": ("ann", "POST", "games/{table}/robots/", {"robots": ["greedy"]}),
    "leave_game": ("ann", "POST", "games/{table}/leave/", None),
    "rematch": ("ann", "POST", "games/{over}/rematch/", {}),
    "invite": ("ann", "POST", "games/{table}/invitations/", {"player": "ben"}),
    "list_deputies": ("ann", "GET", "deputies/", None),
    "name_deputy": ("ann", "POST", "deputies/", {"deputy": "ben"}),
    "accept_deputy": ("ben", "POST", "deputies/{deputy}/accept/", None),
    "end_deputy": ("ann", "POST", "deputies/{deputy}/end/", None),
    "take_seat": ("eve", "POST", "games/{offered}/seats/take/", {"seat": "A"}),
    "take_back": ("ann", "POST", "games/{offered}/seats/return/", None),
    "list_messages": ("ann", "GET", "games/{running}/messages/", None),
    "post_message": ("ann", "POST", "games/{running}/messages/", {"text": "Hello"}),
}

# Requests that are refused: the differences from the successful ones.
CHANGED: dict[tuple[str, int], dict[str, Any]] = {
    ("save_hours", 422): {"body": {"days": [["08:00", "12:00"]] * 7}},
    ("plan_holiday", 409): {"body": {"first": "{day_5}", "last": "{day_60}"}},
    ("plan_holiday", 422): {"body": {"first": "{day_6}", "last": "{day_5}"}},
    ("shorten_holiday", 409): {"path": "me/holidays/{cancelled}/shorten/"},
    ("shorten_holiday", 422): {"body": {"last": "{day_60}"}},
    ("give_time", 409): {"body": {"seat": "C", "seconds": 3600}},
    ("claim_late", 409): {"path": "games/{running}/claims/"},
    ("get_player", 404): {"path": "players/no-such-player/"},
    ("get_file", 400): {"path": "games/{running}/file/?kind=pdf"},
    ("list_games", 400): {"path": "games/?filter=lost"},
    ("create_game", 409): {"body": {**NEW, "robots": ["greedy", "greedy"]}},
    ("add_robots", 409): {"body": {"robots": ["greedy", "greedy"]}},
    ("add_robots", 422): {"body": {"robots": ["deep-blue"]}},
    ("create_game", 422): {"body": {**NEW, "ruleset": "house"}},
    ("accept_invitation", 409): {"path": "invitations/{answered}/accept/"},
    ("accept_invitation", 422): {"body": {"entropy": "short"}},
    ("decline_invitation", 409): {"path": "invitations/{answered}/decline/"},
    ("withdraw_invitation", 409): {"path": "invitations/{answered}/withdraw/"},
    ("withdraw_invitation", 404): {"path": "invitations/zzzzzzzzzz/withdraw/"},
    ("play_action", 409): {"body": {"ply": 1, "action": "L"}},
    ("play_action", 422): {"body": {"ply": 2, "action": "a1a2"}},
    ("open_share", 409): {"path": "games/{over}/share/"},
    ("open_share", 422): {"body": {"share": SHARE[::-1]}},
    ("play_turn", 409): {"body": {"ply": 1, "turn": "L"}},
    ("play_turn", 422): {"body": {"ply": 2, "turn": "L; 1: a1a2"}},
    ("add_order", 409): {"path": "games/{over}/orders/"},
    ("add_order", 422): {"body": {"orders": "hop"}},
    ("rank_orders", 409): {"body": {"numbers": [7]}},
    ("change_order", 409): {"path": "games/{withdrawn}/orders/1/"},
    ("change_order", 422): {"body": {"orders": "hop"}},
    ("withdraw_order", 409): {"path": "games/{dropped}/orders/1/withdraw/"},
    ("resign", 409): {"body": {"ply": 1}},
    ("agree_to_abort", 409): {"path": "games/{over}/abort/"},
    ("confirm_resignation", 409): {"body": {"seat": "B"}},
    ("take_back_resignation", 409): {"path": "games/{over}/resign/take-back/"},
    ("propose", 409): {"body": {"kind": "resume"}},
    ("propose", 422): {"body": {"kind": "pace", "pace": "own"}},
    ("answer_proposal", 409): {"path": "games/{closed}/proposals/{closed_proposal}/answer/"},
    ("withdraw_proposal", 409): {"path": "games/{closed}/proposals/{closed_proposal}/withdraw/"},
    ("withdraw_proposal", 403): {"who": "ben"},
    ("answer_proposal", 404): {"path": "games/{proposed}/proposals/999999/answer/"},
    ("withdraw_proposal", 404): {"path": "games/{proposed}/proposals/999999/withdraw/"},
    ("confirm_resignation", 404): {"path": "games/zzzzzzzzzz/resign/confirm/"},
    ("take_back_resignation", 404): {"path": "games/zzzzzzzzzz/resign/take-back/"},
    ("join_game", 409): {"path": "games/{running}/join/", "who": "eve"},
    ("join_game", 422): {"body": {"entropy": "short"}},
    ("leave_game", 409): {"path": "games/{running}/leave/"},
    ("rematch", 409): {"path": "games/{running}/rematch/"},
    ("rematch", 422): {"body": {"entropy": "short"}},
    ("accept_deputy", 404): {"path": "deputies/999999/accept/"},
    ("end_deputy", 404): {"path": "deputies/999999/end/"},
    ("name_deputy", 409): {"path": "deputies/?after={deputy}"},
    ("name_deputy", 422): {"body": {"deputy": "no-such-player"}},
    ("take_seat", 409): {"path": "games/{running}/seats/take/"},
    ("take_back", 409): {"path": "games/{replaced}/seats/return/"},
    ("invite", 409): {"path": "games/{running}/invitations/"},
    ("invite", 422): {"body": {"player": "no-such-player"}},
}


class Things(dict[str, str]):
    """Values of path parameters, created at their first use."""

    def __init__(self, ann: Program, ben: Program) -> None:
        super().__init__()
        self.ann, self.ben = ann, ben

    def __missing__(self, name: str) -> str:
        if name.startswith("day_"):  # so many days from today
            self[name] = str(timezone.now().date() + timedelta(days=int(name.removeprefix("day_"))))
        else:
            self[name] = str(getattr(self, name)())
        return self[name]

    def running(self) -> str:
        return started_game(self.ann.user, self.ben.user, share=NewShare(words=SHARE)).code

    def private(self) -> str:
        return started_game(self.ann.user, self.ben.user, is_private=True).code

    def late(self) -> str:
        game = started_game(self.ann.user, self.ben.user, pace="1d")
        Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
        Turn.objects.filter(game=game).update(came_at=timezone.now() - timedelta(days=9))
        return game.code

    def holiday(self) -> str:
        body = {"first": self["day_5"], "last": self["day_6"]}
        return str(self.ann.post("me/holidays/", body, 201)["holidays"][0]["id"])

    def cancelled(self) -> str:
        code = self.holiday()
        self.ann.post(f"me/holidays/{code}/shorten/", {"last": str(timezone.now().date() + timedelta(days=4))})
        return code

    def table(self) -> str:
        return make_table(self.ann.user).code

    def over(self) -> str:
        code = self.running()
        self.ann.post(f"games/{code}/resign/")
        self.ann.post(f"games/{code}/resign/confirm/", {"seat": "A"})
        return code

    def resigned(self) -> str:
        game = started_game(self.ann.user, self.ben.user, make_user())
        self.ann.post(f"games/{game.code}/resign/")
        return game.code

    def proposed(self) -> str:
        code = self.running()
        self["proposal"] = str(self.ann.post(f"games/{code}/proposals/", {"kind": "pause"}, 201)["number"])
        return code

    def closed(self) -> str:
        code = self.running()
        row = self.ann.post(f"games/{code}/proposals/", {"kind": "pause"}, 201)
        self["closed_proposal"] = str(row["number"])
        self.ben.post(f"games/{code}/proposals/{row['number']}/answer/", {"agrees": False})
        return code

    def ordered(self) -> str:
        code = self.running()
        self.ann.post(f"games/{code}/orders/", {"orders": "L"}, 201)
        return code

    def withdrawn(self) -> str:
        code = self.ordered()
        self.ann.post(f"games/{code}/orders/1/withdraw/", status=204)
        return code

    def dropped(self) -> str:
        code = self.ordered()
        self.ben.post(f"games/{code}/resign/")
        self.ben.post(f"games/{code}/resign/confirm/", {"seat": "B"})
        return code

    def analysed(self) -> str:
        return finished_game(self.ann.user, self.ben.user).code

    def code(self) -> str:
        return str(self.ann.post(f"games/{self.table()}/invitations/", {"player": "ben"}, 201)["id"])

    def deputy(self) -> str:
        return str(self.ann.post("deputies/", {"deputy": "ben"}, 201)["id"])

    def offered(self) -> str:
        code = self.running()
        game = Game.objects.get(code=code)
        offer(game, game.seats.get(user=self.ann.user), timezone.now(), timezone.now())
        return code

    def replaced(self) -> str:
        code = self.offered()
        game = take_seat(Game.objects.get(code=code).pk, 0, make_user(), timezone.now())
        abort_game(game.pk)
        return code

    def answered(self) -> str:
        code = self.code()
        self.ben.post(f"invitations/{code}/decline/", status=204)
        return code


def test_every_operation_is_called() -> None:
    assert set(WELL) == {operation for operation, _status in DOCUMENTED}
    assert set(CHANGED) <= set(DOCUMENTED)


def _filled(text: str, things: Things) -> str:
    """Return a body with its dates."""
    return re.sub(r"\{(day_\d+)\}", lambda found: things[found[1]], text)


@pytest.mark.parametrize(("operation", "status"), DOCUMENTED)
def test_what_is_documented_happens(
    operation: str, status: int, ann: Program, ben: Program, eve: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, method, path, body = WELL[operation]
    change = CHANGED.get((operation, status), {})
    who, path, body = change.get("who", who), change.get("path", path), change.get("body", body)
    client = {"ann": ann, "ben": ben, "eve": eve}[who].client
    things = Things(ann, ben)
    if status == 404 and not change:
        client = eve.client
        hidden = ("running", "late", "table", "over", "analysed", "ordered", "offered")
        things.update(dict.fromkeys(hidden, things["private"]))
    address = ROOT + path.format_map(things)
    text, kind = "" if body is None else _filled(json.dumps(body), things), "application/json"
    if status == 401:
        client = APIClient(HTTP_AUTHORIZATION="Bearer mk_unknown")
    elif status == 429:
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "user", "1/min")
        client.get(f"{ROOT}titles/")
    elif status == 403:
        client = APIClient(enforce_csrf_checks=True)
        client.force_login(ann.user)
    elif status == 415:
        kind = "text/plain"
    elif status == 413:
        text = " " * 2**21
    elif status == 400 and not change:
        text = "{"
    response = client.generic(method, address, text, kind)
    assert response.status_code == status, response.content
