"""Rulesets, and the rules of one game.

There are no other options. A ruleset names the version of the data (tiles, supplies, points) that it is played with: if
other data ever come, they come with new rulesets, so a game in play keeps its own.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..values import OptionSpec, Ruleset, check_options
from .tiles import Tile, box

DATA = 1
MIN_SEATS, MAX_SEATS = box(DATA).values["seats"]
OPTION_SPECS: tuple[OptionSpec, ...] = ()
SHORT_GAME: dict[str, str] = {}  # the first ruleset is a short game already

_RULESETS = {  # variant, length, version of the data
    "classic-short": ("classic", "short", DATA),
    "classic-long": ("classic", "long", DATA),
    "pitchfork-short": ("pitchfork", "short", DATA),
    "pitchfork-long": ("pitchfork", "long", DATA),
}
RULESETS: dict[str, Ruleset] = {key: Ruleset(key, f"ruleset.{key}", f"ruleset.{key}.summary", {}) for key in _RULESETS}


class Rules(NamedTuple):
    """The rules of one game, ready for use.

    ``data`` is the version of the data. ``last_turn`` is the number of the last turn, counted over all seats. Each seat
    begins with these ``boots``, ``forks`` and ``shovels``. ``tied_leaders_score``: a tie for a feature pays everyone
    in it. ``creatures_block_land``: land under a creature is not complete. ``completed_tiles_stay``: a tile of a
    completed feature cannot be flipped.
    """

    ruleset: str
    seats: int
    data: int
    variant: str
    length: str
    actions_in_turn: int
    rack: int
    last_turn: int
    boots: int
    forks: int
    shovels: int
    tied_leaders_score: bool
    creatures_block_land: bool
    completed_tiles_stay: bool

    @property
    def has_forks(self) -> bool:
        """True if pitchforks claim creatures, which disappear when they are complete."""
        return self.variant == "pitchfork"

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return box(self.data).tiles

    @property
    def points(self) -> Mapping[str, int]:
        points: Mapping[str, int] = box(self.data).values["points"][self.variant]
        return points


def rules_for(ruleset: str, changes: Mapping[str, str], seats: int) -> Rules:
    """Return the rules of a game. Raises BadOptions as ``check_options`` does."""
    check_options(RULESETS, OPTION_SPECS, MIN_SEATS, MAX_SEATS, ruleset, changes, seats)
    return _rules_for(ruleset, seats)


@lru_cache
def _rules_for(ruleset: str, seats: int) -> Rules:
    variant, length, data = _RULESETS[ruleset]
    values, column = box(data).values, seats - MIN_SEATS
    return Rules(
        ruleset=ruleset,
        seats=seats,
        data=data,
        variant=variant,
        length=length,
        actions_in_turn=values["actions_in_turn"],
        rack=values["rack"],
        last_turn=values["turns"][length][column] * seats,
        boots=values["boots"][variant][length][column],
        forks=values["forks"][variant][length][column],
        shovels=values["shovels"][length][column],
        tied_leaders_score=values["tied_leaders_score"],
        creatures_block_land=values["creatures_block_land"],
        completed_tiles_stay=values["completed_tiles_stay"],
    )
