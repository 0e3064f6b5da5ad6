import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import IllegalAction
from games.engine.marrakech.actions import Draw, Lay, PutAway, Roll, RollOff, Rotate
from games.engine.marrakech.board import NAMES
from games.engine.marrakech.options import OPTION_SPECS
from games.engine.replay import group_by_turn, list_plies, replay, state_hash
from games.engine.values import ABORT, OUT_OF_TIME, RESIGNS, Abort, Leave

from ..helpers.random_games import ALL, TITLE, Options, all_but, next_action, random_game
from .test_board import FEWEST

rulesets, seat_counts, seeds = st.sampled_from(ALL), st.integers(2, 4), st.integers(0, 2**32)
mixes = st.fixed_dictionaries(
    {}, optional={spec.name: st.sampled_from(spec.values) for spec in OPTION_SPECS if spec.name != "rugs"}
)
short_mixes = mixes.map(lambda mix: {**mix, "rugs": "7/5/4"})
TURNS = {"bga-help": (48, 36, 48), "slides": (30, 45, 60), "anu": (30, 45, 60)}


@given(ruleset=rulesets, seats=seat_counts, seed=seeds)
def test_dirhams_are_never_made_or_lost(ruleset: str, seats: int, seed: int) -> None:
    states, _ = random_game(ruleset, seats, seed)
    assert {sum(seat.dirhams for seat in state.seats) for state in states} == {30 * seats}


@given(ruleset=rulesets, seats=seat_counts, seed=seeds)
def test_the_squares_counted_are_the_squares_on_top(ruleset: str, seats: int, seed: int) -> None:
    states, _ = random_game(ruleset, seats, seed)
    for state in states[::7]:
        data = TITLE.to_json(state)
        for seat in data["seats"]:
            assert seat["squares"] == sum(rug["seat"] == seat["seat"] for rug in data["board"].values())


@given(ruleset=st.sampled_from(all_but("summary-strict")), seats=seat_counts, seed=seeds)
def test_there_are_never_fewer_places_than_the_rules_say(ruleset: str, seats: int, seed: int) -> None:
    states, _ = random_game(ruleset, seats, seed)
    for state in states:
        if state.phase == "lay":
            assert int(FEWEST[state.square // 7][state.square % 7]) <= len(TITLE.legal_actions(state)) <= 12


@given(seats=seat_counts, seed=seeds)
def test_a_rug_is_put_away_only_for_want_of_a_place(seats: int, seed: int) -> None:
    states, log = random_game("summary-strict", seats, seed)
    for state, (_, text) in zip(states, log, strict=False):
        if text == "--":
            assert TITLE.legal_actions(state) == (PutAway(state.current),)


@given(ruleset=rulesets, seats=seat_counts, seed=seeds)
def test_a_game_has_no_more_turns_than_rugs(ruleset: str, seats: int, seed: int) -> None:
    states, _ = random_game(ruleset, seats, seed)
    assert states[-1].turn <= TURNS.get(ruleset, (48, 45, 48))[seats - 2]


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_any_mix_of_options_ends_and_can_be_shown(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, log = random_game(ruleset, seats, seed, mix, leaving=0.01)
    for ply in list_plies(TITLE, ruleset, mix, seats, log):
        assert TITLE.describe(ply)
    for state in states:
        assert len(TITLE.scene(state).cells) == 49
        assert len(TITLE.panels(state)) == seats
    assert TITLE.outcome(states[-1]) is not None


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_a_position_survives_json(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix, leaving=0.01)
    for state in states:
        again = TITLE.from_json(TITLE.to_json(state))
        assert again == state
        assert hash(again) == hash(state)


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_every_legal_action_survives_its_notation(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix)
    for state in states:
        for action in TITLE.legal_actions(state):
            assert TITLE.parse(state, action.seat, TITLE.notation(action)) == action


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_legal_actions_stand_in_the_order_of_their_notation(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix)
    for state in states:
        if TITLE.acting(state):
            texts = [TITLE.notation(action) for action in TITLE.legal_actions(state)]
            assert texts == sorted(set(texts))


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_replaying_the_log_gives_the_same_state_and_hash(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, log = random_game(ruleset, seats, seed, mix, leaving=0.01)
    again = replay(TITLE, ruleset, mix, seats, log)
    assert again == states[-1]
    assert state_hash(TITLE, again) == state_hash(TITLE, states[-1])


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_every_turn_has_one_line_with_its_number(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    _, log = random_game(ruleset, seats, seed, mix, leaving=0.01)
    groups = group_by_turn(TITLE, list_plies(TITLE, ruleset, mix, seats, log))
    lines = [line for line in map(TITLE.turn_line, groups) if line]
    numbers = [int(line.split(".")[0]) for line in lines]
    assert numbers == list(range(numbers[0], numbers[0] + len(lines)))
    assert numbers[0] in {0, 1}


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_exactly_one_of_seat_chance_and_end_is_due(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix, leaving=0.01)
    for state in states:
        due = (bool(TITLE.acting(state)), TITLE.chance(state) is not None, TITLE.outcome(state) is not None)
        assert sum(due) == 1


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_chances_of_a_game_differ_in_label_seat_or_index(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix)
    due = [(chance.label, chance.seat, chance.number) for state in states if (chance := TITLE.chance(state))]
    assert len(due) == len(set(due))


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_a_prompt_offers_exactly_the_legal_actions(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix)
    for state in states:
        prompt = TITLE.prompt(state)
        offered = [choice.notation for choice in prompt.choices] if prompt else []
        legal = [TITLE.notation(action) for action in TITLE.legal_actions(state)]
        assert offered == (legal if TITLE.acting(state) else [])


REASONS = {
    *("game-over", "not-your-turn", "wrong-phase", "chance-due", "no-chance-due", "other-chance-due"),
    *("impossible-result", "half-turn", "must-turn", "off-board", "not-a-rug", "under-assam", "not-beside-assam"),
    *("whole-rug", "two-halves", "can-lay"),
}


def anything(seats: int, chooser: random.Random) -> list[Any]:
    """Return actions of every kind, legal or not."""
    squares = (*NAMES, "h1", "a8")
    rugs = [Lay(seat, *chooser.choices(squares, k=2)) for seat in range(seats) for _ in range(20)]
    near = [Lay(0, first, second) for first in ("c4", "d4", "d5") for second in ("d3", "d4", "d5", "e5")]
    turned = [Rotate(seat, quarter) for seat in range(-1, seats + 1) for quarter in range(-3, 4)]
    rolled = [kind(face) for kind in (Roll, RollOff) for face in range(6)]
    return [*rugs, *near, *turned, *rolled, *map(Draw, range(5)), *map(PutAway, range(-1, seats))]


@settings(max_examples=settings().max_examples // 4)  # each of them takes long
@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_an_illegal_action_gets_a_reason_and_changes_nothing(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    chooser = random.Random(seed)
    states, _ = random_game(ruleset, seats, seed, mix)
    for state in [states[0], *chooser.sample(states, 6), states[-1]]:
        before = TITLE.from_json(TITLE.to_json(state))
        for action in anything(seats, chooser):
            if action in TITLE.legal_actions(state):
                assert TITLE.apply(state, action) != state
                continue
            with pytest.raises(IllegalAction) as caught:
                TITLE.apply(state, action)
            assert caught.value.code in REASONS
            assert f"refused.{caught.value.code}" in TITLE.phrases
        assert state == before


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes, cut=st.integers(0, 60))
def test_a_seat_in_the_game_can_leave_at_any_ply(ruleset: str, seats: int, seed: int, mix: Options, cut: int) -> None:
    chooser = random.Random(seed)
    state = TITLE.start(ruleset, mix, seats)
    for _ in range(cut):
        if TITLE.outcome(state) is None:
            state = TITLE.apply(state, next_action(state, chooser))
    for seat in range(seats):
        for how in (RESIGNS, OUT_OF_TIME):
            if TITLE.outcome(state) is None and not state.seats[seat].out:
                after = TITLE.apply(state, Leave(seat, how))
                assert (after.seats[seat].out, after.seats[seat].rugs, after.seats[seat].dirhams) == (True, 0, 0)
    if TITLE.outcome(state) is None:
        assert TITLE.outcome(TITLE.apply(state, Abort())).reason == "aborted"
        assert TITLE.notation(Abort()) == ABORT
