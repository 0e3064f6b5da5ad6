"""What Windows and mail programs make of a game file."""

import textwrap
from collections.abc import Callable


def wrapped(text: str, width: int = 72) -> str:
    """Return the text with lines of at most this width, as far as they have blanks."""
    lines = (
        textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""] for line in text.split("\n")
    )
    return "\n".join(part for parts in lines for part in parts)


def quoted(text: str, mark: str = "> ") -> str:
    return "\n".join(mark + line for line in text.split("\n"))


def with_no_break_spaces(text: str) -> str:
    return text.replace(" ", "\u00a0").replace("\u00a0\u00a0", "\u00a0 ")


MAILED: dict[str, Callable[[str], bytes]] = {
    "as it is": lambda text: text.encode(),
    "UTF-8 with its mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16 with its mark": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "big-endian UTF-16": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "CR LF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR only": lambda text: text.replace("\n", "\r").encode(),
    "no-break spaces": lambda text: with_no_break_spaces(text).encode(),
    "zero-width spaces": lambda text: text.replace("\n", "\u200b\n").encode(),
    "quoted": lambda text: quoted(text).encode(),
    "quoted twice": lambda text: quoted(text, ">> ").encode(),
    "quoted at every level": lambda text: quoted(text, "> > ").encode(),
    "quoted without blanks": lambda text: quoted(text, ">").encode(),
    "indented": lambda text: quoted(text, "    ").encode(),
    "wrapped at 66 columns": lambda text: wrapped(text, 66).encode(),
    "wrapped at 72 columns": lambda text: wrapped(text).encode(),
    "wrapped at 80 columns": lambda text: wrapped(text, 80).encode(),
    "wrapped with a blank at the end": lambda text: wrapped(text).replace("\n", " \n").encode(),
    "wrapped, then quoted": lambda text: quoted(wrapped(text, 68)).replace("\n", "\r\n").encode(),
}
