"""Room on the call stack, so that rendering a page does not ask the system for memory with every few calls.

CPython keeps the frames of calls in blocks of 16 KB. It takes a new block from the system when a call does not fit, and
gives it back when the call returns. Templates call each other so deeply that a page crosses the edge of a block up to
1,500 times. A table then takes 15 to 25 ms instead of 13, depending on how many calls the web server is above it.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

# A block of 512 KB: half for this frame, half for the calls below it. Only what is used takes memory.
FRAME_SLOTS = 2**15

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def with_room(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Return a function that does the same, but whose calls all find room in one block of the call stack."""

    def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=FRAME_SLOTS)
    return call
