"""A player's own page: its orders, and what each row says."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Profile, User
from games.chat.services import post_message
from games.clocks.models import PlannedHoliday, TablePause
from games.core.models import Game, Seat
from games.site import presenters
from tests.helpers.full_runs import MORE
from tests.helpers.page_client import form_to, signed_in, squeezed, text_at
from tests.makers import acting_user, finished_game, make_table, make_user, play_on, started_game
from tests.site.test_home import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def dense(user: User) -> Client:
    client = signed_in(user)
    client.cookies["look"] = "dense"
    return client


def rows(html: str) -> list[str]:
    """Return the rows of the lists of games, in one line each."""
    found = re.findall(r'<li class="game-row.*?</li>', html, re.DOTALL)
    return [squeezed(re.sub(r"<[^>]+>", " ", row)) for row in found]


def named(html: str, *names: str) -> list[str]:
    return sorted((name for name in names if name in html), key=html.index)


def test_games_are_listed_by_deadline_and_in_other_orders_on_demand() -> None:
    ann, bob, now = make_user(), make_user(), timezone.now()
    for number, (name, days, hours) in enumerate((("Beta", 3, 1), ("Gamma", 1, 2), ("Alpha", 2, 3))):
        game = started_game(ann, bob, name=name)
        Game.objects.filter(pk=game.pk).update(deadline=now + timedelta(days=days))
        unread = 2 if number == 0 else 0
        seat = Seat.objects.filter(game=game, user=ann)
        seat.update(acting_since=now - timedelta(hours=hours), unread_messages=unread)
    client = signed_in(ann)
    orders = {
        "": "Gamma Alpha Beta",
        "waiting": "Alpha Gamma Beta",
        "name": "Alpha Beta Gamma",
        "x": "Gamma Alpha Beta",
    }
    for order, names in orders.items():
        assert named(text_at(client, f"/?sort={order}"), "Alpha", "Beta", "Gamma") == names.split(), order
    assert named(text_at(client, "/?sort=new"), "Alpha", "Beta", "Gamma")[0] == "Beta"
    html = squeezed(text_at(client, "/"))
    assert [order for order in ("new", "waiting", "name") if f'href="?sort={order}"' in html] == [
        "new",
        "waiting",
        "name",
    ]


def test_the_badge_counts_all_games_that_are_listed_with_those_against_robots() -> None:
    ann = make_user("Ann")
    play_on(started_game(ann, make_user(), name="With a person"), 3)
    for robots in (["greedy"], ["greedy", "careful"]):
        make_table(ann, robots=robots, seat_count=len(robots) + 1)
    waiting = Game.objects.waiting_for(ann).count()
    html = text_at(dense(ann), "/")
    assert f'<span class="badge badge--count">{waiting}</span>' in html
    assert f'data-waiting="{waiting}"' in html
    assert f"({waiting}) My games" in html
    assert html.count('class="game-row game-row--waits"') == waiting >= 1


def test_a_badge_larger_than_the_list_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenters, "MAX_CURRENT", 2)
    ann, bob = make_user(), make_user()
    for _ in range(3):
        started_game(ann, bob)
    assert "The first 2 of 3 games that wait for you." in squeezed(text_at(signed_in(ann), "/"))


@pytest.mark.parametrize("look", ["", "dense"])
def test_a_game_tells_what_was_played_since_its_player_looked(look: str) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = play_on(started_game(ann, bob), 6)
    if acting_user(game) != ann:
        game = play_on(game, 2)
    client = signed_in(ann)
    client.cookies["look"] = look
    html = squeezed(text_at(client, "/"))
    assert re.search(r"Bob (rolled|laid|turned|left)", html)
    if look:
        assert re.search(r"\d new", rows(text_at(client, "/"))[0])
        assert "Nothing new" not in html
    else:
        assert "Since you looked:" in html
    Seat.objects.filter(game=game, user=ann).update(seen_ply=game.ply)
    html = squeezed(text_at(client, "/"))
    assert "Since you looked:" not in html
    assert ("Nothing new" in html) == bool(look)


def test_what_a_player_has_done_is_not_new_to_them() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = play_on(started_game(ann, bob), 2)
    assert acting_user(game) == bob
    (row,) = rows(text_at(signed_in(ann), "/"))
    assert re.search(r"\bnew\b", row)  # the rug that was drawn for her next turn
    assert not re.search(r"Ann (turned|left|rolled|laid)", row)
    assert Seat.objects.get(game=game, user=ann).seen_ply == 0


@pytest.mark.parametrize("look", ["", "dense"])
def test_the_roll_of_a_player_is_not_new_to_them(look: str) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = play_on(started_game(ann, bob), 1)
    assert acting_user(game) == ann  # her die has been rolled, and she is to lay a rug
    client = signed_in(ann)
    client.cookies["look"] = look
    html = squeezed(text_at(client, "/"))
    assert "You rolled" in html  # as what was played last
    assert "Since you looked:" not in html
    assert not re.search(r"\b\d new\b", html)


def test_a_game_of_two_that_the_other_player_won_is_lost() -> None:
    ann, bob, chama = make_user("Ann"), make_user("Bob"), make_user("Chama")
    for others, text in (((bob,), "lost"), ((bob, chama), "2nd of 3")):
        game = finished_game(ann, *others)
        Seat.objects.filter(game=game).update(place=1)
        Seat.objects.filter(game=game, user=ann).update(place=2)
        assert text in rows(text_at(signed_in(ann), "/"))[0]
        assert "won" in rows(text_at(signed_in(bob), "/"))[0]


def test_a_row_names_the_others_and_the_game_once() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    started_game(ann, bob, name="Mint")
    client, other = dense(ann), dense(bob)
    found = [rows(text_at(one, "/"))[0] for one in (client, other)]
    waits = next(row for row in found if "·" in row and "Bob" in row)
    assert waits.count("Marrakech") == 1
    for row in found:
        assert not re.search(r"\bwith\b", row)
        assert re.search(r"Turn 1 · (\w+, )?for less than a minute", row)
    html = text_at(signed_in(ann), "/") + text_at(signed_in(bob), "/")
    card = re.search(r'<article class="card game-card.*?</article>', html, re.DOTALL)
    assert card
    assert card[0].count("Marrakech") == 1


@pytest.mark.parametrize("look", ["", "dense"])
def test_a_game_tells_of_its_pause_holidays_and_unread_messages(look: str) -> None:
    ann, bob, now = make_user("Ann"), make_user("Bob"), timezone.now()
    game = started_game(ann, bob)
    client = signed_in(ann)
    client.cookies["look"] = look
    before = squeezed(text_at(client, "/"))
    assert [word for word in ("paused until", "is on holiday", "new message") if word in before] == []
    post_message(game.pk, bob, "Mint tea?")
    TablePause.objects.create(game=game, began_at=now, until=now + timedelta(days=3))
    day = timezone.localdate()
    PlannedHoliday.objects.create(user=bob, saved_at=now, first=day - timedelta(days=1), last=day + timedelta(days=1))
    html = squeezed(text_at(client, "/"))
    assert "paused until" in html
    assert "Bob is on holiday, back on" in html
    assert "1 new message" in html


def test_the_dashboard_takes_as_many_statements_for_three_games_as_for_many() -> None:
    ann, others, now = make_user(), [make_user() for _ in range(3)], timezone.now()
    day, counts = timezone.localdate(), list[int]()
    for number, other in enumerate(others):
        PlannedHoliday.objects.create(user=other, saved_at=now, first=day, last=day + timedelta(days=number))
    for games in (3, MORE):
        for number in range(games):
            game = started_game(*((ann, others[number % 3]) if number % 2 else (others[number % 3], ann)))
            if number % 3 == 0:
                TablePause.objects.create(game=game, began_at=now)
        if not counts:
            finished_game(ann, others[0])
        counts.append(queries_of(dense(ann), "/"))
    assert counts[0] == counts[1] <= 22  # session and user among them


def test_a_guest_finds_both_games_beside_the_first() -> None:
    client = Client()
    client.post("/play/greedy/", {"title": "marrakech"})
    form = form_to(text_at(client, "/"), "/play/greedy/")
    client.post(form.action, {**form.values, "title": "marram"})
    assert set(Game.objects.values_list("title", flat=True)) == {"marrakech", "marram"}
    html = squeezed(text_at(client, "/"))
    for title in ("Marrakech", "Marram"):
        assert f"Play {title} now</button>" in html


def test_a_player_without_a_waiting_game_can_play_a_robot_of_each_game() -> None:
    ann = make_user("Ann")
    finished_game(ann, make_user("Bob"))
    html = squeezed(text_at(signed_in(ann), "/"))
    assert "No game is waiting for you." in html
    for title in ("Marrakech", "Marram"):
        assert f"Play {title} now</button>" in html


def test_a_guest_is_asked_to_sign_up_once_and_can_sign_in() -> None:
    client = Client()
    client.post("/play/greedy/", {})
    guest = User.objects.get(is_guest=True)
    assert text_at(client, "/").count("/accounts/signup/") == 1
    assert re.search(r'<a[^>]*href="/accounts/login/"\s*>Sign in</a>', text_at(client, "/"))
    Game.objects.filter(seats__user=guest).update(status="finished", finished_at=timezone.now())
    Seat.objects.filter(user=guest).update(finished_at=timezone.now(), is_acting=False)
    assert text_at(client, "/").count("/accounts/signup/") == 1
    assert Profile.objects.filter(user=guest).exists()
