"""From the outbox to its readers: by mail, by web push, by webhook.

A row is claimed in one statement, judged, composed and sent outside any transaction, then marked. A worker that dies
between sending and marking leaves one row that is sent again after its lease, under the same Message-ID.
"""

from .backend import QueuedBackend
from .worker import deliver, deliver_over, drain, drain_calls

__all__ = ["QueuedBackend", "deliver", "deliver_over", "drain", "drain_calls"]
