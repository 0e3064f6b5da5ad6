import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import BadNotation, IllegalAction
from games.engine.marram.actions import Place, cell_name
from games.engine.marram.prompts import _refusal
from games.engine.marram.state import State
from games.engine.marram.title import MARRAM
from games.engine.messages import Message
from games.engine.prompts import Prompt
from games.engine.scene import Piece
from tests.engine.helpers.title_checks import messages_in

from ..helpers.marram_games import RULESETS, random_game
from ..helpers.marram_positions import ordered_start, position, with_holding

PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def steps_of(state: State) -> Iterator[Prompt]:
    """Yield every question that a position leads to."""
    waiting = [""]
    while waiting:
        prompt = MARRAM.prompt(state, waiting.pop())
        if prompt:
            yield prompt
            waiting += [choice.notation for choice in prompt.choices if choice.is_step]


def in_english(message: Message) -> str:
    params = {
        name: in_english(value) if isinstance(value, Message) else value for name, value in message.params.items()
    }
    return MARRAM.phrases[message.key] % params


def texts_of(prompt: Prompt | None) -> list[str]:
    assert prompt is not None
    return [choice.notation for choice in prompt.choices]


def fits(message: Message) -> bool:
    """Return True if a message's phrase wants exactly the parameters it has; it need not name the seat it speaks to."""
    keys = [key for key in (message.key, f"{message.key}.plural") if key in MARRAM.phrases]
    wanted, given_ = {name for key in keys for name in PLACEHOLDER.findall(MARRAM.phrases[key])}, set(message.params)
    return bool(keys) and wanted <= given_ <= wanted | {"seat"}


@given(ruleset=st.sampled_from(RULESETS), seats=st.integers(2, 4), seed=st.integers(0, 10**6))
def test_the_steps_of_a_prompt_lead_to_exactly_the_legal_actions_of_marram(ruleset: str, seats: int, seed: int) -> None:
    dice = Random(seed)
    states = [ply.after for ply in random_game(ruleset, seats, dice)]
    for state in dice.sample(states, 3):
        prompts = list(steps_of(state))
        complete = [choice.notation for prompt in prompts for choice in prompt.choices if not choice.is_step]
        legal = [MARRAM.notation(action) for action in MARRAM.legal_actions(state)] if MARRAM.acting(state) else []
        assert sorted(complete) == sorted(legal)
        assert all(len(prompt.choices) > 1 for prompt in prompts if any(choice.is_step for choice in prompt.choices))
        inside = tuple(MARRAM.inside(state, cell.name) for cell in MARRAM.scene(state).cells)
        shown = [(MARRAM.scene(state), MARRAM.panels(state), *inside), *prompts]
        assert [message for message in messages_in(tuple(shown)) if not fits(message)] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_sentence_of_a_game_of_marram_has_its_phrase(ruleset: str) -> None:
    for seed in range(3):
        plies = random_game(ruleset, 2 + seed, Random(seed), leaving=0.01)
        described = tuple(MARRAM.describe(ply) for ply in plies)
        assert [message for message in messages_in(described) if not fits(message)] == []


def test_every_label_of_marram_has_its_phrase() -> None:
    keys = {key for ruleset in MARRAM.rulesets.values() for key in (ruleset.label, ruleset.summary)}
    keys |= {key for robot in MARRAM.robots.values() for key in (robot.label, robot.summary)}
    assert keys <= set(MARRAM.phrases)


def test_the_questions_ask_for_tile_cell_rotation_and_claim() -> None:
    state = position("S00@(0,0)r0", rack=(39, 4), ruleset="pitchfork-long")
    assert texts_of(MARRAM.prompt(state)) == ["39", "4"]
    assert texts_of(MARRAM.prompt(state, "39")) == ["39 n1", "39 e1", "39 s1"]
    assert texts_of(MARRAM.prompt(state, "39 e1")) == ["39 e1 0", "39 e1 1"]
    claims = ["39 n1 2", "39 n1 2 L0", "39 n1 2 L1", "39 n1 2 B0"]
    assert texts_of(MARRAM.prompt(state, "39 n1")) == texts_of(MARRAM.prompt(state, "39 N1 2")) == claims
    prompt = MARRAM.prompt(state, "39 e1 1")
    assert prompt is not None
    assert [picked.back for picked in prompt.picked] == ["", "39", "39 e1"]
    assert [piece.face for piece in prompt.preview if isinstance(piece, Piece)] == ["39a"]
    claimed = prompt.choices[3].preview[0]
    assert isinstance(claimed, Piece)
    assert claimed.parts[0][:2] == ("B0", "fork")


def test_the_last_question_is_asked_even_without_boots() -> None:
    state = with_holding(position("S00@(0,0)r0", rack=(39,)), 0, boots=0)
    assert texts_of(MARRAM.prompt(state, "39 n1")) == ["39 n1 2"]


def test_a_question_with_one_answer_is_left_out() -> None:
    state = position("S00@(0,0)r0", rack=(39,))
    prompt = MARRAM.prompt(state)
    assert prompt is not None
    assert (texts_of(prompt), prompt.picked) == (["39 n1", "39 e1", "39 s1"], ())


def test_flips_are_asked_for_together_with_tiles() -> None:
    state = position("T38@(0,-1)r3", "T70@(0,0)r0", rack=(50,))
    assert texts_of(MARRAM.prompt(state)) == ["50", "f70"]
    assert texts_of(MARRAM.prompt(state, "f70")) == ["f70 0", "f70 3"]
    assert texts_of(MARRAM.prompt(state, "f70 3"))[:2] == ["f70 3", "f70 3 L0"]


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ("40", "not-in-rack"),
        ("f39", "not-on-board"),
        ("39 0", "cell-taken"),
        ("39 w1", "edges-differ"),
        ("39 n2", "not-beside-tile"),
        ("39 n1 0", "edges-differ"),
        ("x", "unreadable"),
        ("39 x", "unreadable"),
        ("39 n1 7", "unreadable"),
        ("39 n1 2 L0", "unreadable"),
    ],
)
def test_other_texts_are_no_steps_of_a_prompt(chosen: str, code: str) -> None:
    state = position("S00@(0,0)r0", rack=(39, 4))
    with pytest.raises((BadNotation, IllegalAction), match=code):
        MARRAM.prompt(state, chosen)
    assert f"refused.{code}" in MARRAM.phrases


def test_a_choice_of_marram_names_what_it_completes() -> None:
    prompt = MARRAM.prompt(position("S00@(0,0)r0", rack=(38, 4)), "38 s1")
    assert prompt is not None
    claim = next(choice for choice in prompt.choices if choice.notation == "38 s1 1 B0")
    assert [message.key for message in claim.details] == ["told.complete.orange", "told.points"]
    land = next(choice for choice in prompt.choices if choice.notation == "38 s1 1 L0")
    assert [message.key for message in land.details] == ["claim.land"]
    nothing = next(choice for choice in prompt.choices if choice.notation == "38 s1 1")
    assert [message.key for message in nothing.details] == ["told.complete.orange", "told.unclaimed"]


def test_the_drawing_has_tiles_and_the_empty_cells_beside_them() -> None:
    state = position("S00@(0,0)r0", "T42@(0,1)r0", claims=("B:boot@(0,1).B0",))
    scene = MARRAM.scene(state)
    assert (scene.left, scene.top, scene.columns, scene.rows) == (-1, -1, 3, 4)
    assert [cell.name for cell in scene.cells] == ["n1", "w1", "0", "e1", "s1w1", "s1", "s1e1", "s2"]
    piece = scene.pieces[1]
    assert (piece.face, piece.turn, piece.cells, piece.gone) == ("42a", 0, ("s1",), ())
    assert [(part.name, part.kind, part.style, part.seat) for part in piece.parts] == [("B0", "boot", "B", 1)]


def test_squares_say_which_tile_fits_and_then_that_it_lies_there() -> None:
    state = position("S00@(0,0)r0", rack=(38, 4))
    places = MARRAM.prompt(state, "38")
    assert places is not None
    assert set(places.texts) == {cell for choice in places.choices for cell in choice.cells}
    assert in_english(places.texts["s1"]) == "s1: Tile 38 fits: north orange"
    boots = MARRAM.prompt(state, "38 s1")
    assert boots is not None
    assert in_english(boots.texts["s1"]).startswith("s1: Tile 38")
    assert "fits" not in in_english(boots.texts["s1"])


def test_the_inside_of_a_tile_names_what_it_joins_and_what_lies_there() -> None:
    state = position("S00@(0,0)r0", "T42@(0,1)r0")
    assert [in_english(message) for message in MARRAM.inside(state, "s1")] == [
        "sand in the north with a flower",
        "grass in the east and west",
        "sand in the south",
        "middle of an orange snake in the north and south",
    ]
    assert MARRAM.inside(state, "s2") == ()


def test_parts_that_have_disappeared_are_not_inside() -> None:
    whole, vanished = position("S00@(0,0)r0", "T42@(0,1)r0"), position("S00@(0,0)r0", "T42@(0,1)r0 gone[0]")
    assert MARRAM.inside(vanished, "s1") == MARRAM.inside(whole, "s1")[:3]


def test_marks_of_the_drawing_are_what_the_turn_changed_and_completed() -> None:
    for ply in random_game("pitchfork-short", 2, Random(1)):
        marks, last = MARRAM.scene(ply.after).marks, ply.after.last
        if last:
            assert set(marks.get("last", ())) == {cell_name(cell) for cell in last.cells}
            assert bool(marks.get("scored")) == bool(last.scored)


def test_a_view_hides_the_order_of_the_pile() -> None:
    state = ordered_start("classic-short", 2)
    view = MARRAM.view(state, 0)
    assert view != state
    assert view.pile is None
    assert view.pile_count == 78
    assert MARRAM.legal_actions(view) == MARRAM.legal_actions(state)


def test_a_panel_has_points_pieces_and_the_rack() -> None:
    panel = MARRAM.panels(ordered_start("pitchfork-short", 3))[1]
    assert [(stat.name, stat.value) for stat in panel.stats] == [
        ("score", 0),
        ("boots", 4),
        ("forks", 3),
        ("shovels", 2),
        ("rack", 4),
        ("rack", 5),
        ("rack", 6),
    ]
    assert panel.stats[-1].style == "6a"


def test_a_legal_action_has_no_refusal() -> None:
    state = ordered_start("classic-short", 2)
    assert _refusal(state, next(action for action in MARRAM.legal_actions(state) if isinstance(action, Place))) is None
