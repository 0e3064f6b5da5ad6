"""Tests of rulesets and options."""

import pytest

from games.engine.errors import BadOptions
from games.engine.marrakech.options import OPTION_SPECS, rules_for

from ..helpers.random_games import ALL, TITLE, Options

TABLE = {
    "gigamic": {},
    "gigamic-variant": {"rotate": "end", "straight": "no"},
    "bga-help": {"rugs": "24/12/12", "start_direction": "S"},
    "summary": {},
    "summary-strict": {"straight": "no", "two_halves": "no"},
    "slides": {
        "rugs": "15/15/15",
        "two_player_colours": "1",
        "order": "rolloff",
        "out_when": "zero",
        "out_rugs": "empty",
    },
    "bga-code": {"pile": "coin", "start_direction": "S", "cover_own": "yes", "out_score": "squares"},
    "bga-code-end": {
        "pile": "coin",
        "start_direction": "S",
        "cover_own": "yes",
        "out_score": "squares",
        "rotate": "end",
    },
    "anu": {"rugs": "15/15/15", "two_player_colours": "1", "survivor": "plays_on"},
}


@pytest.mark.parametrize("ruleset", ALL)
def test_a_ruleset_differs_from_gigamic_as_the_rules_say(ruleset: str) -> None:
    gigamic = TITLE.rulesets["gigamic"].options
    options = TITLE.rulesets[ruleset].options
    assert {name: value for name, value in options.items() if gigamic[name] != value} == TABLE[ruleset]


def test_gigamic_is_the_default_and_comparisons_are_not_offered() -> None:
    assert next(iter(TITLE.rulesets)) == "gigamic"
    assert {key for key in ALL if not TITLE.rulesets[key].offered} == {"bga-code", "bga-code-end", "anu"}


def test_every_option_has_a_label_for_every_value_and_takes_it() -> None:
    for spec in OPTION_SPECS:
        assert len(spec.values) == len(spec.value_labels)
        for value in spec.values:
            assert rules_for("gigamic", {spec.name: value}, 2).seats == 2


@pytest.mark.parametrize(
    ("ruleset", "changes", "seats", "code"),
    [
        ("nonesuch", {}, 2, "unknown-ruleset"),
        ("gigamic", {}, 1, "bad-seats"),
        ("gigamic", {}, 5, "bad-seats"),
        ("gigamic", {"colour": "red"}, 2, "unknown-option"),
        ("gigamic", {"straight": "maybe"}, 2, "bad-value"),
        ("gigamic", {"dirhams": "0"}, 2, "bad-value"),
        ("gigamic", {"dirhams": "1000"}, 2, "bad-value"),
        ("gigamic", {"rugs": "24"}, 2, "bad-value"),
        ("gigamic", {"rugs": "61/12/12"}, 2, "bad-value"),
        ("gigamic", {"rugs": "12/12/12/12"}, 2, "bad-value"),
        ("gigamic", {"rugs": "24/0/12"}, 2, "bad-value"),
    ],
)
def test_it_refuses_options_that_do_not_exist(ruleset: str, changes: Options | None, seats: int, code: str) -> None:
    with pytest.raises(BadOptions) as caught:
        TITLE.start(ruleset, changes, seats)
    assert caught.value.code == code


def test_an_option_that_says_what_the_ruleset_says_is_not_a_change() -> None:
    state = TITLE.start("gigamic", {"straight": "yes", "dirhams": "7"}, 3)
    assert TITLE.to_json(state)["options"] == {"dirhams": "7"}


def test_assam_begins_north_by_default() -> None:
    starts = {ruleset: TITLE.start(ruleset, {}, 3).facing for ruleset in ALL}
    assert {ruleset for ruleset, facing in starts.items() if facing == 2} == {"bga-help", "bga-code", "bga-code-end"}


def test_a_shuffled_pile_is_drawn_by_what_is_left_and_a_coin_is_not() -> None:
    shuffled = TITLE.start("gigamic", {"rugs": "9/9/9"}, 2)
    coin = TITLE.start("gigamic", {"rugs": "9/9/9", "pile": "coin"}, 2)
    assert TITLE.chance(shuffled).outcomes == (("c", 5), ("y", 4))
    assert TITLE.chance(coin).outcomes == (("c", 1), ("y", 1))


def test_a_pile_of_one_colour_needs_no_chance() -> None:
    state = TITLE.start("gigamic", {"rugs": "1/1/1"}, 2)
    assert (state.phase, [seat.next for seat in state.seats]) == ("rotate", [0, 2])
