"""Webhooks of players, for their own events or for all turns of one table."""

import ipaddress
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid
from games.common.permissions import require_confirmed_address
from games.core.models import Game

from .models import CallError, Notification, Webhook, WebhookShape
from .selectors import webhook_of

MAX_WEBHOOKS = 10  # webhooks of one player
NO_ERROR: dict[str, Any] = {"failing_since": None, "last_error": "", "last_error_params": {}}
MAX_PARAM_LENGTH = 120  # characters of a parameter in the text of an error
PATIENCE = timedelta(days=1)  # of failures without a success, before a webhook is disabled

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


@transaction.atomic
def add_webhook(user: User, url: str, shape: str, game: Game | None = None) -> Webhook:
    """Add a webhook for the player's events; with ``game`` for every turn at that table.

    Any player at the table can add one: it contains only what they can see. Raises Invalid (unknown-shape, and what
    ``parse_web_address`` raises), Forbidden (not-seated, address-unconfirmed), Conflict
    (too-many-webhooks).
    """
    require_confirmed_address(user)
    _check(url, shape)
    if game and not game.seats.filter(user=user).exists():
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    lock_user(user)
    if Webhook.objects.filter(user=user).count() >= MAX_WEBHOOKS:
        raise Conflict("too-many-webhooks", _("You have reached the limit for webhooks. Remove one first."))
    return Webhook.objects.create(user=user, game=game, url=url.strip(), shape=shape, secret=secrets.token_hex(32))


def _check(url: str, shape: str) -> None:
    parse_web_address(url)
    if shape not in WebhookShape.values:
        raise Invalid("unknown-shape", _("This kind of webhook is not available. Choose another one."))


def change_webhook(user: User, pk: int, url: str, shape: str) -> None:
    """Change a webhook, and enable it if it was disabled. Raises NotFound, Forbidden, Invalid like ``add_webhook``."""
    require_confirmed_address(user)
    _check(url, shape)
    Webhook.objects.filter(pk=webhook_of(user, pk).pk).update(
        url=url.strip(), shape=shape, disabled_at=None, **NO_ERROR
    )


def enable_webhook(user: User, pk: int) -> None:
    """Enable a disabled webhook. Raises NotFound, Forbidden (address-unconfirmed)."""
    require_confirmed_address(user)
    Webhook.objects.filter(pk=webhook_of(user, pk).pk).update(disabled_at=None, **NO_ERROR)


def renew_secret(user: User, pk: int) -> None:
    """Replace the secret that signs the calls. Raises NotFound."""
    Webhook.objects.filter(pk=webhook_of(user, pk).pk).update(secret=secrets.token_hex(32))


@transaction.atomic
def remove_webhook(user: User, pk: int) -> None:
    """Delete a webhook; its notifications stay in the outbox. Raises NotFound."""
    webhook = webhook_of(user, pk)
    Notification.objects.filter(webhook=webhook).update(webhook=None)
    webhook.delete()


def count_test(user: User) -> None:
    """Count one test of a webhook. Raises TooMany."""
    rate_limits.count("webhook", user.pk)


def note_called(webhook: Webhook, now: datetime) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(last_sent_at=now, **NO_ERROR)


def note_failed(
    webhook: Webhook,
    error: CallError,
    now: datetime,
    *,
    params: Mapping[str, object] | None = None,
    for_good: bool = False,
) -> bool:
    """Store a failed call. A day of failures without a success, or one that is ``for_good``, disables the webhook.

    ``params`` are the values in the text of the error. Return True if this failure has disabled the webhook; only one
    of several workers gets True.
    """
    rows = Webhook.objects.filter(pk=webhook.pk)
    short_params = {
        name: value if isinstance(value, int | float) else str(value)[:MAX_PARAM_LENGTH]
        for name, value in (params or {}).items()
    }
    rows.update(failing_since=Coalesce(F("failing_since"), now), last_error=error, last_error_params=short_params)
    is_exhausted = Q() if for_good else Q(failing_since__lte=now - PATIENCE)
    return bool(rows.filter(is_exhausted, disabled_at=None).update(disabled_at=now))


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A parsed address. ``host`` is a name in ASCII or an IP address, ``target`` the path with the query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
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
