"""Tests of the engine against the plain program of ``tests.naive``, on the same random games.

States, the position in play, replay and the playouts of the robots are all compared.
"""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import BadNotation, CorruptLog, IllegalAction
from games.engine.gamefile import Record, read_one, write
from games.engine.marrakech.board import COLOURS, DIE, FACINGS, NAMES, PLACE_NAMES
from games.engine.marrakech.options import OPTION_SPECS
from games.engine.marrakech.playouts import NO_PLACE, PlayoutStart, Trace, dice_for, play_greedily
from games.engine.marrakech.position import Position
from games.engine.replay import replay
from games.engine.values import ABORT, OUT_OF_TIME, RESIGNS
from tests.naive import Game
from tests.naive.board import letter, name
from tests.naive.positions import game_from_json
from tests.naive.random_play import random_choice
from tests.naive.turn_lines import turn_lines

from ..helpers.positions import count_squares
from ..helpers.random_games import ALL, TITLE, Log, Options
from ..helpers.views import engine_payment, engine_view, naive_payment, naive_view

GAMES = max(3, settings().max_examples // len(ALL) + 1)  # by each ruleset: about as many in all as the profile says

own_values = {"dirhams": ("1", "4", "9", "14", "30"), "rugs": ("1/1/1", "5/3/2", "8/6/5", "13/9/7", "24/15/12")}
options = {spec.name: st.sampled_from(own_values.get(spec.name, spec.values)) for spec in OPTION_SPECS}
mixes = st.fixed_dictionaries({"rugs": options.pop("rugs")}, optional=options)
short: tuple[Options, ...] = ({"rugs": "6/5/4"}, {"rugs": "9/7/6", "dirhams": "5"}, {})
changes_of: st.SearchStrategy[Options] = st.sampled_from(short) | mixes
anything = ("L", "F", "R", "--", "1", "2", "3", "4", *"cyp", *PLACE_NAMES)
leavings = st.sampled_from((0.0, 0.0, 0.004, 0.03))


def entry(game: Game, chooser: random.Random, leaving: float) -> tuple[int | None, str]:
    """Return the next entry: sometimes a seat leaves, more rarely the game is aborted."""
    if chooser.random() < leaving:
        seat = chooser.choice([seat for seat in game.seats if seat not in game.gone])
        return chooser.choice([(seat, RESIGNS), (seat, OUT_OF_TIME), (seat, RESIGNS), (None, ABORT)])
    return game.acting(), random_choice(game, chooser)


def engine_takes(state: Any, seat: int | None, text: str) -> bool:
    """Return True if the engine accepts this entry now."""
    try:
        TITLE.apply(state, TITLE.parse(state, seat, text))
    except (BadNotation, IllegalAction):
        return False
    return True


class Both:
    """A random game in both programs at once; ``states`` and ``log`` are what the engine made of it."""

    def __init__(self, ruleset: str, seats: int, changes: Options) -> None:
        self.table = (ruleset, changes, seats)
        self.game = Game(ruleset, changes, seats)
        self.states = [TITLE.start(ruleset, changes, seats)]
        self.position = Position(self.states[0])
        self.log: Log = []
        self.refused: list[tuple[int, tuple[int | None, str]]] = []
        assert engine_view(self.states[0]) == naive_view(self.game)

    def probe(self, seat: int | None, text: str) -> None:
        """Try an entry, legal or not: the engine accepts exactly what the plain program accepts."""
        legal = seat == self.game.acting() and text in self.game.legal()
        assert engine_takes(self.states[-1], seat, text) == legal
        if not legal:
            self.refused.append((len(self.log), (seat, text)))

    def do(self, seat: int | None, text: str) -> None:
        """Play one ply in every form of the engine, and compare the views."""
        rolled = self.game.phase == "roll" and text in "1234"
        state = TITLE.apply(self.states[-1], TITLE.parse(self.states[-1], seat, text))
        self.position.play_entry(seat, text)
        self.game.do(seat, text)
        self.states.append(state)
        self.log.append((seat, text))
        assert self.position.state() == state
        assert engine_view(state) == naive_view(self.game)
        if rolled:
            assert engine_payment(state) == naive_payment(self.game)


def play_both(ruleset: str, seats: int, changes: Options, seed: int, leaving: float) -> Both:
    chooser, both = random.Random(seed), Both(ruleset, seats, changes)
    while both.game.phase != "over":
        both.probe(chooser.choice([None, *both.game.seats]), chooser.choice(anything))
        both.do(*entry(both.game, chooser, leaving))
    return both


def check_replay(both: Both, chooser: random.Random) -> None:
    """Replay the log, whole, to some ply, and with an illegal entry in it."""
    ruleset, changes, seats = both.table
    for length in (len(both.log), chooser.randrange(len(both.log))):
        assert replay(TITLE, ruleset, changes, seats, both.log[:length]) == both.states[length]
    for ply, illegal in chooser.sample(both.refused, min(3, len(both.refused))):
        with pytest.raises(CorruptLog) as caught:
            replay(TITLE, ruleset, changes, seats, [*both.log[:ply], illegal])
        assert caught.value.params["ply"] == ply


def check_file(both: Both, leaving: float) -> None:
    """Write the game and read it; if no seat leaves, the plain program writes the same lines."""
    ruleset, changes, seats = both.table
    record = Record("marrakech", ruleset, changes, seats, ("",) * seats, tuple(both.log))
    text = write(record)
    assert read_one(text).log == record.log
    if not leaving:
        assert text.split("\n\n")[1].splitlines() == turn_lines(ruleset, changes, seats, both.log)


def play_a_trace(game: Game, trace: Trace, rugs: tuple[int, ...]) -> None:
    """Play the trace of a playout in the plain program: seat, Assam's new pose, side of the die and place."""
    coming = [COLOURS[colour] for colour in rugs]
    for _, pose, die, place in trace:
        while game.phase == "pile":
            colours = game.colours(game.undrawn()[0])
            game.do(None, next(colour for colour in coming if colour in colours))
        if game.phase != "lay":
            turn_and_roll(game, f"{NAMES[pose >> 2]}{FACINGS[pose & 3]}", str(DIE[die % 6]))
        if place >= 0 or place == NO_PLACE:
            coming.remove(str(game.players[game.whose or 0].upcoming))
            game.do(game.whose, PLACE_NAMES[place] if place != NO_PLACE else "--")


def turn_and_roll(game: Game, pose: str, face: str) -> None:
    """Make the rotation after which this roll brings Assam there, and roll."""
    for rotation in game.legal() if game.phase in ("rotate", "end") else [""]:
        ahead = game.copy()
        if rotation:
            ahead.do(ahead.whose, rotation)
        ahead.do(None, face)
        if f"{name(ahead.assam)}{letter(ahead.facing)}" == pose:
            break
    if rotation:
        game.do(game.whose, rotation)
    game.do(None, face)


def check_playout(state: Any, chooser: random.Random, wild: int) -> None:
    """Play on by a playout, and check that the plain program comes to the same end."""
    start = PlayoutStart.of(state)
    trace: Trace = []
    rugs = start.draw(chooser)
    dice, picks = dice_for(chooser, len(rugs)), chooser.randbytes(len(rugs))
    end = play_greedily(start, rugs, dice, picks, wild, trace)
    game = game_from_json(TITLE.to_json(state))
    play_a_trace(game, trace, rugs)
    assert game.phase == "over"
    assert end.purses == [player.dirhams for player in game.players]
    assert end.left == [game.gone.index(seat) + 1 if seat in game.gone else 0 for seat in game.seats]
    assert count_squares(start, end.surface) == [game.shown(seat) for seat in game.seats]


@pytest.mark.parametrize("ruleset", ALL)
@settings(max_examples=GAMES)
@given(seats=st.integers(2, 4), changes=changes_of, seed=st.integers(0, 2**32), leaving=leavings)
def test_engine_position_and_naive_program_agree_on_every_ply(
    ruleset: str, seats: int, changes: Options, seed: int, leaving: float
) -> None:
    both, chooser = play_both(ruleset, seats, changes, seed, leaving), random.Random(seed)
    check_replay(both, chooser)
    check_file(both, leaving)
    begun = [state for state in both.states if state.turn and state.phase != "over"]
    for wild in (64, 256) if begun else ():
        check_playout(chooser.choice(begun), chooser, wild)
