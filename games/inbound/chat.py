"""Remarks in replies, posted in the chat of a table."""

from collections.abc import Sequence

from accounts.errors import SiteError
from accounts.selectors import display_name
from games.errors import Forbidden, Invalid, TooMany
from games.services.tables.chat import MAX_LENGTH, post_message

from .sender_check import VerifiedSender


def post_lines(sender: VerifiedSender, lines: Sequence[str]) -> tuple[str, SiteError | None]:
    """Post the lines in the chat. Return what was posted, "" for nothing, and the error if it was refused."""
    text = "\n".join(_without_name(lines, sender))[:MAX_LENGTH].strip()
    if not text:
        return "", None
    try:
        post_message(sender.game.pk, sender.user, text)
    except (Forbidden, Invalid, TooMany) as error:
        return "", error
    return text, None


def _without_name(lines: Sequence[str], sender: VerifiedSender) -> Sequence[str]:
    """Return the lines without the player's own name at the end."""
    names = {name.casefold() for name in (sender.user.username, display_name(sender.user))}
    names |= {name.split(" ")[0] for name in names}
    return lines[:-1] if lines and lines[-1].strip(" .,-!").casefold() in names else lines
