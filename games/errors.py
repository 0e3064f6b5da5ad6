"""What may go wrong in the terms of whoever asked. Raised by selectors and services, turned into HTTP in one place."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class DomainError(Exception):
    """Base. ``code`` is for programs, ``message`` is a translatable sentence, ``status`` is the HTTP status."""

    status = 400

    def __init__(self, code: str, message: "str | Promise") -> None:
        super().__init__(code)
        self.code = code
        self.message = message


class NotFound(DomainError):
    """There is no such thing, or this viewer may not know of it."""

    status = 404

    def __init__(self) -> None:
        super().__init__("not-found", _("There is nothing at this address."))


class BrokenLink(NotFound):
    """The link of a mail is not whole, or not one of ours."""

    def __init__(self) -> None:
        DomainError.__init__(
            self,
            "not-found",
            _("This link is incomplete. Some email programs cut long links: copy the whole link into your browser."),
        )


class Forbidden(DomainError):
    """The viewer knows of it, but may not do this."""

    status = 403


class Conflict(DomainError):
    """The request does not fit the present state of the table."""

    status = 409


class StalePly(Conflict):
    """The request was made for an earlier ply of the game."""

    def __init__(self) -> None:
        super().__init__(
            "stale-ply", _("The game has moved on since you opened this page. Check the board and try again.")
        )


class Gone(DomainError):
    """There was such a thing, and it will never come back: a closed account, a turn that is over."""

    status = 410


class Invalid(DomainError):
    """The input makes no sense: a value that does not exist, a text that is too short."""

    status = 422


class Illegal(DomainError):
    """The rules do not allow this action; ``code`` is the engine's reason."""

    status = 422


class TooMany(DomainError):
    """Too many requests; ``wait`` is how many seconds to wait."""

    status = 429

    def __init__(self, wait: float) -> None:
        super().__init__("too-many", _("Too many requests. Wait a moment and try again."))
        self.wait = wait
