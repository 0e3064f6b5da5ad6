from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.board.api import viewer_game
from games.core.models import Entry, Game
from tests.helpers.programs import Program
from tests.makers import finished_game, make_user, play_on


def log_length(game: Game) -> int:
    return Entry.objects.filter(game=game).count()


@pytest.mark.slow
def test_a_game_is_played_from_an_empty_table_to_its_end(ann: Program, ben: Program) -> None:
    opened = ann.post(
        "games/",
        {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "pace": "1d", "options": {"rugs": "3/3/3"}},
        201,
    )
    now = ben.post(f"games/{opened['id']}/join/", {"entropy": "a share of my very own"})
    programs = {"ann": ann, "ben": ben}
    while now["status"] == "running":
        [seat] = [seat for seat in now["seats"] if seat["acting"]]
        now = programs[seat["player"]].play(now["id"], now["position"]["legal"][0], now["ply"])
    assert now["status"] == "finished"
    assert now["position"]["outcome"]["standings"][0]["place"] == 1
    assert min(seat["place"] for seat in now["seats"]) == 1
    assert len(now["dice"]["secret"]) == 64
    assert now["ply"] == len(ann.get(f"games/{now['id']}/log/"))


def test_an_action_is_answered_with_the_new_position(game: Game, ann: Program) -> None:
    before = ann.get(f"games/{game.code}/")
    after = ann.play(game, "L", before["ply"])
    assert after["ply"] > before["ply"]
    assert after["position"]["phase"] == "lay"
    assert after["legal"] == after["position"]["legal"]
    assert {**after, "rating_changes": [], "unrated": ""} == ann.get(f"games/{game.code}/")


def test_a_stale_action_is_answered_with_the_game_as_it_is(game: Game, ann: Program) -> None:
    first = ann.play(game, "L", game.ply)
    problem = ann.play(game, "R", game.ply, 409)
    assert problem["code"] == "stale-ply"
    assert problem["game"] == first
    assert log_length(game) == first["ply"]


def test_a_game_that_changes_while_it_is_read_is_answered_as_of_one_moment(game: Game) -> None:
    read = Game.objects.get(pk=game.pk)
    later = play_on(game, 2)
    shown = viewer_game(read, AnonymousUser())
    assert shown.position is not None
    assert (read.ply, shown.position["ply"]) == (later.ply, later.ply)
    assert [seat.letter for seat in shown.seats if seat.is_acting] == shown.position["acting"]


def test_an_action_sent_again_is_answered_as_the_first_time(game: Game, ann: Program) -> None:
    first = ann.play(game, "L", game.ply)
    assert ann.play(game, "L", game.ply) == first
    assert log_length(game) == first["ply"]


def test_an_illegal_action_is_refused_with_the_reason_of_the_rules(game: Game, ann: Program) -> None:
    before = ann.get(f"games/{game.code}/")
    assert ann.play(game, "a1a2", game.ply, 422)["code"] == "wrong-phase"
    assert ann.get(f"games/{game.code}/") == before
    assert log_length(game) == game.ply


@pytest.mark.parametrize("action", ["?", "resigns", "out of time", "abort", "3", "c", "é"])
def test_an_unknown_action_is_refused_by_the_api(game: Game, ann: Program, action: str) -> None:
    ann.play(game, action, game.ply, 422)
    assert log_length(game) == game.ply


def test_a_player_cannot_play_out_of_turn(game: Game, ben: Program) -> None:
    assert ben.play(game, "L", game.ply, 403)["code"] == "not-your-turn"
    assert log_length(game) == game.ply


def test_a_player_cannot_play_at_another_table(game: Game, eve: Program) -> None:
    assert eve.play(game, "L", game.ply, 403)["code"] == "not-seated"
    assert log_length(game) == game.ply


def test_a_visitor_cannot_play(game: Game, anonymous_client: Program) -> None:
    assert anonymous_client.play(game, "L", game.ply, 401)["code"] == "not-authenticated"
    assert log_length(game) == game.ply


def test_a_finished_game_cannot_be_played(ann: Program) -> None:
    over = finished_game(ann.user, make_user())
    assert ann.play(over, "L", over.ply, 409)["code"] == "not-running"
    assert log_length(over) == over.ply


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "ply"),
        ({"ply": "soon", "action": "L"}, "ply"),
        ({"ply": -1, "action": "L"}, "ply"),
        ({"ply": 2**31, "action": "L"}, "ply"),
        ({"ply": None, "action": "L"}, "ply"),
        ({"ply": 2, "action": ""}, "action"),
        ({"ply": 2, "action": "L" * 81}, "action"),
        ({"ply": 2, "action": ["L"]}, "action"),
        ({"ply": 2, "action": "\0"}, "action"),
        ([], ""),
        ("L", ""),
    ],
)
def test_an_invalid_body_of_an_action_is_refused_by_field(game: Game, ann: Program, body: Any, field: str) -> None:
    problem = ann.post(f"games/{game.code}/actions/", body, 400)
    assert problem["code"] == "invalid"
    assert field in [fault["field"] for fault in problem["errors"]]
    assert log_length(game) == game.ply


def test_only_the_acting_player_gets_legal_actions(game: Game, ann: Program, ben: Program, eve: Program) -> None:
    assert ann.get(f"games/{game.code}/")["legal"] == ["F", "L", "R"]
    assert ben.get(f"games/{game.code}/")["legal"] == []
    assert eve.get(f"games/{game.code}/")["legal"] == []


def test_resigning_by_the_api_ends_a_game_of_two(game: Game, ann: Program) -> None:
    over = ann.post(f"games/{game.code}/resign/", {"ply": game.ply})
    assert (over["status"], over["end_reason"], over["legal"]) == ("finished", "resigned", [])
    assert ann.post(f"games/{game.code}/resign/", {"ply": game.ply}) == over  # as if the first answer had been lost


def test_resigning_needs_no_ply(game: Game, ann: Program) -> None:
    assert ann.post(f"games/{game.code}/resign/")["status"] == "finished"


def test_resigning_is_refused_if_the_game_has_moved_on(game: Game, ann: Program) -> None:
    problem = ann.post(f"games/{game.code}/resign/", {"ply": game.ply - 1}, 409)
    assert problem["code"] == "stale-ply"
    assert problem["game"]["status"] == "running"


def test_resigning_is_refused_if_a_turn_was_taken_back(game: Game, ann: Program) -> None:
    Game.objects.filter(pk=game.pk).update(undone=1)
    problem = ann.post(f"games/{game.code}/resign/", {"ply": game.ply, "undone": 0}, 409)
    assert problem["code"] == "stale-ply"
    assert ann.post(f"games/{game.code}/resign/", {"ply": game.ply, "undone": 1})["status"] == "finished"


def test_a_game_is_aborted_when_all_players_agree(game: Game, ann: Program, ben: Program) -> None:
    asked = ann.post(f"games/{game.code}/abort/", {"agrees": True})
    assert [seat["wants_abort"] for seat in asked["seats"]] == [True, False]
    assert ben.post(f"games/{game.code}/abort/")["status"] == "aborted"


def test_agreeing_to_abort_can_be_taken_back(game: Game, ann: Program, ben: Program) -> None:
    ann.post(f"games/{game.code}/abort/", {"agrees": True})
    ann.post(f"games/{game.code}/abort/", {"agrees": False})
    assert ben.post(f"games/{game.code}/abort/")["status"] == "running"


def test_a_stranger_cannot_end_a_game(game: Game, eve: Program) -> None:
    assert eve.post(f"games/{game.code}/resign/", {}, 403)["code"] == "not-seated"
    assert eve.post(f"games/{game.code}/abort/", {}, 403)["code"] == "not-seated"
    assert Game.objects.get(pk=game.pk).status == "running"


def test_an_action_for_a_position_that_was_taken_back_is_stale(game: Game, ann: Program) -> None:
    Game.objects.filter(pk=game.pk).update(undone=1)
    seen = ann.get(f"games/{game.code}/")
    assert (seen["ply"], seen["undone"]) == (game.ply, 1)
    old = {"ply": game.ply, "undone": 0}
    assert ann.post(f"games/{game.code}/actions/", {**old, "action": "L"}, 409)["code"] == "stale-ply"
    assert ann.post(f"games/{game.code}/turns/", {**old, "turn": "L"}, 409)["code"] == "stale-ply"
    assert log_length(game) == game.ply
    assert ann.post(f"games/{game.code}/actions/", {**old, "undone": 1, "action": "L"})["ply"] > game.ply


def test_a_program_without_knowledge_of_undo_still_plays(game: Game, ann: Program) -> None:
    Game.objects.filter(pk=game.pk).update(undone=1)
    assert ann.play(game, "L", game.ply)["ply"] > game.ply


def test_a_list_of_one_action_is_played_like_an_action(game: Game, ann: Program) -> None:
    after = ann.post(f"games/{game.code}/actions/", {"ply": game.ply, "actions": ["L"]})
    assert after["position"]["phase"] == "lay"


def test_a_list_of_actions_beyond_the_roll_plays_nothing(game: Game, ann: Program) -> None:
    problem = ann.post(f"games/{game.code}/actions/", {"ply": game.ply, "actions": ["L", "a1a2"]}, 422)
    assert problem["code"] == "turn-over"
    assert log_length(game) == game.ply


@pytest.mark.parametrize("sent", [{}, {"action": "L", "actions": ["L"]}, {"actions": []}])
def test_exactly_one_of_action_and_actions_is_required(game: Game, ann: Program, sent: dict[str, Any]) -> None:
    ann.post(f"games/{game.code}/actions/", {"ply": game.ply, **sent}, 400)
    assert log_length(game) == game.ply
