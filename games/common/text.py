"""Text written by players, made safe for lines and headers, and lists of names."""

import unicodedata

MAX_SUBJECT_LENGTH = 150
# Marks of reading direction: a player's name must not reorder the rest of a line.
DIRECTION_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_WITHOUT_MARKS = dict.fromkeys(map(ord, DIRECTION_MARKS))


def one_line(text: str, max_length: int = MAX_SUBJECT_LENGTH) -> str:
    """Return the text as one line that is safe in a header: no control characters, limited length."""
    text = "".join(" " if unicodedata.category(letter) in {"Cc", "Zl", "Zp"} else letter for letter in text)
    text = " ".join(text.split())
    return text if len(text) <= max_length else f"{text[: max_length - 1].rstrip()}…"


def name_of(name: str, max_length: int = 60) -> str:
    """Return a name for a sentence: one line, and a right-to-left name isolated from the text after it."""
    name = one_line(name.translate(_WITHOUT_MARKS), max_length)
    if any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in name):
        return f"\u2068{name}\u2069"
    return name
