"""Return addresses: each email has its own, so that a bounce report names the email that came back.

A return address is signed: only the site can make one.
"""

import re

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

MARK = "+return-"


def return_address(pk: int) -> str:
    """Return the address for bounce reports about a row's email, "" if the site receives no email."""
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    return f"{local}{MARK}{pk}-{_signature(pk)}@{domain}" if at else ""


def row_of_return_address(address: str) -> int | None:
    """Return the primary key of a return address's row; None for any other or a forged address."""
    _local, mark, signed = address.partition("@")[0].lower().rpartition(MARK)
    pk, _dash, signature = signed.partition("-")
    if not mark or not re.fullmatch(r"[0-9]{1,18}", pk) or not constant_time_compare(signature, _signature(int(pk))):
        return None
    return int(pk)


def _signature(pk: int) -> str:
    return salted_hmac("games.return", str(pk), algorithm="sha256").hexdigest()[:20]
