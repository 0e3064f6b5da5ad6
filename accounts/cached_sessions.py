"""The same sessions with a copy of each in the cache: where all processes share one."""

from django.contrib.sessions.backends.cached_db import SessionStore as Cached

from .sessions import SessionStore as Rows


class SessionStore(Rows, Cached):
    """A session that is read from the cache, from the database where it is not there."""
