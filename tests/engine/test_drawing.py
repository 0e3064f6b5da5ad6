from typing import Any

import pytest

from games.engine.messages import Message
from games.engine.scene import Piece

from .helpers.positions import position
from .helpers.random_games import TITLE, apply_texts
from .helpers.toy import STONES


def cell_text(state: Any, name: str) -> tuple[str, Any]:
    """Return the key and the parameters of a square's text."""
    (cell,) = [cell for cell in TITLE.scene(state).cells if cell.name == name]
    return cell.text.key, cell.text.params


def pieces(state: Any) -> dict[str, Piece]:
    return {piece.key: piece for piece in TITLE.scene(state).pieces}


def test_a_scene_has_49_cells_from_the_top_left() -> None:
    scene = TITLE.scene(position("gigamic"))
    assert [(cell.name, cell.column, cell.row) for cell in scene.cells][:8][::7] == [("a7", 0, 0), ("a6", 0, 1)]
    assert (len(scene.cells), scene.columns, scene.rows) == (49, 7, 7)


def test_a_scene_has_the_fourteen_mosaics() -> None:
    loops = TITLE.scene(position("gigamic")).loops
    assert len(loops) == 14
    assert loops[3].start == ("g7", "N")
    assert loops[3].end == ("g7", "E")


def test_assam_is_drawn_as_he_faces() -> None:
    (token,) = TITLE.scene(position("gigamic", at="A25W")).tokens
    assert (token.kind, token.cell, token.facing) == ("assam", "c2", "W")


def test_a_whole_rug_is_one_piece_on_two_cells() -> None:
    piece = pieces(position("gigamic", rugs="y1:43,44"))["By1"]
    assert (piece.cells, piece.whole, piece.style, piece.letter, piece.out) == (("e4", "e3"), True, "y", "Y", False)


def test_half_a_rug_shows_where_it_goes_on_under_others() -> None:
    state = apply_texts(position("gigamic"), "d5e5", "F", "1", "e5e6")
    half = pieces(state)["Ac11"]
    assert (half.cells, half.whole, half.hidden) == (("d5",), False, ("e5",))


def test_half_a_rug_of_a_position_that_does_not_say_hides_nothing() -> None:
    piece = pieces(position("gigamic", rugs="y1:43"))["By1"]
    assert (piece.whole, piece.hidden) == (False, ())


def test_pieces_are_drawn_in_the_order_of_laying() -> None:
    keys = [piece.key for piece in TITLE.scene(position("gigamic", rugs="r1:00 c2:10 y1:20 c1:30")).pieces]
    assert keys == ["Ac1", "By1", "Cr1", "Ac2"]


def test_rugs_of_a_player_who_is_out_are_marked() -> None:
    state = position("gigamic", rugs="y1:43,44 y2:00", out=(1,))
    assert pieces(state)["By1"].out
    assert cell_text(state, "e4")[0] == "cell.out.whole"
    assert cell_text(state, "a7")[0] == "cell.out.half"


def test_a_cell_names_what_is_on_it() -> None:
    state = position("gigamic", rugs="y1:43,44 c1:00")
    assert cell_text(state, "b7") == ("cell.empty", {"square": "b7"})
    key, params = cell_text(state, "e4")
    assert (key, params["seat"], params["other"], params["colour"].key) == ("cell.whole", 1, "e3", "colour.y")
    assert cell_text(state, "a7")[0] == "cell.half"


def test_a_cell_shows_the_size_of_its_patch_across_rugs() -> None:
    state = position("gigamic", rugs="y1:43,44 y2:53 y3:63 c1:00")
    assert [cell_text(state, name)[1]["size"] for name in ("e3", "f4", "g4", "a7")] == [4, 4, 4, 1]


def test_the_cell_of_assam_names_him() -> None:
    key, params = cell_text(position("gigamic"), "d4")
    assert (key, params["lying"].key, params["facing"].key) == ("cell.assam", "cell.empty", "facing.E")


def test_no_square_is_marked_before_the_first_turn() -> None:
    scene = TITLE.scene(TITLE.start("gigamic", {}, 2))
    assert (scene.trails, scene.marks) == ((), {})


def test_a_rotation_leaves_no_trail() -> None:
    assert TITLE.scene(apply_texts(position("gigamic", phase="rotate"), "L")).trails == ()


def test_the_last_walk_is_a_trail_with_its_mosaic() -> None:
    (trail,) = TITLE.scene(apply_texts(position("gigamic", at="A30N", phase="roll"), "2")).trails
    assert (trail.kind, trail.cells, trail.loops) == ("walk", ("d7", "c7", "c6"), (1,))


def test_the_paid_patch_and_the_laid_rug_are_marked() -> None:
    state = apply_texts(position("gigamic", phase="roll", rugs="y1:43,44"), "1", "f4g4")
    assert TITLE.scene(state).marks == {"last": ("f4", "g4"), "paid": ("e4", "e3")}


def choice(state: Any, text: str) -> Any:
    return next(choice for choice in TITLE.prompt(state).choices if choice.notation == text)


def test_a_rotation_shows_what_each_face_would_bring() -> None:
    state = position("gigamic", phase="rotate", rugs="y1:43,44 c1:53,63", dirhams={0: 1})
    offered = choice(state, "F")
    assert [(branch.label, branch.weight, branch.cell) for branch in offered.branches] == [
        ("1", 1, "e4"),
        ("2", 2, "f4"),
        ("3", 2, "g4"),
        ("4", 1, "g3"),
    ]
    keys = [[message.key for message in branch.messages] for branch in offered.branches]
    assert keys == [["toll.part", "toll.out"], ["toll.own"], ["toll.own"], ["toll.empty"]]
    assert offered.branches[3].path == ("d4", "e4", "f4", "g4", "g3")
    assert (offered.branches[3].loops, offered.branches[3].facing) == ((5,), "W")


def test_a_rotation_that_costs_shows_how_much_and_whom_it_pays() -> None:
    branch = choice(position("gigamic", phase="rotate", rugs="y1:43,44"), "F").branches[0]
    (message,) = branch.messages
    assert message.key == "toll.rent"
    assert message.params == {
        "seat": 0,
        "to_seat": 1,
        "paid": 2,
        "paid_amount": Message("amount.dirhams", {"count": 2}),
    }
    assert branch.cost == 2


def test_a_rotation_shows_assam_as_he_would_look() -> None:
    (token,) = choice(position("gigamic", phase="rotate"), "R").preview
    assert (token.cell, token.facing) == ("d4", "S")


def test_a_rotation_at_the_end_shows_what_it_brings_the_next_player() -> None:
    state = position("gigamic-variant", phase="end", rugs="r1:32,31", out=(1,))
    (message,) = choice(state, "L").branches[0].messages
    assert message.params["seat"] == 2
    assert message.key == "toll.own"


def test_a_rug_of_a_player_who_is_out_is_announced_as_free() -> None:
    (message,) = choice(position("gigamic", phase="rotate", rugs="y1:43", out=(1,)), "F").branches[0].messages
    assert message.key == "toll.neutral"


def test_a_place_shows_what_it_covers_and_the_patch_it_makes() -> None:
    offered = choice(position("gigamic", rugs="y1:43,53 c1:44,54"), "e3e4")
    assert offered.cells == ("e3", "e4")
    assert [message.key for message in offered.details] == ["covers.half", "covers.half", "patch.joins"]
    assert offered.details[-1].params["size"] == 3
    (rug,) = offered.preview
    assert (rug.cells, rug.style, rug.key) == (("e3", "e4"), "c", "Ac11")


def test_a_place_on_empty_squares_covers_nothing() -> None:
    assert [message.key for message in choice(position("gigamic"), "e4f4").details] == ["patch.new"]


@pytest.mark.parametrize(
    ("ruleset", "phase", "kind", "key"),
    [
        ("gigamic", "rotate", "turn", "prompt.rotate"),
        ("gigamic", "lay", "place", "prompt.lay"),
        ("gigamic-variant", "end", "turn", "prompt.end"),
    ],
)
def test_a_prompt_says_what_to_do(ruleset: str, phase: str, kind: str, key: str) -> None:
    prompt = TITLE.prompt(position(ruleset, phase=phase))
    assert (prompt.seat, prompt.kind, prompt.text.key) == (0, kind, key)


def test_a_rug_without_a_place_is_offered_to_be_put_away() -> None:
    prompt = TITLE.prompt(position("summary-strict", at="A00N", rugs="y1:10,20 r1:01,02 y2:11,21"))
    assert prompt.text.key == "prompt.unlaid"
    assert [(offered.notation, offered.cells) for offered in prompt.choices] == [("--", ())]


def test_there_is_no_prompt_while_chance_is_due_or_the_game_is_over() -> None:
    assert TITLE.prompt(position("gigamic", phase="roll")) is None
    assert TITLE.prompt(position("gigamic", phase="over", reason="rugs")) is None


def stats(state: Any, seat: int) -> list[tuple[str, int, str, str]]:
    (panel,) = [panel for panel in TITLE.panels(state) if panel.seat == seat]
    return [(stat.name, stat.value, stat.kind, stat.style) for stat in panel.stats]


def test_a_panel_shows_public_facts_only() -> None:
    assert stats(position("gigamic", rugs="c1:00,01"), 0) == [
        ("dirhams", 30, "coins", ""),
        ("rugs", 5, "pieces", "c"),
        ("squares", 2, "number", ""),
        ("score", 32, "score", ""),
    ]


def test_a_panel_of_two_colours_shows_which_comes_next() -> None:
    assert stats(position("gigamic", seats=2), 1)[1:4] == [
        ("rugs", 5, "pieces", "r"),
        ("rugs", 5, "pieces", "p"),
        ("next", 1, "next", "r"),
    ]


def test_a_pile_that_is_not_drawn_yet_shows_no_next_colour() -> None:
    assert "next" not in {name for name, *_ in stats(TITLE.start("gigamic", {}, 2), 0)}


def test_a_finished_game_shows_no_next_rug() -> None:
    state = position("gigamic", seats=2)
    state = TITLE.apply(state, TITLE.parse(state, 0, "resigns"))
    assert "next" not in {name for seat in (0, 1) for name, *_ in stats(state, seat)}


def test_a_panel_of_a_player_who_is_out_has_no_score() -> None:
    state = position("gigamic", out=(1,))
    assert [panel.out for panel in TITLE.panels(state)] == [False, True, False]
    assert "score" not in {name for name, *_ in stats(state, 1)}


def test_panels_are_in_the_order_of_play() -> None:
    state = apply_texts(TITLE.start("slides", {}, 3), "1", "4", "3")
    assert [panel.seat for panel in TITLE.panels(state)] == [1, 2, 0]


@pytest.mark.parametrize("title", [TITLE, STONES])
def test_a_cell_described_by_its_text_has_no_inside(title: Any) -> None:
    state = title.start(next(iter(title.rulesets)), {}, 2)
    assert title.inside(state, title.scene(state).cells[0].name) == ()
