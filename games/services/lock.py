"""The one lock of the project: a game's row."""

from django.db import transaction

from games.errors import NotFound
from games.models import Game


def game_for_update(pk: int) -> Game:
    """Return the game, with its dice, locked until the surrounding transaction ends. Raises NotFound.

    On SQLite the write lock is taken by BEGIN IMMEDIATE, on PostgreSQL by SELECT FOR UPDATE; outside a transaction
    either would protect nothing, so that is a programming error.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("game_for_update needs a transaction around it.")
    game = Game.objects.select_for_update(of=("self",)).select_related("dice_secret").filter(pk=pk).first()
    if game is None:
        raise NotFound
    return game
