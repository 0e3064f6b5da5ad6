"""The check of a stored game against the rules."""

from games.engine.errors import EngineError
from games.engine.registry import get_title
from games.engine.state_hash import state_hash
from games.models import Game

from .log import entries_of, plies_of


def fault_of(game: Game) -> str:
    """Replay the game and compare every state hash. Return what is wrong, or "" for a sound log."""
    entries = list(entries_of(game))
    if [entry.ply for entry in entries] != list(range(game.ply)):
        return f"the log has {len(entries)} entries, the game says {game.ply}"
    try:
        title, replayed = get_title(game.title), plies_of(game)
    except EngineError as error:
        return str(error)
    for entry, ply in zip(entries, replayed, strict=True):
        if state_hash(title, ply.after) != entry.state_hash:
            return f"the position after ply {entry.ply} ({entry.notation}) is not the one that was stored"
    return ""
