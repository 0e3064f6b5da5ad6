"""The planning board: a position of a study, its possible continuations, and the tree."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.engine.prompts import Prompt
from games.engine.values import Ply
from games.errors import NotFound
from games.models import Game, Seat, Study, StudyNode
from games.selectors.log import plies_of
from games.selectors.studies import nodes_of, path_to, published_study, study_of
from games.selectors.tables.seats import Viewer, seats_of

from ..game_position import GamePositionView
from ..pictures.animation.frames import Frame, make_frames
from ..table.log.log_lines import ply_text, rolled_face
from ..table.prompt import PromptView, prompt_view
from ..table.seats import SeatView, plain_seats, seats_with_panels
from ..table.selection import question_after
from ..wording import colour_name, phrase
from .tree import Tree


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
    """The addresses of the buttons below the board, "" for a disabled button."""

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
        """The tree of the study."""
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
        """The prompt of the acting player, None for chance and after the end of the game."""
        return prompt_view(self._prompt, self.say, self.chosen, link=self._chosen_at) if self._prompt else None

    @property
    def asked_name(self) -> str:
        """The name of the acting player."""
        return self.names[self._prompt.seat] if self._prompt else ""

    @cached_property
    def chances(self) -> list[ChanceView]:
        """The possible results of chance, as choices."""
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
        """True if the game is over in this position."""
        return self.outcome is not None

    @cached_property
    def board(self) -> SafeString:
        """The drawing as SVG, with the legal choices as links."""
        return self.draw(self._prompt, self._link, self.chosen)

    def _link(self, notation: str) -> dict[str, str]:
        return {"href": self._chosen_at(notation)}

    def _chosen_at(self, text: str) -> str:
        """Return the address of this position with a choice, or a step towards one."""
        return f"{self.here}&choose={quote(text)}#study"

    # Addresses

    @property
    def here(self) -> str:
        """The address of this position."""
        return self.at_node(self.node) if self.node else self.at_ply(self.ply)

    def at_node(self, node: StudyNode) -> str:
        """Return the address of the position after a node."""
        return f"{self.query}node={node.pk}"

    def at_ply(self, ply: int) -> str:
        """Return the address of a position of the game itself."""
        return f"{self.query}ply={ply}"

    @property
    def departs_at(self) -> int:
        """The ply of the game at which the displayed line begins."""
        return self.tree.path[0].ply if self.tree.path else self.ply

    @property
    def heading(self) -> str:
        """The displayed position."""
        if self.node:
            text = ngettext("%(count)s move after step %(ply)s", "%(count)s moves after step %(ply)s", self.depth)
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
        """The number of descendants of the displayed node."""
        return len(self.tree.below(self.node)) if self.node else 0

    @property
    def happened(self) -> str:
        """The texts of the ply that led here, "" at the start."""
        return ply_text(self.title, self.log[-1], self.names) if self.log else ""

    @cached_property
    def next_game_ply(self) -> Ply | None:
        """The next ply of the game, None after its last one and in a tried line."""
        return self.game_log[self.ply] if self.node is None and self.ply < len(self.game_log) else None

    @property
    def frame(self) -> Frame | None:
        """The frame of the ply that led here, None at the start."""
        return next(iter(make_frames(self.title, self.log, self.names, start=self.length)), None)

    @property
    def next_game_text(self) -> str:
        """The text of that ply."""
        return ply_text(self.title, self.next_game_ply, self.names) if self.next_game_ply else ""

    @property
    def step_addresses(self) -> StepAddresses:
        """The addresses of the buttons below the board."""
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
        """The author of the study."""
        return display_name(self.study.user) if self.study else ""

    @cached_property
    def seats(self) -> list[SeatView]:
        """The seats with their figures in this position."""
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
