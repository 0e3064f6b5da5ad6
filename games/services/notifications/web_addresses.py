"""Validation of web addresses that the site calls for players: public ones, over HTTPS.

A player who could make the server call any address could reach its private network. This module checks an address
without asking a name server; ``games.delivery.safe_http`` checks the IP addresses that the name stands for.
"""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import Invalid

MAX_LENGTH = 500
DEFAULT_PORTS, FIRST_FREE_PORT = {"https": 443, "http": 80}, 1024
IMPOSSIBLE = re.compile(r"[^\x21-\x7e]|[\\^`{|}<>\"]")  # characters that no address contains
LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")  # programs read a name with such a last label as an IPv4 address
# Not private for ``ipaddress``, but not public either: services of cloud providers, and relays to IPv4.
FORBIDDEN = tuple(
    ipaddress.ip_network(network)
    for network in ["168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20"]
)
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # the last four bytes are an IPv4 address


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A parsed address. ``host`` is a name in ASCII or an IP address, ``target`` the path with the query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def parse_web_address(url: str) -> WebAddress:
    """Parse an address. Raises Invalid (bad-address, private-address) for one that the site does not call.

    Plain HTTP is allowed in development (DEBUG).
    """
    if len(url) > MAX_LENGTH or not (ascii_url := _in_ascii(url)) or IMPOSSIBLE.search(ascii_url):
        raise _bad_address(_("This is not a valid web address."))
    try:
        parts = urlsplit(ascii_url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _bad_address(_("This is not a valid web address.")) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.DEBUG):
        raise _bad_address(_("The address must begin with https://."))
    if "@" in parts.netloc:
        raise _bad_address(_("The address must not contain a user name or a password."))
    _check_host(host)
    default_port = DEFAULT_PORTS[parts.scheme]
    port = default_port if port is None else port
    if port != default_port and port < FIRST_FREE_PORT:
        raise _bad_address(_("The port must be 443, or 1024 or higher."))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebAddress(parts.scheme, host.rstrip("."), port, target)


def _in_ascii(url: str) -> str:
    """Return the address with its host in ASCII (IDNA), "" if that is impossible."""
    scheme, slashes, rest = url.strip().partition("//")
    host, slash, path = rest.partition("/")
    try:
        return f"{scheme}{slashes}{host.encode('idna').decode() if not host.isascii() else host}{slash}{path}"
    except UnicodeError:
        return ""


def _check_host(host: str) -> None:
    """Raise Invalid unless the host is a name with a dot or a public IP address in its usual form."""
    if ":" in host or _is_ipv4(host):
        if not is_public(host):
            raise private_address()
        return
    labels = host.rstrip(".").split(".")
    if not all(LABEL.fullmatch(label) for label in labels) or NUMBER.fullmatch(labels[-1]):
        raise _bad_address(_("This is not a valid web address."))
    if len(labels) < 2:
        raise private_address()


def _is_ipv4(host: str) -> bool:
    try:
        return bool(ipaddress.IPv4Address(host))
    except ValueError:
        return False


def _bad_address(sentence: str | Promise) -> Invalid:
    return Invalid("bad-address", sentence)


def private_address() -> Invalid:
    """Return the error for an address in a private network."""
    return Invalid("private-address", _("This address is in a private network. Use a public address."))


def is_public(text: str) -> bool:
    """Return True for an IP address of a single computer in the public internet.

    For an IPv6 address of NAT64, its IPv4 address counts; addresses of the older schemes are never public.
    """
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip not in GLOBAL_UNICAST or ip.scope_id:
            return False
    is_special = ip.is_private or ip.is_multicast or ip.is_reserved or ip.is_link_local or ip.is_loopback
    return ip.is_global and not is_special and not any(ip in network for network in FORBIDDEN)
