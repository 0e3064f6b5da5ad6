"""Signals that wake the workers, sent after the commit (``services.after_commit``)."""

from django.dispatch import Signal

emails_queued = Signal()  # rows of the outbox wait for the mail server
calls_queued = Signal()  # rows of the outbox wait for devices or webhooks
robot_due = Signal()  # ``game_id``; ``within``: seconds after which the message is useless, or None
analysis_queued = Signal()  # ``pk``
film_queued = Signal()  # ``pk``
