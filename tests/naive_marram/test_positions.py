import pytest

from . import act, leave, legal_texts, ranking
from .legal import State
from .positions import position

S00 = "S00@(0,0)r0"


def bare(texts: list[str]) -> list[str]:
    """Return the actions without a claim."""
    return [text for text in texts if " L" not in text and " B" not in text]


def play(variant: str, board: str, rack: str, text: str, seat: str = "A") -> State:
    """Play one action of A or B."""
    return act(position(variant, board, rack, seat), text)[0]


def boots(state: State) -> list[int]:
    """Return the boots that each seat has."""
    return [supply["boots"] for supply in state["supply"]]


@pytest.mark.parametrize(
    ("tile", "places"), [("T39", ["39 n1 2", "39 e1 0", "39 e1 1", "39 s1 3"]), ("T04", ["4 n1 2", "4 w1 2"])]
)
def test_1_touching_edges_match(tile: str, places: list[str]) -> None:
    assert bare(legal_texts(position("classic", S00, tile))) == places


def test_2_a_claim_counts_for_what_its_action_completes() -> None:
    after = play("classic", S00, "T38", "38 s1 1 B0")
    assert (after["scores"], boots(after)) == ([2, 0], [10, 10])


def test_3_an_opponent_completes_a_snake() -> None:
    after = play("classic", f"{S00} T42@(0,1)r0 A:boot@(0,1).B0", "T38", "38 s2 1", "B")
    assert (after["scores"], boots(after)) == ([3, 0], [10, 10])


@pytest.mark.parametrize(
    ("board", "text", "points"),
    [
        ("T37@(0,0)r3 T43@(0,1)r0 A:boot@(0,1).B0", "48 s2 1", 6),
        ("T37@(0,0)r3 T43@(0,1)r0 T36@(0,2)r0 A:boot@(0,1).B0", "48 s3 1", 3),
        ("T37@(0,0)r3", "48 s1 1 B0", 3),
    ],
)
def test_4_and_5_a_worm_has_one_saddle(board: str, text: str, points: int) -> None:
    assert play("classic", board, "T48", text)["scores"] == [points, 0]


@pytest.mark.parametrize(
    ("board", "text", "points"),
    [
        ("T35@(0,0)r2 T46@(1,0)r0", "31 e2 0 B0", 9),
        ("T35@(0,0)r2 T46@(1,0)r0", "23 e2 0 B0", 3),
        ("T35@(0,0)r2", "31 e1 0 B0", 3),
    ],
)
def test_6_a_blue_snake_has_head_tail_and_middle(board: str, text: str, points: int) -> None:
    assert play("classic", board, "T31 T23", text)["scores"] == [points, 0]


def test_7_a_ring_is_a_freak() -> None:
    before = position("classic", "T30@(0,0)r0 T70@(1,0)r2 T12@(0,1)r0", "T28")
    assert [text for text in bare(legal_texts(before)) if " s1e1 " in text] == ["28 s1e1 3"]
    assert act(before, "28 s1e1 3 B0")[0]["scores"] == [3, 0]


@pytest.mark.parametrize(("variant", "points"), [("classic", 18), ("pitchfork", 12)])
@pytest.mark.parametrize(("board", "text"), [("T19@(0,0)r2", "36 e1 0 L2"), ("T33@(0,0)r2", "53 e1 3 L0")])
def test_8_and_9_treasures_count(board: str, text: str, variant: str, points: int) -> None:
    assert play(variant, board, "T36 T53", text)["scores"] == [points, 0]


@pytest.mark.parametrize(("text", "scores"), [("36 w1 2", [26, 26]), ("36 w1 2 L2", [0, 26])])
def test_10_most_boots_score_and_all_return(text: str, scores: list[int]) -> None:
    board = "T77@(0,0)r0 T19@(0,1)r1 A:boot@(0,0).L2 B:boot@(0,1).L1"
    after = play("classic", board, "T36", text, "B")
    assert (after["scores"], boots(after)) == (scores, [10, 10])


def test_11_a_creature_blocks_the_land_in_classic() -> None:
    after = play("classic", "T15@(0,0)r2 A:boot@(0,0).B0 B:boot@(0,0).L1", "T31", "31 e1 0", "B")
    assert (after["scores"], boots(after)) == ([3, 0], [10, 9])
    assert [claim["seg"] for claim in after["board"][0, 0]["claims"]] == ["L1"]


def test_11_a_completed_creature_disappears_in_pitchfork() -> None:
    after = play("pitchfork", "T15@(0,0)r2 A:fork@(0,0).B0 B:boot@(0,0).L1", "T31", "31 e1 0", "B")
    assert (after["scores"], boots(after)) == ([3, 6], [6, 6])
    assert [supply["forks"] for supply in after["supply"]] == [5, 5]
    assert [placed["gone"] for placed in after["board"].values()] == [[0], [0]]


SNAKE_OF_THREE = "T38@(0,-1)r3 T42@(0,0)r0 B:boot@(0,0).L0"


def test_11_land_away_from_the_tile_is_freed() -> None:
    after, events = act(position("pitchfork", SNAKE_OF_THREE, "T41"), "41 s1 1 B0")
    assert (after["scores"], after["supply"][0]["forks"]) == ([3, 9], 5)
    scored = [(event["kind"], event["value"], event["winners"]) for event in events if event["event"] == "scored"]
    assert scored == [("orange", 3, [0]), ("mound", 6, []), ("mound", 9, [1])]


def test_11_the_same_move_in_classic_frees_nothing() -> None:
    after = play("classic", SNAKE_OF_THREE, "T41", "41 s1 1 B0")
    assert (after["scores"], boots(after)) == ([3, 0], [10, 9])


def test_12_three_features_are_completed_at_once() -> None:
    board = "T33@(0,-1)r3 T50@(0,1)r1 T36@(1,0)r0 T19@(-1,0)r2 A:boot@(0,-1).L1 B:boot@(-1,0).L1"
    before = position("classic", board, "T53")
    assert [text for text in bare(legal_texts(before)) if " 0 " in text] == ["53 0 0", "53 0 2"]
    after = act(before, "53 0 0 L1")[0]
    assert (after["scores"], boots(after)) == ([41, 23], [10, 10])


FLIP = "T38@(0,-1)r3 T70@(0,0)r0 B:boot@(0,0).B0"


@pytest.mark.parametrize("text", ["f70 0 B0", "f70 3 B1"])
def test_13_a_flip_costs_a_shovel_and_the_boots_on_the_tile(text: str) -> None:
    before = position("classic", FLIP)
    assert bare(legal_texts(before)) == ["f70 0", "f70 3"]
    after = act(before, text)[0]
    assert (after["scores"], boots(after), after["lost"][1]["boots"]) == ([2, 0], [10, 9], 1)
    assert after["supply"][0]["shovels"] == 3
    assert not [text for text in legal_texts(after) if text[0] == "f"]


def test_13_no_shovel_no_flip() -> None:
    before = position("classic", FLIP)
    before["supply"][0]["shovels"] = 0
    assert legal_texts(before) == ["pass"]


STRIPPED = "T38@(0,-1)r3 gone[0] T71@(0,0)r0 gone[0] T41@(1,0)r0 gone[0]"


def test_14_a_flip_beside_vanished_creatures() -> None:
    before = position("pitchfork", STRIPPED)
    assert bare(legal_texts(before)) == ["f71 0", "f71 3"]
    after = act(before, "f71 0 L0")[0]
    assert (after["scores"], after["board"][0, 0]["gone"]) == ([9, 0], [0, 1])
    after, events = act(before, "f71 3")
    assert (after["scores"], after["board"][0, 0]["gone"]) == ([0, 0], [1])
    assert [(event["value"], event["winners"]) for event in events if event["event"] == "scored"] == [(6, [])]
    assert "f71 3 B0" in legal_texts(before)


def test_15_without_a_place_a_tile_is_discarded() -> None:
    before = position("classic", "T01@(0,0)r0", "T50 T52 T54")
    assert legal_texts(before) == ["d50", "d52", "d54"]
    after = act(before, "d52")[0]
    assert (after["actions_left"], after["racks"][0], after["discards"]) == (1, [50, 54], [52])
    assert len(act(after, "d50")[0]["racks"][0]) == 3


def test_15_flips_stay_legal_beside_discards() -> None:
    texts = bare(legal_texts(position("classic", "T68@(0,0)r0", "T50 T52 T54")))
    assert texts == ["f68 0", "f68 1", "f68 2", "f68 3", "d50", "d52", "d54"]


@pytest.mark.parametrize(("shovels", "places"), [([1, 2], [(1, 1), (0, 2)]), ([2, 2], [(0, 1), (1, 1)])])
def test_15_shovels_decide_between_equal_scores(shovels: list[int], places: list[tuple[int, int]]) -> None:
    before = position("classic", S00, "T39", "B", turn_no=36, actions_left=1, scores=[40, 40])
    for supply, count in zip(before["supply"], shovels, strict=True):
        supply["shovels"] = count
    after = act(before, "39 n1 2")[0]
    assert (after["over"], after["seat"], after["actions_left"], after["turn_no"]) == (True, None, 0, 36)
    assert [(line["seat"], line["place"]) for line in ranking(after)] == places


TOWARDS_NOTHING = "T38@(0,-1)r3 gone[0] T71/B@(0,0)r0 gone[0]"


@pytest.mark.parametrize(("rot", "gone", "has_place"), [(0, [0], True), (2, [], True), (3, [0], False)])
def test_16_a_flip_strips_towards_nothing(rot: int, gone: list[int], has_place: bool) -> None:
    before = position("pitchfork", TOWARDS_NOTHING, "T41")
    texts = legal_texts(before)
    assert [text for text in bare(texts) if text[0] == "f"] == ["f71 0", "f71 2", "f71 3"]
    assert (f"f71 {rot} B0" in texts) is not bool(gone)
    after = act(before, f"f71 {rot}")[0]
    assert (after["board"][0, 0]["gone"], after["scores"]) == (gone, [0, 0])
    assert any(" w1 " in text for text in legal_texts(after)) is has_place


def three() -> State:
    """Return turn 2 of a game of three, with a boot of B on the board."""
    board = f"{S00} T42@(0,1)r0 B:boot@(0,1).B0"
    return position("classic", board, "T04 T05 T39", "B", players=3)


def test_17_who_leaves_takes_everything_along() -> None:
    after = leave(three(), 1)[0]
    assert (after["lost"][1]["boots"], after["board"][0, 1]["claims"], after["discards"]) == (1, [], [4, 5, 39])
    assert (after["turn_no"], after["seat"], after["actions_left"]) == (3, 2, 2)
    over = leave(after, 0)[0]
    assert over["over"]
    assert [line["seat"] for line in ranking(over)] == [2, 0, 1]


def test_17_an_action_taken_stands() -> None:
    after = leave(act(three(), "39 n1 2")[0], 1)[0]
    assert (after["turn_no"], after["seat"], after["discards"]) == (3, 2, [4, 5])
    assert (0, -1) in after["board"]


def test_17_a_seat_leaves_at_the_end_of_the_turn_under_way() -> None:
    half = leave(act(three(), "39 n1 2")[0], 2)[0]
    assert (half["out"], half["turn_no"], half["seat"]) == ([None] * 3, 2, 1)
    after = act(half, legal_texts(half)[0])[0]
    assert (after["out"], after["turn_no"], after["seat"]) == ([None, None, 3], 4, 0)
