import re
from datetime import time, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.clocks.models import Turn, TurnEnd
from games.clocks.waking_hours import save_hours
from games.core.choices import Pace, Status
from games.core.dice import read_draft
from games.core.models import Game, Seat
from games.engine.registry import TITLES
from games.lobby import table_names
from games.lobby.forms import LobbyForm
from games.lobby.table_names import random_table_name
from games.play.table_times import TimeSettings
from tests.helpers.full_runs import MORE
from tests.helpers.page_client import form_to, forms_of, signed_in, squeezed, text_at
from tests.makers import make_table, make_user, started_game
from tests.site.test_home import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def new_table(**changes: str) -> dict[str, str]:
    usual = {"ruleset": "gigamic", "seat_count": "2", "pace": "3d", "seat_order": "random"}
    return {**usual, **changes}


def test_the_lobby_lists_public_tables_with_a_free_seat() -> None:
    make_table(make_user("Ada"), name="The Open One", options={"dirhams": "50"})
    make_table(name="The Hidden One", is_private=True)
    html = text_at(Client(), "/lobby/")
    assert "The Open One" in html
    assert "Ada" in html
    assert "Purse at the start: 50 dirhams" in html
    assert "The Hidden One" not in html


def test_an_empty_lobby_shows_pieces_of_every_game_of_the_site() -> None:
    html = text_at(Client(), "/lobby/")
    for title in TITLES:
        assert f'src="/art/{title}.' in html


def test_a_player_joins_a_table_from_the_lobby() -> None:
    game = make_table()
    client = signed_in(make_user())
    form = form_to(text_at(client, "/lobby/"), "/join/")
    client.post(form.action, form.values)
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


def test_the_lobby_does_not_say_that_no_table_waits_beside_own_ones() -> None:
    ada = make_user("Ada")
    client, text = signed_in(ada), "tables are waiting for players right now."
    assert f"No {text}" in text_at(client, "/lobby/")
    make_table(ada, name="Mint")
    html = text_at(client, "/lobby/")
    assert f"No other {text}" in html
    assert f"No {text}" not in html
    row = re.search(r'<li class="game-row.*?</li>', html, re.DOTALL)
    assert row
    assert "Mint" in row[0]
    assert "no one else yet" in row[0]
    assert "Ada" not in row[0]


def test_a_filter_of_the_lobby_is_named_and_can_be_left() -> None:
    html = squeezed(text_at(Client(), "/lobby/"))
    assert "Filter and sort" in html
    assert "Show all" not in html
    html = squeezed(text_at(Client(), "/lobby/?pace=usual&seats=3&sort=age"))
    assert "Filter:<b>Usual · 3 players · Oldest first</b>" in html
    assert 'href="/lobby/">Show all</a>' in html
    assert "Filter and sort" in squeezed(text_at(Client(), "/lobby/?pace=nonsense"))


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("ruleset=marrakech:slides", {"Slides"}),
        ("pace=1d", {"Quick"}),
        ("ruleset=marrakech:gigamic&pace=3d", {"Plain"}),
        ("ruleset=nonsense&pace=77", {"Slides", "Quick", "Plain"}),
        ("ruleset=&pace=&page=abc", {"Slides", "Quick", "Plain"}),
        ("title=marrakech", {"Slides", "Quick", "Plain"}),
        ("title=marram", {"Dune"}),
        ("title=marram&ruleset=marrakech:slides", set()),
    ],
)
def test_the_lobby_is_filtered(query: str, shown: set[str]) -> None:
    make_table(name="Slides", ruleset="slides")
    make_table(name="Quick", pace="1d")
    make_table(name="Plain")
    if "title" in query:
        make_table(name="Dune", title="marram", ruleset="classic-short")
    html = text_at(Client(), f"/lobby/?{query}")
    assert {name for name in ("Slides", "Quick", "Plain", "Dune") if f">{name}</a>" in html} == shown


def test_the_filter_of_the_lobby_begins_with_the_game() -> None:
    form = LobbyForm({"title": "marram", "ruleset": "marram:classic-short", "seats": "3"})
    assert next(iter(form.fields)) == "title"
    assert form.chosen_labels() == ["Marram · Classic, short", "3 players"]
    assert LobbyForm({"title": "marram"}).chosen_labels() == ["Marram"]


def test_offered_seats_are_filtered_by_title() -> None:
    for title, ruleset in (("marrakech", "gigamic"), ("marram", "classic-short")):
        game = started_game(make_user(), make_user(), name=f"A table of {title}", title=title, ruleset=ruleset)
        Seat.objects.filter(game=game, number=1).update(offered_at=timezone.now())
    html = text_at(Client(), "/lobby/seats/?title=marram")
    assert [title for title in ("marrakech", "marram") if f"A table of {title}" in html] == ["marram"]


def test_the_lobby_is_filtered_by_seats_and_sorted() -> None:
    for name, seats, pace in (("Old Two", 2, "leisurely"), ("Four", 4, "brisk"), ("New Two", 2, "usual")):
        make_table(name=name, seat_count=seats, pace=pace)

    def order(query: str) -> list[str]:
        html = text_at(Client(), f"/lobby/?{query}")
        return sorted((name for name in ("Old Two", "Four", "New Two") if name in html), key=html.index)

    assert order("") == ["New Two", "Four", "Old Two"]
    assert order("seats=2") == ["New Two", "Old Two"]
    assert order("sort=age") == ["Old Two", "Four", "New Two"]
    assert order("sort=pace") == ["Four", "New Two", "Old Two"]
    assert order("sort=seats") == ["New Two", "Old Two", "Four"]
    assert order("seats=x&sort=x") == order("")


def test_the_lobby_shows_own_tables_apart_and_games_to_watch() -> None:
    host = make_user()
    make_table(host, name="Mine")
    started_game(name="Public One")
    started_game(name="Private One", is_private=True)
    html = text_at(signed_in(host), "/lobby/")
    assert html.index("Your open tables") < html.index("Mine") < html.index("Games to watch") < html.index("Public One")
    assert "Private One" not in html


def test_the_lobby_takes_as_many_statements_for_three_tables_as_for_many() -> None:
    client, hosts = signed_in(make_user()), [make_user() for _ in range(3)]
    for number in range(3):
        make_table(hosts[number])
        started_game(hosts[number], hosts[number - 1])
    first = queries_of(client, "/lobby/")
    for number in range(MORE):
        make_table(hosts[number % 3])
    assert queries_of(client, "/lobby/") == first <= 20


def test_a_row_of_the_lobby_tells_its_age_and_how_reliable_its_players_are() -> None:
    ada, new, now = make_user("Ada"), make_user("Newcomer"), timezone.now()
    game = make_table(ada, name="The Old One", seat_count=3)
    Game.objects.filter(pk=game.pk).update(created_at=now - timedelta(hours=5))
    make_table(new)
    other = started_game(ada, make_user())
    seat = other.seats.get(user=ada)
    ends = [TurnEnd.PLAYER] * 8 + [TurnEnd.ORDER, TurnEnd.STAND_IN, TurnEnd.UNDONE]
    rows = (Turn(game=other, seat=seat, user=ada, ply=1, came_at=now, ended_at=now, ended_by=end) for end in ends)
    Turn.objects.bulk_create(rows)
    html = squeezed(text_at(signed_in(make_user()), "/lobby/"))
    row = next(row for row in html.split("<tr>") if "The Old One" in row)
    assert re.search(r"<time[^>]*>5.hours</time>", row)
    assert "90%" in row
    assert re.search(r"Newcomer</a>\s*<span[^>]*>new</span>", html)


@pytest.mark.parametrize("query", ["", "?pace=brisk"])
def test_a_lobby_without_tables_offers_what_to_do(query: str) -> None:
    html = text_at(signed_in(make_user()), f"/lobby/{query}").partition("empty--lobby")[2]
    html = html.partition("site-footer")[0]
    for path in ("/tables/new/", "/play/", "/lobby/seats/", "/lobby/games/"):
        assert f'href="{path}' in html
    assert ("Show all tables" in html) == bool(query)


def test_the_lobby_has_pages() -> None:
    for number in range(26):
        make_table(name=f"Number {number}")
    assert "Number 0<" not in text_at(Client(), "/lobby/")
    assert "Number 0<" in text_at(Client(), "/lobby/?page=2")


def test_the_form_of_a_new_table_offers_every_ruleset_and_option() -> None:
    html = text_at(signed_in(make_user()), "/tables/new/")
    form = next(form for form in forms_of(html) if "draft" in form.values)
    assert form.offers["ruleset"] == ["gigamic", "gigamic-variant", "bga-help", "summary-strict", "slides", "summary"]
    assert form.offers["seat_count"] == ["2", "3", "4"]
    assert "Covering a whole rug of your own" in html


def test_a_table_is_opened_with_the_chosen_settings() -> None:
    user = make_user()
    sent = new_table(ruleset="slides", seat_count="3", pace="7d", private="yes", seat_order="joined", name="Ours")
    signed_in(user).post("/tables/new/", {**sent, "option_cover_own": "yes", "option_dirhams": "45"})
    game = Game.objects.get(host=user)
    assert (game.ruleset, game.seat_count, game.pace, game.is_private) == ("slides", 3, "7d", True)
    assert (game.seat_order, game.name) == ("joined", "Ours")
    assert game.options == {"cover_own": "yes", "dirhams": "45"}


def test_only_changed_options_of_a_table_are_kept() -> None:
    user = make_user()
    signed_in(user).post("/tables/new/", new_table(option_dirhams="30", option_straight="no"))
    assert Game.objects.get(host=user).options == {"straight": "no"}


def test_the_dice_of_the_table_are_those_that_the_form_showed() -> None:
    user = make_user()
    client = signed_in(user)
    html = text_at(client, "/tables/new/")
    form = next(form for form in forms_of(html) if "draft" in form.values)
    shown = read_draft(form.values["draft"]).commitment
    assert shown in html
    client.post("/tables/new/", {**new_table(), "draft": form.values["draft"], "entropy": "f0" * 16})
    game = Game.objects.get(host=user)
    assert game.commitment == shown
    assert game.seats.get().entropy == "f0" * 16


def test_the_form_of_a_new_table_sent_twice_opens_one() -> None:
    user = make_user()
    client = signed_in(user)
    form = next(form for form in forms_of(text_at(client, "/tables/new/")) if "draft" in form.values)
    for _ in range(2):
        client.post("/tables/new/", {**new_table(), "draft": form.values["draft"]})
    assert Game.objects.filter(host=user).count() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"ruleset": "chess"},
        {"ruleset": ""},
        {"seat_count": "5"},
        {"seat_count": "x"},
        {"pace": "1h"},
        {"seat_order": "mine"},
        {"private": "maybe"},
        {"option_dirhams": "many"},
        {"option_dirhams": "0"},
        {"option_rugs": "99/99/99"},
        {"option_straight": "perhaps"},
        {"entropy": "short"},
        {"draft": "forged"},
        {"name": "x" * 99},
    ],
)
def test_an_impossible_table_is_refused_and_the_form_is_kept(change: dict[str, str]) -> None:
    user = make_user()
    sent = new_table(**{"option_cover_own": "yes", "seat_order": "joined", **change})
    response = signed_in(user).post("/tables/new/", sent)
    assert response.status_code == 422
    assert '<option value="yes" selected>' in response.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("preset", "seats", "pace", "is_private"),
    [("friend", 2, "brisk", True), ("classic", 2, "usual", False), ("four", 4, "usual", False)],
)
def test_a_preset_opens_a_usual_table_with_one_button(preset: str, seats: int, pace: str, is_private: bool) -> None:
    client = signed_in(make_user())
    html = text_at(client, "/tables/new/")
    assert f'value="{preset}"' in html
    assert html.index(f'value="{preset}"') < html.index('<details class="card own-table" id="own-table" >')  # folded
    client.post("/tables/new/", {"preset": preset})
    game = Game.objects.get()
    assert (game.seat_count, game.pace, game.is_private) == (seats, pace, is_private)
    assert not game.has_hints


@pytest.mark.parametrize(("preset", "terms"), [("friend", "1 day + 12 hours"), ("classic", "3 days + 1 day")])
def test_a_preset_says_what_its_pace_means(preset: str, terms: str) -> None:
    html = text_at(signed_in(make_user()), "/tables/new/")
    card = html[html.index(f'id="preset-{preset}"') : html.index(f'value="{preset}"')]
    assert f"{terms} per turn" in card


def test_a_preset_fills_in_the_form_without_opening_a_table() -> None:
    client = signed_in(make_user())
    answer = client.get("/tables/new/?preset=friend")
    form = answer.context["form"]
    values = {name: form[name].value() for name in ("seat_count", "pace", "private")}
    assert values == {"seat_count": "2", "pace": "brisk", "private": "yes"}
    assert '<details class="card own-table" id="own-table" open>' in answer.content.decode()
    assert 'preset=four#own-table"' in answer.content.decode()
    assert not Game.objects.exists()


def test_an_unknown_preset_leaves_the_form_as_usual() -> None:
    form = signed_in(make_user()).get("/tables/new/?preset=feast").context["form"]
    assert form["pace"].value() == "usual"


def test_the_preset_against_robots_starts_at_once() -> None:
    client = signed_in(make_user())
    client.post("/tables/new/", {"preset": "robots"})
    game = Game.objects.get()
    assert game.status == Status.RUNNING
    assert game.seats.exclude(user__robot="").count() == 2


def test_hints_are_chosen_in_the_form_of_a_table_and_shown_before_joining() -> None:
    signed_in(make_user()).post("/tables/new/", new_table(hints="on"))
    game = Game.objects.get()
    assert game.has_hints
    client = signed_in(make_user())
    assert "A robot’s suggestion is marked" in text_at(client, game.get_absolute_url())
    assert "hints" in text_at(client, "/lobby/")


def test_automatic_names_of_open_tables_do_not_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_names, "FIRST", table_names.FIRST[:1])
    monkeypatch.setattr(table_names, "SECOND", table_names.SECOND[:2])
    host = make_user()
    found = [make_table(host).name for _number in range(4)]
    assert sorted(found[:2]) == ["The Saffron Courtyard", "The Saffron Table"]
    assert len(set(found)) == 4
    with override("fr"):
        assert "safran" in random_table_name(host).lower()


def test_strangers_sign_in_before_they_open_a_table() -> None:
    assert Client().get("/tables/new/")["Location"] == "/accounts/login/?next=/tables/new/"


def test_a_table_may_have_a_minimum_for_players() -> None:
    user = make_user()
    sent = new_table(min_games="5", max_stand_in_turns="0", max_answer_days="3")
    signed_in(user).post("/tables/new/", sent)
    game = Game.objects.get(host=user)
    assert (game.min_games, game.max_stand_in_turns, game.max_answer_days) == (5, 0, 3)
    asked = (
        "t least 5 finished games, usually answers within 3 days, no turn played by a stand-in robot in the last year."
    )
    assert asked in text_at(Client(), f"/t/{game.code}/")
    assert "at least 5 finished games" in text_at(Client(), "/lobby/")
    assert signed_in(user).post("/tables/new/", new_table(min_games="4")).status_code == 422


def test_a_player_below_the_minimum_reads_why_and_cannot_join() -> None:
    game, client = make_table(times=TimeSettings(min_games=5)), signed_in(make_user())
    assert f"/t/{game.code}/join/" not in text_at(client, "/lobby/")
    html = text_at(client, f"/t/{game.code}/")
    assert "This table asks for at least 5 finished games. You have finished 0." in html
    assert f"/t/{game.code}/join/" not in html
    response = client.post(f"/t/{game.code}/join/")
    assert response.status_code == 403
    assert "You have finished 0." in response.content.decode()


def test_the_lobby_shows_tables_that_suit_the_player() -> None:
    make_table(name="Hard", times=TimeSettings(min_games=5))
    sleeper = make_user()
    save_hours(sleeper, [(time(0), time(8))] * 7, timezone.now())
    make_table(sleeper, name="Night")
    make_table(name="Plain")
    client = signed_in(make_user())
    assert lobby_of(client, "") == {"Hard", "Night", "Plain"}
    assert lobby_of(client, "open_to_me=on") == {"Night", "Plain"}
    assert lobby_of(client, "hours=4") == {"Hard", "Plain"}
    assert lobby_of(client, "hours=4&open_to_me=on") == {"Plain"}
    assert lobby_of(client, "hours=5") == {"Hard", "Night", "Plain"}
    assert lobby_of(Client(), "hours=4&open_to_me=on") == {"Hard", "Night", "Plain"}
    assert "Awake together" not in text_at(Client(), "/lobby/")


def lobby_of(client: Client, query: str) -> set[str]:
    html = text_at(client, f"/lobby/?{query}")
    return {name for name in ("Hard", "Night", "Plain") if f">{name}</a>" in html}


@pytest.mark.parametrize("pace", Pace.values)
def test_the_lobby_is_filtered_by_every_pace(pace: str) -> None:
    assert f'<option value="{pace}"' in squeezed(text_at(Client(), "/lobby/"))


def test_tables_that_suit_take_as_many_statements_for_one_as_for_six() -> None:
    client, path = signed_in(make_user()), "/lobby/?hours=2&open_to_me=on"
    make_table(times=TimeSettings(max_stand_in_turns=0))
    first = queries_of(client, path)
    for _ in range(5):
        make_table(times=TimeSettings(max_stand_in_turns=0))
    assert queries_of(client, path) == first <= 20


def test_a_visitor_joins_by_way_of_the_sign_up() -> None:
    game = make_table(make_user())
    html = text_at(Client(), "/lobby/")
    assert f'href="/accounts/signup/?next={game.get_absolute_url()}"' in html
