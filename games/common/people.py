"""Players by the names that addresses and forms have."""

from django.utils.translation import gettext_lazy as _

from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import person_by_name

from .errors import Invalid, NotFound


def person_at(name: str, error: SiteError | None = None) -> User:
    """Return the player whose name is in an address. Raises NotFound, or the error that is given."""
    person = person_by_name(name) if name.isprintable() else None
    if person is None:
        raise error or NotFound
    return person


def person_named(name: str) -> User:
    """Return the player whose name was sent. Raises Invalid (unknown-player)."""
    return person_at(name, Invalid("unknown-player", _("There is no player with this name.")))
