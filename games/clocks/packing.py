"""Packing of turns: a year and a month after the end of a game, its turns become one value, and their rows go.

Until then the figures about players need the rows: what they say is of the last year.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.common.errors import BrokenGame
from games.core import packing
from games.core.lock import game_for_update
from games.core.models import Game, Packed
from games.core.packed import stored_columns

from .models import PackedTurns, Turn
from .packed import PARTS, RELATED, named_in, unpacked, value_of
from .selectors import YEAR, turns_of

KEPT_FOR = YEAR + timedelta(days=30)


def pack_due(now: datetime) -> int:
    """Pack the turns of some games that are old enough. Return of how many."""
    if not settings.PACK_GAMES_AFTER:
        return 0
    return packing.pack_each(packing.games_to_pack(Packed.LOG, now - KEPT_FOR)[: packing.AT_ONCE], pack_turns)


@transaction.atomic
def pack_turns(game_id: int) -> bool:
    """Pack the turns of a game whose log is packed. Return False if there is nothing to pack.

    Raises BrokenGame, and changes nothing, if what was stored is not the same.
    """
    game = game_for_update(game_id)
    if game.packed != Packed.LOG:
        return False
    turns = turns_of(game, RELATED)
    numbers = packing.numbers_of(game, named_in(turns))
    PackedTurns.objects.create(game=game, data=value_of(turns, numbers))
    if _rows(unpacked(game)) != _rows(turns):
        raise BrokenGame(game.pk, "the packed turns are not the turns")
    Turn.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(packed=Packed.TURNS)
    return True


@transaction.atomic
def unpack_turns(game_id: int) -> bool:
    """Make the rows of packed turns again. Return False if they are not packed. Raises BrokenTurns."""
    game = game_for_update(game_id)
    if game.packed != Packed.TURNS:
        return False
    turns = unpacked(game)
    Turn.objects.bulk_create(turns)
    for name, model in PARTS.items():
        model._default_manager.bulk_create(row for turn in turns for row in turn.parts(name))
    PackedTurns.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(packed=Packed.LOG)
    return True


def _rows(turns: Sequence[Turn]) -> list[object]:
    """Return all that is stored of turns, to compare it."""
    return [
        (
            stored_columns(turn, "packed_parts"),
            [stored_columns(row, "id") for name in PARTS for row in turn.parts(name)],
        )
        for turn in turns
    ]
