"""Whether the reader of what is being made, a page, an answer of the API or an email, is in quiet mode.

Who is in quiet mode reads and writes no words of players: no messages, no texts of profiles, no chosen names of tables.
Where a viewer is known, ``selectors.is_quiet`` is asked; names of tables are everywhere, so they ask this module.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.contrib.auth.models import AnonymousUser

from .models import User
from .selectors import is_quiet

_reader: ContextVar[bool] = ContextVar("quiet_reader", default=False)


def reader_is_quiet() -> bool:
    return _reader.get()


@contextmanager
def reading() -> Iterator[None]:
    """Forget at the end who has read within (``read_as``)."""
    token = _reader.set(_reader.get())
    try:
        yield
    finally:
        _reader.reset(token)


def read_as(user: User | AnonymousUser | None) -> None:
    """Let what follows be made for this reader."""
    _reader.set(isinstance(user, User) and is_quiet(user))


@contextmanager
def reading_as(user: User | AnonymousUser | None) -> Iterator[None]:
    """Make for this reader what is made within."""
    with reading():
        read_as(user)
        yield
