"""Tests of the plain program by counts: actions at the start, and four games that are the same in every program."""

import pytest

from . import act, legal_texts, new_game
from .legal import State

PILE = list(range(1, 85))


def count(state: State, actions: int) -> int:
    """Count the legal actions after each sequence of this many actions."""
    texts = legal_texts(state)
    return sum(count(act(state, text)[0], actions - 1) for text in texts) if actions else len(texts)


@pytest.mark.parametrize("variant", ["classic", "pitchfork"])
def test_the_naive_program_counts_the_first_actions_of_marram(variant: str) -> None:
    assert [count(new_game(variant, "short", 2, PILE), actions) for actions in (0, 1)] == [45, 2150]


@pytest.mark.slow
def test_the_naive_program_counts_two_actions_of_marram_and_what_may_follow() -> None:
    assert count(new_game("pitchfork", "long", 4, PILE), 2) == 193_375


GAMES = [
    ("classic", "short", 2, 5_213, [18, 37]),
    ("classic", "long", 3, 8_100, [15, 18, 3]),
    ("pitchfork", "short", 4, 5_592, [26, 15, 0, 2]),
    ("pitchfork", "long", 2, 10_069, [31, 27]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "length", "players", "actions", "scores"), GAMES)
def test_the_naive_program_counts_a_whole_game_of_marram(
    variant: str, length: str, players: int, actions: int, scores: list[int]
) -> None:
    state, number, counted = new_game(variant, length, players, PILE), 0, 0
    while not state["over"]:
        number, texts = number + 1, legal_texts(state)
        counted += len(texts)
        state = act(state, texts[8 * number**2 % len(texts)])[0]
    assert (counted, state["scores"]) == (actions, scores)
