"""What was said at a table, for the emails about its turns."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.selectors import display_name
from games.models import Notification
from games.selectors.tables.chat import messages_before_turn_mail

from ..text import name_of

MAX_MESSAGES, MAX_LENGTH = 8, 300  # messages, and characters of one


@dataclass(frozen=True, slots=True)
class MailChatLine:
    """One message with its author’s name, shortened."""

    name: str
    text: str


def chat_since_last_turn_mail(row: Notification) -> list[MailChatLine]:
    """Return the latest messages since the recipient’s previous email about a turn at this table, oldest first."""
    messages = messages_before_turn_mail(row, MAX_MESSAGES)
    return [
        MailChatLine(
            name_of(display_name(message.author)) if message.author else _("a former player"),
            message.text if len(message.text) <= MAX_LENGTH else f"{message.text[: MAX_LENGTH - 1]}…",
        )
        for message in messages
    ]
