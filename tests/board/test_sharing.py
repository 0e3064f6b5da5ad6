"""Tests of the words with which links to tables are shared, and of the status of a table."""

import pytest

from games.board.sharing import share_card
from games.board.status import status_text
from games.core.choices import Status
from games.core.models import Game
from games.core.selectors import seats_of
from tests.makers import make_table, make_user, started_game


@pytest.mark.django_db
def test_a_shared_table_says_who_waits_who_plays_and_who_has_won() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")

    def text(game: Game) -> str:
        card = share_card(game, seats_of(game))
        return card.text if card else ""

    assert text(make_table(ann)) == "A table for Marrakech by email. Seated: Ann."
    game = started_game(ann, bob)
    assert text(game) == "Ann and Bob play Marrakech by email."
    game.status = Status.FINISHED
    game.seats.filter(user=bob).update(place=1)
    assert text(game) == "Ann and Bob played Marrakech by email. Bob wins."


def test_a_running_game_in_which_nobody_acts_says_so() -> None:
    assert status_text("running", [], end="", acting="", is_mine=False).startswith("No player has a turn.")
