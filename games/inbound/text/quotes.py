"""The lines of an email that its writer did not type: quotations, their headings, signatures, advertisements."""

import re
from collections.abc import Sequence

QUOTED = re.compile(r"\s*[>|]")
SIGNED = re.compile(r"--\s*$")
_ORIGINAL = re.compile(
    r"\s*[-_]{2,}\s*(?:original message|message d.origine|message original|message transf\w+|forwarded message|"
    r"urspr.ngliche nachricht|original-?nachricht|weitergeleitete nachricht|mensaje original)\s*[-_]*\s*$",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*(?:[_=*~]{3,}|-{3,})\s*$")
_FROM = re.compile(r"\s*\*?(?:from|de|von|expéditeur|exp.diteur)\s*\*?\s*:\*?\s*\S", re.IGNORECASE)
_FIELD = re.compile(
    r"\s*\*?(?:sent|date|to|cc|subject|envoy.|.|a|objet|sujet|gesendet|datum|an|betreff)\s*\*?\s*:\*?", re.IGNORECASE
)
_ADDED = re.compile(
    r"\s*(?:sent (?:from|with|via|by|using)\b|get outlook for\b|envoy.{1,2} (?:de|depuis|par|avec|.) ?"
    r"|t.{1,2}l.{1,2}charge[rz] outlook\b|obtenir outlook\b|von meinem .{1,60} gesendet|gesendet (?:von|mit|.ber)\b"
    r"|diese nachricht wurde von\b"
    r"|provenance\s*: courrier\b|outlook f.r (?:android|ios) beziehen|this (?:e-?mail|message) was sent from\b"
    r"|yahoo mail\b.{0,40}:|(?:do you )?yahoo!)",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"\b(?:wrote|a .{1,2}crit|schrieb|escribi.{1,2}|ha scritto|schreef|escreveu)\b[^:]{0,120}:\s*\W{0,3}$",
    re.IGNORECASE,
)
_WHEN_OR_WHO = re.compile(r"@|\d{4}|\d{1,2}[:.h]\d{2}")
MAX_ATTRIBUTION_LINES = 4  # lines
MAX_LINE_LENGTH = 1000  # characters of a line that are read


def own_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines that the writer has added: above, between and below the quotations."""
    lines = [line[:MAX_LINE_LENGTH] for line in lines]
    own: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        if _begins_original(lines, number) or _is_signature(lines, number, own):
            break
        if span := _attribution(lines, number):
            number += span
            if not _is_quoted_soon(lines, number):
                break  # the answered email follows without any marks
        else:
            if not (QUOTED.match(line) or _ADDED.match(line) or _RULE.match(line)):
                own.append(line)
            number += 1
    return own


def _begins_original(lines: Sequence[str], number: int) -> bool:
    """Return True if the answered email begins here without marks: with a titled rule or a block of header fields."""
    if _ORIGINAL.match(lines[number]):
        return True
    following = [line for line in lines[number + 1 : number + 9] if line.strip()][:4]
    return bool(_FROM.match(lines[number])) and sum(bool(_FIELD.match(line)) for line in following) >= 2


def _is_signature(lines: Sequence[str], number: int, own: Sequence[str]) -> bool:
    """Return True if a signature begins here. Two hyphens with nothing else are a notation."""
    if not SIGNED.match(lines[number]):
        return False
    is_first = not any(line.strip() for line in own)
    return not is_first or _has_own(lines[number + 1 :])


def _has_own(lines: Sequence[str]) -> bool:
    for number, line in enumerate(lines):
        if QUOTED.match(line) or _attribution(lines, number) or _begins_original(lines, number):
            return False
        if line.strip() and not _ADDED.match(line):
            return True
    return False


def _attribution(lines: Sequence[str], number: int) -> int:
    """Return how many lines from here on introduce a quotation ("Ann wrote:"); 0 if none does."""
    joined = ""
    for span, line in enumerate(lines[number : number + MAX_ATTRIBUTION_LINES], 1):
        if not line.strip() or QUOTED.match(line):
            return 0
        joined = f"{joined} {line.strip()}".strip()[:600]
        names, wrote = _WHEN_OR_WHO.search(joined), _WROTE.search(joined)
        if names and wrote:
            return span
        if (wrote or (names and span == 1 and joined.endswith(":"))) and _is_quoted_soon(lines, number + span):
            return span
    return 0


def _is_quoted_soon(lines: Sequence[str], number: int) -> bool:
    following = (line for line in lines[number : number + 4] if line.strip())
    return bool(QUOTED.match(next(following, "")))
