"""Signals sent after the commit of the surrounding transaction."""

from django.db import transaction
from django.dispatch import Signal


def send_after_commit(signal: Signal, **values: object) -> None:
    """Send a signal when the transaction has been committed. An error of a receiver is logged and changes nothing."""
    transaction.on_commit(lambda: signal.send(sender=None, **values), robust=True)
