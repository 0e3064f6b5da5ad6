"""Signals from a subject to those above it, and to the workers."""

from django.db import transaction
from django.dispatch import Signal

# Sent inside the transaction, under the lock of the game if there is one: what fails undoes everything.
game_over = Signal()  # ``game``, whose result is stored
game_analysed = Signal()  # ``game``, ``version`` of the method, luck-free ``points`` by seat; without the lock
analysis_damaged = Signal()  # ``pk``; sent by who has read it, without a lock
log_shortened = Signal()  # ``game``, whose last entries were taken back
order_asks = Signal()  # ``order`` in advance, which asks the others for something; the game is stored
log_packed = Signal()  # ``game``, whose log is one value from now on
log_unpacked = Signal()  # ``game``
table_left = Signal()  # ``game``, ``user``, who has left before the start
address_blocked = Signal()  # ``user``, who gets no email from now on; ``now``
address_unblocked = Signal()  # ``user``, ``now``

# Asked with or without a lock. Every receiver answers.
terms_asked = Signal()  # ``games`` (ids), ``user``, ``now``; why the player must not join them, by game

# Sent after the commit (``send_after_commit``): they wake the workers, but for the last one.
emails_queued = Signal()  # rows of the outbox wait for the mail server
calls_queued = Signal()  # rows of the outbox wait for devices or webhooks
robot_due = Signal()  # ``game_id``; ``within``: seconds after which the message is useless, or None
analysis_queued = Signal()  # ``pk``
film_queued = Signal()  # ``pk``
game_rated = Signal()  # a rated game waits for its place among all

message_is_critical = Signal()  # ``pk`` of a message that moderators must see, ``why``: a ``Critical`` of games.chat


def send_after_commit(signal: Signal, **values: object) -> None:
    """Send a signal when the transaction has been committed. An error of a receiver is logged and changes nothing."""
    transaction.on_commit(lambda: signal.send(sender=None, **values), robust=True)
