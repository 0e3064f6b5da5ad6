"""Mail that comes in: three roads (``webhook``, ``pipe``, ``imap``), one way to deal with it (``receive``)."""

from .incoming_mail import (IMAP, MOST_BYTES, PIPE, WEBHOOK, IncomingMail, parse_mail)
from .handler import receive

__all__ = ["IMAP", "MOST_BYTES", "PIPE", "WEBHOOK", "IncomingMail", "parse_mail", "receive"]
