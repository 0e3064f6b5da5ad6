"""Plain text in lines of at most 72 characters, as format=flowed (RFC 3676).

A mail program may join the lines of a paragraph again: those that it may join end with a space.
"""

import textwrap

COLUMNS = 72
SIGNATURE = "-- "
QUOTED = ">"


def flowed(text: str) -> str:
    """Return a text in flowed lines. Paragraphs are wrapped; indented lines and boards keep their columns."""
    blocks = text.split("\n\n")
    return "\n\n".join("\n".join(_block(block.split("\n"))) for block in blocks)


def _block(lines: list[str]) -> list[str]:
    """Wrap the lines of a block. If any begins with a space, all get one more, so that columns stay in line."""
    stuffing = " " if any(_needs_stuffing(line) for line in lines) else ""
    found: list[str] = []
    for line in lines:
        if line == SIGNATURE:
            found.append(line)
            continue
        found += [stuffing + part for part in _wrapped(line.rstrip(), COLUMNS - len(stuffing))]
    return found


def _needs_stuffing(line: str) -> bool:
    return line.startswith((" ", QUOTED, "From "))


def _wrapped(line: str, columns: int) -> list[str]:
    """Return a line in parts. All but the last end with a space; addresses are never broken."""
    if len(line) <= columns:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    parts = textwrap.wrap(
        line,
        columns - 1,  # the space at the end
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
    )
    return [*(f"{part} " for part in parts[:-1]), *parts[-1:]]
