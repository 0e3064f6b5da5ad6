"""Notes, diaries and studies. Only their author reads notes; everyone reads a diary when the game is over."""

from collections.abc import Mapping, Sequence

from django.db.models import Count

from accounts.models import User
from accounts.quiet import reader_is_quiet
from accounts.selectors import is_quiet
from games.common.errors import NotFound
from games.core.models import Game
from games.core.selectors import Viewer

from .models import DiaryLine, Note, Study, StudyNode


def note_of(game: Game, user: User) -> str:
    """Return the user's private notes about a table, "" for none."""
    return Note.objects.filter(game=game, user=user).values_list("text", flat=True).first() or ""


def open_diary(game: Game) -> list[DiaryLine]:
    """Return all diary lines in the order of the game, with their authors; none before its end, nor in quiet mode."""
    return list(game.diary.select_related("user__profile")) if game.is_over and not reader_is_quiet() else []


def diary_for(game: Game, viewer: Viewer) -> list[DiaryLine]:
    """Return the diary lines that this viewer may read: all after the end of the game, their own before it."""
    if not isinstance(viewer, User) or (game.is_over and not is_quiet(viewer)):
        return open_diary(game)
    return list(game.diary.filter(user=viewer).select_related("user__profile"))


def study_of(game: Game, user: User) -> Study | None:
    """Return the user's own study of a game, None if there is none."""
    return Study.objects.filter(game=game, user=user).first()


def nodes_of(study: Study | None) -> list[StudyNode]:
    """Return all nodes of a study, in the order of their ranks."""
    return list(study.nodes.all()) if study else []


def published_studies(game: Game) -> list[Study]:
    """Return the published studies of a finished game, with their authors and ``size`` in nodes; none in quiet mode."""
    if not game.is_over or reader_is_quiet():
        return []
    published = Study.objects.filter(game=game, published_at__isnull=False).select_related("user__profile")
    return list(published.annotate(size=Count("nodes")).order_by("published_at", "id"))


def published_study(game: Game, name: str) -> Study:
    """Return the published study of the player with this name. Raises NotFound, also for a private study."""
    study = next((study for study in published_studies(game) if study.user.username == name), None)
    if study is None:
        raise NotFound
    return study


def path_to(nodes: Mapping[int, StudyNode], node: StudyNode) -> list[StudyNode]:
    """Return the nodes from the first of a line to this one. ``nodes`` are all nodes of the study, by their ids."""
    path = [node]
    while (parent := path[-1].parent_id) is not None:
        path.append(nodes[parent])
    return path[::-1]


def siblings_of(nodes: Sequence[StudyNode], node: StudyNode) -> list[StudyNode]:
    """Return the nodes that follow the same position as this one, in their order and including it."""
    return [other for other in nodes if (other.parent_id, other.ply) == (node.parent_id, node.ply)]
