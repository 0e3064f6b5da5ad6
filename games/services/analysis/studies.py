"""The planning board: what a player tries is kept as a tree, theirs alone until they publish it after the end."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.replay import replay
from games.errors import Conflict, Forbidden, Invalid, StalePly
from games.models import Game, Study, StudyNode
from games.selectors.log import log_of
from games.selectors.studies import nodes_of, path_to, siblings_of, study_of
from games.selectors.titles import title_of

from .. import rate_limits
from ..lock import game_for_update
from ..people.permissions import require_confirmed_address
from ..play.actions import legal_action

MOST_NODES = 400  # of one study
LONGEST_COMMENT = 500  # characters


@dataclass(frozen=True, slots=True)
class StudyPosition:
    """A position to go on from: after a node of the study, or (``node`` is None) after ``ply`` plies of the game."""

    ply: int
    node: int | None = None


def can_study(game: Game, is_seated: bool) -> bool:
    """Tell whether a signed-in user has a planning board at a table.

    While a game runs its players alone have one; afterwards everybody who sees the table may look for what was missed.
    """
    return game.started_at is not None and (is_seated or game.is_over)


def require_study_access(game: Game, user: User) -> None:
    """Raise Conflict (not-started) or Forbidden (not-seated) for a user without a planning board at this table."""
    if game.started_at is None:
        raise Conflict("not-started", _("The planning board opens when the game starts."))
    if not can_study(game, game.seats.filter(user=user).exists()):
        raise Forbidden("not-seated", _("Until the game is over, only its players can use the planning board."))


@transaction.atomic
def try_action(game_id: int, user: User, spot: StudyPosition, notation: str) -> StudyNode:
    """Try an action of the acting seat, or a result of chance. An action that was tried before is found again.

    Raises Conflict (not-started, node-gone, line-over), StalePly for a ply that is yet to come, Forbidden (not-seated),
    Illegal with the engine's reason, Invalid (full-study), TooMany.
    """
    game = game_for_update(game_id)
    require_study_access(game, user)
    study = study_of(game, user)
    nodes = {node.pk: node for node in nodes_of(study)}
    way = path_to(nodes, _node(nodes, spot.node)) if spot.node is not None else []
    seat, canonical = _legal(game, way, spot.ply, notation)
    ply = way[-1].ply + 1 if way else spot.ply
    beside = [node for node in nodes.values() if (node.parent_id, node.ply) == (spot.node, ply)]
    if found := next((node for node in beside if node.notation == canonical), None):
        return found
    _refuse_more(user, len(nodes))
    return StudyNode.objects.create(
        study=study or Study.objects.create(game=game, user=user),
        parent_id=spot.node,
        ply=ply,
        seat=seat,
        notation=canonical,
        rank=max((node.rank + 1 for node in beside), default=0),
    )


@transaction.atomic
def comment_on(game_id: int, user: User, node_id: int, text: str) -> StudyNode:
    """Write beside a node what one thinks of it, "" for nothing.

    Raises Conflict (node-gone), Invalid (long-comment), TooMany.
    """
    _study, nodes = _own(game_id, user)
    node = _node(nodes, node_id)
    text = text.replace("\r\n", "\n").strip()
    if len(text) > LONGEST_COMMENT:
        raise Invalid("long-comment", _("Comments are limited to %(most)s characters.") % {"most": LONGEST_COMMENT})
    _slow_down(user)
    node.comment = text
    node.save(update_fields=["comment"])
    return node


@transaction.atomic
def delete_node(game_id: int, user: User, node_id: int) -> StudyPosition:
    """Delete a node with all that follows it. Return the position before it. Raises Conflict (node-gone), TooMany."""
    study, nodes = _own(game_id, user)
    node = _node(nodes, node_id)
    _slow_down(user)
    gone = {node.pk}
    for one in sorted(nodes.values(), key=lambda one: one.pk):  # a child is always younger than its parent
        if one.parent_id in gone:
            gone.add(one.pk)
    StudyNode.objects.filter(study=study, pk__in=gone).delete()
    return StudyPosition(node.ply, node.parent_id)


@transaction.atomic
def shift_node(game_id: int, user: User, node_id: int, by: int) -> StudyNode:
    """Put a node ``by`` places later (earlier if negative) among those tried in the same position.

    Raises Conflict (node-gone), TooMany.
    """
    _study, nodes = _own(game_id, user)
    node = _node(nodes, node_id)
    _slow_down(user)
    order = siblings_of(list(nodes.values()), node)
    at = order.index(node)
    order.insert(max(0, at + by), order.pop(at))
    _rank(order)
    return node


@transaction.atomic
def promote_node(game_id: int, user: User, node_id: int) -> StudyNode:
    """Make the line that leads to a node the first everywhere on its way. Raises Conflict (node-gone), TooMany."""
    _study, nodes = _own(game_id, user)
    node = _node(nodes, node_id)
    _slow_down(user)
    beside: dict[tuple[int | None, int], list[StudyNode]] = {}
    for one in nodes.values():
        beside.setdefault((one.parent_id, one.ply), []).append(one)
    way = path_to(nodes, node)
    _rank(*([step, *(one for one in beside[step.parent_id, step.ply] if one != step)] for step in way))
    return node


@transaction.atomic
def publish_study(game_id: int, user: User, is_public: bool) -> Study:
    """Let everybody read one's study who may see the table, or take it back.

    Raises Conflict (not-over, empty-study), Forbidden (address-unconfirmed).
    """
    game = game_for_update(game_id)
    if is_public and not game.is_over:
        raise Conflict("not-over", _("You can publish your planning board once the game is over."))
    study = study_of(game, user)
    if study is None or (is_public and not study.nodes.exists()):
        raise Conflict("empty-study", _("Your planning board is still empty."))
    if is_public:
        require_confirmed_address(user)
    study.published_at = (study.published_at or timezone.now()) if is_public else None
    study.save(update_fields=["published_at"])
    return study


@transaction.atomic
def take_down_study(study_id: int) -> None:
    """Take a published study back to its author, for administrators. Raises Conflict (not-published)."""
    if not Study.objects.filter(pk=study_id, published_at__isnull=False).update(published_at=None):
        raise Conflict("not-published", _("this planning board is not published"))


def _legal(game: Game, way: list[StudyNode], ply: int, notation: str) -> tuple[int | None, str]:
    """Return (seat, canonical notation) of what is tried after a way."""
    title = title_of(game)
    start = way[0].ply if way else ply
    if not 0 <= start <= game.ply:
        raise StalePly
    log = [*log_of(game, start), *((node.seat, node.notation) for node in way)]
    state = replay(title, game.ruleset, game.options, game.seat_count, log)
    if title.outcome(state) is not None:
        raise Conflict("line-over", _("The game is over in this position, so nothing can follow."))
    prompt = title.prompt(state)
    action = legal_action(title, state, prompt.seat if prompt else None, notation)
    return action.seat, title.notation(action)


def _own(game_id: int, user: User) -> tuple[Study, dict[int, StudyNode]]:
    """Return the user's study, under the game's lock, with all of its nodes."""
    study = study_of(game_for_update(game_id), user)
    if study is None:
        raise _gone()
    return study, {node.pk: node for node in nodes_of(study)}


def _node(nodes: dict[int, StudyNode], node_id: int) -> StudyNode:
    if node_id not in nodes:
        raise _gone()
    return nodes[node_id]


def _gone() -> Conflict:
    return Conflict("node-gone", _("This position no longer exists: it was deleted in another window."))


def _rank(*orders: list[StudyNode]) -> None:
    """Give the nodes of each list their places, with one statement for what changes."""
    ranked = [(rank, node) for order in orders for rank, node in enumerate(order)]
    moved = [(rank, node) for rank, node in ranked if node.rank != rank]
    for rank, node in moved:
        node.rank = rank
    StudyNode.objects.bulk_update([node for _rank, node in moved], ["rank"])


def _refuse_more(user: User, size: int) -> None:
    if size >= MOST_NODES:
        raise Invalid(
            "full-study",
            _("Your planning board is full (%(most)s actions). Delete a line to continue.") % {"most": MOST_NODES},
        )
    _slow_down(user)


def _slow_down(user: User) -> None:
    rate_limits.count("study", user.pk)
