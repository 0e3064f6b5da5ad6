"""The lock on a game's row, the only lock of games, and locks on named work. ``accounts.lock`` has the one of users."""

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.common.errors import NotFound

from .models import Game, Heartbeat


def game_for_update(pk: int) -> Game:
    """Return the game, with its dice, locked until the surrounding transaction ends. Raises NotFound.

    SQLite takes the write lock with BEGIN IMMEDIATE, PostgreSQL with SELECT FOR UPDATE. Outside a transaction neither
    protects anything, so a call there is a programming error.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("game_for_update needs a transaction around it.")
    games = Game.objects.select_for_update(of=("self",)).select_related("dice_secret")
    game = games.filter(pk=pk).first()
    if game is None:
        raise NotFound
    return game


def lock_work(name: str) -> None:
    """Let no other transaction do the work of this name until this one ends. Take it before all other locks."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock_work needs a transaction around it.")
    Heartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})  # keeps the row locked


def bump_versions(games: QuerySet[Game]) -> None:
    """Let the open pages of these tables update, because something has changed that is not at the tables themselves."""
    games.update(version=F("version") + 1)


def bump_version(game: Game) -> None:
    """Increase the version of a table, so that open pages update. The game is as it is with this version."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    game.refresh_from_db()
