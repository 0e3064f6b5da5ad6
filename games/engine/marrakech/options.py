"""Options and rulesets: every reading of the rules in the sources, by name.

An option's value is a string, as in forms, the API and game files. ``rules_for`` makes the ``Rules`` of one game from a
ruleset and the options that differ from it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..values import OptionSpec, Ruleset, check_options

MIN_SEATS, MAX_SEATS = 2, 4

_VALUES: dict[str, tuple[str, ...]] = {
    "dirhams": ("30", "20", "50"),
    "rugs": ("24/15/12", "24/12/12", "15/15/15", "12/8/6"),
    "two_player_colours": ("2", "1"),
    "pile": ("shuffled", "coin"),
    "start_direction": ("any", "S"),
    "order": ("given", "rolloff"),
    "rotate": ("before", "end"),
    "straight": ("yes", "no"),
    "cover_own": ("no", "yes"),
    "two_halves": ("yes", "no"),
    "out_when": ("cannot_pay", "zero", "never"),
    "out_rugs": ("neutral", "empty"),
    "out_score": ("none", "squares"),
    "survivor": ("ends", "plays_on"),
}
SHORT_GAME = {"rugs": "12/8/6"}  # half of the rugs
_RUGS = r"([1-9]|[1-5][0-9]|60)"  # a rug's number must fit into six bits
_PATTERNS = {"dirhams": r"[1-9][0-9]{0,2}", "rugs": f"{_RUGS}/{_RUGS}/{_RUGS}"}

OPTION_SPECS = tuple(
    OptionSpec(
        name=name,
        label=f"option.{name}",
        values=values,
        value_labels=tuple(f"value.{name}.{value}" for value in values),
        pattern=_PATTERNS.get(name, ""),
    )
    for name, values in _VALUES.items()
)

_GIGAMIC = {name: values[0] for name, values in _VALUES.items()}


def _ruleset(key: str, offered: bool = True, **changes: str) -> Ruleset:
    return Ruleset(key, f"ruleset.{key}", f"ruleset.{key}.summary", {**_GIGAMIC, **changes}, offered)


_BGA = {"pile": "coin", "start_direction": "S", "cover_own": "yes", "out_score": "squares"}
_ONE_COLOUR = {"rugs": "15/15/15", "two_player_colours": "1"}

RULESETS: dict[str, Ruleset] = {
    ruleset.key: ruleset
    for ruleset in (
        _ruleset("gigamic"),
        _ruleset("gigamic-variant", rotate="end", straight="no"),
        _ruleset("bga-help", rugs="24/12/12", start_direction="S"),
        _ruleset("summary-strict", straight="no", two_halves="no"),
        _ruleset("slides", True, **_ONE_COLOUR, order="rolloff", out_when="zero", out_rugs="empty"),
        _ruleset("summary"),
        _ruleset("bga-code", False, **_BGA),
        _ruleset("bga-code-end", False, **_BGA, rotate="end"),
        _ruleset("anu", False, **_ONE_COLOUR, survivor="plays_on"),
    )
}


class Rules(NamedTuple):
    """The options of one game, ready for use. ``changes`` are those that differ from the ruleset, sorted.

    ``rugs`` is how many each seat has; ``colours`` how many colours each seat has (1 or 2); ``start`` Assam's first
    facing (0 = N, 2 = S); ``quarters`` the rotations that are legal, in the order of their notation: straight on,
    left, right.
    """

    ruleset: str
    changes: tuple[tuple[str, str], ...]
    seats: int
    dirhams: int
    rugs: int
    colours: int
    coin: bool
    start: int
    rolloff: bool
    rotate_at_end: bool
    quarters: tuple[int, ...]
    cover_own: bool
    two_halves: bool
    out_when: str
    out_rugs_empty: bool
    out_scores_squares: bool
    plays_on: bool

    @property
    def straight(self) -> bool:
        return 0 in self.quarters

    def owner(self, colour: int) -> int:
        return colour // self.colours

    def colours_of(self, seat: int) -> range:
        """Return the colours of a seat: A has c (and y), B has y (or r and p) ..."""
        return range(seat * self.colours, (seat + 1) * self.colours)

    def full_piles(self) -> tuple[int, ...]:
        """Return how many rugs of each of its colours a seat begins with (an odd rug goes to the first colour)."""
        return tuple((self.rugs + self.colours - 1 - i) // self.colours for i in range(self.colours))


def rules_for(ruleset: str, changes: Mapping[str, str], seats: int) -> Rules:
    """Return the rules of a game. Raises BadOptions as ``check_options`` does."""
    return _rules_for(ruleset, tuple(sorted(changes.items())), seats)


@lru_cache(maxsize=256)
def _rules_for(ruleset: str, changes: tuple[tuple[str, str], ...], seats: int) -> Rules:
    values = check_options(RULESETS, OPTION_SPECS, MIN_SEATS, MAX_SEATS, ruleset, dict(changes), seats)
    usual = RULESETS[ruleset].options
    return Rules(
        ruleset=ruleset,
        changes=tuple((name, value) for name, value in changes if usual[name] != value),
        seats=seats,
        dirhams=int(values["dirhams"]),
        rugs=int(values["rugs"].split("/")[seats - MIN_SEATS]),
        colours=int(values["two_player_colours"]) if seats == MIN_SEATS else 1,
        coin=values["pile"] == "coin",
        start=2 if values["start_direction"] == "S" else 0,
        rolloff=values["order"] == "rolloff",
        rotate_at_end=values["rotate"] == "end",
        quarters=(0, -1, 1) if values["straight"] == "yes" else (-1, 1),
        cover_own=values["cover_own"] == "yes",
        two_halves=values["two_halves"] == "yes",
        out_when=values["out_when"],
        out_rugs_empty=values["out_rugs"] == "empty",
        out_scores_squares=values["out_score"] == "squares",
        plays_on=values["survivor"] == "plays_on",
    )
