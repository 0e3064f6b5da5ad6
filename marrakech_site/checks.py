"""System checks of the settings. ``manage.py check`` and every start run them."""

import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.checks import Warning as Caution
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.http.request import validate_host

from games.core.dice import is_readable, needed_secrets
from games.core.receipts import is_key_lost
from games.delivery import push
from games.inbound.imap import mailbox_of
from marrakech_site import env

MAX_SEALED = 10_000  # secrets that a check opens, about 0.1 ms each
INBOUND = re.compile(r"[a-z0-9._-]{1,15}@(?:[a-z0-9-]+\.)*[a-z0-9-]+", re.IGNORECASE)


@register()
def address(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Check SITE_URL against DEBUG and ALLOWED_HOSTS."""
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
        return [Error("SITE_URL must look like https://example.org, without a path.", id="site.E001")]
    found: list[CheckMessage] = []
    if settings.DEBUG and parts.scheme == "https":
        found.append(Error("DEBUG is on while SITE_URL is https: never run a public site with DEBUG.", id="site.E002"))
    if not validate_host(parts.hostname, settings.ALLOWED_HOSTS):
        found.append(Error(f"ALLOWED_HOSTS does not contain {parts.hostname}, the host of SITE_URL.", id="site.E003"))
    return found


def is_sqlite() -> bool:
    return connection.vendor == "sqlite"


@register()
def services(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Check that database, broker and number of processes fit together."""
    found: list[CheckMessage] = []
    if settings.REDIS_URL and is_sqlite():
        found.append(Error("REDIS_URL is set but DATABASE_URL is not PostgreSQL: set both or neither.", id="site.E004"))
    if urlsplit(settings.REDIS_URL).scheme not in {"", "redis", "rediss", "unix"}:
        found.append(Error("REDIS_URL must look like redis://host:6379/0.", id="site.E005"))
    if env.number("WEB_CONCURRENCY", 1) > 1 and not settings.REDIS_URL:
        sentence = "WEB_CONCURRENCY is above 1 without REDIS_URL: rate limits would count per process."
        found.append(Error(sentence, id="site.E006"))
    return found


@register()
def monitoring(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not re.fullmatch(r"(\S+:)?\d{1,5}", settings.METRICS_PORT or "0"):
        found.append(Error("METRICS_PORT must look like 9200 or 0.0.0.0:9200.", id="site.E024"))
    if settings.OTEL_ENDPOINT and not settings.HAS_TRACES:
        sentence = (
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but its packages are missing: "
            "pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http."
        )
        found.append(Error(sentence, id="site.E025"))
    return found


@register()
def files(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    if settings.FILES["BACKEND"] == env.S3 and not env.is_installed("storages.backends.s3"):
        sentence = 'FILES_URL names a service, but its package is missing: pip install "django-storages[s3]".'
        return [Error(sentence, id="site.E026")]
    return []


@register()
def sealed_dice(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Check that the keys open the sealed secrets of games that are not over: the newest one, then all others."""
    sealed = needed_secrets().select_related("game").order_by("-pk")
    try:
        newest = sealed.first()
        if newest is None:
            return []
        if not is_readable(newest):
            sentence = (
                f"SECRET_KEY is not the key that sealed the dice of table {newest.game.code}: set that key again."
            )
            return [Error(sentence, id="site.E021")]
        lost = sum(not is_readable(row) for row in sealed.select_related(None)[1:MAX_SEALED])
    except DatabaseError:  # there are no tables before the first migration
        return []
    if not lost:
        return []
    sentence = f"The dice of {lost} games are sealed with a key that is missing: add it to SECRET_KEY_FALLBACKS."
    return [Error(sentence, id="site.E022")]


@register()
def receipts(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Check that the keys open the key of receipts for shares of the dice."""
    try:
        if not is_key_lost():
            return []
    except DatabaseError:  # there are no tables before the first migration
        return []
    sentence = (
        "The key of the receipts for shares of the dice is sealed with a key that is missing: add it to "
        "SECRET_KEY_FALLBACKS. If it is lost, run manage.py reseal --new-receipt-key."
    )
    return [Error(sentence, id="site.E023")]


@register()
def mail(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    if settings.EMAIL_SERVICE:
        return _service(settings.EMAIL_SERVICE)
    if not settings.EMAIL_URL:
        if settings.DEBUG:
            return []
        sentence = (
            "Email is only written to files in DATA_DIR/mailbox: set EMAIL_URL=smtp://user:password@host:587/?tls=1."
        )
        return [Caution(sentence, id="site.W007")]
    try:
        env.mail(settings.EMAIL_URL)
    except ImproperlyConfigured as error:
        return [Error(str(error), id="site.E008")]
    return []


def _service(name: str) -> list[CheckMessage]:
    if not name.isidentifier() or find_spec(f"anymail.backends.{name}") is None:
        return [Error("EMAIL_SERVICE must be one that anymail knows, such as postmark.", id="site.E017")]
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        sentence = "ANYMAIL_WEBHOOK_SECRET is not set: the mail service cannot report bounces."
        return [Caution(sentence, id="site.W018")]
    return []


@register()
def inbound(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Check the settings of incoming email. Tokens of turns must fit into the 64 letters before the @."""
    found: list[CheckMessage] = []
    if settings.INBOUND_ADDRESS and not INBOUND.fullmatch(settings.INBOUND_ADDRESS):
        sentence = "INBOUND_ADDRESS must look like play@example.org, with at most 15 letters and no + before the @."
        found.append(Error(sentence, id="site.E012"))
    if settings.INBOUND_AUTH not in {"", "require"}:
        found.append(Error('INBOUND_AUTH must be "require", or empty.', id="site.E019"))
    elif settings.INBOUND_AUTH and not (settings.INBOUND_AUTHSERV_ID or settings.EMAIL_SERVICE):
        sentence = "INBOUND_AUTH refuses all replies: set INBOUND_AUTHSERV_ID to the mail server that checks senders."
        found.append(Error(sentence, id="site.E020"))
    if settings.INBOUND_IMAP_URL:
        try:
            mailbox_of(settings.INBOUND_IMAP_URL)
        except ValueError:
            sentence = "INBOUND_IMAP_URL must look like imaps://user:password@host/INBOX."
            found.append(Error(sentence, id="site.E013"))
        if not settings.INBOUND_ADDRESS:
            found.append(Error("INBOUND_IMAP_URL is set, but INBOUND_ADDRESS is not: set both.", id="site.E014"))
    return found


@register()
def web_push(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    try:
        push.public_key()
    except ValueError:
        found.append(
            Error("VAPID_PRIVATE_KEY is not a valid key: create one with manage.py vapid_keys.", id="site.E015")
        )
    if push.is_on() and not settings.VAPID_SUBJECT.startswith(("mailto:", "https:")):
        found.append(Error("VAPID_SUBJECT must look like mailto:name@example.org.", id="site.E016"))
    return found


@register(deploy=True)
def sender(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Check the settings of a public site."""
    found: list[CheckMessage] = []
    if settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        sentence = "DEFAULT_FROM_EMAIL is not set: emails would come from an address that no one can reply to."
        found.append(Caution(sentence, id="site.W001"))
    if not settings.OPERATOR_NAME and not (settings.PAGES_DIR / "imprint.md").exists():
        sentence = "OPERATOR_NAME is not set: the imprint does not say who runs the site."
        found.append(Caution(sentence, id="site.W003"))
    if not settings.HTTPS:
        found.append(Caution("SITE_URL is not https: passwords would be sent unencrypted.", id="site.W002"))
    return found
