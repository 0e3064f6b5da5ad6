"""Tests of the engine against the plain program of ``tests.naive_marram``, on the same random games.

After every ply both have the same legal actions, in the same order, and the same position; both write the same lines.
"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import BadNotation, IllegalAction
from games.engine.gamefile import Record, read_one, write
from games.engine.marram.title import MARRAM
from games.engine.replay import replay
from games.engine.values import OUT_OF_TIME, RESIGNS
from tests.naive_marram import act_unchecked, leave, legal_texts, new_game, ranking
from tests.naive_marram.board import cell_name
from tests.naive_marram.game import Event
from tests.naive_marram.position_lines import position_line
from tests.naive_marram.turn_lines import turn_line

pytestmark = pytest.mark.slow

TITLE: Any = MARRAM  # typed as Any: these tests look into states
CELLS = [(variant, length) for variant in ("classic", "pitchfork") for length in ("short", "long")]
GAMES = max(3, settings().max_examples // 2)  # by each ruleset
LETTERS = "ABCD"
CHECKED = 0.1  # of the plies: what is typed, and position lines, are read as well
leavings = st.sampled_from((0.0, 0.0, 0.01, 0.05))
likings = st.sampled_from((0.0, 0.2, 0.6))  # how much a game likes flips

View = dict[str, Any]


def engine_view(state: Any) -> View:
    data, outcome = TITLE.to_json(state), TITLE.outcome(state)
    seats = data["seats"]
    board = {
        cell: {**tile, "claims": [{**claim, "seat": LETTERS.index(claim["seat"])} for claim in tile["claims"]]}
        for cell, tile in data["board"].items()
    }
    return {
        "turn_no": data["turn"],
        "seat": TITLE.acting(state)[0] if outcome is None else None,
        "actions_left": data["actions_left"],
        "supply": [{key: seat[key] for key in ("boots", "forks", "shovels")} for seat in seats],
        "lost": [seat["lost"] for seat in seats],
        "scores": [seat["score"] for seat in seats],
        "out": [seat["out"] for seat in seats],
        "racks": [seat["rack"] for seat in seats],
        "board": board,
        "discards": data["discards"],
        "pile_count": data["pile_count"],
        "legal": [TITLE.notation(action) for action in TITLE.legal_actions(state)],
        "places": {standing.seat: standing.place for standing in outcome.standings} if outcome else {},
    }


def naive_view(state: View, legal: list[str]) -> View:
    keys = ("turn_no", "seat", "actions_left", "supply", "lost", "scores", "out", "racks", "discards")
    return {
        **{key: state[key] for key in keys},
        "board": {cell_name(cell): placed for cell, placed in state["board"].items()},
        "pile_count": len(state["pile"]),
        "legal": legal,
        "places": {row["seat"]: row["place"] for row in ranking(state)} if state["over"] else {},
    }


class Both:
    """A random game in both programs at once. ``lines`` are the turns that the plain program writes."""

    def __init__(self, variant: str, length: str, seats: int, chooser: random.Random) -> None:
        self.table: tuple[str, dict[str, str], int] = (f"{variant}-{length}", {}, seats)
        self.pile = chooser.sample(range(1, 85), 84)
        self.plain = new_game(variant, length, seats, list(self.pile))
        self.state = TITLE.start(*self.table)
        self.log: list[tuple[int | None, str]] = []
        self.lines: list[str] = []
        self.turn: list[tuple[str, list[Event]]] = []
        self.legal: list[str] = []
        self.compare()

    def compare(self) -> None:
        """Draw what is due, in the order of the pile, and compare the positions."""
        while due := TITLE.chance(self.state):
            assert (due.label, dict(due.outcomes)) == ("pile", {str(tile): 1 for tile in self.pile})
            self.enter(None, str(self.pile.pop(0)))
        self.legal = legal_texts(self.plain)
        assert engine_view(self.state) == naive_view(self.plain, self.legal)
        if not self.plain["leaving"]:
            assert TITLE.position_line(self.state) == position_line(self.plain)

    def enter(self, seat: int | None, text: str) -> None:
        self.state = TITLE.apply(self.state, TITLE.parse(self.state, seat, text))
        self.log.append((seat, text))

    def act(self, text: str) -> None:
        turn_no, seat = self.plain["turn_no"], self.plain["seat"]
        self.plain, events = act_unchecked(self.plain, text)
        self.enter(seat, text)
        self.turn.append((text, events))
        if self.plain["turn_no"] != turn_no or self.plain["over"]:
            self.lines.append(turn_line(turn_no, seat, self.turn, self.table[2]))
            self.turn = []
        self.compare()

    def leave(self, seat: int, how: str) -> None:
        self.plain, _ = leave(self.plain, seat)
        self.enter(seat, how)
        self.compare()

    def probe(self, text: str) -> None:
        """Try what may be illegal: the engine refuses what the plain program does not list."""
        if text not in self.legal:
            with pytest.raises((BadNotation, IllegalAction)):
                TITLE.apply(self.state, TITLE.parse(self.state, self.plain["seat"], text))


def check_typing(both: Both, text: str) -> None:
    """Type an action with other letters and blanks, and without its rotation, which is enough where only one fits."""
    state, seat, words = both.state, both.plain["seat"], text.split()
    action = TITLE.parse(state, seat, text)
    for typed in (text.upper(), text.lower(), "  ".join(["", *words, ""])):
        assert TITLE.parse(state, seat, typed) == action
    if text[0] in "dp":
        return
    at = 1 if text[0] == "f" else 2
    rotations = {other.split()[at] for other in both.legal if other.split()[:at] == words[:at]}
    typed = " ".join(words[:at] + words[at + 1 :])
    if len(rotations) == 1:
        assert TITLE.parse(state, seat, typed) == action
    else:
        with pytest.raises((BadNotation, IllegalAction)):
            TITLE.apply(state, TITLE.parse(state, seat, typed))


def check_position(both: Both, text: str) -> None:
    """Read the position from the line of the plain program, with an unknown and with a known pile, and play on."""
    line, ahead = position_line(both.plain), act_unchecked(both.plain, text)[0]
    view = engine_view(both.state)
    assert {**engine_view(TITLE.read_position(line)), "pile_count": view["pile_count"]} == view
    pile = ".".join(map(str, both.plain["pile"])) or "-"
    state = TITLE.read_position(line.removesuffix("?") + pile)
    state = TITLE.apply(state, TITLE.parse(state, both.plain["seat"], text))
    while due := TITLE.chance(state):
        ((only, _weight),) = due.outcomes
        state = TITLE.apply(state, TITLE.parse(state, None, only))
    assert engine_view(state) == naive_view(ahead, legal_texts(ahead))


def points_after(both: Both, text: str) -> int:
    state = TITLE.apply(both.state, TITLE.parse(both.state, both.plain["seat"], text))
    return sum(holding.score for holding in state.seats)


def some_action(both: Both, chooser: random.Random, liking: float) -> str:
    """Return a legal action: a flip as often as the game likes them, or any; of some, the one that brings most."""
    flips = [text for text in both.legal if text[0] == "f"]
    among = flips if flips and chooser.random() < liking else both.legal
    some = chooser.choices(among, k=chooser.choice((1, 20)))
    return max(some, key=lambda text: points_after(both, text))


def play_both(both: Both, chooser: random.Random, leaving: float, liking: float) -> None:
    earlier = both.legal
    while not both.plain["over"]:
        both.probe(chooser.choice(earlier))
        earlier = both.legal
        staying = [seat for seat, out in enumerate(both.plain["out"]) if out is None]
        seat = chooser.choice([seat for seat in staying if seat not in both.plain["leaving"]])
        if chooser.random() < leaving:
            both.leave(seat, chooser.choice((RESIGNS, OUT_OF_TIME)))
            continue
        text = some_action(both, chooser, liking)
        if chooser.random() < CHECKED:
            check_typing(both, text)
            if not both.plain["leaving"]:
                check_position(both, text)
        both.act(text)


@pytest.mark.parametrize(("variant", "length"), CELLS)
@settings(max_examples=GAMES)
@given(seats=st.integers(2, 4), seed=st.integers(0, 2**32), leaving=leavings, liking=likings)
def test_both_programs_of_marram_agree_on_every_ply(
    variant: str, length: str, seats: int, seed: int, leaving: float, liking: float
) -> None:
    chooser = random.Random(seed)
    both = Both(variant, length, seats, chooser)
    play_both(both, chooser, leaving, liking)
    assert replay(TITLE, *both.table, both.log) == both.state
    text = write(Record("marram", *both.table, ("",) * seats, tuple(both.log)))
    assert read_one(text).log == tuple(both.log)
    if not leaving:
        assert text.split("\n\n")[1].splitlines() == both.lines
