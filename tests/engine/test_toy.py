import json
import random
from typing import Any

import pytest

from games.engine.errors import BadNotation, BadOptions, CorruptLog, IllegalAction
from games.engine.messages import in_english
from games.engine.replay import group_by_turn, list_plies, replay, state_hash
from games.engine.values import OptionSpec, Ply

from .helpers.meadow.rules import HIDDEN, Meadow
from .helpers.meadow.title import MEADOW
from .helpers.toy import STONES, StonesTitle

LOG = [(0, "2"), (1, "2"), (0, "1")]


def test_a_toy_title_plays_to_its_end() -> None:
    outcome = STONES.outcome(replay(STONES, "standard", {}, 2, LOG))
    assert outcome is not None
    assert (outcome.reason, outcome.standings[0].seat) == ("rugs", 0)


def test_a_turn_of_a_toy_title_is_one_group_and_one_line() -> None:
    (group,) = group_by_turn(STONES, list_plies(STONES, "standard", {}, 2, LOG))
    assert STONES.turn_line(group) == "2 2 1"


def test_a_toy_title_offers_its_legal_actions() -> None:
    prompt = STONES.prompt(STONES.start("standard", {}, 2))
    assert prompt is not None
    assert [choice.notation for choice in prompt.choices] == ["1", "2"]
    assert prompt.seat == 0


def test_a_toy_title_has_no_prompt_at_the_end() -> None:
    assert STONES.prompt(replay(STONES, "standard", {}, 2, LOG)) is None


def test_a_toy_title_says_who_did_what() -> None:
    made = list_plies(STONES, "standard", {}, 2, [*LOG[:1], (None, "abort")])
    messages = [message for ply in made for message in STONES.describe(ply)]
    assert [(message.key, message.params["notation"]) for message in messages] == [
        ("told.notation", "2"),
        ("told.chance", "abort"),
    ]
    assert all(message.key in STONES.phrases for message in messages)


def test_a_toy_title_has_no_panels_no_options_and_one_ruleset() -> None:
    state = STONES.start("standard", {}, 2)
    assert (STONES.panels(state), STONES.option_specs, list(STONES.rulesets)) == ((), (), ["standard"])
    assert {ruleset.label for ruleset in STONES.rulesets.values()} <= set(STONES.phrases)


def test_a_toy_position_has_a_hash_and_survives_json() -> None:
    state = replay(STONES, "standard", {}, 2, LOG[:2])
    assert STONES.from_json(STONES.to_json(state)) == state
    assert state_hash(STONES, state) != state_hash(STONES, STONES.start("standard", {}, 2))


def test_a_toy_log_can_be_corrupt() -> None:
    with pytest.raises(CorruptLog, match="too-many"):
        replay(STONES, "standard", {}, 2, [(0, "2"), (1, "2"), (0, "2")])


@pytest.mark.parametrize(
    ("ruleset", "changes", "seats", "code"),
    [
        ("strict", {}, 2, "unknown-ruleset"),
        ("standard", {"stones": "9"}, 2, "unknown-option"),
        ("standard", {}, 3, "bad-seats"),
    ],
)
def test_a_toy_game_with_unknown_rules_does_not_start(
    ruleset: str, changes: dict[str, str], seats: int, code: str
) -> None:
    with pytest.raises(BadOptions, match=code):
        STONES.start(ruleset, changes, seats)


def test_a_toy_option_has_its_values_or_its_pattern() -> None:
    class Options(StonesTitle):
        option_specs = (OptionSpec("stones", "label", ("5", "7"), ("five", "seven"), pattern="[1-9]"),)

    title = Options()
    assert title.check_start("standard", {"stones": "7"}, 2) == {"stones": "7"}
    assert title.check_start("standard", {"stones": "9"}, 2) == {"stones": "9"}
    with pytest.raises(BadOptions, match="bad-value"):
        title.check_start("standard", {"stones": "12"}, 2)


def test_a_prompt_of_a_toy_title_has_no_steps() -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        STONES.prompt(STONES.start("standard", {}, 2), "1")


Log = list[tuple[int | None, str]]


def played(seed: int, plies: int = 1000) -> tuple[list[Ply], Log]:
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
def test_every_position_of_the_second_toy_has_steps_to_all_its_actions_and_survives_json(seed: int) -> None:
    plies, _log = played(seed)
    for ply in plies:
        state = ply.before
        if MEADOW.acting(state):
            assert offered(state) == {MEADOW.notation(action) for action in MEADOW.legal_actions(state)}
        assert MEADOW.read_position(MEADOW.position_line(state)) == state
        assert len({cell.name for cell in MEADOW.scene(state).cells}) == len(MEADOW.scene(state).cells)
    assert MEADOW.outcome(plies[-1].after).reason == "full"  # type: ignore[union-attr]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_of_the_second_toy_hides_what_others_hold_until_the_end(seat: int | None) -> None:
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


def test_wrong_steps_of_a_prompt_are_refused() -> None:
    plies, _log = played(3, 4)
    state: Any = plies[-1].after
    for chosen, error in [
        ("tea", BadNotation),
        ("zephyr 0 0 0", BadNotation),
        (f"{state.hands[0][0]} n9", IllegalAction),
    ]:
        with pytest.raises(error):
            MEADOW.prompt(state, chosen)
