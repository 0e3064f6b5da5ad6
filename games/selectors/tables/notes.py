"""Notes and diaries. Only their author reads notes; everyone reads a diary when the game is over."""

from accounts.models import User
from games.models import DiaryLine, Game, Note

from .seats import Viewer


def note_of(game: Game, user: User) -> str:
    """Return the user's private notes about a table, "" for none."""
    return Note.objects.filter(game=game, user=user).values_list("text", flat=True).first() or ""


def open_diary(game: Game) -> list[DiaryLine]:
    """Return all diary lines in the order of the game, with their authors; none before the end of the game."""
    return list(game.diary.select_related("user__profile")) if game.is_over else []


def diary_for(game: Game, viewer: Viewer) -> list[DiaryLine]:
    """Return the diary lines that this viewer may read: all after the end of the game, their own before it."""
    if game.is_over or not isinstance(viewer, User):
        return open_diary(game)
    return list(game.diary.filter(user=viewer).select_related("user__profile"))
