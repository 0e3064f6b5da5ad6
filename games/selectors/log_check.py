"""The check of a stored game against the rules."""

from games.engine.registry import get_title
from games.engine.replay import state_hash
from games.errors import BrokenGame
from games.models import Game

from .log import entries_of, log_of, plies_of, replaying


def fault_of(game: Game) -> str:
    """Replay the game and compare every state hash. Return what is wrong, or "" for a sound log."""
    entries = list(entries_of(game))
    if [entry.ply for entry in entries] != list(range(game.ply)):
        return f"the log has {len(entries)} entries, the game says {game.ply}"
    try:
        title, replayed = get_title(game.title), plies_of(game)
    except BrokenGame as error:
        return error.fault
    for entry, ply in zip(entries, replayed, strict=True):
        if state_hash(title, ply.after) != entry.state_hash:
            return f"the position after ply {entry.ply} ({entry.notation}) is not the one that was stored"
    return ""


def sound_length(game: Game) -> int:
    """Return how many entries from the start on replay to the positions that were stored."""
    hashes = list(entries_of(game).values_list("ply", "state_hash"))
    title, length = get_title(game.title), 0
    try:
        with replaying(game):
            start = title.start(game.ruleset, game.options, game.seat_count)
            for ply, (number, stored) in zip(title.iter_plies(start, log_of(game)), hashes, strict=True):
                if number != length or state_hash(title, ply.after) != stored:
                    break
                length += 1
    except BrokenGame:
        return length
    return length
