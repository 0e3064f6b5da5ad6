"""Sessions in the database, read by a statement that is put together once. Every request of a player reads one."""

from django.contrib.sessions.backends.db import SessionStore as Rows
from django.contrib.sessions.models import Session
from django.utils import timezone

from .ready import Ready

_SESSIONS = Ready(lambda key: Session.objects.filter(session_key=key))


class SessionStore(Rows):
    """A session as Django keeps it."""

    def __init__(self, session_key: str | None = None) -> None:
        # A cookie can be made up that holds a NUL, which PostgreSQL cannot look for.
        super().__init__(None if session_key and "\0" in session_key else session_key)

    def _get_session_from_db(self) -> Session | None:
        found = _SESSIONS.first(self.session_key or "")
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
