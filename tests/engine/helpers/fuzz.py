"""Random input that is almost valid: JSON trees, and valid JSON or text with a few changes."""

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

WORDS = (
    *("A", "B", "D", "E", "c", "y", "p", "a7", "d4", "g1", "h8", "N", "S", "L", "F", "3", "", "AB", "\ud800", "x" * 99),
    *("order", "pile", "rotate", "roll", "lay", "end", "over", "rugs", "survivor", "aborted", "gigamic", "slides"),
    *("seat", "rug", "other", "colour", "left", "next", "dirhams", "last", "outcome"),
)
NUMBERS = (0, 1, 2, 3, 4, 5, 12, 15, 60, 63, 64, 255, 256, -1, 10**30, 1.0, 2.5, float("inf"), float("nan"))
scalars = st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.sampled_from(WORDS) | st.text(max_size=5)
trees = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)

# How a tree is changed: which node (counted through the whole tree), by what, and with what.
changes = st.tuples(st.integers(0, 2000), st.sampled_from(("put", "put", "drop", "copy", "add")), trees)


def nodes(tree: Any) -> list[tuple[Any, Any]]:
    """Return every node below the root as the container that holds it and its key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [tree]
    for container in waiting:
        keys: list[Any] = []
        if isinstance(container, dict):
            keys = list(container)
        elif isinstance(container, list):
            keys = list(range(len(container)))
        found += [(container, key) for key in keys]
        waiting += [container[key] for key in keys]
    return found


def changed_tree(tree: Any, how: list[tuple[int, str, Any]]) -> Any:
    tree = deepcopy(tree)
    for number, kind, value in how:
        places = nodes(tree)
        if not places:
            break
        container, key = places[number % len(places)]
        if kind == "put":
            container[key] = deepcopy(value)
        elif kind == "drop":
            del container[key]
        elif kind == "copy":
            other, its_key = places[number * 7 % len(places)]
            container[key] = deepcopy(other[its_key])
        elif isinstance(container, list):
            container.append(deepcopy(value))
        else:
            container[str(value)[:9] if isinstance(value, str) else "new"] = deepcopy(container[key])
    return tree


# How a text is changed: where (counted through the whole text), how much is removed, and what replaces it.
PIECES = (
    *(
        "L",
        "F3>d7S",
        "$1:B",
        "$2/3:A",
        "#",
        "c+a1a2",
        "+--",
        "abort",
        "B resigns",
        "A out of time",
        "1.",
        "99.",
        "0.",
        ";",
    ),
    *('"', "\\", "[", "]", "\n", "\n\n", "\r\n", " ", "\t", "\x00", "\u2028", "\ud800", "é", "²", "١", "x" * 1200),
    *('[Next "A c"]\n', '[Interrupted "3"]\n', '[Rolloff "A 1; B 1"]\n', '[Start "d4S"]\n', '[Options "rugs=1/1/1"]\n'),
    *(
        '[Seats "9"]\n',
        '[Ruleset "slides"]\n',
        '[Entropy A "0"]\n',
        '[Begun "2020"]\n',
        '[Result "*"]\n',
        '[Title "Go"]\n',
    ),
)
edits = st.tuples(
    st.integers(0, 5000),
    st.sampled_from((0, 0, 1, 2, 6, 30)),
    st.sampled_from(PIECES) | st.text(max_size=4) | st.none(),
)


def changed_text(text: str, how: list[tuple[int, int, str | None]]) -> str:
    """Return a text with these changes; None inserts a piece of the text itself, or nothing."""
    for number, length, piece in how:
        at = number % (len(text) + 1)
        if piece is None:
            other = number * 7 % (len(text) + 1)
            piece = text[other : other + 5 * (number % 5)]
        text = text[:at] + piece + text[at + length :]
    return text
