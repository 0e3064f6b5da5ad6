"""What was played last in the games of a list, in words."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from django.utils.translation import get_language

from games.engine.registry import get_title
from games.engine.replay import replay
from games.errors import BrokenGame
from games.models import Game, Status
from games.models.cache import DAY, cached_many, position_key
from games.selectors.log import Log, logs_of, replaying, require_whole
from games.selectors.tables.seats import seat_name
from games.selectors.visibility import known_plies

from ..table.log.log_lines import ply_text
from .game_cards import GameCard


def with_last_plies(cards: Sequence[GameCard]) -> list[GameCard]:
    """Return the cards with the last action in each running game in words.

    They are cached until the next ply. Others cost one query, and a replay each (2 ms late in a game).
    """
    running = [card for card in cards if card.game.status == Status.RUNNING and card.game.ply]
    by_key = {_key(card): card for card in running}

    def make(keys: list[str]) -> list[str]:
        missing = [by_key[key] for key in keys]
        logs = logs_of([card.game for card in missing])
        return [_text(card.game, _names(card), logs[card.game.pk]) for card in missing]

    texts = cached_many(list(by_key), make, DAY)
    last = {card.game.pk: text for card, text in zip(by_key.values(), texts, strict=True)}
    return [replace(card, last=last.get(card.game.pk, "")) for card in cards]


def _names(card: GameCard) -> list[str]:
    return [seat_name(seat) for seat in card.seats]


def _key(card: GameCard) -> str:
    game = card.game
    return position_key(f"last-ply{game.undo_mark}", game.code, game.ply, get_language() or "", _names(card))


def _text(game: Game, names: Sequence[str], log: Log) -> str:
    """Return the text of the last action of a player, "" for none and for a log that does not replay."""
    title = get_title(game.title)
    with suppress(BrokenGame), replaying(game):
        log = require_whole(game, log)
        at = max((ply for ply, (seat, _notation) in enumerate(log) if seat is not None), default=None)
        if at is not None:
            state = replay(title, game.ruleset, game.options, game.seat_count, log[:at])
            plies = known_plies(game, title.iter_plies(state, log[at : at + 1]), None)
            return " ".join(ply_text(title, ply, names) for ply in plies)
    return ""
