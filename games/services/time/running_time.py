"""Running time: the intervals in which the clock of a seat runs, measured from both ends."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from .instants import FOREVER
from .intervals import Interval


class RunningTime:
    """The running time of a seat from an instant on. Its intervals are worked out only as far as needed."""

    def __init__(self, stretches: Iterator[Interval]) -> None:
        """Take the running intervals, disjoint and in order. They may go on without end."""
        self._stretches = stretches
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._sums: list[int] = []  # the running time up to the end of each interval

    def _add_next(self) -> bool:
        """Work out one more interval. Return False if there is none."""
        found = next(self._stretches, None)
        if found is None:
            return False
        start, end = found
        self._sums.append((self._sums[-1] if self._sums else 0) + end - start)
        self._starts.append(start)
        self._ends.append(end)
        return True

    def until(self, instant: int) -> int:
        """Return the running time from the beginning to an instant."""
        while (not self._ends or self._ends[-1] < instant) and self._add_next():
            pass
        index = bisect_right(self._starts, instant) - 1
        return self._sums[index] - max(0, self._ends[index] - instant) if index >= 0 else 0

    def between(self, since: int, until: int) -> int:
        """Return the running time between two instants, 0 if the second is not later."""
        return self.until(until) - self.until(since) if until > since else 0

    def instant_after(self, since: int, seconds: int) -> int | None:
        """Return the earliest instant at which this much time has run since ``since``, None if there is none."""
        if seconds <= 0:
            return since
        total = self.until(since) + seconds
        while not self._sums or self._sums[-1] < total:
            if not self._add_next():
                return None
        index = bisect_left(self._sums, total)
        return self._ends[index] - (self._sums[index] - total)

    def end_of_last_rest(self, instant: int) -> int | None:
        """Return the beginning of the interval that runs at an instant, or of the next one; None if there is none."""
        while not self._ends or self._ends[-1] <= instant:
            if not self._add_next():
                return None
        return self._starts[bisect_right(self._ends, instant)]

    def end_of_run(self, instant: int) -> int:
        """Return the end of the interval that runs at an instant, or of the next one; ``FOREVER`` if there is none."""
        if self.end_of_last_rest(instant) is None:
            return FOREVER
        return self._ends[bisect_right(self._ends, instant)]
