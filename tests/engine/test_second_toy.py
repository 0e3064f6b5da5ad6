"""Tests of the second toy: the parts of the protocol that Marrakech does not need."""

import json
import random
from typing import Any

import pytest

from games.engine.errors import BadNotation, IllegalAction
from games.engine.messages import in_english
from games.engine.replay import list_plies
from games.engine.values import Ply

from .helpers.meadow.rules import HIDDEN, Meadow
from .helpers.meadow.title import MEADOW

Log = list[tuple[int | None, str]]


def played(seed: int, plies: int = 1000) -> tuple[list[Ply], Log]:
    """Return a random game, or its beginning."""
    chooser, state = random.Random(seed), MEADOW.start("standard", {}, 2)
    log: Log = []
    while MEADOW.outcome(state) is None and len(log) < plies:
        action = chooser.choice(MEADOW.legal_actions(state))
        log.append((action.seat, MEADOW.notation(action)))
        state = MEADOW.apply(state, action)
    return list_plies(MEADOW, "standard", {}, 2, log), log


def offered(state: Meadow, chosen: str = "") -> set[str]:
    """Return the complete actions that all steps lead to."""
    prompt = MEADOW.prompt(state, chosen)
    assert prompt is not None
    found: set[str] = set()
    for choice in prompt.choices:
        found |= offered(state, choice.notation) if choice.is_step else {choice.notation}
    return found


@pytest.mark.parametrize("seed", range(20))
def test_every_position_has_steps_to_all_its_actions_and_survives_json(seed: int) -> None:
    plies, _log = played(seed)
    for ply in plies:
        state = ply.before
        if MEADOW.acting(state):
            assert offered(state) == {MEADOW.notation(action) for action in MEADOW.legal_actions(state)}
        assert MEADOW.read_position(MEADOW.position_line(state)) == state
        assert len({cell.name for cell in MEADOW.scene(state).cells}) == len(MEADOW.scene(state).cells)
    assert MEADOW.outcome(plies[-1].after).reason == "full"  # type: ignore[union-attr]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_hides_what_others_hold_until_the_end(seat: int | None) -> None:
    plies, _log = played(3)
    for ply in plies[:-1]:
        view = MEADOW.view(ply.after, seat)
        assert [set(hand) <= {HIDDEN} for hand in view.hands] == [
            not hand or at != seat for at, hand in enumerate(view.hands)
        ]
        MEADOW.scene(view), MEADOW.panels(view), json.dumps(MEADOW.to_json(view))
        text = " ".join(in_english(MEADOW.phrases, message) for message in MEADOW.describe(MEADOW.view_ply(ply, seat)))
        if ply.before.phase == "draw" and MEADOW.drawer(ply.before) != seat:
            assert text.endswith("draws a tile.")
    assert MEADOW.view(plies[-1].after, seat) == plies[-1].after


def test_steps_can_be_wrong() -> None:
    plies, _log = played(3, 4)
    state: Any = plies[-1].after
    for chosen, error in [
        ("tea", BadNotation),
        ("zephyr 0 0 0", BadNotation),
        (f"{state.hands[0][0]} n9", IllegalAction),
    ]:
        with pytest.raises(error):
            MEADOW.prompt(state, chosen)
