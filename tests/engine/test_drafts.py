import pytest

from games.engine.drafts import MAX_MEANT, actions_like, apply_draft, split_actions
from games.engine.errors import BadNotation, IllegalAction
from games.engine.registry import get_title
from games.engine.replay import replay

from .helpers.tiles import TILES
from .helpers.toy import STONES

MARRAKECH = get_title("marrakech")


def test_a_draft_of_nothing_is_the_state_itself() -> None:
    state = STONES.start("standard", {}, 2)
    assert apply_draft(STONES, state, 0, []) == (state, (), False)


def test_a_draft_is_complete_when_the_next_seat_must_act() -> None:
    assert apply_draft(STONES, STONES.start("standard", {}, 2), 0, ["2"]).is_complete


def test_a_draft_is_complete_when_chance_must_act() -> None:
    state = MARRAKECH.start("gigamic", {}, 2)
    while chance := MARRAKECH.chance(state):
        state = MARRAKECH.apply(state, MARRAKECH.parse(state, None, chance.outcomes[0][0]))
    (seat,) = MARRAKECH.acting(state)
    draft = apply_draft(MARRAKECH, state, seat, ["L"])
    assert draft.is_complete
    assert [MARRAKECH.notation(action) for action in draft.actions] == ["L"]


def test_an_action_after_the_end_of_a_draft_is_refused() -> None:
    with pytest.raises(IllegalAction, match="draft-over"):
        apply_draft(STONES, STONES.start("standard", {}, 2), 0, ["2", "2"])


def test_an_illegal_action_of_a_draft_is_refused() -> None:
    state = replay(STONES, "standard", {}, 2, [(0, "2"), (1, "2")])
    with pytest.raises(IllegalAction, match="too-many"):
        apply_draft(STONES, state, 0, ["2"])


def test_leaving_the_game_is_no_part_of_a_draft() -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        apply_draft(MARRAKECH, MARRAKECH.start("gigamic", {}, 2), 0, ["resigns"])


def test_typed_actions_are_split_at_commas_without_spaces_and_empty_parts() -> None:
    assert split_actions(" L , 2,, ") == ["L", "2"]


START = TILES.start("standard", {}, 2)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("b n1", ("b n1 0", "b n1 1", "b n1 2", "b n1 3")),
        ("B N1 x", ("b n1 0 x", "b n1 1 x", "b n1 2 x", "b n1 3 x")),
        ("a", ("a n1", "a w1", "a e1", "a s1")),
        ("n1 b", ()),
        ("b", ()),  # more than MAX_MEANT
        ("z", ()),
        ("", ()),
    ],
)
def test_a_typed_text_means_the_shortest_actions_with_all_of_its_words(text: str, meant: tuple[str, ...]) -> None:
    assert actions_like(TILES, START, text) == meant
    assert len(meant) <= MAX_MEANT
