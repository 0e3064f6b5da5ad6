import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Profile, User
from games.chat.services import post_message
from games.core.models import Game, Seat
from games.engine import registry
from games.lobby.invitations import invite_player
from games.lobby.models import Invitation, InvitationState
from games.lobby.tables import join_table, leave_table
from games.site.presenters import dashboard_version
from tests.engine.helpers.toy import STONES
from tests.helpers.page_client import form_to, signed_in, squeezed, text_at
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)


def waiting_game(user: User, name: str, hours: int) -> Game:
    """Return a game that has waited this number of hours for the player."""
    game = started_game(user, make_user(), name=name)
    Seat.objects.filter(game=game, user=user).update(acting_since=timezone.now() - timedelta(hours=hours))
    return game


def queries_of(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_a_stranger_sees_every_game_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)
    html = text_at(Client(), "/")
    for name in ("Marrakech", "Marram", "Stones"):
        assert f'<h2 class="card__title">{name}</h2>' in html
        assert f"/tables/new/?title={name.lower()}" in html
        assert f"/rules/{name.lower()}/" in html
    assert "Sell rugs at the market." in html
    assert "Lay tiles in the dunes" in html
    for title in ("Marrakech", "Marram"):
        assert f"A game of {title}</title>" in html
        assert f"Play {title} now" in squeezed(html)
    assert "Play Stones now" not in squeezed(html)  # the friendly robot does not know it


def test_a_stranger_sees_a_board_and_how_to_begin() -> None:
    html = text_at(Client(), "/")
    assert '<svg class="board"' in html
    assert "/accounts/signup/" in html
    assert "/lobby/" in html


def test_games_that_have_waited_longest_come_first_on_demand() -> None:
    user = make_user()
    waiting_game(user, "The Young", 1)
    waiting_game(user, "The Old", 30)
    html = text_at(signed_in(user), "/?sort=waiting")
    assert html.index("The Old") < html.index("The Young")
    assert "(2) My games" in html


def test_a_game_that_waits_for_another_player_is_in_the_other_list() -> None:
    user = make_user()
    assert acting_user(play_on(started_game(user, make_user("Slow"), name="The Quiet"), 2)) != user
    html = text_at(signed_in(user), "/")
    assert "Slow, for <time" in html
    assert html.index("Waiting for others") < html.index("The Quiet")


def test_a_card_shows_opponents_turn_deadline_and_board() -> None:
    user = make_user()
    game = waiting_game(user, "The One", 2)
    html = text_at(signed_in(user), "/")
    assert f"/t/{game.code}/board.svg?ply={game.ply}" in html
    assert "Turn 1" in html
    assert "hours left" in html


@pytest.mark.sqlite  # a Redis would not follow the clock that is moved here
def test_a_cached_home_page_follows_the_clock_a_name_and_the_waiting_games() -> None:
    user, other = make_user(), make_user("Slow")
    game = started_game(user, other, name="The First")
    Seat.objects.filter(game=game, user=user).update(is_acting=True, acting_since=NOON - timedelta(hours=1))
    client = signed_in(user)
    with time_machine.travel(NOON, tick=False):
        first = text_at(client, "/")
    waiting_game(user, "The Second", 1)
    Profile.objects.filter(user=other).update(display_name="Zoubida <3")
    with time_machine.travel(NOON + timedelta(hours=2), tick=False):
        second = text_at(client, "/")
    assert "(1) My games" in first
    assert ">1\N{NO-BREAK SPACE}hour</time>" in first
    assert "with Slow" in first
    assert "(2) My games" in second
    assert ">3\N{NO-BREAK SPACE}hours</time>" in second
    assert "with Zoubida &lt;3" in second


def test_two_players_never_share_a_home_page() -> None:
    names = [make_user() for _ in range(2)]
    for user, other in (names, names[::-1]):
        html = text_at(signed_in(user), "/")
        assert f"/players/{user.username}/" in html
        assert other.username not in html


def test_an_invitation_is_accepted_from_the_dashboard() -> None:
    user = make_user()
    table = make_table()
    assert table.host is not None
    invitation = invite_player(table.pk, table.host, user.username)
    client = signed_in(user)
    form = form_to(text_at(client, "/"), f"/i/{invitation.code}/")
    assert client.post(form.action, {**form.values, "accept": "on"})["Location"] == f"/t/{table.code}/"
    assert table.seats.filter(user=user).exists()


def test_an_invitation_is_declined_from_the_dashboard() -> None:
    user = make_user()
    table = make_table()
    assert table.host is not None
    invitation = invite_player(table.pk, table.host, user.username)
    signed_in(user).post(f"/i/{invitation.code}/", {"decline": "on"})
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.DECLINED


def test_next_goes_to_the_game_with_the_first_deadline() -> None:
    user = make_user()
    late, soon = waiting_game(user, "The Late", 30), waiting_game(user, "The Soon", 1)
    Game.objects.filter(pk=late.pk).update(deadline=timezone.now() + timedelta(days=2))
    Game.objects.filter(pk=soon.pk).update(deadline=timezone.now() + timedelta(days=1))
    client = signed_in(user)
    assert client.get("/next/")["Location"] == f"/t/{soon.code}/"
    assert client.get(f"/next/?after={soon.code}")["Location"] == f"/t/{late.code}/"


def test_next_says_so_when_no_game_waits() -> None:
    answer = signed_in(make_user()).get("/next/?after=nonsense", follow=True)
    assert "No other game is waiting for you." in answer.content.decode()


def test_next_asks_strangers_to_sign_in() -> None:
    assert Client().get("/next/")["Location"].startswith("/accounts/login/")


def test_after_a_turn_the_table_leads_to_the_next_game() -> None:
    user = make_user()
    done = play_on(waiting_game(user, "The First", 1), 2)
    waiting_game(user, "The Second", 1)
    assert f"/next/?after={done.code}" in text_at(signed_in(user), f"/t/{done.code}/")


def test_a_table_left_and_an_older_one_joined_make_a_new_version_of_the_dashboard() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    older, left, _newest = make_table(bo, seat_count=4), make_table(ada, seat_count=4), make_table(ada, seat_count=4)
    post_message(left.pk, ada, "Anyone?")  # as often changed as the other will be
    before = dashboard_version(ada)
    assert join_table(older.pk, ada).version == Game.objects.get(pk=left.pk).version
    leave_table(left.pk, ada)
    assert dashboard_version(ada) != before


def test_another_invitation_makes_a_new_version_of_the_dashboard() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    first, second, _third = (invite_player(make_table(bo).pk, bo, "Ada").pk for _ in range(3))
    Invitation.objects.filter(pk=first).update(state=InvitationState.WITHDRAWN)
    before = dashboard_version(ada)
    Invitation.objects.filter(pk=first).update(state=InvitationState.PENDING)
    Invitation.objects.filter(pk=second).update(state=InvitationState.WITHDRAWN)
    assert dashboard_version(ada) != before


def test_the_dashboard_takes_as_many_statements_for_one_game_as_for_six() -> None:
    user, client = make_user(), None
    counts = []
    for games in (1, 5):
        for _ in range(games):
            waiting_game(user, "", 1)
        play_on(started_game(user, make_user()), 2)
        play_on(started_game(user, make_user(), options={"rugs": "1/1/1"}))
        table = make_table()
        assert table.host is not None
        invite_player(table.pk, table.host, user.username)
        make_table(user)
        client = signed_in(user)
        counts.append(queries_of(client, "/"))
    assert counts[0] == counts[1] <= 20


def test_a_table_takes_as_many_statements_at_its_first_ply_as_at_its_last() -> None:
    user = make_user()
    game = started_game(user, make_user(), options={"rugs": "8/4/4"})
    client = signed_in(user)
    first = queries_of(client, f"/t/{game.code}/")
    game = play_on(game, 20)
    while acting_user(game) != user:
        game = play_on(game, 1)
    assert queries_of(client, f"/t/{game.code}/") == first <= 22  # session and user among them


def test_an_open_dashboard_learns_of_every_change_of_its_lists() -> None:
    user, other = make_user(), make_user()
    client, seen = signed_in(user), ""

    def is_new() -> bool:
        nonlocal seen
        answer = client.get("/dashboard/version/", {"v": seen})
        seen = answer.json()["v"] if answer.status_code == 200 else seen
        return bool(answer.status_code == 200)

    assert [is_new(), is_new()] == [True, False]
    game = started_game(user, other)
    assert [is_new(), is_new()] == [True, False]
    play_on(game, 2)
    assert [is_new(), is_new()] == [True, False]
    invite_player(make_table(other).pk, other, user.username)
    assert [is_new(), is_new()] == [True, False]


def test_an_open_dashboard_polls_with_two_short_reads() -> None:
    user = make_user()
    started_game(user, make_user())
    client = signed_in(user)
    assert queries_of(client, "/dashboard/version/") <= 6  # session and user, too


def test_games_against_robots_wait_after_those_with_a_deadline_with_the_last_action() -> None:
    ann = make_user("Ann")
    make_table(ann, name="With a robot", robots=["greedy"], pace="none")
    game = play_on(started_game(ann, make_user("Bob"), name="With Bob", pace="3d"), 6)
    while acting_user(game) != ann:
        game = play_on(game, 1)
    html = text_at(signed_in(ann), "/")
    assert html.index("Your turn") < html.index("With Bob") < html.index("With a robot")
    assert re.search(r"Bob (?:rolled|laid|turned|left)", html)


def test_the_last_action_on_the_dashboard_says_you_to_its_player() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = play_on(started_game(ann, bob, ruleset="gigamic"), 1)
    actor = next(seat.user for seat in game.seats.all() if seat.user and seat.is_acting)
    other = bob if actor == ann else ann
    assert re.search(r"You rolled \d", text_at(signed_in(actor), "/"))
    assert re.search(rf"{actor.username} (?:turned|left) Assam", text_at(signed_in(other), "/"))


def test_the_choice_of_a_dense_list_is_stored() -> None:
    ann = make_user("Ann")
    game = started_game(ann, make_user())
    while acting_user(game) != ann:
        game = play_on(game, 1)
    client = signed_in(ann)
    assert "game-card" in text_at(client, "/")
    client.post("/look/", form_to(text_at(client, "/"), "/look/").values | {"dense": "1"})
    assert "game-card" not in text_at(client, "/")
    assert "Show boards" in text_at(client, "/")


def boards_of(html: str) -> list[tuple[str, bool]]:
    """Return of which games the home page shows a board, and whether it moves."""
    cards = html.split("title-card")[1:]
    found = [(re.search(r"A game of (\w+)</title>", card), "data-runs" in card) for card in cards]
    return [(name[1], runs) for name, runs in found if name]


def test_a_stranger_sees_both_games_and_each_board_has_the_name_of_its_game() -> None:
    html = text_at(Client(), "/")
    assert boards_of(html) == [("Marrakech", True), ("Marram", False)]
    assert "How it ended" not in html
    assert 'id="still-dunes-title">A game of Marram</title>' in html


def test_beside_a_finished_game_of_marram_stands_a_board_of_marrakech() -> None:
    game = started_game(make_user(), make_user(), title="marram", ruleset="classic-short")
    play_on(game)
    html = text_at(Client(), "/")
    assert boards_of(html) == [("Marrakech", False), ("Marram", True)]
    assert f"/t/{game.code}/replay/" in html


def test_the_rules_of_marram_show_one_complete_feature_of_each_kind() -> None:
    html = text_at(Client(), "/rules/marram/")
    assert "css/board" in html  # without it, drawings are black
    figures = re.findall(
        r'id="still-(\w+)-title">([^<]+)</title>.*?<strong>([^<]+)</strong>:\s+([^<]+)<',
        html.partition('id="complete"')[2],
        re.DOTALL,
    )
    assert [name for name, *_ in figures] == ["orange", "worm", "blue", "freak", "tuft", "mound"]
    assert [re.findall(r"(\d+) points", text)[0] for *_, text in figures] == ["3", "6", "9", "3", "31", "24"]
    assert "/learn/marram/" in html
    assert re.findall(r'id="still-(\w+)-title"', html)[:3] == ["placed", "claimed", "scored"]


@pytest.mark.parametrize("title", ["marrakech", "marram"])
def test_every_picture_of_the_rules_exists(title: str) -> None:
    html = text_at(Client(), f"/rules/{title}/")
    pictures = set(re.findall(r'(?:src|href)="(/art/[^"]+)"', html))
    assert pictures
    assert [picture for picture in pictures if Client().get(picture).status_code != 200] == []


def test_rulesets_whose_options_do_not_differ_are_not_called_alike() -> None:
    html = text_at(Client(), "/rules/marram/")
    assert "Pitchforks claim creatures, boots claim land." in html
    assert "Plays like the first one." not in html
