"""The tree of a study as an indented list of rows.

The first action in a position continues the line. The other actions follow below, indented by one level, before the
line continues, so that every choice is listed where it is made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.board.log_lines import ply_text, rolled_face
from games.board.pictures import Frame, make_frames
from games.board.position import GamePositionView
from games.board.prompt import PromptView, prompt_view, question_after
from games.board.seats import SeatView, plain_seats, seats_with_panels
from games.common.errors import NotFound
from games.common.wording import colour_name, phrase
from games.core.log import plies_of
from games.core.models import Game, Seat
from games.core.selectors import Viewer, seats_of
from games.engine.core import Title
from games.engine.prompts import Prompt
from games.engine.values import Ply
from games.pictures.board_svg import Question

from .models import Study, StudyNode
from .selectors import nodes_of, path_to, published_studies, published_study, study_of

MAX_INSET = 6  # deeper lines are not indented further


@dataclass(frozen=True, slots=True)
class PublishedStudyView:
    name: str
    username: str
    size: int
    at: datetime | None
    address: str


def published_study_views(game: Game, invite: str = "") -> list[PublishedStudyView]:
    """Return the published studies of a game, oldest first; none before the game is over."""
    query = f"?{urlencode({'invite': invite})}" if invite else ""
    return [
        PublishedStudyView(
            name=display_name(study.user),
            username=study.user.username,
            size=study.size,  # type: ignore[attr-defined]
            at=study.published_at,
            address=reverse("games:published_study", args=[game.code, study.user.username]) + query,
        )
        for study in published_studies(game)
    ]


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
        return min(self.level, MAX_INSET)

    @property
    def comment(self) -> str:
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
        found: dict[int, Ply] = {}
        for node in sorted(self.nodes, key=lambda node: node.pk):  # a parent is always older than its children
            before = self.states[node.ply] if node.parent_id is None else found[node.parent_id].after
            action = self.title.parse(before, node.seat, node.notation)
            found[node.pk] = Ply(node.ply, before, action, self.title.apply(before, action))
        return found

    @cached_property
    def path(self) -> list[StudyNode]:
        return path_to({node.pk: node for node in self.nodes}, self.here) if self.here else []

    def tried_at(self, ply: int) -> list[StudyNode]:
        return [node for node in self._children.get(None, []) if node.ply == ply]

    def after(self, node: StudyNode | None, ply: int) -> list[StudyNode]:
        return self._children.get(node.pk, []) if node else self.tried_at(ply)

    def main_line(self, node: StudyNode) -> list[StudyNode]:
        """Return the continuation of the line after a node: the first child, its first child, and so on."""
        line: list[StudyNode] = []
        while following := self._children.get(line[-1].pk if line else node.pk):
            line.append(following[0])
        return line

    def below(self, node: StudyNode) -> list[StudyNode]:
        found: list[StudyNode] = []
        waiting = [node]
        while waiting:
            following = self._children.get(waiting.pop().pk, [])
            found += following
            waiting += following
        return found

    @property
    def siblings(self) -> list[StudyNode]:
        if self.here is None:
            return []
        return self.after(self.path[-2] if len(self.path) > 1 else None, self.here.ply)

    @property
    def is_first(self) -> bool:
        return self.siblings[:1] == [self.here]

    @property
    def is_last(self) -> bool:
        return self.siblings[-1:] == [self.here]

    @property
    def is_main(self) -> bool:
        """True if every node of the displayed line is the first of its siblings."""
        before = [None, *self.path]
        return all(self.after(last, step.ply)[0] == step for last, step in zip(before, self.path, strict=False))

    # The list

    @cached_property
    def rows(self) -> list[TreeRow]:
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


@dataclass(frozen=True, slots=True)
class ChanceView:
    """A result of chance that can be chosen: ``notation`` is sent, ``die`` is its face ("" for other chance)."""

    notation: str
    label: str
    die: str
    weight: int
    total: int
    text: str


@dataclass(frozen=True, slots=True)
class StepAddresses:
    first: str
    back: str
    on: str
    last: str


@dataclass
class StudyView(GamePositionView):
    """A position of a study: ``node`` leads to it, None for a position of the game itself.

    ``game_log`` is the log of the game, ``log`` the line that leads here. ``query`` begins every address.
    ``mine`` is True if the viewer may change the tree; ``typed`` is a refused comment.
    """

    game: Game
    viewer: Viewer
    rows: list[Seat]
    game_log: list[Ply]
    nodes: list[StudyNode]
    node: StudyNode | None
    ply: int
    study: Study | None = None
    mine: bool = True
    chosen: str = ""
    query: str = "?"
    typed: str | None = None
    log: list[Ply] = field(default_factory=list)

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.title, self.names, self.states, self.nodes, self.node, self.game_log, self.ply)

    @cached_property
    def states(self) -> list[Any]:
        """The positions of the game itself, by the length of the log."""
        return [self.first_state(), *(ply.after for ply in self.game_log)]

    # Continuations

    @cached_property
    def _prompt(self) -> Prompt | None:
        return question_after(self.title, self.state, self.chosen) if self.mine else None

    @cached_property
    def ask(self) -> PromptView | None:
        return prompt_view(self._prompt, self.say, self.chosen, link=self._chosen_at) if self._prompt else None

    @property
    def asked_name(self) -> str:
        return self.names[self._prompt.seat] if self._prompt else ""

    @cached_property
    def chances(self) -> list[ChanceView]:
        due = self.title.chance(self.state) if self.mine else None
        total = sum(weight for _notation, weight in due.outcomes) if due else 0
        return [self._chance(notation, weight, total) for notation, weight in due.outcomes] if due else []

    def _chance(self, notation: str, weight: int, total: int) -> ChanceView:
        action = self.title.parse(self.state, None, notation)
        ply = Ply(len(self.log), self.state, action, self.title.apply(self.state, action))
        text, die = ply_text(self.title, ply, self.names), rolled_face(self.title, ply)
        return ChanceView(notation, colour_name(self.title, notation), die, weight, total, text)

    @property
    def is_end(self) -> bool:
        return self.outcome is not None

    @cached_property
    def board(self) -> SafeString:
        return self.draw(Question(self._prompt, self._link, self.chosen) if self._prompt else None)

    def _link(self, notation: str) -> dict[str, str]:
        return {"href": self._chosen_at(notation)}

    def _chosen_at(self, text: str) -> str:
        return f"{self.here}&choose={quote(text)}#study"

    # Addresses

    @property
    def here(self) -> str:
        return self.at_node(self.node) if self.node else self.at_ply(self.ply)

    def at_node(self, node: StudyNode) -> str:
        return f"{self.query}node={node.pk}"

    def at_ply(self, ply: int) -> str:
        return f"{self.query}ply={ply}"

    @property
    def departs_at(self) -> int:
        """The ply of the game at which the displayed line begins."""
        return self.tree.path[0].ply if self.tree.path else self.ply

    @property
    def heading(self) -> str:
        if self.node:
            text = ngettext("%(count)s action after step %(ply)s", "%(count)s actions after step %(ply)s", self.depth)
            return text % {"count": self.depth, "ply": self.departs_at}
        return _("After step %(ply)s of the game") % {"ply": self.ply}

    @property
    def end(self) -> int:
        """The length of the game."""
        return len(self.game_log)

    @property
    def depth(self) -> int:
        """The number of tried actions that lead here."""
        return len(self.tree.path)

    @property
    def chance_name(self) -> str:
        """The kind of chance that is due, as "The die"."""
        due = self.title.chance(self.state)
        return phrase(self.title, f"chance.{due.label}") if due else ""

    @property
    def descendant_count(self) -> int:
        return len(self.tree.below(self.node)) if self.node else 0

    @property
    def happened(self) -> str:
        return ply_text(self.title, self.log[-1], self.names) if self.log else ""

    @cached_property
    def next_game_ply(self) -> Ply | None:
        return self.game_log[self.ply] if self.node is None and self.ply < len(self.game_log) else None

    @property
    def frame(self) -> Frame | None:
        return next(iter(make_frames(self.title, self.log, self.names, start=self.length)), None)

    @property
    def next_game_text(self) -> str:
        return ply_text(self.title, self.next_game_ply, self.names) if self.next_game_ply else ""

    @property
    def step_addresses(self) -> StepAddresses:
        if self.node is None:
            return self._way_of_the_game()
        *before, _here = self.tree.path
        back = self.at_node(before[-1]) if before else self.at_ply(self.node.ply)
        on = self.tree.main_line(self.node)
        return StepAddresses(
            first=self.at_ply(self.departs_at),
            back=back,
            on=self.at_node(on[0]) if on else "",
            last=self.at_node(on[-1]) if on else "",
        )

    def _way_of_the_game(self) -> StepAddresses:
        end = len(self.game_log)
        tried = self.tree.tried_at(self.ply)
        on = self.at_ply(self.ply + 1) if self.ply < end else self.at_node(tried[0]) if tried else ""
        return StepAddresses(
            first=self.at_ply(0) if self.ply else "",
            back=self.at_ply(self.ply - 1) if self.ply else "",
            on=on,
            last=self.at_ply(end) if self.ply < end else "",
        )

    # People

    @property
    def author(self) -> str:
        return display_name(self.study.user) if self.study else ""

    @cached_property
    def seats(self) -> list[SeatView]:
        user = self.viewer
        me = next((seat for seat in self.rows if isinstance(user, User) and seat.user_id == user.pk), None)
        return seats_with_panels(plain_seats(self.rows, me, None), self.title, self.state)

    @property
    def comment(self) -> str:
        """The comment of the node, or a refused one, for the form."""
        return self.typed if self.typed is not None else self.node.comment if self.node else ""


def study_view(
    game: Game,
    viewer: Viewer,
    *,
    author: str = "",
    node: int | None = None,
    ply: int | None = None,
    chosen: str = "",
    invite: str = "",
    is_lenient: bool = False,
) -> StudyView:
    """Return a study at a node, or at ``ply`` plies of the game (by default all).

    It is the viewer's own study, or the one that ``author`` has published. Raises NotFound for a node, ply or study
    that does not exist; ``is_lenient`` shows the end of the game instead of a missing node or ply.
    """
    own = study_of(game, viewer) if isinstance(viewer, User) and not author else None
    study = published_study(game, author) if author else own
    nodes = nodes_of(study)
    by_id = {each.pk: each for each in nodes}
    current = by_id.get(node) if node is not None else None
    is_missing = (node is not None and current is None) or not 0 <= (ply or 0) <= game.ply
    if is_missing and not is_lenient:
        raise NotFound
    path = path_to(by_id, current) if current else []
    played = plies_of(game)
    start = path[0].ply if path else min(len(played) if ply is None else ply, len(played))
    query = f"?{urlencode({'invite': invite})}&" if invite else "?"
    view = StudyView(game, viewer, seats_of(game), played, nodes, current, start, study, not author, chosen, query)
    view.log = [*played[:start], *(view.tree.plies[step.pk] for step in path)]
    view.ply = len(view.log)
    return view
