"""What is counted as it happens, for Prometheus (docs/monitoring.md). What the database knows is read when asked.

Settings choose the folder in which all processes count (``marrakech_site.metrics_folder``) before this is imported.
"""

from functools import partial

from django.db import transaction
from prometheus_client import Counter, Histogram

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

requests = Counter("marrakech_requests_total", "Requests by the name of their address and status.", ["route", "status"])
request_seconds = Histogram("marrakech_request_seconds", "Seconds to answer a request.", ["route"], buckets=SECONDS)
request_statements = Histogram(
    "marrakech_request_statements",
    "Database statements of a request.",
    ["route"],
    buckets=(0, 1, 2, 5, 10, 20, 50, 100),
)
submit_seconds = Histogram("marrakech_submit_seconds", "Seconds to play what a player has submitted.", buckets=SECONDS)
notifications = Counter(
    "marrakech_notifications_total", "Attempts to notify, by channel and what became of them.", ["channel", "outcome"]
)
job_seconds = Histogram("marrakech_job_seconds", "Seconds of a worker's job.", ["kind"], buckets=SECONDS)
games_ended = Counter("marrakech_games_ended_total", "Games that have ended, by status.", ["status"])
players_seen = Counter("marrakech_players_seen_total", "Players, each counted once on a day (UTC) on which they came.")
newcomers = Counter("marrakech_newcomers_total", "New guests, new accounts, and first finished games.", ["step"])


def count_after_commit(counter: Counter, amount: int = 1) -> None:
    """Count what a transaction does when it has been committed: what is rolled back, as by a preview, has not been."""
    transaction.on_commit(partial(counter.inc, amount), robust=True)
