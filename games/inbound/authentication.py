"""Whether the sender's domain stands by a mail, as far as the road tells (RFC 8601).

Only fields of the operator's own mail server count: anybody can write such a field.
"""

import re

from django.conf import settings

from .arrival import Arrival

_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*([a-z]+)", re.IGNORECASE)
BAD = frozenset({"fail", "failed", "softfail", "hardfail", "permerror", "policy"})


def failure_of(arrival: Arrival) -> str:
    """Return which checks of the sender failed, "" where none did or none was made."""
    return arrival.failure or failure_in(_results(arrival))


def failure_in(results: list[tuple[str, str]]) -> str:
    """Return what is wrong with results such as ("dkim", "fail").

    DMARC decides where it was looked at. Without it a mail that any signature or the SPF record stands for is taken,
    and one that fails either way is not.
    """
    found = {(method.lower(), result.lower()) for method, result in results}
    if ("dmarc", "pass") in found:
        return ""
    failed = sorted(f"{method}={result}" for method, result in found if result in BAD)
    if any(name.startswith("dmarc") for name in failed) or ("dkim", "pass") not in found:
        return ", ".join(failed)
    return ""


def _results(arrival: Arrival) -> list[tuple[str, str]]:
    results: list[tuple[str, str]] = []
    wanted = settings.INBOUND_AUTHSERV_ID.strip().lower()
    for value in arrival.fields("authentication-results"):
        server, _, rest = _COMMENT.sub(" ", " ".join(value.split())).partition(";")
        if wanted and server.split()[:1] and server.split()[0].lower() == wanted:
            results += [(found[1], found[2]) for part in rest.split(";") if (found := _RESULT.match(part.strip()))]
    return results
