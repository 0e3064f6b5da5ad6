"""A copy of everything that the site has about a player: who asks for it, who makes it, and what is in it.

What belongs to other apps is registered by them: rows of tables as a ``ExportedFile``, other files as a function.
"""

import io
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.adapter import get_adapter
from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from . import files
from .errors import ExportTooSoon, NoExport
from .lock import lock_user
from .models import Export, User
from .selectors import EXPORT_LIFETIME, get_profile
from .signals import export_queued

PAUSE = timedelta(days=1)  # between two exports of a player
LEASE, PATIENCE = timedelta(minutes=15), timedelta(minutes=1)
MAX_ATTEMPTS = 3
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ExportedRows:
    """The rows of a model that are a player's: ``owners`` lead to the player, ``fields`` are what is exported of them.

    The name of a field may lead to another row ("game__code"); in the file it has the name of its first part.
    ``shown`` converts values that must not be given away as they are. ``more`` yields rows that are kept elsewhere.
    """

    model: str
    fields: str
    owners: str = "user"
    shown: dict[str, Callable[[Any], Any]] = field(default_factory=dict)
    more: Callable[[User], Iterable[dict[str, Any]]] = field(default=lambda _user: ())

    def rows(self, user: User) -> Iterator[dict[str, Any]]:
        model: type[Model] = apps.get_model(self.model)
        mine = reduce(or_, (Q(**{owner: user.pk}) for owner in self.owners.split()))
        for row in model._base_manager.filter(mine).order_by("pk").values(*self.fields.split()).distinct().iterator():
            found = {key.partition("__")[0]: value for key, value in row.items()}
            yield {**found, **{key: show(found[key]) for key, show in self.shown.items()}}
        yield from self.more(user)


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file of an export: ``text`` says in words what is in it."""

    file: str
    text: Promise
    tables: tuple[ExportedRows, ...]

    def document(self, user: User) -> str:
        found = {one.model.partition(".")[2]: list(one.rows(user)) for one in self.tables}
        return json.dumps(found, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder)


@dataclass(frozen=True, slots=True)
class MoreFiles:
    """Further files of an export in a folder."""

    folder: str
    text: Promise
    add: Callable[[ZipFile, User, str], None]


SUBJECTS: list[ExportedFile] = [  # other apps register theirs
    ExportedFile(
        "account.json",
        gettext_lazy("your name, addresses, profile and settings"),
        (
            ExportedRows(
                "accounts.User",
                "username email date_joined last_login seen_at is_staff is_superuser is_active is_guest bounced_at"
                " undelivered_at",
                "pk",
            ),
            ExportedRows(
                "accounts.Profile",
                "display_name time_zone language colour about plays_by_reply digest_hour quiet_from quiet_until"
                " mail_threads mails_as_text takes_automatic_holidays quiet quiet_unread tours_seen news_seen",
            ),
            ExportedRows("account.EmailAddress", "email verified primary"),
            ExportedRows("accounts.Block", "blocked__username hides_messages created_at", "blocker"),
            ExportedRows("accounts.Household", "user__username other__username declared_at confirmed_at", "user other"),
            ExportedRows("accounts.Export", "requested_at made_at size"),
            ExportedRows("accounts.Erasure", "closed_at removes_messages erased_at"),
        ),
    ),
    ExportedFile(
        "sign-in.json",
        gettext_lazy("where you are signed in, your passkeys and codes, the names of your API tokens"),
        (
            ExportedRows("usersessions.UserSession", "created_at last_seen_at ip user_agent"),
            ExportedRows("mfa.Authenticator", "type created_at last_used_at"),
            ExportedRows("accounts.ApiToken", "name prefix created_at last_used_at expires_at revoked_at"),
            ExportedRows("admin.LogEntry", "action_time object_id action_flag object_repr change_message"),
        ),
    ),
]
MORE_FILES: list[MoreFiles] = []


def register(subjects: Iterable[ExportedFile], more: MoreFiles) -> None:
    """Add what another app has about players. Adding it again changes nothing."""
    SUBJECTS.extend(one for one in subjects if one not in SUBJECTS)
    MORE_FILES.extend(one for one in (more,) if one not in MORE_FILES)


def request_export(user: User) -> Export:
    """Queue an export. Raises ExportTooSoon if the player has asked for one in the last day."""
    now = timezone.now()
    with transaction.atomic():
        lock_user(user)
        if wait := seconds_to_wait(user):
            raise ExportTooSoon(wait)
        row = Export.objects.create(user=user, requested_at=now, due_at=now)
        transaction.on_commit(lambda: export_queued.send(sender=Export, pk=row.pk), robust=True)
    return row


def seconds_to_wait(user: User) -> float:
    """Return after how long the player may ask for another export, 0.0 if at once. One that failed does not count."""
    now = timezone.now()
    latest = Export.objects.filter(user=user, failed_at=None, requested_at__gt=now - PAUSE).defer("data").first()
    return (latest.requested_at + PAUSE - now).total_seconds() if latest else 0.0


def export_for(user: User) -> Export:
    """Return the player's latest export that can be downloaded. Raises NoExport."""
    made = Export.objects.filter(user=user, made_at__gt=timezone.now() - EXPORT_LIFETIME)
    if (row := made.first()) is None:
        raise NoExport
    return row


def due(now: datetime) -> QuerySet[Export, int]:
    """Return the keys of the exports that a worker may make."""
    open_rows = Export.objects.filter(made_at=None, failed_at=None, due_at__lte=now, user__is_active=True)
    return open_rows.order_by("due_at").values_list("pk", flat=True)


def keep_up(now: datetime) -> None:
    """Wake workers for exports that none has made in time, and delete the old ones."""
    for pk in due(now - PATIENCE):
        export_queued.send(sender=Export, pk=pk)
    old_exports(now).delete()


def old_exports(now: datetime) -> QuerySet[Export]:
    """Return the exports that were made a week ago, and those that were never made."""
    requested = Q(requested_at__lte=now - EXPORT_LIFETIME - PAUSE)
    return Export.objects.filter(requested | Q(made_at__lte=now - EXPORT_LIFETIME)).defer("data")


def make(pk: int) -> None:
    """Make an export and tell the player. Only one of several workers makes it; a failure is tried again."""
    now = timezone.now()
    if not due(now).filter(pk=pk).update(due_at=now + LEASE, attempts=F("attempts") + 1):
        return
    row = Export.objects.select_related("user__profile").get(pk=pk)
    try:
        data = archive_of(row.user)
        name = files.store(_file_name(pk), data)
    except Exception:
        logger.exception("an export could not be made", extra={"export": pk})
        failed_at = now if row.attempts >= MAX_ATTEMPTS else None
        Export.objects.filter(pk=pk).update(failed_at=failed_at, due_at=now + PATIENCE)
        return
    made = {"made_at": timezone.now(), "file": name, "size": len(data)}
    with transaction.atomic():
        if Export.objects.filter(pk=pk, made_at=None).update(**made) and row.user.email:
            context = {
                "user": row.user,
                "days": EXPORT_LIFETIME.days,
                "data_url": settings.SITE_URL + reverse("accounts:data"),
            }
            get_adapter().send_mail("account/email/export_ready", row.user.email, context)
    if not Export.objects.filter(pk=pk).exists():  # the account was erased meanwhile
        files.delete(name)


def _file_name(pk: int) -> str:
    return f"exports/{pk}.zip"


def zip_of(row: Export) -> bytes:
    """Return the zip of an export. Raises NoExport if its file is not there any more."""
    data = row.data or files.read(row.file.name)
    if data is None:
        raise NoExport
    return bytes(data)


def on_deleted(instance: Export, **_kwargs: Any) -> None:
    """Delete the file of an export, also one that a worker has stored and not named yet."""
    for name in {_file_name(instance.pk), instance.file.name}:
        transaction.on_commit(partial(files.delete, name), robust=True)


def archive_of(user: User) -> bytes:
    """Return the zip, with a README in the player's language."""
    language = get_profile(user).language
    buffer = io.BytesIO()
    with translation.override(language), ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", readme(user))
        for subject in SUBJECTS:
            archive.writestr(subject.file, subject.document(user))
        for files in MORE_FILES:
            files.add(archive, user, files.folder)
    return buffer.getvalue()


def readme(user: User) -> str:
    """Return in words what is in the zip, and what is not."""
    title = _("What %(site)s has about %(name)s") % {"site": settings.SITE_NAME, "name": user.username}
    files = [f"{one.file}: {one.text}" for one in SUBJECTS]
    files += [f"{one.folder}/: {one.text}" for one in MORE_FILES]
    rest = _(
        "The JSON files open in any text editor. Times are in UTC. Passwords, keys and the secret addresses of feeds"
        " and webhooks are left out, so that no one who finds this file can act for you. Backups and the logs of the"
        " server are not in it: ask the people who run this site about them."
    )
    return "\n\n".join([title, "\n".join(files), rest]) + "\n"
