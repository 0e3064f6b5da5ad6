"""Tests of the sentences made of the engine's messages."""

import pytest

from games.engine.marrakech.title import MARRAKECH
from games.engine.messages import Message
from games.presenters.table.status import winners_text
from games.presenters.wording import render_message

pytestmark = pytest.mark.one_database
NAMES = ("a former player", "bea")


@pytest.mark.parametrize(("seat", "said"), [(0, "A former player resigned."), (1, "bea resigned.")])
def test_a_sentence_begins_with_a_capital_or_with_a_name_as_it_is_spelled(seat: int, said: str) -> None:
    assert render_message(MARRAKECH, Message("told.resigns", {"seat": seat}), NAMES) == said


def test_a_part_of_a_sentence_keeps_its_small_letter() -> None:
    assert render_message(MARRAKECH, Message("toll.out", {"seat": 0}), NAMES) == "a former player is out of the game"


@pytest.mark.parametrize(("name", "said"), [("a former player", "A former player wins."), ("bea", "bea wins.")])
def test_the_winner_begins_a_sentence_in_the_same_way(name: str, said: str) -> None:
    assert winners_text([name]) == said
