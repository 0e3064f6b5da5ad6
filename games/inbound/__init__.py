"""Mail that comes in: three roads (``webhook``, ``pipe``, ``imap``), one way to deal with it (``receive``)."""

from .handler import receive
from .incoming_mail import IMAP, MOST_BYTES, PIPE, WEBHOOK, IncomingMail, parse_mail

__all__ = ["IMAP", "MOST_BYTES", "PIPE", "WEBHOOK", "IncomingMail", "parse_mail", "receive"]
