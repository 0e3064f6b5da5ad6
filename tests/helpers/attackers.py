"""What attackers try: every limit from many addresses, every echo with every kind of text.

A test of a limit sends its request with ``from_many_addresses``, for each way of ``MANY``. A test of what is repeated
in a page, an email or an answer takes its texts from ``TEXTS``.
"""

from collections.abc import Callable, Iterator
from itertools import chain, cycle
from typing import TypeVar

from django.test import Client

Answer = TypeVar("Answer")


def networks(count: int) -> list[str]:
    """Return addresses of unrelated visitors, IPv4 and IPv6 by turns."""
    pairs = ((f"198.51.{number // 250}.{number % 250 + 1}", f"2001:db8:{number:x}::1") for number in range(count))
    return list(chain.from_iterable(pairs))[:count]


def one_network(count: int) -> list[str]:
    """Return addresses that one visitor can use in turn: all of one /64."""
    return [f"2001:db8:7:7:{number:x}::{number + 1:x}" for number in range(count)]


def mapped(count: int) -> list[str]:
    """Return the two ways to write one IPv4 address, by turns."""
    ways = cycle(["192.0.2.77", "::ffff:192.0.2.77"])
    return [next(ways) for _ in range(count)]


MANY = {"networks": networks, "one network": one_network, "mapped": mapped}


def from_many_addresses(
    send: Callable[[Client], Answer], count: int, addresses: Callable[[int], list[str]] = networks
) -> Iterator[Answer]:
    """Send a request from each of many addresses, each with a new browser; yield the answers."""
    for address in addresses(count):
        yield send(Client(REMOTE_ADDR=address))


# By what they break: HTML, XML, headers, logs, JSON, SQL, templates, directions, widths, encodings, lengths.
TEXTS = {
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "attribute": "\" autofocus onfocus=alert(1) x=\"' onmouseover='alert(1)",
    "entity": "&lt;script&gt;&amp;&#60;b&#62;",
    "cdata": "]]><b/><![CDATA[",
    "template": "{{ request.user }}{% now 'Y' %}%(name)s{0}",
    "header": "Subject\r\nBcc: victim@example.org",
    "lines": "one\ntwo\u2028three\u2029four\u0085five",
    "sql": "'; DROP TABLE users; --",
    "path": "../../etc/passwd\\..\\x",
    "link": "javascript:alert(1) https://evil.example/ //evil.example",
    "formula": '=HYPERLINK("https://evil.example")',
    "controls": "a\x01b\x08c\x1bd\x7fe",
    "direction": "abc\u202egnp.exe\u2066\u061c",
    "invisible": "a\u200bb\u200dc\ufeffd\u00ade",
    "tags": "a\U000e0041\U000e007f",
    "nonsense": "a\ufffeb\uffffc\U0001fffe",
    "marks": "Z" + "\u0301" * 60,
    "emoji": "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "wide": "ﷺ" * 20,
    "right to left": "مراكش עברית",
    "spaces": "\u00a0\u2003\u3000",
    "empty": "",
    "long": "x" * 5000,
}
