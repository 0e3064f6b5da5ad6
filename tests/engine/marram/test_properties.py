from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.marram.actions import FIRST_PART, STEPS, Discard, Flip, Place
from games.engine.marram.board import NODE_BITS
from games.engine.marram.rules import play
from games.engine.marram.scoring import appraise
from games.engine.marram.state import Scored, State
from games.engine.marram.tiles import read_tiles
from games.engine.marram.title import MARRAM
from games.engine.values import Ply

from ..helpers.marram_games import RULESETS, random_game, scoring_game

games_of = {"ruleset": st.sampled_from(RULESETS), "seats": st.integers(2, 4), "seed": st.integers(0, 10**6)}


def edges_match(state: State) -> bool:
    views = state.board.views
    return all(
        view.edges[direction].lower() == beside.edges[direction ^ 2].lower()
        for cell, view in views.items()
        for direction, step in enumerate(STEPS)
        if (beside := views.get(cell + step))
    )


def pieces_of(state: State, seat: int) -> tuple[int, int, int]:
    """Return all boots, pitchforks and shovels of a seat, those on the board and lost ones among them."""
    holding, has_forks = state.seats[seat], state.rules.has_forks
    mine = [claim for laid in state.board.laid.values() for claim in laid.claims if claim.seat == seat]
    forks = sum(has_forks and claim.segment >= FIRST_PART for claim in mine)
    boots = holding.boots + holding.lost_boots + len(mine) - forks
    return boots, holding.forks + holding.lost_forks + forks, holding.shovels


def tiles_of(state: State) -> list[int]:
    racks = [tile for holding in state.seats for tile in holding.rack]
    return sorted([*state.board.cells, *racks, *state.discards, *state.unseen()])


def complete_features(state: State) -> set[tuple[int, ...]]:
    nodes = (cell << NODE_BITS | segment for cell in state.board.laid for segment in state.board.segments(cell))
    found = (state.board.trace(node, state.rules.creatures_block_land) for node in nodes)
    return {feature.nodes for feature in found if feature.is_complete}


def majority(before: State, ply: Ply, scored: Scored) -> tuple[int, ...]:
    """Return the seats that have the most pieces on a feature, that of the action counted."""
    action, pieces = ply.action, Counter[int]()
    cell = None
    if isinstance(action, Place | Flip):
        cell = action.cell if isinstance(action, Place) else before.board.cells[action.tile]
        if action.claim is not None and cell << NODE_BITS | action.claim in scored.nodes:
            pieces[action.seat] += 1
    for node in scored.nodes:
        there = node >> NODE_BITS
        if there != cell:
            pieces.update(claim.seat for claim in before.board.laid[there].claims if claim.segment == node & 7)
    return tuple(sorted(seat for seat in pieces if pieces[seat] == max(pieces.values())))


@given(**games_of)
def test_edges_of_marram_match_and_no_piece_is_lost(ruleset: str, seats: int, seed: int) -> None:
    rules = MARRAM.start(ruleset, {}, seats).rules
    flips = [0] * seats
    for ply in random_game(ruleset, seats, Random(seed), leaving=0.002):
        state = ply.after
        if isinstance(ply.action, Flip):
            flips[ply.action.seat] += 1
        assert edges_match(state)
        assert tiles_of(state) == list(range(85))
        assert len(state.unseen()) == state.pile_count
        for seat in range(seats):
            assert pieces_of(state, seat) == (rules.boots, rules.forks, rules.shovels - flips[seat])


@given(**games_of)
def test_exactly_the_features_that_become_complete_score(ruleset: str, seats: int, seed: int) -> None:
    for ply in scoring_game(ruleset, seats, Random(seed)):
        before, after = ply.before, ply.after
        if not isinstance(ply.action, Place | Flip):
            assert before.board == after.board
            continue
        played = play(before, ply.action)
        assert played.state == after
        scored = {one.nodes: one for one in played.scored}
        new = complete_features(after) - complete_features(before)
        vanished = {nodes for nodes in scored if before.rules.has_forks and nodes[0] & 7 >= FIRST_PART}
        assert new == set(scored) - vanished
        assert all(after.board.laid[node >> 3].gone >> (node & 7) - 4 & 1 for nodes in vanished for node in nodes)
        gains = Counter[int]()
        for one in played.scored:
            assert one.winners == majority(before, ply, one)
            assert (one.kind, one.value) == appraise(before.rules, after.board, one.nodes)
            gains.update(dict.fromkeys(one.winners, one.value))
        assert [late.score - early.score for early, late in zip(before.seats, after.seats, strict=True)] == [
            gains[seat] for seat in range(seats)
        ]


@given(**games_of)
def test_marram_always_has_a_legal_action_and_offers_no_forbidden_claim(ruleset: str, seats: int, seed: int) -> None:
    actions = 0
    for ply in random_game(ruleset, seats, Random(seed)):
        legal = MARRAM.legal_actions(ply.before)
        assert legal
        assert len(set(legal)) == len(legal)
        chance = MARRAM.chance(ply.before)
        if chance:
            assert [text for text, _ in chance.outcomes] == [MARRAM.notation(action) for action in legal]
            continue
        actions += 1
        holding = ply.before.seats[ply.before.current]
        claims = [a.claim for a in legal if isinstance(a, Place | Flip) and a.claim is not None]
        has_forks = ply.before.rules.has_forks
        assert holding.boots or not any(claim < FIRST_PART or not has_forks for claim in claims)
        assert holding.forks or not has_forks or not any(claim >= FIRST_PART for claim in claims)
        can_place = any(isinstance(a, Place) for a in legal)
        assert can_place != any(isinstance(a, Discard) for a in legal) or not holding.rack
        for laid in ply.after.board.laid.values():
            assert len(laid.claims) <= 1
            assert not any(laid.gone >> claim.segment - FIRST_PART & 1 for claim in laid.claims if claim.segment > 3)
    assert actions == (48 if ruleset.endswith("short") else 72)


@given(**games_of)
def test_draws_of_tiles_are_counted_for_each_seat(ruleset: str, seats: int, seed: int) -> None:
    drawn = Counter[int]()
    for ply in random_game(ruleset, seats, Random(seed), leaving=0.002):
        chance = MARRAM.chance(ply.before)
        if chance and ply.action.seat is None and type(ply.action).__name__ == "Draw":
            assert (chance.label, chance.seat, chance.number) == ("pile", ply.before.current, drawn[ply.before.current])
            drawn[ply.before.current] += 1
        if MARRAM.acting(ply.after) and ply.after.actions_left == 2:
            assert all(len(holding.rack) == (0 if holding.left else 3) for holding in ply.after.seats)


LAND_UNDER = {"g": "g", "s": "s", "o": "s", "w": "s", "b": "g"}
START = "S00 | sgob N,EW,S bh:W,oe:S -"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("X01 | gggg NESW - -", "a number and one or two faces"),
        ("T01", "a number and one or two faces"),
        ("T01 | gggs NES,W - - | gggg NESW - -", "both faces must have the same edges"),
        ("T01 | gggx NESW - -", "four motifs"),
        ("T01 | gggg NESW -", "four motifs"),
        ("T01 | gggg NEX - -", "letters of NESW"),
        ("T01 | gggg NES - -", "must divide the edges"),
        ("T01 | gggs NESW - -", "one land"),
        ("T01 | gggo NES,W - -", "belongs to one part"),
        ("T01 | gggo NES,W we:W -", "one species"),
        ("T01 | gggo NES,W ox:W -", "a kind that it has"),
        ("T01 | gggo NES,W om:W -", "wrong number of edges"),
        ("T01 | gggg NESW - N=gold", "one on each"),
        ("T01 | gggg NESW - NESW=flower", "flowers on sand"),
    ],
)
def test_a_tile_that_contradicts_itself_is_refused(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_tiles([START, line], LAND_UNDER)


def test_a_tile_list_with_a_gap_in_the_numbers_is_refused() -> None:
    with pytest.raises(ValueError, match="without a gap"):
        read_tiles([START, "T02 | gggg NESW - -"], LAND_UNDER)


def test_a_valid_list_of_tiles_is_read() -> None:
    start, other = read_tiles([START, "T01 | gggs NES,W - - | gggs NES,W - NES=gold"], LAND_UNDER)
    assert (start.has_shovel, other.has_shovel) == (False, True)
    assert other.faces[1].treasures == ("gold", "")
