"""The tree of a study as an indented list of rows.

The first action in a position continues the line. The other actions follow below, indented by one level, before the
line continues, so that every choice is listed where it is made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from games.engine.core import Title
from games.engine.values import Ply
from games.models import StudyNode
from games.selectors.studies import path_to

from ..table.log.log_lines import ply_text, rolled_face
from ..wording import colour_name

MAX_INSET = 6  # deeper lines are not indented further


@dataclass(frozen=True, slots=True)
class NodeView:
    """One tried action: ``short`` as a label, ``text`` as a sentence.

    ``die`` is the face that was chosen, ``turned`` tells that it is a rotation. ``is_played`` marks what the game
    itself did, too.
    """

    pk: int
    short: str
    text: str
    die: str
    seat: int | None
    comment: str
    is_here: bool
    is_on_way: bool
    is_played: bool


@dataclass(slots=True)
class TreeRow:
    """Some actions of one turn in a row. ``level`` is its indentation, from 1.

    ``ply`` is set on a head instead: the position of the game from which the lines below it depart.
    """

    level: int
    name: str = ""
    style: str = ""
    begins: bool = False
    ply: int | None = None
    is_here: bool = False
    nodes: list[NodeView] = field(default_factory=list)

    @property
    def inset(self) -> int:
        """The indentation of the row."""
        return min(self.level, MAX_INSET)

    @property
    def comment(self) -> str:
        """The comment on the last action of the row."""
        return self.nodes[-1].comment if self.nodes else ""


@dataclass
class Tree:
    """All lines of one study. ``states`` are the positions of the game, by the length of its log."""

    title: Title
    names: Sequence[str]
    states: Sequence[Any]
    nodes: Sequence[StudyNode]
    here: StudyNode | None
    log: Sequence[Ply] = ()
    ply: int = -1

    @cached_property
    def _children(self) -> Mapping[int | None, list[StudyNode]]:
        found: dict[int | None, list[StudyNode]] = {}
        for node in self.nodes:
            found.setdefault(node.parent_id, []).append(node)
        return found

    @cached_property
    def plies(self) -> dict[int, Ply]:
        """The ply of every node, by the node's id."""
        found: dict[int, Ply] = {}
        for node in sorted(self.nodes, key=lambda node: node.pk):  # a parent is always older than its children
            before = self.states[node.ply] if node.parent_id is None else found[node.parent_id].after
            action = self.title.parse(before, node.seat, node.notation)
            found[node.pk] = Ply(node.ply, before, action, self.title.apply(before, action))
        return found

    @cached_property
    def path(self) -> list[StudyNode]:
        """The line that leads to the displayed node."""
        return path_to({node.pk: node for node in self.nodes}, self.here) if self.here else []

    def tried_at(self, ply: int) -> list[StudyNode]:
        """Return the nodes that were tried in a position of the game."""
        return [node for node in self._children.get(None, []) if node.ply == ply]

    def after(self, node: StudyNode | None, ply: int) -> list[StudyNode]:
        """Return the nodes that follow a node or a position of the game."""
        return self._children.get(node.pk, []) if node else self.tried_at(ply)

    def main_line(self, node: StudyNode) -> list[StudyNode]:
        """Return the continuation of the line after a node: the first child, its first child, and so on."""
        line: list[StudyNode] = []
        while following := self._children.get(line[-1].pk if line else node.pk):
            line.append(following[0])
        return line

    def below(self, node: StudyNode) -> list[StudyNode]:
        """Return all descendants of a node."""
        found: list[StudyNode] = []
        waiting = [node]
        while waiting:
            following = self._children.get(waiting.pop().pk, [])
            found += following
            waiting += following
        return found

    @property
    def siblings(self) -> list[StudyNode]:
        """The displayed node and its siblings."""
        if self.here is None:
            return []
        return self.after(self.path[-2] if len(self.path) > 1 else None, self.here.ply)

    @property
    def is_first(self) -> bool:
        """True if the node is the first of its siblings."""
        return self.siblings[:1] == [self.here]

    @property
    def is_last(self) -> bool:
        """True if the node is the last of its siblings."""
        return self.siblings[-1:] == [self.here]

    @property
    def is_main(self) -> bool:
        """True if every node of the displayed line is the first of its siblings."""
        before = [None, *self.path]
        return all(self.after(last, step.ply)[0] == step for last, step in zip(before, self.path, strict=False))

    # The list

    @cached_property
    def rows(self) -> list[TreeRow]:
        """The whole tree as rows, in reading order."""
        found: list[TreeRow] = []
        for ply in sorted({node.ply for node in self._children.get(None, [])}):
            found.append(TreeRow(0, ply=ply, is_here=self.here is None and ply == self.ply))
            self._line(found, self.tried_at(ply), 1)
        return found

    def _line(self, rows: list[TreeRow], tried: list[StudyNode], level: int) -> None:
        """Add the line that begins with the first of these nodes, and the others before it continues."""
        begins = True
        while tried:
            first, *others = tried
            self._add(rows, first, level, begins=begins)
            for other in others:
                self._line(rows, [other], level + 1)
            begins, tried = False, self._children.get(first.pk, [])

    def _add(self, rows: list[TreeRow], node: StudyNode, level: int, *, begins: bool) -> None:
        ply = self.plies[node.pk]
        last = rows[-1]
        if begins or last.level != level or last.comment or not last.nodes or self._turn(last) != self._turn_of(ply):
            seat = self._whose(ply)
            rows.append(TreeRow(level, self.names[seat], self._styles.get(seat, ""), begins and level > 1))
        rows[-1].nodes.append(self._node(node, ply))

    def _turn(self, row: TreeRow) -> tuple[int, int]:
        return self._turn_of(self.plies[row.nodes[-1].pk])

    def _turn_of(self, ply: Ply) -> tuple[int, int]:
        return self.title.turn(ply.before), self._whose(ply)

    def _whose(self, ply: Ply) -> int:
        """Return the seat of an action, or the seat for which chance acted."""
        if ply.action.seat is not None:
            return ply.action.seat
        chance = self.title.chance(ply.before)
        return chance.seat or 0 if chance else 0

    @cached_property
    def _styles(self) -> dict[int, str]:
        return {panel.seat: panel.style for panel in self.title.panels(self.states[-1])}

    @cached_property
    def _on_way(self) -> set[int]:
        return {node.pk for node in self.path}

    @cached_property
    def _played(self) -> set[int]:
        """The nodes of lines that follow the game, as far as they follow it."""
        found: set[int] = set()
        for node in sorted(self.nodes, key=lambda node: node.pk):
            follows = node.parent_id is None or node.parent_id in found
            if follows and node.ply < len(self.log) and self.log[node.ply].action == self.plies[node.pk].action:
                found.add(node.pk)
        return found

    def _node(self, node: StudyNode, ply: Ply) -> NodeView:
        return NodeView(
            pk=node.pk,
            short=colour_name(self.title, node.notation) if node.seat is None else node.notation,
            text=ply_text(self.title, ply, self.names),
            die=rolled_face(self.title, ply),
            seat=node.seat,
            comment=node.comment,
            is_here=self.here is not None and node.pk == self.here.pk,
            is_on_way=node.pk in self._on_way,
            is_played=node.pk in self._played,
        )
