"""What follows from a placed or flipped tile: completed features score, pieces return, creatures disappear."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .actions import FIRST_PART, Cell
from .board import NODE_BITS, Board, Feature, LaidTile
from .options import Rules
from .state import Holding, Scored
from .tiles import GRASS

_SPECIES = {"o": "orange", "w": "worm", "b": "blue"}


class Settled(NamedTuple):
    """The board and the holdings after settling, and the features that scored, in order."""

    board: Board
    seats: tuple[Holding, ...]
    scored: tuple[Scored, ...]


def settle(rules: Rules, board: Board, seats: Sequence[Holding], cell: Cell) -> Settled:
    """Score all that the tile on this cell completes: first creatures, then land."""
    settling = _Settling(rules, board, list(seats))
    settling.run(cell)
    return Settled(settling.board, tuple(settling.seats), tuple(settling.scored))


class _Settling:
    def __init__(self, rules: Rules, board: Board, seats: list[Holding]) -> None:
        self.rules, self.board, self.seats = rules, board, seats
        self.scored: list[Scored] = []

    def run(self, cell: Cell) -> None:
        segments = tuple(self.board.segments(cell))
        lands = [cell << NODE_BITS | segment for segment in segments if segment < FIRST_PART]
        for segment in segments:
            if segment >= FIRST_PART and self.board.views[cell].directions[segment]:
                creature = self._score_if_complete(cell << NODE_BITS | segment)
                if creature and self.rules.has_forks:
                    lands += self._lands_under(creature)
                    self._remove(creature)
        self._score_lands(lands)

    def _score_lands(self, lands: list[int]) -> None:
        seen: set[int] = set()
        for node in lands:
            if node not in seen:
                seen.update(self._score_if_complete(node) or (node,))

    def _score_if_complete(self, node: int) -> tuple[int, ...]:
        """Score the feature with this node if it is complete and return its nodes, () if it is not."""
        block, traced = self.rules.creatures_block_land, {one.nodes for one in self.scored}
        if not self.board.trace(node, block, stop_when_open=True).is_complete:
            return ()
        feature = self.board.trace(node, block)
        if feature.nodes not in traced:
            self._score(feature)
        return feature.nodes

    def _lands_under(self, creature: Sequence[int]) -> list[int]:
        found = []
        for node in creature:
            cell = node >> NODE_BITS
            face = self.board.views[cell].face
            edges = face.parts[(node & 7) - FIRST_PART].edges
            found += [cell << NODE_BITS | face.land_at[edge] for edge in edges]
        return found

    def _remove(self, creature: Sequence[int]) -> None:
        changes: dict[Cell, LaidTile] = {}
        for node in creature:
            cell = node >> NODE_BITS
            one = changes.get(cell, self.board.laid[cell])
            changes[cell] = one._replace(gone=one.gone | 1 << (node & 7) - FIRST_PART)
        self.board = self.board.replaced(changes)

    def _score(self, feature: Feature) -> None:
        """Pay the seats with the most pieces on a complete feature, and give all pieces on it back."""
        kind, value = appraise(self.rules, self.board, feature.nodes)
        pieces: Counter[int] = Counter()
        changes: dict[Cell, LaidTile] = {}
        nodes = set(feature.nodes)
        for cell in {node >> NODE_BITS for node in feature.nodes}:
            one = changes.get(cell, self.board.laid[cell])
            if one.claims:
                mine = [claim for claim in one.claims if cell << NODE_BITS | claim.segment in nodes]
                pieces.update(claim.seat for claim in mine)
                changes[cell] = one._replace(claims=tuple(claim for claim in one.claims if claim not in mine))
        most = max(pieces.values(), default=0)
        winners = tuple(sorted(seat for seat, count in pieces.items() if count == most))
        if len(winners) > 1 and not self.rules.tied_leaders_score:
            winners = ()
        is_fork = self.rules.has_forks and feature.nodes[0] & 7 >= FIRST_PART
        for seat, count in pieces.items():
            self._pay(seat, value if seat in winners else 0, count, is_fork)
        if changes:
            self.board = self.board.replaced(changes)
        returned = tuple(pieces[seat] for seat in range(len(self.seats)))
        self.scored.append(Scored(kind, feature.nodes, value, winners, returned))

    def _pay(self, seat: int, points: int, pieces: int, is_fork: bool) -> None:
        holding = self.seats[seat]
        boots, forks = (0, pieces) if is_fork else (pieces, 0)
        self.seats[seat] = holding._replace(
            score=holding.score + points, boots=holding.boots + boots, forks=holding.forks + forks
        )


def appraise(rules: Rules, board: Board, nodes: Sequence[int]) -> tuple[str, int]:
    """Return the kind of a feature and its points as it is, complete or not."""
    points, first = rules.points, board.views[nodes[0] >> NODE_BITS].face
    if nodes[0] & 7 >= FIRST_PART:
        parts = [board.views[node >> NODE_BITS].face.parts[(node & 7) - FIRST_PART] for node in nodes]
        species = parts[0].species
        kind = _SPECIES[species] if is_true_to_species(species, Counter(part.kind for part in parts)) else "freak"
        return kind, points[kind] * (1 if kind == "freak" else len(parts))
    kind = "tuft" if first.land_letters[nodes[0] & 7] == GRASS else "mound"
    treasures = [board.views[node >> NODE_BITS].face.treasures[node & 7] for node in nodes]
    return kind, points[kind] * len(nodes) + sum(points[treasure] for treasure in treasures if treasure)


def is_true_to_species(species: str, kinds: Counter[str]) -> bool:
    if species == "o":
        return kinds["end"] == 2
    if species == "w":
        return kinds["end"] == 2 and kinds["saddle"] == 1
    return kinds["head"] == 1 and kinds["tail"] == 1 and kinds["middle"] >= 1
