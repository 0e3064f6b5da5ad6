"""Whether the sender's domain stands by a mail, as far as the source tells (RFC 8601).

Only fields of the operator's own mail server count. Anybody can write such a field, in that server's name, too: it
removes those (RFC 8601, section 5), and where it does not, they stand below its own. So a failure counts wherever it
stands, and a pass only where the server's own word does.
"""

import re
from collections.abc import Iterator

from django.conf import settings

from .incoming_mail import NAMES_AND_COMMENTS, IncomingMail

_RESULT = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*([a-z]+)(?![^\s;(])")
_SIGNER = re.compile(r"\bheader\.[di]\s*=\s*\S*?@?([a-z0-9_.-]+)(?:\s|$)")
FAILED_RESULTS = frozenset({"fail", "failed", "softfail", "hardfail", "permerror", "policy"})


def failure_of(arrival: IncomingMail) -> str:
    """Return which checks of the sender failed, "" where none did or none was made."""
    return arrival.failure or failure_in(_results(arrival))


def failure_in(results: list[tuple[str, str]]) -> str:
    """Return what is wrong with results such as ("dkim", "fail").

    DMARC decides where it was looked at. Without it a mail that any signature or the SPF record stands for is taken,
    and one that fails either way is not.
    """
    found = {(method.lower(), result.lower()) for method, result in results}
    failed = sorted(f"{method}={result}" for method, result in found if result in FAILED_RESULTS)
    if any(name.startswith("dmarc") for name in failed):
        return ", ".join(failed)
    return "" if {("dmarc", "pass"), ("dkim", "pass")} & found else ", ".join(failed)


def _results(arrival: IncomingMail) -> list[tuple[str, str]]:
    results: list[tuple[str, str]] = []
    named: set[str] = set()
    for value in _trusted(arrival):
        told = [
            found
            for part in NAMES_AND_COMMENTS.sub(" ", value).split(";")[1:]
            if (found := _RESULT.match(part.strip()))
        ]
        results += [(method, result) for method, result in _RESULT.findall(value) if result in FAILED_RESULTS]
        results += [(one[1], one[2]) for one in told if one[1] not in named and _counts(one, arrival.sender, named)]
        named |= {one[1] for one in told}
    return results


def _counts(one: re.Match[str], sender: str, named: set[str]) -> bool:
    """Tell whether a result may speak for the mail: a signature that of the sender's domain, DMARC at the very top."""
    if one[1] == "dmarc":
        return not named
    signer, domain = _SIGNER.search(one.string), sender.rpartition("@")[2]
    return signer is None or f".{domain}".endswith(f".{signer[1]}") or signer[1].endswith(f".{domain}")


def _trusted(arrival: IncomingMail) -> Iterator[str]:
    """Yield the fields of the operator's server in small letters, top one first, down to where it took the mail."""
    wanted, is_found = settings.INBOUND_AUTHSERV_ID.strip().lower(), False
    for name, written in arrival.message.raw_items():
        value = " ".join(str(written).lower().split())
        if name.lower() == "received" and is_found:
            return
        if name.lower() == "authentication-results" and wanted in value.partition(";")[0].split()[:1]:
            is_found = True
            yield value
