"""The prompt of the acting seat, and the panels of all seats."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import BadNotation, IllegalAction
from ..messages import Message
from ..prompts import SCORE, Choice, Held, Panel, Picked, Prompt, Stat
from ..scene import Piece
from . import rules as legality
from .actions import FIRST_PART, HOME, Cell, Discard, Flip, Pass, Place, cell_name, cell_named, segment_name
from .board import NODE_BITS, Claim, LaidTile, view_of
from .display import (
    STYLES,
    beside,
    brief_tile,
    edges_message,
    empty_text,
    face_texts,
    piece,
    piece_message,
    scored_messages,
    the_segment,
    tile_text,
)
from .features import claimed_message
from .rules import play
from .state import State
from .turn_format import notation

# The question for the acting seat, in steps: a tile of the rack or one to flip, its cell, its rotation, the claim


class Base(NamedTuple):
    """A tile with the cells and rotations in which it can be laid. ``face`` is the one that comes up."""

    tile: int
    is_flip: bool
    face: int
    rotations: dict[Cell, tuple[tuple[int, int], ...]]  # each with the parts that disappear at once

    @property
    def text(self) -> str:
        return f"f{self.tile}" if self.is_flip else str(self.tile)

    def step(self, cell: Cell) -> str:
        return self.text if self.is_flip else f"{self.text} {cell_name(cell)}"


def prompt(state: State, chosen: str = "") -> Prompt | None:
    """Return the question after the steps that are chosen; None if no seat must act.

    The actions that all steps lead to are exactly the legal ones. Raises BadNotation, IllegalAction for no step here.
    """
    if not legality.acting(state):
        if chosen:
            raise IllegalAction("not-your-turn")
        return None
    return _Question(state).after(chosen.lower())


def bases(state: State) -> list[Base]:
    """Return the tiles that can be placed, then those that can be flipped, in the order of legal actions."""
    places: dict[int, dict[Cell, tuple[tuple[int, int], ...]]] = {}
    for tile, cell, rotation in legality.places(state):
        there = places.setdefault(tile, {})
        there[cell] = (*there.get(cell, ()), (rotation, 0))
    flips: dict[int, tuple[tuple[int, int], ...]] = {}
    for tile, rotation, gone in legality.flip_choices(state):
        flips[tile] = (*flips.get(tile, ()), (rotation, gone))
    cells, laid = state.board.cells, state.board.laid
    return [
        *(Base(tile, False, 0, rotations) for tile, rotations in places.items()),
        *(Base(tile, True, 1 - laid[cells[tile]].face, {cells[tile]: found}) for tile, found in flips.items()),
    ]


class _Question:
    def __init__(self, state: State) -> None:
        self.state, self.seat, self.bases = state, state.current, bases(state)
        can_place = any(not base.is_flip for base in self.bases)
        self.others = () if can_place else legality.other_actions(state, bool(self.bases))
        self.has_one_base = len(self.bases) == 1 and not self.others

    def after(self, chosen: str) -> Prompt:
        words = chosen.split()
        if not words:
            return self._cells(self.bases[0]) if self.has_one_base else self._tiles()
        base = next((base for base in self.bases if base.text == words[0]), None)
        if base is None:
            raise self._no_base(words[0])
        rest = words[1:]
        if base.is_flip:
            return self._rotations(base, next(iter(base.rotations)), rest)
        if not rest:
            return self._cells(base)
        cell = cell_named(rest[0])
        if cell is None:
            raise BadNotation("unreadable", text=chosen[:20])
        if cell not in base.rotations:
            raise _refusal(self.state, Place(self.seat, base.tile, cell, 0)) or BadNotation(
                "unreadable", text=chosen[:20]
            )
        return self._rotations(base, cell, rest[1:])

    def _no_base(self, word: str) -> Exception:
        found = re.fullmatch(r"(f?)(\d{1,2})", word)
        if not found:
            return BadNotation("unreadable", text=word[:20])
        if not found[1]:
            in_rack = int(found[2]) in self.state.seats[self.seat].rack
            return IllegalAction("fits-nowhere" if in_rack else "not-in-rack")
        return _refusal(self.state, Flip(self.seat, int(found[2]), 0)) or BadNotation("unreadable", text=word[:20])

    # The questions

    def _tiles(self) -> Prompt:
        choices = [self._tile(base) for base in self.bases]
        choices += [Choice(notation(action), _other_label(action)) for action in self.others]
        key = "prompt.act" if any(not base.is_flip for base in self.bases) else "prompt.stuck"
        text = Message(f"{key}.{min(self.state.actions_left, 2)}", {"seat": self.seat})
        return Prompt(self.seat, "turn", text, tuple(choices), self._refusals(None))

    def _tile(self, base: Base) -> Choice:
        if not base.is_flip:
            edges = brief_tile(self.state.rules.tiles[base.tile])
            label, style = Message("choice.tile", {"tile": base.tile}), self._style(base)
            return Choice(base.text, label, (), (edges,), is_step=True, style=style)
        cell = next(iter(base.rotations))
        label = Message("choice.flip", {"tile": base.tile})
        ghost, style = self._ghost(base, cell), self._style(base)
        return Choice(base.text, label, (cell_name(cell),), preview=(ghost,), is_step=True, style=style)

    def _cells(self, base: Base) -> Prompt:
        if base.is_flip or len(base.rotations) == 1:
            return self._rotations(base, next(iter(base.rotations)), [])
        choices = tuple(
            Choice(
                base.step(cell),
                beside(self.state.board, cell, "choice.beside"),
                (cell_name(cell),),
                preview=(self._ghost(base, cell),),
                is_step=True,
            )
            for cell in base.rotations
        )
        text = Message("prompt.cell", {"seat": self.seat, "tile": base.tile})
        texts = {cell_name(cell): empty_text(self.state, cell, base.tile) for cell in base.rotations}
        picked = self._picked(base, None, None)
        return Prompt(self.seat, "place", text, choices, self._refusals(base), picked, texts=texts)

    def _rotations(self, base: Base, cell: Cell, rest: list[str]) -> Prompt:
        """Ask how the tile is turned, unless only one rotation fits or one is chosen."""
        fitting = base.rotations[cell]
        if rest:
            wanted = {str(rotation): (rotation, gone) for rotation, gone in fitting}
            if len(rest) > 1 or not re.fullmatch("[0-3]", rest[0]):
                raise BadNotation("unreadable", text=" ".join(rest)[:20])
            if rest[0] not in wanted:
                raise IllegalAction("edges-differ")
            return self._claims(base, cell, wanted[rest[0]])
        if len(fitting) == 1:
            return self._claims(base, cell, fitting[0])
        choices = tuple(
            Choice(
                f"{base.step(cell)} {rotation}",
                Message(f"rotation.{rotation}"),
                (cell_name(cell),),
                (edges_message(view_of(self.state.rules.tiles[base.tile].faces[base.face], rotation, gone).edges),),
                preview=(self._ghost(base, cell, (rotation, gone)),),
                is_step=True,
                style=self._style(base),
            )
            for rotation, gone in fitting
        )
        text = Message("prompt.rotation", {"seat": self.seat, "tile": base.tile})
        return self._laid(text, choices, self._picked(base, cell, None), base, cell)

    def _claims(self, base: Base, cell: Cell, lying: tuple[int, int]) -> Prompt:
        """Ask for the claim, if only to say that there is none."""
        claims = legality.claims(self.state, base.tile, base.face, lying[1])
        choices = tuple(self._claim(base, cell, lying, claim) for claim in claims)
        is_last = self.state.seats[self.seat].boots == 1 and not self.state.rules.has_forks
        key = "prompt.unclaimed" if len(claims) == 1 else "prompt.claim-last" if is_last else "prompt.claim"
        text = Message(f"{key}.{self.state.rules.variant}", {"seat": self.seat, "tile": base.tile})
        picked = self._picked(base, cell, lying[0] if len(base.rotations[cell]) > 1 else None)
        return self._laid(text, choices, picked, base, cell, lying)._replace(notes=self._last_pieces(claims, choices))

    def _laid(
        self,
        text: Message,
        choices: tuple[Choice, ...],
        picked: tuple[Picked, ...],
        base: Base,
        cell: Cell,
        lying: tuple[int, int] | None = None,
    ) -> Prompt:
        """Return a question about a tile that is seen where it is to lie."""
        rotation, gone = lying or base.rotations[cell][0]
        seen = {cell_name(cell): tile_text(self.state, cell, LaidTile(base.tile, base.face, rotation, gone))}
        preview = (self._ghost(base, cell, lying),)
        return Prompt(self.seat, "turn", text, choices, picked=picked, preview=preview, texts=seen)

    def _claim(self, base: Base, cell: Cell, lying: tuple[int, int], claim: int | None) -> Choice:
        action = (
            Flip(self.seat, base.tile, lying[0], claim)
            if base.is_flip
            else Place(self.seat, base.tile, cell, lying[0], claim)
        )
        if claim is None:
            label = Message(f"choice.unclaimed.{self.state.rules.variant}")
        else:
            segment = the_segment(self.state.rules.tiles[base.tile].faces[base.face], lying[0], claim)
            label = Message("choice.claim", {"piece": piece_message(self.state, claim), "segment": segment})
        ghost = self._ghost(base, cell, lying, claim)
        return Choice(notation(action), label, (cell_name(cell),), self._details(action, cell), preview=(ghost,))

    # What is shown with them

    def _style(self, base: Base) -> str:
        return self.state.rules.tiles[base.tile].faces[base.face].name

    def _details(self, action: Place | Flip, cell: Cell) -> tuple[Message, ...]:
        """Return what the action completes and, if that is not the claimed feature, how large that has become.

        What then gives no one points stands with the choice of no claim alone.
        """
        played = play(self.state, action)
        node = None if action.claim is None else cell << NODE_BITS | action.claim
        told = [scored for scored in played.scored if node is None or node in scored.nodes or scored.winners]
        details = [message for scored in told for message in scored_messages(self.state, scored)]
        if node is not None and not any(node in scored.nodes for scored in told):
            board, rules = played.state.board, self.state.rules
            nodes = board.trace(node, rules.creatures_block_land).nodes
            details.insert(0, claimed_message(rules, board, nodes))
        return tuple(details)

    def _last_pieces(self, claims: Sequence[int | None], choices: tuple[Choice, ...]) -> tuple[Message, ...]:
        """Return a warning for each kind of piece of which one is left that would not come back at once."""
        holding, found = self.state.seats[self.seat], list[Message]()
        for claim, choice in zip(claims, choices, strict=True):
            if claim is None or not any(message.key.startswith("claim.") for message in choice.details):
                continue
            piece = piece_message(self.state, claim)
            warning = Message("claim.last", {"piece": piece})
            kept = holding.forks if piece.key == "piece.fork" else holding.boots
            if kept == 1 and warning not in found:
                found.append(warning)
        return tuple(found)

    def _ghost(self, base: Base, cell: Cell, lying: tuple[int, int] | None = None, claim: int | None = None) -> Piece:
        """Return the tile as it would lie there, in the first rotation that fits if none is chosen."""
        rotation, gone = lying or base.rotations[cell][0]
        claims = () if claim is None else (Claim(claim, self.seat),)
        return piece(self.state, cell, LaidTile(base.tile, base.face, rotation, gone, claims))

    def _picked(self, base: Base, cell: Cell | None, rotation: int | None) -> tuple[Picked, ...]:
        steps = []
        if not self.has_one_base and base.is_flip:
            steps.append(Picked("", Message("choice.flip", {"tile": base.tile}), self._style(base)))
        elif not self.has_one_base:
            steps.append(Picked("", Message("choice.tile", {"tile": base.tile}), self._style(base)))
        if not base.is_flip and cell is not None and len(base.rotations) > 1:
            steps.append(Picked(base.text, beside(self.state.board, cell, "choice.beside")))
        if rotation is not None and cell is not None:
            steps.append(Picked(base.step(cell), Message(f"rotation.{rotation}"), self._style(base), rotation))
        return tuple(steps)

    def _refusals(self, base: Base | None) -> dict[str, Message]:
        """Return why each cell cannot be chosen: in the first question (no base), or for a tile to be placed."""
        board, found = self.state.board, {}
        for cell in (*board.laid, *board.frontier):
            if base is not None:
                code = "cell-taken" if cell in board.laid else "edges-differ" if cell not in base.rotations else ""
            elif cell in board.laid:
                code = self._flip_refusal(board.laid[cell].tile)
            else:
                code = "tile-first"
            if code:
                found[cell_name(cell)] = Message(f"refused.{code}")
        return found

    def _flip_refusal(self, tile: int) -> str:
        if any(base.is_flip and base.tile == tile for base in self.bases):
            return ""
        error = _refusal(self.state, Flip(self.seat, tile, 0))
        return error.code if error else ""


def _refusal(state: State, action: Place | Flip) -> IllegalAction | None:
    try:
        legality.check(state, action)
    except IllegalAction as error:
        return error
    return None


def _other_label(action: Discard | Pass) -> Message:
    if isinstance(action, Discard):
        return Message("choice.discard", {"tile": action.tile})
    return Message("choice.pass")


# The tiles of a rack, as they may lie


def held(state: State, seat: int) -> tuple[Held, ...]:
    return tuple(_held(state, tile) for tile in state.seats[seat].rack)


def _held(state: State, tile: int) -> Held:
    face = state.rules.tiles[tile].faces[0]
    label = Message("held.tile", {"tile": tile, "edges": edges_message(face.letters)})
    turned = (piece(state, HOME, LaidTile(tile, rotation=rotation)) for rotation in range(4))
    segments = (*range(len(face.lands)), *(FIRST_PART + index for index in range(len(face.parts))))
    return Held(str(tile), (label, *face_texts(face, 0)), tuple(turned), tuple(map(segment_name, segments)))


# The panels of all seats: points, pieces, and the tiles of the rack


def panels(state: State) -> tuple[Panel, ...]:
    return tuple(_panel(state, seat) for seat in range(len(state.seats)))


def _panel(state: State, seat: int) -> Panel:
    holding, style, rules = state.seats[seat], STYLES[seat], state.rules
    stats = [
        Stat("score", "stat.score", holding.score, SCORE),
        Stat("boots", "stat.boots", holding.boots, "pieces", f"boot-{style}"),
    ]
    if rules.has_forks:
        stats.append(Stat("forks", "stat.forks", holding.forks, "pieces", f"fork-{style}"))
    stats.append(Stat("shovels", "stat.shovels", holding.shovels, "pieces", "shovel"))
    if not state.reason:
        fronts = ((tile, rules.tiles[tile]) for tile in holding.rack)
        stats += [
            Stat("rack", "stat.rack", tile, "piece", front.faces[0].name, brief_tile(front)) for tile, front in fronts
        ]
    return Panel(seat, style, tuple(stats), holding.left > 0)
