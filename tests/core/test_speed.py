"""What pages and turns cost: statements, and bytes. Goals and figures are in docs/speed.md."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Profile, User
from games.analysis import analyses
from games.analysis.models import Analysis
from games.chat.models import ChatMessage
from games.chat.services import MAX_LENGTH
from games.clocks.models import Turn
from games.core.log import log_of, state_of
from games.core.models import Entry, Game
from games.engine import registry
from games.engine.registry import get_title
from games.play.actions import play_actions
from games.play.after_action import rebuild_derived
from tests.engine.helpers.tiles import TILES
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import acting_user, any_action, finished_game, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOT_COUNTED = re.compile(
    r'FROM ("django_session"|"accounts_user" LEFT OUTER JOIN "accounts_profile" ON \(.*\)) WHERE'
    r"|^(BEGIN|COMMIT|SAVEPOINT|RELEASE)"
)
MAX_TABLE_BYTES = 60 * 1024  # of HTML
PAGE_STATEMENTS, TURN_STATEMENTS = 20, 26  # beside session and user; a turn in ten minutes stores a trace
DENSEST = """
R 2 g3g4 L 2 e7f7 R 3 e6f6 L 2 f4f5 R 2 c2c3 R 4 d6e6 F 3 b4b5 R 2 a4b4 F 3 b4b5 F 1 c5d5 F 2 d4e4 F
3 e4f4 F 3 c1c2 F 2 b3b4 R 4 b7c7 F 4 a5b5 R 2 b5c5 F 1 a5a6 F 4 f4g4 F 2 f5g5 F 1 g5g6 R 3 e4e5 L 2
g4g5 F 3 f4f5 R 1 f6g6 F 1 f6f7 R 4 f5g5 L 3 e3e4 F 4 a6b6 R 1 b5b6 R 2 c5d5 L 3 c5c6 R 3 a4a5 R 2
c6c7 L 2 d5d6 L 4 d3d4 L 3 f5f6 R 4 g2g3 L 3 d2d3 R 3 e4e5 L 2 a3b3 F 2 b5c5 R 2 b3c3 R 2 a3b3 R 3
b1b2 R 2 f2f3 L 2
"""  # of 300 late positions of four players the one with most to show: 12 places for a rug


def statements(work: Callable[[], object]) -> list[str]:
    """Return the statements of some work.

    Those are left out that find session and user, or begin and end transactions.
    """
    with CaptureQueriesContext(connection) as captured:
        work()
    return [query["sql"] for query in captured if not NOT_COUNTED.search(query["sql"])]


def asked(client: Client, path: str) -> list[str]:
    """Return the statements of a page that has been asked for before."""
    client.get(path)
    return statements(lambda: client.get(path))


def at_most(most: int, sent: list[str]) -> None:
    """Fail with the statements if they are more than the bound."""
    if len(sent) > most:
        advice = f"{len(sent)} statements, where {most} are allowed. Join one to another, or say why more are needed:"
        pytest.fail("\n".join([advice, *(sql if len(sql) < 200 else f"{sql[:80]} … {sql[-110:]}" for sql in sent)]))


def on_turn(game: Game, user: User) -> Game:
    """Return the game when this player must act."""
    while acting_user(game) != user:
        game = play_on(game, 1)
    return game


def table_statements(client: Client, game: Game) -> int:
    """Return how many statements the first visit of a table takes."""
    client.get("/rules/")  # who asks, and in which language
    return len(statements(lambda: client.get(f"/t/{game.code}/")))


def test_a_table_takes_as_many_statements_at_a_late_ply_as_at_the_first() -> None:
    user, others = make_user(), [make_user() for _ in range(3)]
    game = started_game(user, *others, options={"rugs": "3/3/3"})
    client = signed_in(user)
    first = table_statements(client, game)
    assert first <= PAGE_STATEMENTS
    assert table_statements(client, on_turn(play_on(game, 9, in_steps=True), user)) == first


def test_a_finished_and_analysed_table_takes_few_statements() -> None:
    game = finished_game()
    analyses.compute(Analysis.objects.get(game=game).pk)
    assert table_statements(signed_in(game.host or make_user()), game) <= PAGE_STATEMENTS


def test_a_table_takes_few_statements_while_others_act_and_other_games_wait() -> None:
    user = make_user()
    started_game(user, make_user())
    game = play_on(started_game(user, make_user()), 2)
    assert acting_user(game) != user
    client = signed_in(user)
    assert table_statements(client, game) <= PAGE_STATEMENTS
    assert f"/next/?after={game.code}" in text_at(client, f"/t/{game.code}/")


def test_a_strangers_visit_takes_few_statements() -> None:
    assert table_statements(Client(), play_on(started_game(), 4)) <= PAGE_STATEMENTS


def test_the_dashboard_takes_few_statements() -> None:
    user = make_user()
    started_game(user, make_user())
    finished_game(user, make_user())
    at_most(PAGE_STATEMENTS, asked(signed_in(user), "/"))


def test_the_api_shows_a_game_and_a_list_in_few_statements() -> None:
    user = make_user()
    game = play_on(started_game(user, make_user()), 4)
    client = signed_in(user)
    at_most(PAGE_STATEMENTS, asked(client, f"/api/v1/games/{game.code}/"))
    at_most(PAGE_STATEMENTS, asked(client, "/api/v1/games/"))


def test_a_board_follows_a_name_that_changes() -> None:
    game, client = play_on(started_game(make_user(), make_user()), 8, in_steps=True), Client()
    client.get(f"/t/{game.code}/")
    for number, seat in enumerate(game.seats.select_related("user__profile")):
        assert seat.user
        Profile.objects.filter(user=seat.user).update(display_name=f"Zoubida {number}")
    board = re.findall(r"<title>.*?</title>", text_at(client, f"/t/{game.code}/"))
    assert any("Zoubida" in sql for sql in board)


def test_submitting_an_action_takes_few_statements() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    client.get("/")
    data = {"ply": game.ply, "action": any_action(game)}
    sent = statements(lambda: client.post(f"/t/{game.code}/act/", data))
    assert len(log_of(game)) == game.ply + 2  # what was chosen, and what was rolled
    at_most(TURN_STATEMENTS, sent)


def test_the_end_of_a_turn_with_clocks_takes_few_statements() -> None:
    game = play_on(started_game(pace="3d"), 1)
    client = signed_in(acting_user(game))
    client.get("/")
    data = {"ply": game.ply, "action": any_action(game)}
    sent = statements(lambda: client.post(f"/t/{game.code}/act/", data))
    assert Game.objects.get(pk=game.pk).turn > game.turn
    at_most(TURN_STATEMENTS, sent)


def fill_chat(game: Game) -> None:
    """Let the longest lines be said, more than are shown."""
    lines = (ChatMessage(game=game, author=game.host, text="tea " * (MAX_LENGTH // 4), ply=1) for _ in range(20))
    ChatMessage.objects.bulk_create(lines)


def densest() -> Game:
    """Return a running game in which there is as much to show as was ever found."""
    game = started_game(*[make_user() for _ in range(4)])
    Entry.objects.bulk_create(
        Entry(
            game=game,
            ply=ply,
            seat=None if ply % 3 == 1 else ply // 3 % 4,
            notation=notation,
            at=timezone.now(),
            rules_version=game.rules_version,
        )
        for ply, notation in enumerate(DENSEST.split())
    )
    Turn.objects.filter(game=game).delete()  # the first player's, which these entries have ended
    rebuild_derived(game.pk)
    return game


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_table_page_is_small_with_the_most_choices_and_the_longest_chat(language: str) -> None:
    game = densest()
    assert len(get_title(game.title).legal_actions(state_of(game))) == 12
    fill_chat(game)
    Profile.objects.filter(user=acting_user(game)).update(language=language)
    html = text_at(signed_in(acting_user(game)), f"/t/{game.code}/")
    assert f'<html lang="{language}"' in squeezed(html)
    assert len(html.encode()) < MAX_TABLE_BYTES


def test_the_whole_log_is_loaded_on_demand() -> None:
    game = play_on(started_game(), 30, in_steps=True)
    client = Client()
    first = '?ply=1#play"'
    assert first not in text_at(client, f"/t/{game.code}/")
    html = text_at(client, f"/t/{game.code}/?log=all")
    assert first in html
    assert "The board in words" in html


def test_a_table_page_is_small_when_the_game_is_over_and_analysed() -> None:
    players = [make_user() for _ in range(4)]
    game = play_on(started_game(*players, options={"rugs": "3/3/3"}), in_steps=True)
    fill_chat(game)
    analyses.compute(Analysis.objects.get(game=game).pk)
    html = text_at(signed_in(players[0]), f"/t/{game.code}/")
    assert f"/t/{game.code}/analysis/" in html
    assert len(html.encode()) < MAX_TABLE_BYTES


def test_a_page_has_only_the_choices_of_the_present_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, TILES.key, TILES)
    game = started_game(title="tiles", ruleset="standard")
    for east in range(1, 13, 2):
        game = play_actions(game.pk, acting_user(game), [f"a e{east}", f"b e{east + 1} 2 x"], game.ply)
    assert len(get_title("tiles").legal_actions(state_of(game))) > 700
    client = signed_in(acting_user(game))
    for query in ("", "?choose=b", "?choose=b+n1", "?choose=b+n1+2", "?done=b+n1+2+x&choose=c"):
        html = text_at(client, f"/t/{game.code}/{query}")
        assert len(html.encode()) < MAX_TABLE_BYTES, query
        assert html.count("data-step=") < 50
