"""The quotations in an email: their marks, and what programs write above them."""

import re
from collections.abc import Sequence
from email.utils import parseaddr
from functools import cache

from django.conf import settings

from .added_text import LONG_RULE, is_footer

ORIGINAL = "-----Original Message-----"
MAX_INTRODUCTION = 4  # lines
MAX_HEADER = 9  # lines
MAX_HEADING = 200  # characters
MAX_QUOTED_LINE_LENGTH = 1000  # characters of a line that are read

_QUOTED = re.compile(r"\s*[>|]")
_SIGNED = re.compile(r"--\s*$")
_ORIGINAL = re.compile(
    r"\s*[-_]{2,}\s*(?:original message|message d.origine|message original|message transf\w+|forwarded message|"
    r"urspr.ngliche nachricht|original-?nachricht|weitergeleitete nachricht|mensaje original|messaggio originale|"
    r"oorspronkelijk bericht|mensagem original|(?:oryginalna )?wiadomo.. ?(?:oryginalna)?|ursprungligt meddelande|"
    r"oprindelig meddelelse|元のメッセージ)\s*[-_]*\s*$",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*(?:[_=*~]{3,}|-{3,}|[*•·])\s*$")  # or the mark of an empty item
_SENDER = (
    r"\s*\*?(?:from|de|von|expéditeur|exp.diteur|da|van|od|från|fra|lähettäjä|差出人|送信者|寄件者|от|发件人)"
    r"\s*\*?\s*[:\uff1a]\*?\s*"
)
_FROM = re.compile(rf"{_SENDER}\S", re.IGNORECASE)
_FIELD = re.compile(
    r"\s*\*?(?:sent|date|to|cc|subject|envoy.|.|a|objet|sujet|gesendet|datum|an|betreff|enviad[oa]( em)?|fecha|data"
    r"|para|asunto|assunto|inviato|oggetto|verzonden|aan|onderwerp|wys.ano|do|temat|skickat|till|.mne|sendt|til|emne"
    r"|送信日時|宛先|件名|日時)\s*\*?\s*[:\uff1a]\*?",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"(?:\b(?:wrote|a .{1,2}crit|schrieb|(?:folgendes )?geschrieben"
    r"|escribi.{1,2}|ha scritto|schreef|escreveu|napisa.(?:\(a\))?|pisze|skrev"
    r"|kirjoitti|napsal(?:\(a\))?|yazd.|написала?)(?!\w)|のメール|写道)(?:[^:]{0,120}[:\uff1a]|\s*-{2,})\s*\W{0,3}$",
    re.IGNORECASE,
)
_WROTE_ANYWHERE = re.compile(
    r"\b(?:wrote|a .{1,2}crit|schrieb|geschrieben|sent|a envoy.{1,2}|gesendet)(?!\w)", re.IGNORECASE
)
_WHEN_OR_WHO = re.compile(r"@|\d{4}|\d{1,2}[:.h]\d{2}")
_OPENING = re.compile(
    r"\s*(?:on|le|am|el|il|op|em|den|w dniu|dnia|p.|dne|[12]\d{3}|\d{1,2}[./-]\d|(?:mon|tue|wed|thu|fri|sat|sun|pt|pon"
    r"|wt|.r|czw|sob|niedz)[a-z]{0,6}[.,])(?=\W|\d|$)",
    re.IGNORECASE,
)


def own_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines that the writer has added: above, between and below the quotations.

    An empty line stands for each quotation. A quotation without marks is the rest of the email, unless the site knows
    it for its own (``without_sent``).
    """
    lines = [line[:MAX_QUOTED_LINE_LENGTH] for line in lines]
    own: list[str] = []
    number = 0
    while number < len(lines):
        if span := heading_length(lines, number):
            number += span
            if not _is_quoted_soon(lines, number):
                break
            own.append("")
        elif _is_signature(lines, number, own):
            number = _end_of_signature(lines, number + 1)
            own.append("")
        else:
            own.append(_own_part(lines[number]))
            number += 1
    return own


def is_marked(line: str) -> bool:
    """Return True for a line that a program has marked as quoted."""
    return bool(_QUOTED.match(line))


def _own_part(line: str) -> str:
    is_rule = _RULE.match(line) and not LONG_RULE.match(line)
    return "" if is_marked(line) or is_footer(line) or is_rule else line


def heading_length(lines: Sequence[str], number: int) -> int:
    """Return how many lines from here on are the heading of a quotation, 0 if none begins here."""
    if begins_original(lines, number):
        return _header_length(lines, number)
    if names_site(lines[number]):
        return 1
    if _FIELD.match(lines[number]):  # "Sent:" above "From:"
        below = lines[number + 1 : number + MAX_INTRODUCTION]
        found = next((more for more, line in enumerate(below, 2) if names_site(line)), 0)
        return found if all(_FIELD.match(line) for line in below[: found - 2]) else 0
    return introduction_length(lines, number) or _site_wrote(lines, number)


def _site_wrote(lines: Sequence[str], number: int) -> int:
    """Return 1 or 2 for lines that name the site and say that it wrote: "Marrakech by Mail wrote on 27 Nov, 20:42:"."""
    for span in (1, 2):
        text = " ".join(lines[number : number + span])
        begun = _WROTE_ANYWHERE.search(lines[number]) or _site().search(lines[number])
        if begun and len(text) < MAX_HEADING and _WROTE_ANYWHERE.search(text) and _site().search(text):
            return span if text.rstrip().endswith((":", ">", "\uff1a")) or _WHEN_OR_WHO.search(text) else 0
    return 0


def begins_original(lines: Sequence[str], number: int) -> bool:
    """Return True if the answered email begins here without marks: with a titled rule or a block of header fields."""
    if _ORIGINAL.match(lines[number]):
        return True
    following = [line for line in lines[number + 1 : number + MAX_HEADER] if line.strip()][:4]
    return bool(_FROM.match(lines[number])) and sum(bool(_FIELD.match(line)) for line in following) >= 2


def names_site(line: str) -> bool:
    """Return True for a line that names the site as the sender: "From: Marrakech by Mail <play@example.org>"."""
    return bool(_site_as_sender(settings.SITE_NAME, settings.DEFAULT_FROM_EMAIL, settings.INBOUND_ADDRESS).match(line))


def _site() -> re.Pattern[str]:
    """Return the pattern of the name of the site and of its addresses."""
    names, addresses = _names_of_site(settings.SITE_NAME, settings.DEFAULT_FROM_EMAIL, settings.INBOUND_ADDRESS)
    return re.compile(rf"{names}|{addresses}", re.IGNORECASE)


@cache
def _names_of_site(site: str, sender: str, inbound: str) -> tuple[str, str]:
    """Return expressions of the names of the site and of its addresses."""
    name, address = parseaddr(sender)
    parts = [one.partition("@") for one in (address, parseaddr(inbound)[1]) if one]
    addresses = "|".join(rf"{re.escape(part)}(?:\+[\w.-]+)?@{re.escape(host)}" for part, _at, host in parts)
    return "|".join(re.escape(one) for one in {site, name} if one), addresses or "(?!)"


@cache
def _site_as_sender(site: str, sender: str, inbound: str) -> re.Pattern[str]:
    """Return the pattern of such a line. Nothing but an address may stand behind the name."""
    names, addresses = _names_of_site(site, sender, inbound)
    anywhere = rf"<?(?:mailto:)?(?:{addresses})>?"
    named = rf"[\"'“„«]?(?:{names})[\"'”“»]?(?:\s+(?:via|per|on behalf of)\s.*)?"
    return re.compile(
        rf"{_SENDER}(?:{named}\s*(?:[<\[(].*|\S+@\S+)?|(?:[^<>@]{{0,80}}\s)?{anywhere})\*?\s*$", re.IGNORECASE
    )


def _header_length(lines: Sequence[str], number: int) -> int:
    """Return the number of lines of a titled rule and the header fields below it."""
    fields = [
        place
        for place in range(number + 1, min(number + MAX_HEADER, len(lines)))
        if _FROM.match(lines[place]) or _FIELD.match(lines[place])
    ]
    return fields[-1] - number + 1 if fields else 1


def _is_signature(lines: Sequence[str], number: int, own: Sequence[str]) -> bool:
    """Return True if a signature begins here. Two hyphens with nothing else are a notation."""
    if not _SIGNED.match(lines[number]):
        return False
    is_first = not any(line.strip() for line in own)
    return not is_first or _has_own(lines[number + 1 :])


def _has_own(lines: Sequence[str]) -> bool:
    for number, line in enumerate(lines):
        if is_marked(line) or heading_length(lines, number):
            return False
        if line.strip() and not is_footer(line):
            return True
    return False


def _end_of_signature(lines: Sequence[str], number: int) -> int:
    """Return the number of the first line below a signature that belongs to a quotation."""
    while number < len(lines) and not (is_marked(lines[number]) or heading_length(lines, number)):
        number += 1
    return number


def introduction_length(lines: Sequence[str], number: int) -> int:
    """Return how many lines from here on introduce a quotation ("Ann wrote:"); 0 if none does.

    A line of the writer may stand directly above: an introduction begins where it has its first sign of one.
    """
    span = _introduction(lines, number)
    begins_later = any(
        _OPENING.match(lines[number + more]) and _introduction(lines, number + more) for more in range(1, span)
    )
    is_begun = span == 1 or _OPENING.match(lines[number]) or _WHEN_OR_WHO.search(lines[number])
    return span if is_begun and not begins_later else 0


def _introduction(lines: Sequence[str], number: int) -> int:
    joined = ""
    for span, line in enumerate(lines[number : number + MAX_INTRODUCTION], 1):
        if not line.strip() or is_marked(line):
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
    return is_marked(next(following, ""))
