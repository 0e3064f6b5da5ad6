"""Studies: trees of what somebody has tried at a table. Private ones are read by their owner alone."""

from collections.abc import Mapping, Sequence

from django.db.models import Count

from accounts.models import User
from games.errors import NotFound
from games.models import Game, Study, StudyNode


def study_of(game: Game, user: User) -> Study | None:
    """Return the user's own study of a game, None before anything was tried."""
    return Study.objects.filter(game=game, user=user).first()


def nodes_of(study: Study | None) -> list[StudyNode]:
    """Return all nodes of a study, in the order of their ranks."""
    return list(study.nodes.all()) if study else []


def published_studies(game: Game) -> list[Study]:
    """Return the studies that everybody may read who may see the table, with their authors and ``size`` in nodes."""
    if not game.is_over:
        return []
    found = Study.objects.filter(game=game, published_at__isnull=False).select_related("user__profile")
    return list(found.annotate(size=Count("nodes")).order_by("published_at", "id"))


def published_study(game: Game, name: str) -> Study:
    """Return the published study of the player with this name. Raises NotFound, also for one that is private."""
    found = next((study for study in published_studies(game) if study.user.username == name), None)
    if found is None:
        raise NotFound
    return found


def path_to(nodes: Mapping[int, StudyNode], node: StudyNode) -> list[StudyNode]:
    """Return the nodes from the first of a line to this one. ``nodes`` are all of the study, by their ids."""
    way = [node]
    while (parent := way[-1].parent_id) is not None:
        way.append(nodes[parent])
    return way[::-1]


def siblings_of(nodes: Sequence[StudyNode], node: StudyNode) -> list[StudyNode]:
    """Return the nodes that are tried in the same position as this one, itself among them, in their order."""
    return [one for one in nodes if (one.parent_id, one.ply) == (node.parent_id, node.ply)]
