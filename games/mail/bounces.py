"""The meaning of a mail server's error codes.

A server answers with three digits, often followed by three numbers (RFC 3463): 550 5.1.1 means that the mailbox does
not exist.
"""

import re

PERMANENT = re.compile(r"\b5\.(\d{1,3})\.(\d{1,3})\b")
MAILBOX_GONE_CLASSES = {"1", "4"}  # bad address, no route to it
SENDERS_FAULT = {("1", "7"), ("1", "8")}
CLOSED_MAILBOX = {("2", "0"), ("2", "1")}
TOO_LARGE, CONTENT = ("3", "4"), "6"


def has_enhanced_code(answer: str) -> bool:
    """Return True if a server's answer has three numbers that mean a permanent failure."""
    return PERMANENT.search(answer) is not None


def is_mailbox_gone(answer: str) -> bool:
    """Return True if a permanent failure concerns the mailbox. Without a status code it does, except for relaying.

    Servers have no code for relaying: the word in their answer is all there is.
    """
    numbers = PERMANENT.search(answer)
    if numbers is None:
        return "relay" not in answer.lower()
    if numbers.groups() in SENDERS_FAULT:
        return False
    return numbers[1] in MAILBOX_GONE_CLASSES or numbers.groups() in CLOSED_MAILBOX


def is_final_after_data(answer: str) -> bool:
    """Return True if a server's refusal of a complete email will not change within a day.

    Final are a bad address, a closed mailbox, a message that is too large or has the wrong format. Everything else
    (looks like spam, an unknown reason) often passes an hour later, when a server knows the sender better.
    """
    numbers = PERMANENT.search(answer)
    if numbers is None:
        return False
    return numbers[1] in {"1", CONTENT} or numbers.groups() in {*CLOSED_MAILBOX, TOO_LARGE}
