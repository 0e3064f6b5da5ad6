"""What people write below a command: words for the table, and the closing of a letter, which is for nobody."""

import re
from collections.abc import Sequence

from games.mail.reply_words import CLOSINGS, POLITE, words_in

MAX_CLOSING_WORDS = 5
MAX_REMARKS = 12  # lines
# Addresses, telephone numbers and the small print of companies
_CONTACT = re.compile(
    r"\w@\w|https?://|www\.|\+?\d[\d ()/.-]{7,}\d|confidential|privileged|intended (?:only|solely|for|recipient)|"
    r"disclaimer|vertraulich|confidentiel|destinataire|unsubscribe",
    re.IGNORECASE,
)


def is_closing(line: str) -> bool:
    """Return True for a line that closes a letter, such as "Best wishes" or "LG Jonas"."""
    words = words_in(line)
    starts = any(tuple(words[:length]) in CLOSINGS for length in (1, 2, 3))
    return starts and len(words) <= MAX_CLOSING_WORDS


def remarks_in(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that are meant for people, without the closing and what follows it, () for mere thanks."""
    remarks: list[str] = []
    for line in lines[:MAX_REMARKS]:
        if is_closing(line) or _CONTACT.search(line):
            break
        remarks.append(line)
    says_more = any(word not in POLITE for line in remarks for word in words_in(line) if any(map(str.isalnum, word)))
    return tuple(remarks) if says_more else ()
