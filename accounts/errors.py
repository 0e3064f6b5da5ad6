"""The root of all errors that a visitor may read, the errors of accounts, and problem documents (RFC 9457)."""

import math
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class SiteError(Exception):
    """A refused request. ``code`` is for programs, ``message`` a translatable sentence, ``status`` the HTTP status."""

    status = 400
    wait = 0.0  # seconds after which the same request may succeed; 0.0 where waiting does not help

    def __init__(self, code: str, message: "str | Promise") -> None:
        super().__init__(code)
        self.code = code
        self.message = message


class AccountConflict(SiteError):
    """A change that does not fit the present state of the accounts."""

    status = 409


class LastAdmin(AccountConflict):
    def __init__(self) -> None:
        super().__init__("last-admin", _("You are the only administrator. Make someone else an administrator first."))


class NameTaken(AccountConflict):
    """Another request took the same name or address a moment earlier."""

    def __init__(self) -> None:
        super().__init__("name-taken", _("This name or email address has just been taken. Please try another."))


class GuestGone(AccountConflict):
    """Another request of the same guest has made an account of it, or given its games to one."""

    def __init__(self) -> None:
        super().__init__("guest-gone", _("These games belong to an account now. Sign in to it."))


class AddressTaken(AccountConflict):
    """The address is confirmed as another account's."""

    def __init__(self) -> None:
        super().__init__("address-taken", _("Another account uses this email address."))


class NoAddress(AccountConflict):
    def __init__(self) -> None:
        super().__init__("no-address", _("This account has no email address."))


class AccountErased(AccountConflict):
    def __init__(self) -> None:
        super().__init__("account-erased", _("This account has been erased and cannot be reopened."))


class NoExport(SiteError):
    """There is no export, it is not made yet, or it has been deleted."""

    status = 404

    def __init__(self) -> None:
        super().__init__("no-export", _("There is no copy of your data to download. You can ask for one."))


class ExportTooSoon(SiteError):
    status = 429

    def __init__(self, wait: float) -> None:
        super().__init__("export-too-soon", _("You can ask for one copy of your data a day."))
        self.wait = wait


class FilesAway(SiteError):
    """The folder or service of FILES_URL does not answer."""

    status = 503
    wait = 30.0

    def __init__(self) -> None:
        super().__init__("files-away", _("This file cannot be read at the moment. Try again in a minute."))


class NoSuchToken(SiteError):
    status = 404

    def __init__(self) -> None:
        super().__init__("no-such-token", _("This token does not exist."))


class TooManyTokens(AccountConflict):
    def __init__(self) -> None:
        super().__init__("too-many-tokens", _("You have reached the limit for tokens. Revoke one first."))


class NotBlockable(SiteError):
    status = 422

    def __init__(self) -> None:
        super().__init__("not-blockable", _("You can only block other players, not robots or guests."))


class TooManyBlocks(AccountConflict):
    def __init__(self) -> None:
        super().__init__("too-many-blocks", _("You have reached the limit for blocked players. Unblock one first."))


MEDIA_TYPE = "application/problem+json"


@dataclass(slots=True)
class Problem:
    """A refusal before it becomes a response. ``more`` holds further members of the document."""

    status: int
    code: str
    detail: str
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, error: SiteError) -> "Problem":
        """Return the problem that an error stands for, with Retry-After where waiting helps."""
        headers = {"Retry-After": str(math.ceil(error.wait))} if error.wait else {}
        return cls(error.status, error.code, str(error.message), headers=headers)

    def document(self) -> dict[str, Any]:
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **self.more,
        }
