"""When a mail may leave: now, later, or not at all."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Notification

from .worth import reason_to_drop


@dataclass(frozen=True, slots=True)
class Send:
    """The mail may leave now."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The mail waits until a moment, and is judged anew then."""

    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Drop:
    """The mail is never sent."""

    reason: str


Verdict = Send | Hold | Drop


def verdict(row: Notification, now: datetime) -> Verdict:
    """Return what is to be done with a row that a worker has claimed. Reads only."""
    reason = reason_to_drop(row)
    return Drop(reason) if reason else Send()
