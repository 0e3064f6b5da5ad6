"""Readers of environment variables. Each raises ImproperlyConfigured with one sentence."""

import contextlib
import os
import secrets
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

S3 = "storages.backends.s3.S3Storage"  # of django-storages


def text(name: str, default: str = "") -> str:
    """Return the variable's value without surrounding spaces, or the default if it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """Return True for 1, true, yes, on; False for 0, false, no, off."""
    value = text(name).lower()
    if value in {"", "1", "true", "yes", "on", "0", "false", "no", "off"}:
        return value in {"1", "true", "yes", "on"} if value else default
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def one_of(name: str, *values: str) -> str:
    """Return one of some words, the first of them if the variable is unset."""
    value = text(name, values[0]).lower()
    if value not in values:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(values)}, not {value!r}.")
    return value


def number(name: str, default: int) -> int:
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def words(name: str, default: str = "") -> list[str]:
    """Return a comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def prefixed(prefix: str) -> dict[str, str]:
    """Return every variable whose name begins with ``prefix``, under the rest of its name."""
    return {name.removeprefix(prefix): text(name) for name in os.environ if name.startswith(prefix) and text(name)}


def is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # what it is part of is missing
        return False


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY, or the key in ``folder``, created at the first start of a site on one machine."""
    if key := text("SECRET_KEY"):
        return key
    path = folder / "secret-key"
    if not path.exists():
        if text("DATABASE_URL").startswith("postgres") and not flag("DEBUG"):  # each of its machines would make one
            raise ImproperlyConfigured("SECRET_KEY is not set: all machines of a site on PostgreSQL need the same one.")
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"secret-key.{os.getpid()}"
        with open(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w"
        ) as file:  # never readable by others
            file.write(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):  # another process was first: use its key
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


def database(folder: Path) -> dict[str, object]:
    """Return Django's settings of DATABASE_URL: postgres://user:password@host:port/name, or SQLite in ``folder``."""
    url = text("DATABASE_URL")
    if not url:
        folder.mkdir(parents=True, exist_ok=True)
        return sqlite(folder / "marrakech.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)))
    return postgresql("DATABASE_URL")


def replica() -> dict[str, dict[str, object]]:
    """Return the database of DATABASE_REPLICA_URL under its name, nothing without it."""
    if not text("DATABASE_REPLICA_URL"):
        return {}
    return {"replica": {**postgresql("DATABASE_REPLICA_URL", connect_timeout=2), "TEST": {"MIRROR": "default"}}}


def postgresql(name: str, connect_timeout: int = 5) -> dict[str, object]:
    """Return Django's settings of the address in a variable. DISABLE_SERVER_SIDE_CURSORS is for PgBouncer."""
    parts = urlsplit(text(name))
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like postgres://user:password@host:5432/name.")
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(parts.port or query.pop("port", "")),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": flag("DISABLE_SERVER_SIDE_CURSORS"),
        "OPTIONS": {"connect_timeout": str(connect_timeout), "tcp_user_timeout": "15000", **query},
    }


def files(folder: Path) -> dict[str, object]:
    """Return Django's storage of FILES_URL: a folder, or s3://key:secret@host/bucket?region=name&tls=0.

    Without key and secret, boto3 looks for them where it always does.
    """
    parts = urlsplit(text("FILES_URL"))
    if parts.scheme in {"", "file"} and not parts.netloc:  # as in file://folder
        modes = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        options = {"location": unquote(parts.path) or str(folder / "files"), **modes}
        return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}
    query = dict(parse_qsl(parts.query))
    if parts.scheme != "s3" or not parts.hostname or not parts.path.strip("/"):
        raise ImproperlyConfigured("FILES_URL must look like s3://key:secret@host/bucket or file:///folder.")
    place = parts.netloc.rpartition("@")[2]
    found = {
        "bucket_name": unquote(parts.path.strip("/")),
        "endpoint_url": f"{'http' if query.get('tls') == '0' else 'https'}://{place}",
        "access_key": unquote(parts.username or "") or None,
        "secret_key": unquote(parts.password or "") or None,
        "region_name": query.get("region"),
    }
    if is_installed("botocore.config"):  # else a check says so
        limits = {"connect_timeout": 3, "read_timeout": 10, "retries": {"total_max_attempts": 2}}
        found["client_config"] = import_module("botocore.config").Config(**limits)
    return {"BACKEND": S3, "OPTIONS": found}


def cache(name: str, redis_url: str, *, prefix: str, entries: int) -> dict[str, object]:
    """Return a cache for Django's CACHES. Without Redis, or while it is away, each process has ``entries`` at most."""
    found: dict[str, object] = {"KEY_PREFIX": prefix, "max_entries": entries}
    if redis_url:
        options = {"socket_connect_timeout": 0.3, "socket_timeout": 0.5, "retry": Retry(NoBackoff(), 0)}
        server = {"BACKEND": "marrakech_site.redis_cache.SurvivingRedisCache", "LOCATION": redis_url}
        return {**found, **server, "OPTIONS": options}
    return {**found, "BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}


def mail(url: str) -> dict[str, object]:
    """Return the SMTP settings of EMAIL_URL: smtp://user:password@host:port/?tls=1, or smtps:// for TLS from the start.

    Raises ImproperlyConfigured for any other address.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must look like smtp://user:password@host:587/?tls=1.")
    try:
        port = parts.port or (465 if parts.scheme == "smtps" else 25)
    except ValueError:
        raise ImproperlyConfigured("The port of EMAIL_URL must be a number.") from None
    return {
        "host": parts.hostname,
        "port": port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": dict(parse_qsl(parts.query)).get("tls") == "1",
        "use_ssl": parts.scheme == "smtps",
    }


def sqlite(path: Path) -> dict[str, object]:
    """Return settings of SQLite for several writers: write-ahead log, write lock at BEGIN, a long timeout."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        "TEST": {"NAME": str(path.with_name(f"test-{path.name}"))},
    }
