from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.log import state_of
from games.core.models import Game, Seat
from games.engine.registry import get_title
from games.play.endings import resign
from tests.helpers.programs import ROOT, Program
from tests.makers import make_table, make_user, play_on, started_game

Queries = Callable[[str], int]


@pytest.fixture
def queries(ann: Program) -> Queries:
    """Return a function that counts the queries of a GET request."""

    def count(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            ann.get(path)
        return len(captured)

    return count


def ids(page: Any) -> list[str]:
    return [game["id"] for game in page["results"]]


def test_the_list_of_games_has_every_visible_table(game: Game, private_game: Game, eve: Program) -> None:
    hidden = make_table(make_user(), is_private=True)
    mine = make_table(eve.user, is_private=True)
    assert ids(eve.get("games/")) == [mine.code, game.code]
    assert hidden.code not in ids(eve.get("games/"))


def test_the_list_of_games_leaves_out_cancelled_tables(ann: Program, anonymous_client: Program) -> None:
    table = make_table(ann.user)
    ann.post(f"games/{table.code}/leave/", status=204)
    assert ids(anonymous_client.get("games/")) == []


def test_a_row_of_a_game_has_the_players_and_the_acting_ones(game: Game, anonymous_client: Program) -> None:
    [row] = anonymous_client.get("games/")["results"]
    assert row["url"] == f"http://testserver{ROOT}games/{game.code}/"
    assert [(seat["seat"], seat["player"], seat["acting"]) for seat in row["seats"]] == [
        ("A", "ann", True),
        ("B", "ben", False),
    ]
    assert (row["status"], row["pace"], row["host"]) == ("running", "3d", "ann")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mine", ["waits", "theirs", "over", "seated"]),
        ("waiting", ["waits"]),
        ("running", ["waits", "theirs", "others"]),
        ("finished", ["over"]),
        ("open", ["free"]),
    ],
)
def test_a_named_list_of_games_has_what_it_says(ann: Program, ben: Program, name: str, expected: list[str]) -> None:
    games = {
        "waits": started_game(ann.user, ben.user),
        "theirs": started_game(ben.user, ann.user),
        "others": started_game(ben.user, make_user()),
        "over": started_game(ann.user, ben.user),
        "seated": make_table(ann.user),
        "free": make_table(ben.user),
    }
    resign(games["over"].pk, ann.user)
    assert sorted(ids(ann.get("games/", filter=name))) == sorted(games[key].code for key in expected)


@pytest.mark.parametrize("name", ["mine", "waiting"])
def test_own_games_require_signing_in(anonymous_client: Program, name: str) -> None:
    anonymous_client.get("games/", 401, filter=name)


@pytest.mark.parametrize("name", ["open", "running", "finished"])
def test_public_games_need_no_account(game: Game, anonymous_client: Program, name: str) -> None:
    assert ids(anonymous_client.get("games/", filter=name)) == ([game.code] if name == "running" else [])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"title": "marrakech"}, True),
        ({"title": "chess"}, False),
        ({"ruleset": "slides"}, True),
        ({"ruleset": "gigamic"}, False),
        ({"pace": "1d"}, True),
        ({"pace": "7d"}, False),
        ({"seat_count": 3}, True),
        ({"seat_count": 2}, False),
        ({"player": "Ann"}, True),
        ({"player": "ben"}, False),
        ({"player": "nobody-of-this-name"}, False),
        ({"player": "ann", "pace": "1d", "filter": "open"}, True),
    ],
)
def test_the_list_of_games_is_filtered(
    ann: Program, ben: Program, anonymous_client: Program, query: dict[str, Any], found: bool
) -> None:
    make_table(ann.user, ruleset="slides", pace="1d", seat_count=3)
    assert bool(ids(anonymous_client.get("games/", **query))) is found


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"filter": "lost"}, "filter"),
        ({"pace": "never"}, "pace"),
        ({"seat_count": "two"}, "seat_count"),
        ({"seat_count": 10**30}, "seat_count"),
        ({"title": "\0"}, "title"),
        ({"cursor": "rubbish"}, "cursor"),
        ({"cursor": "cD1hYmM="}, "cursor"),  # p=abc
    ],
)
def test_an_invalid_filter_of_games_is_refused(anonymous_client: Program, query: dict[str, Any], field: str) -> None:
    assert [fault["field"] for fault in anonymous_client.get("games/", 400, **query)["errors"]] == [field]


def test_pages_of_games_follow_each_other_while_tables_are_added(ann: Program) -> None:
    codes = [make_table(ann.user).code for _number in range(5)][::-1]
    first = ann.get("games/", page_size=2)
    make_table(ann.user)
    second = ann.get(first["next"].partition(ROOT)[2])
    third = ann.get(second["next"].partition(ROOT)[2])
    assert ids(first) + ids(second) + ids(third) == codes
    assert (first["previous"], third["next"]) == (None, None)
    assert ids(ann.get(second["previous"].partition(ROOT)[2]))[-1] == codes[1]


@pytest.mark.parametrize("name", ["mine", "waiting"])
def test_lists_of_own_games_have_only_own_private_ones(ann: Program, eve: Program, name: str) -> None:
    started_game(make_user(), make_user(), is_private=True)
    games = [started_game(player.user, make_user(), is_private=True) for player in (ann, eve)]
    Seat.objects.update(is_acting=True)
    assert ids(eve.get("games/", filter=name)) == [games[1].code]


def test_a_page_of_games_has_at_most_a_hundred_rows(ann: Program) -> None:
    Game.objects.bulk_create(
        Game(title="marrakech", ruleset="gigamic", rules_version=1, seat_count=2) for _number in range(101)
    )
    assert len(ids(ann.get("games/", page_size=1000))) == 100
    assert len(ids(ann.get("games/"))) == 25


@pytest.mark.parametrize(("path", "most"), [("games/", 6), ("games/?filter=open", 6), ("games/?filter=mine", 6)])
def test_a_list_takes_as_many_queries_for_six_games_as_for_one_by_the_api(
    ann: Program, ben: Program, queries: Queries, path: str, most: int
) -> None:
    def add() -> None:
        make_table(ben.user)
        started_game(ann.user, ben.user)

    add()
    ann.get("me/")  # notes the use of the token
    one = queries(path)
    for _number in range(5):
        add()
    assert queries(path) == one
    assert one <= most


def test_a_game_takes_as_many_queries_late_as_early(ann: Program, ben: Program, queries: Queries) -> None:
    game = started_game(ann.user, ben.user)
    ann.get("me/")
    path = f"games/{game.code}/"
    early = queries(path)
    play_on(game, 30)
    assert queries(path) == early
    assert early <= 20


def test_the_log_of_a_game_takes_as_many_queries_late_as_early(ann: Program, ben: Program, queries: Queries) -> None:
    game = started_game(ann.user, ben.user)
    ann.get("me/")
    path = f"games/{game.code}/log/"
    early = queries(path)
    play_on(game, 30)
    assert queries(path) == early
    assert early <= 7


def test_a_game_is_shown_with_the_position_that_its_title_gives(game: Game, anonymous_client: Program) -> None:
    response = anonymous_client.get(f"games/{game.code}/")
    assert response["position"] == get_title("marrakech").to_json(state_of(game))
    assert response["you"] is None
    assert response["legal"] == []
    assert response["invite_code"] is None
    assert response["dice"]["secret"] == ""
    assert response["dice"]["commitment"] == game.commitment


def test_a_table_has_no_position_before_its_game(ann: Program) -> None:
    table = make_table(ann.user)
    response = ann.get(f"games/{table.code}/")
    assert response["position"] is None
    assert response["you"] == {"seat": None, "acting": False, "deputy": False}
    assert response["dice"]["shares"] == []
    assert ann.get(f"games/{table.code}/log/") == []
    ann.get(f"games/{table.code}/positions/0/", 404)


def test_a_player_gets_their_seat_and_the_invitation_link(game: Game, ben: Program) -> None:
    response = ben.get(f"games/{game.code}/")
    assert response["you"] == {"seat": "B", "acting": False, "deputy": False}
    assert response["invite_code"] == game.invite_code


def test_every_earlier_position_can_be_read(game: Game, anonymous_client: Program) -> None:
    later = play_on(game, 6)
    for ply in range(later.ply + 1):
        position = anonymous_client.get(f"games/{game.code}/positions/{ply}/")
        assert position == get_title("marrakech").to_json(state_of(later, ply))
        assert position["ply"] == ply


@pytest.mark.parametrize("ply", ["999", "99999", "100000", "-1", "x", "1.0"])
def test_a_position_that_was_never_reached_is_not_found(game: Game, anonymous_client: Program, ply: str) -> None:
    anonymous_client.get(f"games/{game.code}/positions/{ply}/", 404)


def test_the_log_of_a_game_describes_actions_in_words(game: Game, ann: Program, anonymous_client: Program) -> None:
    ann.play(game, "L", game.ply)
    lines = anonymous_client.get(f"games/{game.code}/log/")
    [turned] = [line for line in lines if line["seat"] == "A"]
    assert (turned["action"], turned["turn"]) == ("L", 1)
    assert any("ann" in sentence for sentence in turned["text"])
    assert [line["ply"] for line in lines] == list(range(len(lines)))


def test_a_deleted_account_leaves_its_seat(game: Game, ben: Program, anonymous_client: Program) -> None:
    from accounts.services import delete_account

    delete_account(ben.user)
    [_ann, seat] = anonymous_client.get(f"games/{game.code}/")["seats"]
    assert (seat["player"], seat["name"]) == (None, "a former player")
