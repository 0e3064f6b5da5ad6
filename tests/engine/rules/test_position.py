import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.defaults import Defaults
from games.engine.errors import BadNotation, BadOptions, CorruptLog, IllegalAction
from games.engine.marrakech.board import DIE, PLACE_NAMES, PLACE_NUMBERS
from games.engine.marrakech.options import OPTION_SPECS, rules_for
from games.engine.marrakech.position import Position
from games.engine.marrakech.rules import refusal_code
from games.engine.marrakech.title import MARRAKECH
from games.engine.replay import list_plies, replay
from games.engine.values import ABORT, OUT_OF_TIME, RESIGNS

from ..helpers.positions import position
from ..helpers.random_games import ALL, TITLE, Log, Options, next_action, random_game
from .test_properties import mixes

rulesets, seat_counts, seeds = st.sampled_from(ALL), st.integers(2, 4), st.integers(0, 2**32)
poor = mixes.map(lambda mix: {**mix, "rugs": "12/8/6", "dirhams": "9"})
options: st.SearchStrategy[Options] = st.just({}) | st.just({"dirhams": "12"}) | poor
leavings = st.sampled_from((0.0, 0.0, 0.004, 0.03))


def entry(state: Any, chooser: random.Random, leaving: float) -> tuple[int | None, str]:
    """Return the next entry: sometimes a seat leaves, more rarely the game is aborted."""
    if chooser.random() < leaving:
        seat = chooser.choice([seat for seat, holding in enumerate(state.seats) if not holding.out])
        return chooser.choice([(seat, RESIGNS), (seat, OUT_OF_TIME), (seat, RESIGNS), (None, ABORT)])
    action = next_action(state, chooser)
    return action.seat, TITLE.notation(action)


@given(ruleset=rulesets, changes=options, seats=seat_counts, seed=seeds, leaving=leavings)
def test_a_position_follows_the_states(ruleset: str, changes: Options, seats: int, seed: int, leaving: float) -> None:
    chooser = random.Random(seed)
    game, state = Position.start(ruleset, changes, seats), TITLE.start(ruleset, changes, seats)
    while game.phase != "over":
        seat, text = entry(state, chooser, leaving)
        game.play_entry(seat, text)
        state = TITLE.apply(state, TITLE.parse(state, seat, text))
        if chooser.random() < 0.5:  # so that several plies happen between two looks, too
            assert game.state() == state
            assert game.legal_places() == Position(state).legal_places()
    assert game.state() == state
    assert game.outcome == TITLE.outcome(state)


@given(ruleset=rulesets, changes=options, seats=seat_counts, seed=seeds, leaving=leavings)
def test_a_one_pass_replay_gives_every_state(
    ruleset: str, changes: Options, seats: int, seed: int, leaving: float
) -> None:
    states, log = random_game(ruleset, seats, seed, changes, leaving)
    assert [ply.after for ply in list_plies(TITLE, ruleset, changes, seats, log)] == states[1:]
    for cut in {0, len(log), *random.Random(seed).choices(range(len(log) + 1), k=12)}:
        assert replay(TITLE, ruleset, changes, seats, log[:cut]) == states[cut]
        assert TITLE.replay(states[cut], iter(log[cut:])) == states[-1]


STRAY = ("L", "F", "r", "3", "c", "p", "--", "d4d5", "E4-D4", "a1b1", "resigns", "abort", "north", "")


def result_of(fold: Any, state: Any, log: Log) -> Any:
    """Return the last state of a replay, or the fault of the log and its ply."""
    try:
        return fold(state, log)
    except CorruptLog as error:
        return error.code, error.params


class Plain(Defaults):
    """Marrakech with the replay of ``Defaults``."""

    start, parse, apply = TITLE.start, staticmethod(TITLE.parse), staticmethod(TITLE.apply)


PLAIN: Any = Plain()


@given(ruleset=rulesets, changes=options, seats=seat_counts, seed=seeds, leaving=leavings)
def test_a_one_pass_replay_finds_the_fault(
    ruleset: str, changes: Options, seats: int, seed: int, leaving: float
) -> None:
    chooser = random.Random(seed)
    states, log = random_game(ruleset, seats, seed, changes, leaving)
    for _ in range(12):
        at = chooser.randrange(len(log))
        stray = (chooser.choice((None, *range(seats))), chooser.choice(STRAY))
        spoilt = [*log[:at], stray, *log[at + chooser.randrange(2) :]]
        assert result_of(TITLE.replay, states[0], spoilt) == result_of(PLAIN.replay, states[0], spoilt)


@given(ruleset=rulesets, changes=options, seats=seat_counts, seed=seeds)
def test_listed_places_are_legal_and_can_be_laid(ruleset: str, changes: Options, seats: int, seed: int) -> None:
    states, _ = random_game(ruleset, seats, seed, changes)
    for state in random.Random(seed).choices(states, k=12):
        game = Position(state)
        legal = game.legal_places()
        assert [number for number in range(-1, 86) if game.is_legal(number)] == list(legal)
        named = [TITLE.notation(action) for action in TITLE.legal_actions(state)]
        assert [PLACE_NAMES[number] for number in legal] == (named if legal else [])
        for number in set(range(-1, 86)) - {*legal}:
            with pytest.raises(IllegalAction):
                game.lay(number)
        assert game.state() == state


def fresh(*texts: str, ruleset: str = "gigamic", seats: int = 3, **changes: str) -> Position:
    """Return a new game after these actions of the seats and of chance."""
    game = Position.start(ruleset, changes, seats)
    for text in texts:
        game.play(text)
    return game


def test_a_game_starts_with_assam_in_the_middle() -> None:
    game = Position.start()
    assert (game.pose, game.phase, len(game.dirhams)) == (24 << 2, "pile", 2)


def test_a_game_with_unknown_rules_does_not_start() -> None:
    with pytest.raises(BadOptions):
        Position.start("chess")


def test_a_copy_of_a_position_is_independent() -> None:
    game = fresh("L", "2")
    before, twin = game.state(), game.copy()
    twin.lay(twin.legal_places()[0])
    twin.play("F")
    twin.play("1")
    assert game.state() == before != twin.state()


def test_a_game_can_be_played_with_numbers_alone() -> None:
    chooser, game = random.Random(3), fresh(seats=2)
    while game.phase != "over":
        if game.phase == "pile":
            game.draw(chooser.choice(game.legal_draws())[0])
        elif game.phase == "rotate":
            game.rotate(chooser.choice(game.legal_quarters()))
            game.roll(chooser.choice(DIE))
        else:
            game.lay(chooser.choice(game.legal_places()))
    assert game.reason in {"rugs", "survivor"}


def test_no_action_can_be_chosen_while_chance_is_due() -> None:
    game = fresh("L")
    assert (game.legal_quarters(), game.legal_places(), game.legal_draws(), game.outcome) == ((), (), (), None)


def test_draws_have_the_weights_of_the_pile() -> None:
    assert fresh("c", seats=2).legal_draws() == ((2, 12), (3, 12))
    assert fresh("c", "r", "F", "1", "c4d4", seats=2).legal_draws() == ((0, 11), (1, 12))
    assert fresh(seats=2, pile="coin").legal_draws() == ((0, 1), (1, 1))


def test_the_seat_of_a_roll_or_draw_is_the_one_that_is_due() -> None:
    assert fresh("3", ruleset="slides").chance_seat == 1
    assert fresh("c", seats=2).chance_seat == 1
    assert fresh("L").chance_seat == 0


def test_a_notation_may_be_typed_loosely() -> None:
    game = fresh("l", "1")
    game.play(" B5-B4 ")
    assert game.rug == (22, 15)


REFUSED: list[tuple[str, Any, str]] = [
    ("rotate", 2, "half-turn"),
    ("roll", 1, "no-chance-due"),
    ("draw", 0, "no-chance-due"),
    ("roll_off", 1, "no-chance-due"),
    ("lay", 3, "wrong-phase"),
    ("leave", -1, "no-such-seat"),
    ("leave", 3, "no-such-seat"),
]


@pytest.mark.parametrize(("method", "argument", "code"), REFUSED)
def test_a_refused_action_changes_no_position(method: str, argument: Any, code: str) -> None:
    game = fresh()
    before = game.state()
    with pytest.raises(IllegalAction) as caught:
        getattr(game, method)(argument)
    assert (caught.value.code, game.state()) == (code, before)


LAYING = [
    (84, "not-a-rug"),
    (-1, "not-a-rug"),
    (PLACE_NUMBERS["d3d4"], "under-assam"),
    (PLACE_NUMBERS["e3f3"], "not-beside-assam"),
    (PLACE_NUMBERS["e3e4"], "whole-rug"),
]


@pytest.mark.parametrize(("number", "code"), LAYING)
def test_an_illegal_place_is_refused_for_a_reason(number: int, code: str) -> None:
    game = Position(position("gigamic", rugs="y1:43,44"))
    with pytest.raises(IllegalAction, match=code):
        game.lay(number)


def test_a_rug_cannot_be_put_away_while_there_is_a_place() -> None:
    with pytest.raises(IllegalAction, match="can-lay"):
        fresh("L", "1").put_away()


def test_text_that_is_no_notation_is_refused() -> None:
    with pytest.raises(BadNotation):
        fresh().play("north")


def test_a_finished_game_accepts_no_action() -> None:
    game = fresh()
    game.abort()
    for act in (game.abort, game.put_away, lambda: game.leave(0), lambda: game.roll(1), lambda: game.rotate(0)):
        with pytest.raises(IllegalAction, match="game-over"):
            act()


def test_a_refusal_shows_why_an_action_is_not_legal() -> None:
    state = position("gigamic")
    assert refusal_code(state, TITLE.legal_actions(state)[0]) is None
    assert refusal_code(state, TITLE.parse(state, 0, "a1a2")) == "not-beside-assam"


@pytest.mark.parametrize(("stray", "code"), [((2, "L"), "not-your-turn"), ((0, "north"), "unreadable")])
def test_the_plies_of_a_log_end_where_it_is_wrong(stray: tuple[int, str], code: str) -> None:
    log = [(0, "L"), (None, "1"), (0, "b4b5"), (1, "R"), (None, "2"), stray]
    walk = TITLE.iter_plies(TITLE.start("gigamic", {}, 3), log)
    assert [next(walk).number for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(CorruptLog) as caught:
        next(walk)
    assert (caught.value.code, caught.value.params["ply"]) == (code, 5)


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
def test_options_that_do_not_exist_are_refused(ruleset: str, changes: Options | None, seats: int, code: str) -> None:
    with pytest.raises(BadOptions) as caught:
        TITLE.start(ruleset, changes, seats)
    assert caught.value.code == code


def test_an_option_equal_to_the_ruleset_is_no_change() -> None:
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


def why(state: Any) -> dict[str, str]:
    prompt = TITLE.prompt(state)
    assert prompt
    return {name: message.key.removeprefix("refused.") for name, message in prompt.refusals.items()}


def test_an_unreachable_square_is_refused_with_its_reason() -> None:
    reasons = why(position("gigamic"))
    assert (reasons["d4"], reasons["a7"], reasons["d7"]) == ("under-assam", "not-beside-assam", "not-beside-assam")


def test_no_square_of_a_legal_place_is_refused() -> None:
    state = position("gigamic")
    prompt = TITLE.prompt(state)
    assert prompt
    legal = {cell for choice in prompt.choices for cell in choice.cells}
    assert (len(legal), set(prompt.refusals) & legal) == (12, set())
    assert len(prompt.refusals) == 49 - len(legal)


def test_a_covered_whole_rug_is_named_in_the_refusal() -> None:
    reasons = why(position("gigamic", at="A00N", rugs="y1:10,20 r1:01,11"))
    assert {name for name, code in reasons.items() if code == "whole-rug"} == {"c7"}


def test_two_covered_halves_are_named_where_they_are_forbidden() -> None:
    reasons = why(position("summary-strict", at="A00N", rugs="y1:10 r1:01,02 y2:11"))
    assert {name for name, code in reasons.items() if code == "two-halves"} == {"b6"}


@pytest.mark.parametrize(
    ("ruleset", "phase", "expected"),
    [("gigamic", "rotate", {"c4": "half-turn"}), ("gigamic-variant", "end", {"c4": "half-turn", "e4": "must-turn"})],
)
def test_a_forbidden_rotation_is_named_in_the_refusal(ruleset: str, phase: str, expected: dict[str, str]) -> None:
    reasons = why(position(ruleset, phase=phase))
    assert {name: code for name, code in reasons.items() if code != "no-way"} == expected


def test_every_square_off_assams_directions_gets_a_hint_what_to_choose() -> None:
    reasons = why(position("gigamic", phase="rotate"))
    assert (reasons["d4"], reasons["a1"], len(reasons)) == ("no-way", "no-way", 46)


def test_no_direction_beyond_the_edge_is_refused() -> None:
    assert set(why(position("gigamic", at="A03E", phase="rotate")).values()) == {"no-way"}


def test_the_longest_patch_of_each_seat_counts() -> None:
    # A: three squares in a row and two apart; B: two apart from two, as a corner does not join; C: none.
    state = position("gigamic", rugs="c1:00,01 c2:02 c3:44,45 y1:60,61 y2:52,53")
    assert MARRAKECH.highlight.of(state) == (3, 2, 0)


def test_positions_are_equal_if_nothing_tells_them_apart() -> None:
    position, other = Position.start("gigamic", seats=3), Position.start("gigamic", seats=3)
    assert position == other
    assert position == position.copy() == Position(position.state())
    other.rotate(0)
    assert position != other
    position.rotate(0)
    assert position == other
    assert position != Position.start("summary", seats=3)
    assert position != position.state()
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_the_text_of_a_position_says_where_the_game_is() -> None:
    position = Position.start("gigamic", seats=3)
    assert repr(position) == "<Position gigamic, ply 0, turn 1 of A, rotate>"
    position.rotate(0)
    assert repr(position) == "<Position gigamic, ply 1, turn 1 of A, roll>"
