"""Mail that comes in: three roads (``webhook``, ``pipe``, ``imap``), one way to deal with it (``receive``)."""

from .arrival import IMAP, MOST_BYTES, PIPE, WEBHOOK, Arrival, parsed
from .handling import receive

__all__ = ["IMAP", "MOST_BYTES", "PIPE", "WEBHOOK", "Arrival", "parsed", "receive"]
