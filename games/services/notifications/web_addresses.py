"""Which addresses the site calls on behalf of a player: public ones, over HTTPS.

Whoever can make a server call an address of their choice could look into its private network. Reading an address here
says what can be said without asking the name service; ``games.delivery.safe_http`` checks what the name stands for.
"""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import Invalid

LONGEST = 500
USUAL_PORTS, FIRST_FREE_PORT = {"https": 443, "http": 80}, 1024
ODD = re.compile(r"[^\x21-\x7e]|[\\^`{|}<>\"]")  # what no address holds as it is sent
LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")  # a last label of this kind makes programs read the whole as an IPv4 address
# Public by their number, private by their use: what hosts of virtual machines answer on, and relays into IPv4.
FORBIDDEN = tuple(
    ipaddress.ip_network(network)
    for network in ["168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20"]
)
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # an IPv4 address in its last four bytes


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address taken apart. ``host`` is a name in ASCII or an IP address, ``target`` path and query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == USUAL_PORTS[self.scheme] else f"{host}:{self.port}"


def parse_web_address(url: str) -> WebAddress:
    """Take an address apart. Raises Invalid with a sentence (bad-address, private-address) where it is not called.

    Plain HTTP is for trying things out (DEBUG).
    """
    if len(url) > LONGEST or not (ascii_url := _in_ascii(url)) or ODD.search(ascii_url):
        raise _bad(_("This is not a valid web address."))
    try:
        parts = urlsplit(ascii_url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _bad(_("This is not a valid web address.")) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.DEBUG):
        raise _bad(_("The address must begin with https://."))
    if "@" in parts.netloc:
        raise _bad(_("The address must not contain a user name or a password."))
    _check_host(host)
    usual = USUAL_PORTS[parts.scheme]
    port = usual if port is None else port
    if port != usual and port < FIRST_FREE_PORT:
        raise _bad(_("The port must be 443, or 1024 or higher."))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebAddress(parts.scheme, host.rstrip("."), port, target)


def _in_ascii(url: str) -> str:
    """Return the address with its host's letters from beyond ASCII encoded, "" where that cannot be done."""
    before, mark, rest = url.strip().partition("//")
    host, slash, path = rest.partition("/")
    try:
        return f"{before}{mark}{host.encode('idna').decode() if not host.isascii() else host}{slash}{path}"
    except UnicodeError:
        return ""


def _check_host(host: str) -> None:
    """Raise Invalid for a host that is no name of the internet and no public IP address in its usual form."""
    if ":" in host or _is_ipv4(host):
        if not is_public(host):
            raise private_address()
        return
    labels = host.rstrip(".").split(".")
    if not all(LABEL.fullmatch(label) for label in labels) or NUMBER.fullmatch(labels[-1]):
        raise _bad(_("This is not a valid web address."))
    if len(labels) < 2:
        raise private_address()


def _is_ipv4(host: str) -> bool:
    try:
        return bool(ipaddress.IPv4Address(host))
    except ValueError:
        return False


def _bad(sentence: str | Promise) -> Invalid:
    return Invalid("bad-address", sentence)


def private_address() -> Invalid:
    """Return the refusal of an address within a private network."""
    return Invalid("private-address", _("This address is in a private network. Use a public address."))


def is_public(text: str) -> bool:
    """Tell whether an IP address belongs to the public internet and to one computer there.

    An IPv6 address with an IPv4 address inside counts by what is inside (NAT64), or not at all (all older schemes).
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
    is_odd = ip.is_private or ip.is_multicast or ip.is_reserved or ip.is_link_local or ip.is_loopback
    return ip.is_global and not is_odd and not any(ip in network for network in FORBIDDEN)
