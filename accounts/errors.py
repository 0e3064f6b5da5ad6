"""What the services refuse. The attributes are those of every refusal on the site: code, message, status."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class AccountError(Exception):
    """A refused change of an account. ``message`` is for people, ``code`` for programs, ``status`` for HTTP."""

    def __init__(self, code: str, message: "str | Promise", status: int) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.status = status


class LastAdmin(AccountError):
    """The site would be left without an administrator."""

    def __init__(self) -> None:
        super().__init__(
            "last-admin", _("You are the only administrator. Make someone else an administrator first."), 409
        )


class NameTaken(AccountError):
    """Two people asked for the same name or address at the same moment, and this one was second."""

    def __init__(self) -> None:
        super().__init__("name-taken", _("This name or email address has just been taken. Please try another."), 409)


class AddressTaken(AccountError):
    """The address is confirmed as another account's."""

    def __init__(self) -> None:
        super().__init__("address-taken", _("Another account uses this email address."), 409)


class NoAddress(AccountError):
    """The account has no address, nor one that waits to be confirmed."""

    def __init__(self) -> None:
        super().__init__("no-address", _("This account has no email address."), 409)


class NoSuchToken(AccountError):
    """The token is not there, belongs to somebody else, or is revoked already."""

    def __init__(self) -> None:
        super().__init__("no-such-token", _("This token does not exist."), 404)


class TooManyTokens(AccountError):
    """The user has as many living tokens as the site allows."""

    def __init__(self) -> None:
        super().__init__("too-many-tokens", _("You have reached the limit for tokens. Revoke one first."), 409)
