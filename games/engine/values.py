"""What a title offers besides its rules: options, named sets of them, players made of code. Known through ``core``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option as a form offers it: its values are plain strings, the first is not necessarily the default.

    ``label`` and ``value_labels`` are message keys. A ``pattern`` tells which other values ``start`` accepts, too (a
    regular expression for the whole value; "" for none).
    """

    name: str
    label: str
    values: tuple[str, ...]
    value_labels: tuple[str, ...]
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named set of options. ``label`` and ``summary`` are message keys;

    ``offered`` is False for those that only tests use.
    """

    key: str
    label: str
    summary: str
    options: Mapping[str, str]
    offered: bool = True


class Choose(Protocol):
    """How a robot is asked for its action; see ``Robot``."""

    def __call__(
        self, state: Any, seed: int, budget: int | None = None, stop: Callable[[], bool] | None = None
    ) -> Any: ...


@dataclass(frozen=True, slots=True)
class Robot:
    """A player made of code. ``label`` and ``summary`` are message keys; ``seconds`` is its usual CPU time for a turn.

    ``choose(state, seed, budget=None, stop=None)`` returns the action of the acting seat, the same for the same state,
    seed and budget. ``budget`` is how much it may try (None: as much as ``seconds`` tell); a robot that does not search
    takes no notice of it. ``stop`` is asked now and then and makes it answer at once with the best it knows so far.
    Raises ValueError where nobody must act.
    """

    key: str
    label: str
    summary: str
    seconds: float
    choose: Choose
