"""Errors of tables and games, raised by selectors and services."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import SiteError

from .wording import MINUTE, rough_text


class NotFound(SiteError):
    """There is no such object, or this viewer may not know of it."""

    status = 404

    def __init__(self) -> None:
        super().__init__("not-found", _("There is nothing at this address."))


class BrokenGame(SiteError):
    """The log of a game does not replay: nothing can be shown or played there until operators have repaired it.

    ``fault`` is for operators.
    """

    status = 409

    def __init__(self, game_id: int, fault: str) -> None:
        super().__init__("game-in-trouble", _("The log of this game cannot be read, so it cannot be shown or played."))
        self.game_id, self.fault = game_id, fault

    def __str__(self) -> str:
        return self.fault


class BrokenTurns(BrokenGame):
    """The packed turns of a game cannot be read. What needs only its log can still be shown."""

    def __init__(self, game_id: int, fault: str) -> None:
        text = _("The times of the turns of this game cannot be read. Only a backup can bring them back.")
        SiteError.__init__(self, "game-in-trouble", text)
        self.game_id, self.fault = game_id, fault


class BrokenLink(NotFound):
    """The link of an email is incomplete or forged."""

    def __init__(self) -> None:
        SiteError.__init__(
            self,
            "not-found",
            _("This link is incomplete. Some email programs cut long links: copy the whole link into your browser."),
        )


class Forbidden(SiteError):
    """The viewer may see it, but may not do this."""

    status = 403


class Conflict(SiteError):
    """The request does not fit the present state of the table."""

    status = 409


class StalePly(Conflict):
    """The request was made for an earlier ply of the game."""

    def __init__(self) -> None:
        super().__init__("stale-ply", _("The game has moved on. Check the board and try again."))


class NoOrders(Conflict):
    """The title of this game has no orders in advance and no turns in one text."""

    def __init__(self) -> None:
        super().__init__("no-orders", _("This game does not support orders in advance."))


class Gone(SiteError):
    """It existed once and will not come back: a closed account, a turn that is over."""

    status = 410


class Invalid(SiteError):
    """The input makes no sense: a value that does not exist, a text that is too short."""

    status = 422


class Illegal(SiteError):
    """The rules do not allow this action; ``code`` is the engine's reason.

    ``messages`` are the engine's messages as JSON, for a text that is written later, in the language of its reader.
    """

    status = 422

    def __init__(self, code: str, message: str | Promise, messages: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(code, message)
        self.messages = list(messages)


class Unreadable(Illegal):
    """The text is not the notation of an action or of orders that this game offers."""


class TooMany(SiteError):
    """Too many requests; ``wait`` is how many seconds to wait. Without a ``message``, the text says how long."""

    status = 429

    def __init__(self, wait: float, message: str | Promise = "", code: str = "too-many") -> None:
        time = rough_text(MINUTE * math.ceil(wait / MINUTE))
        again = gettext("You have reached the limit for now. Try again in %(time)s.") % {"time": time}
        super().__init__(code, message or again)
        self.wait = wait
