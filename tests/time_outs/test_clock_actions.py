import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clocks.holidays import plan_holiday
from games.clocks.models import TimeGift, TimeOutClaim, Turn
from games.core.models import Game
from tests.helpers.page_client import form_to, text_at
from tests.helpers.visits import tag_of, visit
from tests.makers import make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
DAY = timedelta(days=1)


@pytest.fixture
def people() -> tuple[User, User]:
    return make_user("Ada"), make_user("Bo")


@pytest.fixture
def game(people: tuple[User, User]) -> Game:
    return started_game(*people, pace="3d")


def client_of(user: User) -> Client:
    """Return the browser of a player."""
    client = Client()
    client.force_login(user, "accounts.backends.NameOrAddress")
    return client


def text_of(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def make_late(game: Game) -> None:
    """Let the turn have come long ago, at a table with soft deadlines."""
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    long_ago = timezone.now() - 9 * DAY
    Turn.objects.filter(game=game).update(came_at=long_ago, deadline=long_ago + 4 * DAY)


def test_an_opponent_gives_time_by_one_click_on_the_page(game: Game, people: tuple[User, User]) -> None:
    client = client_of(people[1])
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Give Ada more time" in page
    form = form_to(page, "/give/")
    assert client.post(form.action, {**form.values, "seconds": "86400"}).status_code == 302
    assert TimeGift.objects.get().seconds == 86400
    answer = client.post(form.action, {**form.values, "seconds": "86400"})
    assert (answer.status_code, TimeGift.objects.count()) == (302, 1)
    answer = client.post(form.action, {**form.values, "seconds": "3600"})
    assert (answer.status_code, TimeGift.objects.count()) == (409, 1)


def test_an_open_page_shows_time_that_was_given(game: Game, people: tuple[User, User]) -> None:
    client = client_of(people[1])
    page = client.get(game.get_absolute_url()).content.decode()
    form, shown = form_to(page, "/give/"), dict(re.findall(r'name="(seen|stage|event|drawn)"\s+value="(\w+)"', page))
    answer = client.post(form.action, {**form.values, **shown, "seconds": "3600"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'name="given" value="1"' in html
    assert re.search(r'id="play"[^>]*hx-swap-oob="morph"', html)
    # the clock of the seat has changed, but the drawing of the board must stay
    assert 'id="requests"' in html
    assert 'id="seats"' in html
    assert '<svg class="board' not in html


@pytest.mark.parametrize("who", [0, None])
def test_only_opponents_are_offered_to_give_time(game: Game, people: tuple[User, User], who: int | None) -> None:
    client = Client() if who is None else client_of(people[who])
    assert "more time" not in text_of(client, game.get_absolute_url())


def test_a_claim_is_offered_after_a_soft_deadline(game: Game, people: tuple[User, User]) -> None:
    client = client_of(people[1])
    assert "Ask for the game to go on" not in text_of(client, game.get_absolute_url())
    make_late(game)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Offer the seat to another player" in page
    assert page.index("Offer the seat to another player") < page.index('id="seats"')
    form = form_to(page, "/claim/")
    client.post(form.action, {**form.values, "wants_substitute": "on"})
    assert TimeOutClaim.objects.get().wants_substitute
    assert "someone has asked for the game to go on" in text_of(client, game.get_absolute_url())


def test_no_substitute_is_offered_where_late_players_leave(game: Game, people: tuple[User, User]) -> None:
    make_late(game)
    Game.objects.filter(pk=game.pk).update(late_rule="out")
    page = text_of(client_of(people[1]), game.get_absolute_url())
    assert "Ask for the game to go on" in page
    assert "Offer the seat to another player" not in page


def test_opponents_see_a_holiday_on_the_table_and_the_profile(game: Game, people: tuple[User, User]) -> None:
    today = timezone.now().date()
    plan_holiday(people[0], today, today + DAY, timezone.now())
    for address in (game.get_absolute_url(), "/players/Ada/"):
        assert "n holiday, back on" in text_of(client_of(people[1]), address)
    assert "small absence" not in text_of(client_of(people[0]), game.get_absolute_url())


def test_a_holiday_is_shown_before_joining(people: tuple[User, User]) -> None:
    table = make_table(people[0])
    today = timezone.now().date()
    plan_holiday(people[0], today + DAY, today + DAY, timezone.now())
    assert "Ada: on holiday from" in text_of(client_of(people[1]), table.get_absolute_url())


def test_a_cached_page_changes_with_a_holiday(game: Game, people: tuple[User, User]) -> None:
    client = client_of(people[1])
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    Game.objects.filter(pk=game.pk).update(forbids_holidays=True)  # so that no line in the log changes the page
    tag = tag_of(client, game)
    today = timezone.now().date()
    plan_holiday(people[0], today, today, timezone.now())
    assert visit(client, game, tag).status_code == 200


def test_a_running_table_shows_its_clock_and_what_it_asks_of_players() -> None:
    game = started_game(pace="usual")
    Game.objects.filter(pk=game.pk).update(min_games=5)
    page = text_at(Client(), f"/t/{game.code}/")
    assert "The clock at this table" in page
    assert "You start with 3 days." in page
    assert "At least 5 finished games." in page
