"""The authentication of senders: results of DMARC, DKIM and SPF in header fields (RFC 8601).

Only fields of the operator's own mail server count. Anyone can write such a field, even in that server's name. The
server removes forged fields (RFC 8601, section 5); if it does not, they stand below its own. So a failure counts
wherever it stands, and a pass only in the server's own fields.
"""

import re
from collections.abc import Iterator

from django.conf import settings

from .incoming_mail import NAMES_AND_COMMENTS, IncomingMail

_RESULT = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*([a-z]+)(?![^\s;(])")
_RETURN = re.compile(r"\bsmtp\.mailfrom\s*=\s*(?:\S*@)?([a-z0-9_.-]+)(?:\s|$)")
PROOFS = frozenset({("dmarc", "pass"), ("dkim", "pass"), ("spf", "pass")})
_SIGNER = re.compile(r"\bheader\.[di]\s*=\s*\S*?@?([a-z0-9_.-]+)(?:\s|$)")
FAILED_RESULTS = frozenset({"fail", "failed", "softfail", "hardfail", "permerror", "policy"})


def failure_of(mail: IncomingMail) -> str:
    """Return which checks of the sender failed, "" if none failed or none was made."""
    return mail.failure or failure_in(_results(mail))


def is_checked(mail: IncomingMail) -> bool:
    """Return True if the operator's mail server or the mail service has checked the sender."""
    return mail.is_checked or next(_trusted(mail), None) is not None


def is_proved(mail: IncomingMail) -> bool:
    """Return True if DMARC has passed, or DKIM or SPF for the domain of the sender."""
    domain = mail.sender.rpartition("@")[2]
    return mail.is_proved or any(
        (method, result) in PROOFS and (method == "dmarc" or _is_aligned(part, method, domain))
        for method, result, part in _checks(mail)
    )


def _is_aligned(part: str, method: str, domain: str) -> bool:
    """Return True if a signature or a return address is one of the sender's domain, or of a domain above or below."""
    found = (_SIGNER if method == "dkim" else _RETURN).search(part)
    return found is not None and is_same_domain(found[1], domain)


def is_same_domain(one: str, other: str) -> bool:
    """Return True if two domains are the same, or one is below the other."""
    return f".{other}".endswith(f".{one}") or one.endswith(f".{other}")


def _checks(mail: IncomingMail) -> Iterator[tuple[str, str, str]]:
    """Yield method, result and text of the checks that count: the first of each method, DMARC in the first field."""
    named: set[str] = set()
    for value in _trusted(mail):
        parts = [part.strip() for part in NAMES_AND_COMMENTS.sub(" ", value).split(";")[1:]]
        found = [(one[1], one[2], part) for part in parts if (one := _RESULT.match(part))]
        for method, result, part in found:
            if method not in named and not (method == "dmarc" and named):
                yield method, result, part
        named |= {method for method, _result, _part in found}


def failure_in(results: list[tuple[str, str]]) -> str:
    """Return the failures among results such as ("dkim", "fail"), "" if the email is accepted.

    DMARC decides if it was checked. Otherwise an email with a valid signature is accepted, and one that fails DKIM or
    SPF is not.
    """
    found = {(method.lower(), result.lower()) for method, result in results}
    failed = sorted(f"{method}={result}" for method, result in found if result in FAILED_RESULTS)
    if any(name.startswith("dmarc") for name in failed):
        return ", ".join(failed)
    return "" if {("dmarc", "pass"), ("dkim", "pass")} & found else ", ".join(failed)


def _results(mail: IncomingMail) -> list[tuple[str, str]]:
    results: list[tuple[str, str]] = []
    named: set[str] = set()
    for value in _trusted(mail):
        checks = [
            found
            for part in NAMES_AND_COMMENTS.sub(" ", value).split(";")[1:]
            if (found := _RESULT.match(part.strip()))
        ]
        results += [(method, result) for method, result in _RESULT.findall(value) if result in FAILED_RESULTS]
        results += [(one[1], one[2]) for one in checks if one[1] not in named and _counts(one, mail.sender, named)]
        named |= {one[1] for one in checks}
    return results


def _counts(one: re.Match[str], sender: str, named: set[str]) -> bool:
    """Return True if a result counts: a signature only from the sender's domain, DMARC only in the first field."""
    if one[1] == "dmarc":
        return not named
    signer, domain = _SIGNER.search(one.string), sender.rpartition("@")[2]
    return signer is None or f".{domain}".endswith(f".{signer[1]}") or signer[1].endswith(f".{domain}")


def _trusted(mail: IncomingMail) -> Iterator[str]:
    """Yield the fields of the operator's server in small letters, top one first, down to its own Received field."""
    wanted, is_found = settings.INBOUND_AUTHSERV_ID.strip().lower(), False
    for name, written in mail.message.raw_items():
        value = " ".join(str(written).lower().split())
        if name.lower() == "received" and is_found:
            return
        if name.lower() == "authentication-results" and wanted in value.partition(";")[0].split()[:1]:
            is_found = True
            yield value
