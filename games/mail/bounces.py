"""What a mail server means by refusing, and the address to which it reports what it refuses later.

A server answers in three digits and often in three numbers behind them (RFC 3463): 550 5.1.1 is a mailbox that does not
exist. Where the site takes mail, each mail has a return address of its own, so that a report tells whose mail came back
and nobody else can write one.
"""

import re

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

PERMANENT = re.compile(r"\b5\.(\d{1,3})\.(\d{1,3})\b")
MAILBOX_GONE_CLASSES = {"1", "4"}  # bad address, no route to it
SENDERS_FAULT = {("1", "7"), ("1", "8")}
CLOSED_MAILBOX = {("2", "0"), ("2", "1")}
MARK = "+return-"


def has_enhanced_code(told: str) -> bool:
    """Tell whether a refusal says by its three numbers that it is for good."""
    return PERMANENT.search(told) is not None


def is_mailbox_gone(told: str) -> bool:
    """Tell whether a refusal is about the mailbox. One without the three numbers is, unless it is about relaying."""
    numbers = PERMANENT.search(told)
    if numbers is None:
        return "relay" not in told.lower()
    if numbers.groups() in SENDERS_FAULT:
        return False
    return numbers[1] in MAILBOX_GONE_CLASSES or numbers.groups() in CLOSED_MAILBOX


def return_address(pk: int) -> str:
    """Return where reports about a row's mail go, "" where the site takes no mail."""
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    return f"{local}{MARK}{pk}-{_seal(pk)}@{domain}" if at else ""


def row_of_return_address(address: str) -> int | None:
    """Return the row that a return address belongs to; None for any other or a forged one."""
    _local, mark, sealed = address.partition("@")[0].lower().rpartition(MARK)
    pk, _dash, seal = sealed.partition("-")
    if not mark or not re.fullmatch(r"[0-9]{1,18}", pk) or not constant_time_compare(seal, _seal(int(pk))):
        return None
    return int(pk)


def _seal(pk: int) -> str:
    return salted_hmac("games.return", str(pk), algorithm="sha256").hexdigest()[:20]
