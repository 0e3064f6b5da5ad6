from typing import Any

import pytest

from games.chat.models import ChatMessage
from games.core.models import Game, Seat
from games.engine.dice import commitment
from games.lobby.models import Invitation
from tests.helpers.programs import ROOT, Program
from tests.makers import finished_game, make_table

NEW = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2}

QUERIES = ("", "&open_to_me=true", "&open_to_me=false", "&shared_hours=8", "&shared_hours=17")


def test_a_new_table_has_the_requested_settings(ann: Program) -> None:
    wishes = {
        "ruleset": "slides",
        "seat_count": 3,
        "options": {"dirhams": "50"},
        "pace": "7d",
        "seat_order": "joined",
        "private": True,
        "name": "By the well",
    }
    table = ann.post("games/", {"title": "marrakech", **wishes}, 201)
    assert {key: table[key] for key in wishes} == wishes
    assert (table["host"], table["status"]) == ("ann", "open")
    assert [seat["player"] for seat in table["seats"]] == ["ann"]


def test_the_response_to_a_new_table_has_its_address(ann: Program) -> None:
    response = ann.client.post(f"{ROOT}games/", NEW, format="json")
    assert response.headers["Location"] == response.json()["url"]


def test_only_players_can_make_a_table_by_the_api(anonymous_client: Program) -> None:
    anonymous_client.post("games/", NEW, 401)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"title": "chess"}, 422, "unknown-title"),
        ({"ruleset": "house"}, 422, "unknown-ruleset"),
        ({"seat_count": 5}, 422, "bad-seats"),
        ({"seat_count": 1}, 422, "bad-seats"),
        ({"options": {"colour": "blue"}}, 422, "unknown-option"),
        ({"options": {"dirhams": "0"}}, 422, "bad-value"),
        ({"entropy": "short"}, 422, "bad-share"),
        ({"entropy": "é" * 64}, 422, "bad-share"),
        ({"draft": "not one of ours"}, 422, "old-draft"),
        ({"pace": "9d"}, 400, "invalid"),
        ({"seat_order": "by age"}, 400, "invalid"),
        ({"seat_count": 10**30}, 400, "invalid"),
        ({"options": ["dirhams"]}, 400, "invalid"),
        ({"options": {"\ud800": "1"}}, 400, "parse-error"),
        ({"options": {"dirhams": None}}, 400, "invalid"),
        ({"name": "n" * 61}, 400, "invalid"),
    ],
)
def test_the_api_refuses_an_impossible_table(ann: Program, change: dict[str, Any], status: int, code: str) -> None:
    answer = ann.post("games/", {**NEW, **change}, status)
    assert answer["code"] == code
    assert not answer["detail"].endswith("..")
    assert not Game.objects.exists()


def test_a_draft_becomes_the_promised_table(ann: Program) -> None:
    draft = ann.post("drafts/", status=201)
    table = ann.post("games/", {**NEW, "draft": draft["draft"], "entropy": "chosen after I saw it"}, 201)
    assert table["id"] == draft["id"]
    assert table["dice"]["commitment"] == draft["commitment"]


def test_a_draft_sent_twice_makes_one_table(ann: Program) -> None:
    draft = ann.post("drafts/", status=201)["draft"]
    first = ann.post("games/", {**NEW, "draft": draft}, 201)
    assert ann.post("games/", {**NEW, "draft": draft}, 201)["id"] == first["id"]
    assert Game.objects.count() == 1


def test_a_draft_cannot_be_used_by_another_player(ann: Program, ben: Program) -> None:
    draft = ann.post("drafts/", status=201)["draft"]
    ann.post("games/", {**NEW, "draft": draft}, 201)
    assert ben.post("games/", {**NEW, "draft": draft}, 422)["code"] == "used-draft"
    assert Seat.objects.count() == 1


def test_the_opened_dice_of_a_table_are_those_of_its_draft(game: Game, ann: Program) -> None:
    over = ann.post(f"games/{game.code}/resign/")
    assert commitment(game.code, bytes.fromhex(over["dice"]["secret"])) == over["dice"]["commitment"]


def test_the_game_starts_when_the_last_seat_is_taken(ann: Program, ben: Program) -> None:
    table = make_table(ann.user)
    started = ben.post(f"games/{table.code}/join/", {"entropy": "ab" * 16})
    assert started["status"] == "running"
    assert "ab" * 16 in started["dice"]["shares"]


def test_joining_a_table_twice_by_the_api_changes_nothing(ann: Program, ben: Program) -> None:
    table = make_table(ann.user, seat_count=3)
    ben.post(f"games/{table.code}/join/")
    ben.post(f"games/{table.code}/join/")
    assert Seat.objects.count() == 2


def test_a_full_table_cannot_be_joined(ann: Program, ben: Program, eve: Program) -> None:
    table = make_table(ann.user)
    ann.post(f"games/{table.code}/invitations/", {"player": "ben"}, 201)
    assert eve.post(f"games/{table.code}/join/", status=409)["code"] == "table-full"
    assert ben.post(f"games/{table.code}/join/")["status"] == "running"


def test_a_running_game_cannot_be_joined(game: Game, eve: Program) -> None:
    assert eve.post(f"games/{game.code}/join/", status=409)["code"] == "not-open"


def test_a_share_that_is_too_short_is_refused(ann: Program, ben: Program) -> None:
    table = make_table(ann.user)
    assert ben.post(f"games/{table.code}/join/", {"entropy": "short"}, 422)["code"] == "bad-share"
    assert Seat.objects.count() == 1


def test_the_invite_code_opens_a_private_table(ann: Program, eve: Program) -> None:
    table = make_table(ann.user, is_private=True)
    key = ann.get(f"games/{table.code}/")["invite_code"]
    assert eve.get(f"games/{table.code}/", invite=key)["id"] == table.code
    assert eve.post(f"games/{table.code}/join/?invite={key}")["status"] == "running"


@pytest.mark.parametrize("key", ["", "wrongcode", "%00", "%F0%9F%98%80", "a" * 400])
def test_a_wrong_invite_code_opens_nothing(ann: Program, eve: Program, key: str) -> None:
    table = make_table(ann.user, is_private=True)
    eve.get(f"games/{table.code}/?invite={key}", 404)
    eve.post(f"games/{table.code}/join/?invite={key}", status=404)


def test_a_player_can_leave_a_table_before_the_start(ann: Program, ben: Program) -> None:
    table = make_table(ann.user, seat_count=3)
    ben.post(f"games/{table.code}/join/")
    ann.post(f"games/{table.code}/leave/", status=204)
    assert ben.get(f"games/{table.code}/")["host"] == "ben"


def test_running_games_and_tables_of_others_cannot_be_left(game: Game, ann: Program, eve: Program) -> None:
    assert ann.post(f"games/{game.code}/leave/", status=409)["code"] == "not-open"
    assert eve.post(f"games/{game.code}/leave/", status=403)["code"] == "not-seated"
    assert Seat.objects.count() == 2


@pytest.mark.slow
def test_a_rematch_is_one_table_for_all(ann: Program, ben: Program) -> None:
    game = finished_game(ann.user, ben.user)
    again = ann.post(f"games/{game.code}/rematch/")
    assert again["status"] == "open"
    assert ben.post(f"games/{game.code}/rematch/")["id"] == again["id"]
    assert ann.get(f"games/{again['id']}/")["status"] == "running"


def test_a_rematch_needs_its_players_and_the_end_of_the_game(game: Game, ann: Program, eve: Program) -> None:
    assert ann.post(f"games/{game.code}/rematch/", status=409)["code"] == "not-over"
    assert eve.post(f"games/{game.code}/rematch/", status=403)["code"] == "not-seated"
    assert Game.objects.count() == 1


def test_an_invited_player_finds_the_invitation_and_accepts_it(ann: Program, ben: Program) -> None:
    table = make_table(ann.user, is_private=True)
    sent = ann.post(f"games/{table.code}/invitations/", {"player": "BEN"}, 201)
    assert (sent["player"], sent["email"], sent["state"]) == ("ben", "", "pending")
    [received] = ben.get("invitations/")
    assert (received["id"], received["inviter"], received["game"]["id"]) == (sent["id"], "ann", table.code)
    assert ben.post(f"invitations/{received['id']}/accept/", {"entropy": "of my own choosing"})["status"] == "running"
    assert ben.get("invitations/") == []


def test_an_address_can_be_invited_without_learning_whose_it_is(ann: Program, ben: Program) -> None:
    table = make_table(ann.user)
    sent = ann.post(f"games/{table.code}/invitations/", {"email": "Ben@Example.org"}, 201)
    assert (sent["player"], sent["email"]) == (None, "ben@example.org")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"player": "no-such-player"}, 422, "unknown-player"),
        ({"player": "ann"}, 422, "already-seated"),
        ({}, 400, "invalid"),
        ({"player": "ben", "email": "ben@example.org"}, 400, "invalid"),
        ({"email": "not a valid web address"}, 400, "invalid"),
    ],
)
def test_an_invitation_to_an_unknown_player_is_refused(
    ann: Program, ben: Program, body: dict[str, str], status: int, code: str
) -> None:
    table = make_table(ann.user)
    assert ann.post(f"games/{table.code}/invitations/", body, status)["code"] == code
    assert not Invitation.objects.exists()


def test_only_players_invite_and_only_to_a_free_seat(game: Game, ann: Program, ben: Program, eve: Program) -> None:
    table = make_table(ann.user)
    assert eve.post(f"games/{table.code}/invitations/", {"player": "ben"}, 403)["code"] == "not-seated"
    ann.post(f"games/{table.code}/invitations/", {"player": "ben"}, 201)
    assert ann.post(f"games/{table.code}/invitations/", {"player": "eve"}, 409)["code"] == "no-free-seat"
    assert ann.post(f"games/{game.code}/invitations/", {"player": "eve"}, 409)["code"] == "not-open"
    assert Invitation.objects.count() == 1


def test_an_invitation_can_be_declined_once(ann: Program, ben: Program) -> None:
    table = make_table(ann.user)
    code = ann.post(f"games/{table.code}/invitations/", {"player": "ben"}, 201)["id"]
    ben.post(f"invitations/{code}/decline/", status=204)
    assert ben.post(f"invitations/{code}/decline/", status=409)["code"] == "invitation-answered"
    assert ben.post(f"invitations/{code}/accept/", status=409)["code"] == "invitation-answered"
    assert Seat.objects.count() == 1


def test_an_invitation_is_for_one_player(ann: Program, ben: Program, eve: Program, anonymous_client: Program) -> None:
    table = make_table(ann.user)
    code = ann.post(f"games/{table.code}/invitations/", {"player": "ben"}, 201)["id"]
    for answer in ("accept", "decline"):
        eve.post(f"invitations/{code}/{answer}/", status=404)
        anonymous_client.post(f"invitations/{code}/{answer}/", status=401)
    assert eve.post(f"invitations/{code}/withdraw/", status=403)["code"] == "not-yours"
    assert Invitation.objects.get().state == "pending"


def test_an_invitation_can_be_withdrawn(ann: Program, ben: Program) -> None:
    table = make_table(ann.user)
    code = ann.post(f"games/{table.code}/invitations/", {"player": "ben"}, 201)["id"]
    ann.post(f"invitations/{code}/withdraw/", status=204)
    assert ben.get("invitations/") == []


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw"])
def test_an_invitation_that_does_not_exist_is_not_found(ann: Program, answer: str) -> None:
    ann.post(f"invitations/abcdefghjk/{answer}/", status=404)


def test_chat_messages_are_visible_to_all_viewers_of_the_table(
    game: Game, ann: Program, anonymous_client: Program
) -> None:
    message = ann.post(f"games/{game.code}/messages/", {"text": "  Good luck, @ben! "}, 201)
    assert (message["author"], message["text"], message["ply"]) == ("ann", "Good luck, @ben!", game.ply)
    assert anonymous_client.get(f"games/{game.code}/messages/") == [message]


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, None])
def test_empty_and_long_chat_messages_are_refused(game: Game, ann: Program, text: str | None) -> None:
    ann.post(f"games/{game.code}/messages/", {"text": text}, 400)
    assert not ChatMessage.objects.exists()


def test_only_players_write_chat_messages(game: Game, eve: Program, anonymous_client: Program) -> None:
    assert eve.post(f"games/{game.code}/messages/", {"text": "Hello"}, 403)["code"] == "not-seated"
    anonymous_client.post(f"games/{game.code}/messages/", {"text": "Hello"}, 401)
    assert not ChatMessage.objects.exists()


def test_too_many_chat_messages_get_the_time_to_wait(game: Game, ann: Program) -> None:
    for number in range(10):
        ann.post(f"games/{game.code}/messages/", {"text": f"{number}"}, 201)
    response = ann.client.post(f"{ROOT}games/{game.code}/messages/", {"text": "11"}, format="json")
    assert response.status_code == 429
    assert 1 <= int(response.headers["Retry-After"]) <= 10
    assert ChatMessage.objects.count() == 10


def test_a_chat_message_sent_again_after_a_lost_answer_stands_once(game: Game, ann: Program, ben: Program) -> None:
    path = f"games/{game.code}/messages/"
    message = ann.post(path, {"text": "Well played."}, 201)
    ben.post(path, {"text": "Well played."}, 201)
    assert ann.post(path, {"text": " Well played. "}, 201) == message
    assert ann.post(path, {"text": "Well played.", "after": 0}, 201) == message
    assert [line["author"] for line in ann.get(path)] == ["ann", "ben"]


def test_a_chat_message_is_said_again_by_the_number_of_the_last_one(game: Game, ann: Program) -> None:
    path = f"games/{game.code}/messages/"
    first = ann.post(path, {"text": "Your turn."}, 201)["id"]
    second = ann.post(path, {"text": "Your turn.", "after": first}, 201)["id"]
    assert ann.post(path, {"text": "Your turn.", "after": first}, 201)["id"] == second
    assert [line["id"] for line in ann.get(path)] == [first, second]


def test_a_table_with_a_minimum_is_made_by_the_api(ann: Program, ben: Program, anonymous_client: Program) -> None:
    body = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "min_games": 5, "max_house_turns": 0}
    game = ann.post("games/", body, 201)
    assert (game["min_games"], game["max_house_turns"], game["max_answer_days"]) == (5, 0, None)
    assert ben.post(f"games/{game['id']}/join/", {}, 403)["code"] == "below-minimum"
    ann.post("games/", {**body, "min_games": 4}, 400)
    ids = {query: [row["id"] for row in ben.get(f"games/?filter=open{query}")["results"]] for query in QUERIES}
    assert ids == {
        "": [game["id"]],
        "&open_to_me=true": [],
        "&open_to_me=false": [game["id"]],
        "&shared_hours=8": [game["id"]],
        "&shared_hours=17": [],
    }
    for query in ("open_to_me=true", "shared_hours=8"):
        anonymous_client.get(f"games/?{query}", 401)
    ben.get("games/?shared_hours=25", 400)


def test_hints_are_chosen_with_a_new_table_and_shown_before_joining(ann: Program, eve: Program) -> None:
    with_hints, without = ann.post("games/", {**NEW, "hints": True}, 201), ann.post("games/", NEW, 201)
    assert (with_hints["hints"], without["hints"]) == (True, False)
    rows = {row["id"]: row["hints"] for row in eve.get("games/?filter=open")["results"]}
    assert rows == {with_hints["id"]: True, without["id"]: False}
