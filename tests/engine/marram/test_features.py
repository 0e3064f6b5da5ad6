from games.engine.marram import display
from games.engine.marram.actions import Place
from games.engine.marram.state import State
from games.engine.marram.title import MARRAM
from games.engine.messages import Message
from games.engine.prompts import Feature, Prompt
from games.engine.values import Outcome, Standing
from tests.engine.marram.test_prompts import in_english, steps_of

from ..helpers.marram_positions import ordered_start, position, with_holding


def words(feature: Feature) -> str:
    return "; ".join([f"{in_english(feature.label)}: {feature.points}", *map(in_english, feature.details)])


def feature_of(state: State, kind: str) -> Feature:
    return next(one for one in MARRAM.features(state) if one.label.params["feature"] == Message(f"kind.{kind}"))


def test_a_growing_snake_is_worth_its_parts_and_says_what_a_good_end_brings() -> None:
    state = position("T35@(0,0)r2", "T46@(1,0)r0", claims=["B:boot@(1,0).B0"])
    blue = feature_of(state, "blue")
    assert blue.details[0] == Message("feature.on", {"count": 2, "tiles": ("35", "46")})
    assert words(blue).endswith("; 1 gap; at least 9 if completed properly, 3 as a freak beast")
    assert words(blue).startswith("Blue snake of 2: 3; ")
    assert (blue.cells, blue.pieces) == (("0", "e1"), ((1, 1),))


def test_a_worm_with_two_saddles_can_only_become_a_freak_beast() -> None:
    state = position("T43@(0,0)r0", "T36@(0,1)r0")
    assert words(feature_of(state, "worm")).startswith("Worm of 2: 3; ")
    assert words(feature_of(state, "worm")).endswith("; 2 gap; can only become a freak beast")


def test_land_under_a_creature_says_that_it_cannot_be_completed() -> None:
    state = position("T15@(0,0)r2", "T31@(1,0)r0")
    crossed = [one.points for one in MARRAM.features(state) if Message("feature.crossed") in one.details]
    assert crossed
    assert set(crossed) == {0}
    freed = position("T15@(0,0)r2", "T31@(1,0)r0", ruleset="pitchfork-long")
    assert sum(map(len, (one.details for one in MARRAM.features(freed)))) >= 1


def test_a_choice_promises_what_is_then_said_of_the_board() -> None:
    start, seen = position("T15@(0,0)r2", "T31@(1,0)r0", rack=(35, 43, 12)), set[str]()
    for choice in (choice for prompt in steps_of(start) for choice in prompt.choices if choice.details):
        promised = choice.details[0]
        if promised.key.startswith("claim."):
            found = MARRAM.features(MARRAM.apply(start, MARRAM.parse(start, 0, choice.notation)))
            (claimed,) = (one for one in found if one.pieces)
            assert promised.params["points"] == claimed.points
            seen.add(promised.key)
    assert seen == {"claim.land", "claim.crossed", "claim.creature"}


def test_what_is_complete_is_no_longer_listed() -> None:
    done = position("T37@(0,0)r3", "T43@(0,1)r0", "T48@(0,2)r1")
    assert all(one.label.params["feature"] != Message("kind.worm") for one in MARRAM.features(done))


def test_features_with_pieces_come_first_and_then_the_most_points() -> None:
    state = position("T35@(0,0)r2", "T46@(1,0)r0", claims=["B:boot@(1,0).B0"])
    found = MARRAM.features(state)
    assert [bool(one.pieces) for one in found] == sorted((bool(one.pieces) for one in found), reverse=True)
    free = [one.points for one in found if not one.pieces]
    assert free == sorted(free, reverse=True)


def test_the_progress_counts_the_turns_of_each_seat() -> None:
    def said(turn: int) -> str:
        message = MARRAM.progress(position("S00@(0,0)r0", turn=turn))
        return in_english(message) if message else ""

    assert said(1) == said(2) == "Round 1 of 18."
    assert said(33) == "Round 17 of 18."
    assert said(36) == "The last of 18 rounds."
    assert MARRAM.progress(MARRAM.start("classic-short", {}, 2)) is None


def claim_prompt(boots: int) -> Prompt:
    state = with_holding(ordered_start("classic-short", 2), 0, boots=boots)
    tile, cell, rotation = next(
        (one.tile, one.cell, one.rotation)
        for one in MARRAM.legal_actions(state)
        if isinstance(one, Place) and one.claim is None
    )
    text = MARRAM.notation(Place(0, tile, cell, rotation))
    prompt = MARRAM.prompt(state, text) or MARRAM.prompt(state, text.rpartition(" ")[0])
    assert prompt is not None
    return prompt


def test_the_last_boot_is_asked_for_with_one_warning() -> None:
    last, other = claim_prompt(1), claim_prompt(2)
    assert in_english(last.text).startswith("Put your last boot on tile")
    assert list(map(in_english, last.notes)) == ["Your last boot comes back only when what it stands on is complete."]
    assert [choice.details for choice in last.choices] == [choice.details for choice in other.choices]
    assert not in_english(other.text).startswith("Put your last boot")
    assert not other.notes


def ending_words(*standings: tuple[int, int]) -> str:
    found = tuple(Standing(seat, score, 1, details={"shovels": left}) for seat, (score, left) in enumerate(standings))
    params = display.winner_params(Outcome("turns", found), found[0])
    return in_english(Message("told.won", {"seat": 0, **params}))


def test_the_end_names_shovels_only_if_they_decide() -> None:
    assert ending_words((9, 0), (7, 3)) == "0 wins with 9 point."
    assert ending_words((9, 2), (9, 1)) == "0 wins with 9 point and 2 shovel."
