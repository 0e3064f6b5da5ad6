from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game
from games.notifications.links import TurnToken, turn_link_token
from games.play.endings import resign, take_back_resignation
from games.play.proposals import answer, propose
from games.table.view import live_region_text, table_view
from tests.helpers.page_client import form_to, forms_of, signed_in, squeezed, text_at
from tests.makers import fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def noon() -> object:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def resigned(*players: User) -> Game:
    """Return a game in which the last of the players has resigned on the page."""
    game = started_game(*players)
    address, page = f"/t/{game.code}/resign/", signed_in(players[-1])
    form = next(form for form in forms_of(text_at(page, address)) if "ply" in form.values)
    assert page.post(address, form.values).status_code == 302
    return fresh(game)


def test_the_page_of_resigning_says_what_it_means() -> None:
    ann, bob, eve = make_user(), make_user(), make_user()
    two, three = started_game(ann, bob), started_game(ann, bob, eve)
    page = signed_in(ann)
    shown = squeezed(text_at(page, f"/t/{two.code}/resign/"))
    assert "ends, and its dice are opened" in shown
    assert "You can take it back within ten minutes" in shown
    assert "play on without you" in squeezed(text_at(page, f"/t/{three.code}/resign/"))
    answer(three.pk, propose(three.pk, bob, "abort").pk, eve, True)
    assert "ends, and its dice are opened" in squeezed(text_at(page, f"/t/{three.code}/resign/"))
    resign(two.pk, ann)
    take_back_resignation(two.pk, ann)
    assert "counts at once, and for good" in squeezed(text_at(page, f"/t/{two.code}/resign/"))


def test_the_table_says_that_a_resignation_ends_the_game(noon: object) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = resigned(ann, bob)
    for page in (signed_in(ann), signed_in(make_user()), Client()):
        html = squeezed(text_at(page, f"/t/{game.code}/"))
        assert "Bob has resigned. The game ends at 12:10 unless they take it back." in html
        assert "Until then no one can play, and all clocks rest." in html
        assert 'name="action"' not in html
    html = squeezed(text_at(signed_in(bob), f"/t/{game.code}/"))
    assert "You have resigned. The game ends at 12:10 unless you take it back." in html
    text = live_region_text(table_view(game, ann), 0, 0)
    assert text.count("has resigned") == 1
    assert text.endswith("Bob has resigned. The game ends at 12:10 unless they take it back.")


def test_the_table_says_that_the_game_goes_on_after_a_resignation(noon: object) -> None:
    ann, bob, eve = make_user("Ann"), make_user("Bob"), make_user("Eve")
    game = resigned(ann, bob, eve)
    html = squeezed(text_at(signed_in(ann), f"/t/{game.code}/"))
    assert "Eve has resigned. The game goes on without them at 12:10 unless they take it back." in html
    assert "Go on without Eve now" in html
    html = squeezed(text_at(signed_in(eve), f"/t/{game.code}/"))
    assert "The game goes on without you at 12:10 unless you take it back." in html
    assert "Leave the game now" in html


def test_a_resignation_is_taken_back_on_the_page(noon: time_machine.Traveller) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game, page = resigned(ann, bob), signed_in(bob)
    shown = text_at(page, f"/t/{game.code}/")
    assert 'data-from="2026-05-04T12:00:00+00:00"' in shown
    assert 'data-until="2026-05-04T12:10:00+00:00"' in shown
    form = form_to(shown, "/resign/take-back/")
    assert "You are back in the game." in page.post(form.action, form.values, follow=True).content.decode()
    assert "Bob has taken back their resignation." in squeezed(text_at(signed_in(ann), f"/t/{game.code}/"))
    assert fresh(game).resigns_at is None


def test_an_opponent_confirms_a_resignation_and_ends_the_game_at_once() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game, page = resigned(ann, bob), signed_in(ann)
    shown = text_at(page, f"/t/{game.code}/")
    assert "/resign/take-back/" not in shown
    form = form_to(shown, "/resign/confirm/")
    assert "Bob resigned. Ann wins." in page.post(form.action, form.values, follow=True).content.decode()
    ended = fresh(game)
    assert ended.status == Status.FINISHED
    assert page.post(form.action, form.values).status_code == 302  # as if the first answer had been lost
    assert (fresh(game).version, fresh(game).ply) == (ended.version, ended.ply)


def test_taking_a_resignation_back_after_ten_minutes_finds_the_game_over(noon: time_machine.Traveller) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game, page = resigned(ann, bob), signed_in(bob)
    form = form_to(text_at(page, f"/t/{game.code}/"), "/resign/take-back/")
    noon.shift(timedelta(minutes=10))
    answered = page.post(form.action, form.values)
    assert answered.status_code == 409
    assert "This game is not running." in answered.content.decode()
    assert fresh(game).status == Status.FINISHED


def test_lists_of_games_say_who_has_resigned() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = resigned(ann, bob)
    page = signed_in(ann)
    assert "Bob has resigned." in squeezed(text_at(page, "/"))
    take_back_resignation(game.pk, bob)
    assert "Bob has resigned." not in squeezed(text_at(page, "/"))


def test_the_link_of_an_email_says_who_has_resigned(noon: object) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = resigned(ann, bob)
    token = TurnToken.of(ann, game)
    html = squeezed(text_at(Client(), f"/m/{turn_link_token(token, '')}/"))
    assert "Bob has resigned. The game ends at 12:10" in html
    assert 'name="action"' not in html


def test_the_file_of_a_game_hides_a_waiting_resignation() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = resigned(ann, bob)
    assert "B resigns" not in text_at(signed_in(ann), f"/t/{game.code}/game.mkg")
    assert text_at(signed_in(ann), f"/t/{game.code}/replay/")
    assert play_on(take_back_resignation(game.pk, bob)).status == Status.FINISHED
