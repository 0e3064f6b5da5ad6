"""Tests of a second title with the defaults of the protocol."""

import pytest

from games.engine.errors import BadNotation, BadOptions, CorruptLog
from games.engine.replay import group_by_turn, list_plies, replay, state_hash
from games.engine.values import OptionSpec

from .helpers.toy import STONES, StonesTitle

LOG = [(0, "2"), (1, "2"), (0, "1")]


def test_a_toy_title_plays_to_its_end() -> None:
    outcome = STONES.outcome(replay(STONES, "standard", {}, 2, LOG))
    assert outcome is not None
    assert (outcome.reason, outcome.standings[0].seat) == ("rugs", 0)


def test_a_toy_title_is_one_group_and_one_line() -> None:
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
def test_a_toy_game_is_not_started_by_rules_that_do_not_exist(
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


def test_a_toy_question_has_no_steps() -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        STONES.prompt(STONES.start("standard", {}, 2), "1")
