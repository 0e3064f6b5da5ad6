"""Tests of games in which everybody wants to leave: with one seat left the game is over at once."""

from typing import Any

import pytest

from games.engine.marram.title import MARRAM

TITLE: Any = MARRAM
FIRST_TURN = "classic-short 1 A/1 A:0/6.0.2/0.0/1.2 B:0/6.0.2/0.0/4.5.6 C:0/6.0.2/0.0/7.8.9 0@0r0 - ?"
LAST_TURN = "classic-short 24 C/1 A:0/6.0.2/0.0/1.2.3 B:0/6.0.2/0.0/4.5.6 C:0/6.0.2/0.0/7.8 0@0r0 - ?"


@pytest.mark.parametrize(
    ("line", "leaving"),
    [(FIRST_TURN, (1, 2, 0)), (LAST_TURN, (0, 1, 2))],  # the third is in its own turn
)
def test_the_last_seat_stays_even_if_it_wanted_to_leave(line: str, leaving: tuple[int, int, int]) -> None:
    state = TITLE.read_position(line)
    for seat in leaving:
        state = TITLE.apply(state, TITLE.parse(state, seat, "resigns"))
    first, last, second = leaving
    stays = TITLE.to_json(state)["seats"][last]
    assert (stays["out"], len(stays["rack"])) == (None, 3)
    places = {one.seat: one.place for one in TITLE.outcome(state).standings}
    assert places[last] == 1
    assert {places[first], places[second]} == {2, 3}
