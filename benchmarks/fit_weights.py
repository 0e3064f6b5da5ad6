"""The fit of the players' weights, see docs/robots.md.

Run from the project folder: ``python -m benchmarks.fit_weights [seats] [positions] [playouts]``. In positions of greedy
games, the game is played on from every place for the rug, with the same dice. The mean of the playouts, compared with
the mean of all places, is explained by the terms of the formula (least squares).
"""

import sys
from random import Random
from typing import Any

from games.engine.marrakech.robots.careful import CarefulPlayer
from games.engine.marrakech.robots.evaluation import PLAYER_WEIGHTS, leaf_values
from games.engine.marrakech.robots.greedy_playout import facing_choices, play_greedily
from games.engine.marrakech.robots.playout_start import PlayoutStart
from games.engine.marrakech.robots.random_playout import dice_for
from games.engine.marrakech.rules.board import CANDIDATE_RUGS, PLACE_NAMES
from games.engine.match import draw_chance
from games.engine.registry import get_title

TITLE = get_title("marrakech")
TERMS = ("cover", "later_rent", "roll", "again", "answer")
DEPTH, WILD = 14, 26
Row = list[float]


def positions(seats: int, count: int, chooser: Random) -> list[Any]:
    """Return positions of greedy games in which a rug is to be laid, some turns apart."""
    found: list[Any] = []
    while len(found) < count:
        state: Any = TITLE.start("gigamic", {}, seats)
        wanted, dice = chooser.randint(3, 10), str(chooser.random())
        while TITLE.outcome(state) is None and len(found) < count:
            chance = TITLE.chance(state)
            if chance:
                state = TITLE.apply(state, TITLE.parse(state, None, draw_chance(chance, dice)))
                continue
            if state.phase == "lay" and wanted <= state.turn < 46:
                found.append(state)
                wanted = state.turn + chooser.randint(6, 14)
            state = TITLE.apply(state, TITLE.robots["greedy"].choose(state, chooser.getrandbits(32)))
    return found


def terms(careful: CarefulPlayer, place: int, first: int, second: int) -> Row:
    """Return the terms of the formula after this rug, unweighted."""
    board, _ = careful._after(place, first, second)
    look = careful._cheapest(board, facing_choices(careful.start.usual)[careful.start.pose], careful.next)
    turns, rent_sums, stakes = sum(careful.paying), sum(board.rent_sums), careful.stakes
    later_rents = [
        turns * rent_sum - own * rent_sums for rent_sum, own in zip(board.rent_sums, careful.paying, strict=True)
    ]
    return [
        sum(stake * shown for stake, shown in zip(stakes, board.squares, strict=True)),
        sum(stake * later_rent for stake, later_rent in zip(stakes, later_rents, strict=True)) / 49,
        careful._rents(board, look, careful.next) / 6,
        careful._again(board, look) / 36,
        careful._answered(board, place, look) / careful.weights.answer,
    ]


def rows_of(state: Any, playouts: int, chooser: Random) -> list[tuple[Row, float]]:
    """Return the terms and the mean playout of each place, against the mean of all places."""
    careful, rows, starts = CarefulPlayer(state), [], []
    for place, first, second in CANDIDATE_RUGS[state.square]:
        name = PLACE_NAMES[place]
        action = TITLE.parse(state, state.current, name)
        if action in TITLE.legal_actions(state):
            rows.append(terms(careful, place, first, second))
            starts.append(PlayoutStart.of(TITLE.apply(state, action)))
    totals = [0.0] * len(starts)
    for _ in range(playouts):
        rugs, dice, picks = starts[0].draw(chooser), dice_for(chooser, DEPTH), chooser.randbytes(DEPTH)
        for at, start in enumerate(starts):
            leaf = play_greedily(start, rugs[:DEPTH], dice, picks, WILD)
            values = leaf_values(PLAYER_WEIGHTS[len(careful.stakes)], start, leaf, rugs[DEPTH:])
            totals[at] += sum(stake * value for stake, value in zip(careful.stakes, values, strict=True)) / playouts
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    mean = sum(totals) / len(totals)
    centred = [[value - usual for value, usual in zip(row, means, strict=True)] for row in rows]
    return [(row, total - mean) for row, total in zip(centred, totals, strict=True)]


def least_squares(rows: list[tuple[Row, float]]) -> Row:
    """Return the weights with which the first of each pair best explains the second (Gauss-Jordan)."""
    size = len(rows[0][0])
    table = [
        [sum(row[i] * row[j] for row, _ in rows) for j in range(size)] + [sum(row[i] * y for row, y in rows)]
        for i in range(size)
    ]
    for i in range(size):
        table[i] = [value / table[i][i] for value in table[i]]
        for j in range(size):
            if j != i:
                table[j] = [a - table[j][i] * b for a, b in zip(table[j], table[i], strict=True)]
    return [row[-1] for row in table]


def main(seats: int, count: int, playouts: int) -> None:
    """Print the weights, and how much of the differences they explain."""
    chooser = Random(11)
    rows = [row for state in positions(seats, count, chooser) for row in rows_of(state, playouts, chooser)]
    weights = least_squares(rows)
    errors = [y - sum(w * x for w, x in zip(weights, row, strict=True)) for row, y in rows]
    fitted = ", ".join(f"{name} {weight:.2f}" for name, weight in zip(TERMS, weights, strict=True))
    left, all_ = ((sum(v * v for v in values) / len(rows)) ** 0.5 for values in (errors, [y for _, y in rows]))
    sys.stdout.write(f"{seats} players, {len(rows)} places: {fitted}; unexplained {left:.2f} of {all_:.2f} dirhams\n")


if __name__ == "__main__":
    main(*(int(text) for text in (*sys.argv[1:], *("2", "40", "150")[len(sys.argv) - 1 :])))
