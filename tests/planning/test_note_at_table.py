"""A player's own note on the page of the table."""

import pytest

from accounts.models import User
from games.core.models import Game
from games.planning.notes import note_hash, save_note
from tests.helpers.page_client import HTMX, signed_in, text_at
from tests.helpers.visits import tag_of, visit
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
TEXT = "Keep off the pine green patch."


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Amina"), make_user("Brahim"))


def note(game: Game, player: User, text: str = TEXT, before: str = "") -> None:
    save_note(game.pk, player, text, note_hash(before))


def test_my_note_comes_up_on_my_turn(game: Game) -> None:
    player = acting_user(game)
    note(game, player)
    assert TEXT in text_at(signed_in(player), game.get_absolute_url())


def test_my_note_comes_up_on_an_open_page_when_my_turn_begins(game: Game) -> None:
    other = game.seats.exclude(user=acting_user(game)).get().user
    assert other is not None
    note(game, other)
    client = signed_in(other)
    assert TEXT not in text_at(client, game.get_absolute_url())
    seen = {"v": game.version, "seen": game.ply}
    play_on(game, 2)
    assert TEXT in client.get(f"{game.get_absolute_url()}poll/", seen, headers=HTMX).content.decode()


def test_others_never_see_my_note(game: Game) -> None:
    player = acting_user(game)
    note(game, player)
    others = [make_user("Amina"), make_user("Brahim"), make_user("Chama")]
    for other in (user for user in others if user != player):
        assert TEXT not in text_at(signed_in(other), game.get_absolute_url())


def test_a_changed_note_is_seen_at_the_next_visit(game: Game) -> None:
    player = acting_user(game)
    client = signed_in(player)
    tag = tag_of(client, game)
    note(game, player)
    response = visit(client, game, tag)
    assert response.status_code == 200
    assert TEXT in response.content.decode()
