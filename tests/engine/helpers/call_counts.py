"""The cost of a function without a clock: the number of its calls, in Python and in C."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_calls(function: Callable[..., Any], *arguments: Any, refusing: type[Exception] | None = None) -> int:
    """Return the number of calls that ``function(*arguments)`` makes; ``refusing`` is an error that it can raise."""
    count, before = 0, sys.getprofile()

    def tally(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tally)
    try:
        function(*arguments)
    except Exception as error:
        if refusing is None or not isinstance(error, refusing):
            raise
    finally:
        sys.setprofile(before)
    return count


def grows_no_faster_than(function: Callable[[int], Any], size: int, refusing: type[Exception] | None = None) -> bool:
    """Return True if four times the size is at most five times the calls, with a small constant."""
    once, four_times = (
        count_calls(function, size, refusing=refusing),
        count_calls(function, 4 * size, refusing=refusing),
    )
    return four_times <= 5 * once + 200
