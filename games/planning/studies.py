"""The planning board: a tree of lines that is private until its player publishes it after the game."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid, StalePly
from games.common.permissions import require_confirmed_address
from games.conduct.selectors import Act, require_may
from games.core.lock import game_for_update
from games.core.log import log_of, replaying
from games.core.models import Game
from games.core.selectors import title_of
from games.core.visibility import has_secrets, require_no_secrets
from games.engine.replay import replay
from games.play.actions import legal_action

from .models import Study, StudyNode
from .selectors import nodes_of, path_to, siblings_of, study_of

MAX_NODES = 400  # of one study
MAX_COMMENT_LENGTH = 500  # characters


@dataclass(frozen=True, slots=True)
class StudyPosition:
    """A position: after ``node`` of the study, or without a node after ``ply`` plies of the game."""

    ply: int
    node: int | None = None


def can_study(game: Game, is_seated: bool) -> bool:
    """Return True if a signed-in user has a planning board at a table.

    While a game runs only its players have one, and nobody if there are secrets in it: what could be tried would tell
    them. Afterwards everyone who can see the table has one.
    """
    return game.started_at is not None and (game.is_over or (is_seated and not has_secrets(game)))


def require_study_access(game: Game, user: User) -> None:
    """Raise Conflict (not-started) or Forbidden (not-seated) for a user without a planning board at this table."""
    if game.started_at is None:
        raise Conflict("not-started", _("The planning board opens when the game starts."))
    require_no_secrets(game)
    if not can_study(game, game.seats.filter(user=user).exists()):
        raise Forbidden("not-seated", _("Until the game is over, only its players can use the planning board."))


@transaction.atomic
def try_action(game_id: int, user: User, spot: StudyPosition, notation: str) -> StudyNode:
    """Add an action of the acting seat, or a result of chance, to the study. Return the existing node if there is one.

    Raises Conflict (not-started, node-gone, line-over), StalePly for a future ply, Forbidden (not-seated), Illegal with
    the engine's reason, Invalid (full-study), TooMany.
    """
    game = game_for_update(game_id)
    require_study_access(game, user)
    study = study_of(game, user)
    nodes = {node.pk: node for node in nodes_of(study)}
    path = path_to(nodes, _node_or_error(nodes, spot.node)) if spot.node is not None else []
    seat, canonical = _resolve_action(game, path, spot.ply, notation)
    ply = path[-1].ply + 1 if path else spot.ply
    siblings = [node for node in nodes.values() if (node.parent_id, node.ply) == (spot.node, ply)]
    if found := next((node for node in siblings if node.notation == canonical), None):
        return found
    _require_free_node(user, len(nodes))
    return StudyNode.objects.create(
        study=study or Study.objects.create(game=game, user=user),
        parent_id=spot.node,
        ply=ply,
        seat=seat,
        notation=canonical,
        rank=max((node.rank + 1 for node in siblings), default=0),
    )


@transaction.atomic
def comment_on(game_id: int, user: User, node_id: int, text: str) -> StudyNode:
    """Set the comment of a node, "" for none.

    Raises Conflict (node-gone), Invalid (long-comment), TooMany, Forbidden like ``publish_study`` if others read it.
    """
    _nodes, node = _own_node(game_id, user, node_id)
    text = text.replace("\r\n", "\n").strip()
    if len(text) > MAX_COMMENT_LENGTH:
        raise Invalid("long-comment", _("Comments are limited to %(most)s characters.") % {"most": MAX_COMMENT_LENGTH})
    if text and node.study.published_at:
        require_may(user, Act.WRITE)
    _count_request(user)
    node.comment = text
    node.save(update_fields=["comment"])
    return node


@transaction.atomic
def delete_node(game_id: int, user: User, node_id: int) -> StudyPosition:
    """Delete a node and everything after it. Return the position before it. Raises Conflict (node-gone), TooMany."""
    nodes, node = _own_node(game_id, user, node_id)
    _count_request(user)
    deleted = {node.pk}
    for other in sorted(nodes.values(), key=lambda other: other.pk):  # a child is always younger than its parent
        if other.parent_id in deleted:
            deleted.add(other.pk)
    StudyNode.objects.filter(pk__in=deleted).delete()
    return StudyPosition(node.ply, node.parent_id)


@transaction.atomic
def shift_node(game_id: int, user: User, node_id: int, by: int) -> StudyNode:
    """Move a node ``by`` places later among the alternatives to it. Raises Conflict (node-gone), TooMany."""
    nodes, node = _own_node(game_id, user, node_id)
    _count_request(user)
    order = siblings_of(list(nodes.values()), node)
    at = order.index(node)
    order.insert(max(0, at + by), order.pop(at))
    _rank(order)
    return node


@transaction.atomic
def promote_node(game_id: int, user: User, node_id: int) -> StudyNode:
    """Make the line that leads to a node the first choice at every branch. Raises Conflict (node-gone), TooMany."""
    nodes, node = _own_node(game_id, user, node_id)
    _count_request(user)
    siblings: dict[tuple[int | None, int], list[StudyNode]] = {}
    for sibling in nodes.values():
        siblings.setdefault((sibling.parent_id, sibling.ply), []).append(sibling)
    path = path_to(nodes, node)
    _rank(*([step, *(other for other in siblings[step.parent_id, step.ply] if other != step)] for step in path))
    return node


@transaction.atomic
def publish_study(game_id: int, user: User, is_public: bool) -> Study:
    """Publish the user's study to everyone who can see the table, or make it private again.

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
        require_may(user, Act.WRITE)
    study.published_at = (study.published_at or timezone.now()) if is_public else None
    study.save(update_fields=["published_at"])
    return study


@transaction.atomic
def take_down_study(study_id: int) -> None:
    """Make a published study private again, for administrators. Raises Conflict (not-published)."""
    if not Study.objects.filter(pk=study_id, published_at__isnull=False).update(published_at=None):
        raise Conflict("not-published", _("this planning board is not published"))


def _resolve_action(game: Game, path: list[StudyNode], ply: int, notation: str) -> tuple[int | None, str]:
    """Return (seat, canonical notation) of an action after a path."""
    title = title_of(game)
    start = path[0].ply if path else ply
    if not 0 <= start <= game.ply:
        raise StalePly
    log = [*log_of(game, start), *((node.seat, node.notation) for node in path)]
    with replaying(game):
        state = replay(title, game.ruleset, game.options, game.seat_count, log)
    if title.outcome(state) is not None:
        raise Conflict("line-over", _("The game is over in this position, so nothing can follow."))
    prompt = title.prompt(state)
    action = legal_action(title, state, prompt.seat if prompt else None, notation)
    return action.seat, title.notation(action)


def _own_node(game_id: int, user: User, node_id: int) -> tuple[dict[int, StudyNode], StudyNode]:
    """Return the nodes of the user's study by primary key, under the game's lock, and one of them."""
    nodes = {node.pk: node for node in nodes_of(study_of(game_for_update(game_id), user))}
    return nodes, _node_or_error(nodes, node_id)


def _node_or_error(nodes: dict[int, StudyNode], node_id: int) -> StudyNode:
    if node_id not in nodes:
        raise Conflict("node-gone", _("This position no longer exists: it was deleted in another window."))
    return nodes[node_id]


def _rank(*orders: list[StudyNode]) -> None:
    """Number the nodes of each list. One statement updates those that change."""
    ranked = [(rank, node) for order in orders for rank, node in enumerate(order)]
    moved = [(rank, node) for rank, node in ranked if node.rank != rank]
    for rank, node in moved:
        node.rank = rank
    StudyNode.objects.bulk_update([node for _rank, node in moved], ["rank"])


def _require_free_node(user: User, size: int) -> None:
    if size >= MAX_NODES:
        raise Invalid(
            "full-study",
            _("Your planning board is full (%(most)s actions). Delete a line to continue.") % {"most": MAX_NODES},
        )
    _count_request(user)


def _count_request(user: User) -> None:
    rate_limits.count("study", user.pk)
