"""Steps of an upgrade beside a running site, for commands."""

import time
from typing import IO

from django.core.management.base import OutputWrapper

BAR = 30  # characters
REDRAW = 0.2  # seconds


class Progress:
    """A bar with the time that is left, on one line of a terminal. Prints nothing elsewhere."""

    def __init__(self, total: int, what: str, out: IO[str] | OutputWrapper) -> None:
        self.total, self.what, self.out = total, what, out
        self.done, self.began, self.drawn_at = 0, time.monotonic(), 0.0
        self.is_shown = out.isatty()

    def add(self, count: int) -> None:
        self.done += count
        now = time.monotonic()
        if self.is_shown and (now >= self.drawn_at + REDRAW or self.done >= self.total):
            self.drawn_at = now
            self.out.write(f"\r{self.line(now - self.began)}\x1b[K{'' if self.done < self.total else chr(10)}")
            self.out.flush()

    def line(self, seconds: float) -> str:
        full = BAR * self.done // self.total if self.total else BAR
        left = seconds / self.done * (self.total - self.done) if self.done else 0.0
        time_left = f"{left / 60:.0f} min" if left >= 100 else f"{left:.0f} s"
        return f"[{'#' * full}{'.' * (BAR - full)}] {self.done:,} of {self.total:,} {self.what}, {time_left} left"
