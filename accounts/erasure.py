"""Closing one's own account: at once, with some days to change one's mind, and its erasure after them."""

import logging
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from .lock import lock_user
from .models import ApiToken, Block, Erasure, Export, HeldName, Household, Profile, User
from .selectors import TIME_TO_REOPEN, get_profile, held_digests, is_reopenable
from .services import deactivate, reactivate
from .signals import account_erasing
from .validators import ERASED_NAME, skeleton

NAME_HELD = timedelta(days=90)
LETTERS = "0123456789abcdef"
logger = logging.getLogger(__name__)


def close_account(user: User, *, removes_messages: bool = False) -> Erasure:
    """Close the player's own account, and write how to reopen it until it is erased. Raises LastAdmin.

    If its games cannot be left, the account is reopened and the exception raised.
    """
    try:
        deactivate(user)
    except Exception:
        reactivate(user)
        raise
    values = {"closed_at": timezone.now(), "removes_messages": removes_messages, "is_final": False}
    row, _is_new = Erasure.objects.update_or_create(user=user, defaults=values)
    if user.email:
        context = {
            "user": user,
            "days": TIME_TO_REOPEN.days,
            "removes_messages": removes_messages,
            "sign_in_url": settings.SITE_URL + reverse("account_login"),
        }
        get_adapter().send_mail("account/email/account_closed", user.email, context)
    return row


def reopen(user: User) -> bool:
    """Reopen an account whose player has closed it and signs in again. Return True if it was reopened."""
    with transaction.atomic():
        lock_user(user)
        if not is_reopenable(user, timezone.now()):
            return False
        reactivate(user)
    user.is_active = True
    return True


def erase_due(now: datetime) -> int:
    """Erase the accounts whose players closed them a week ago, and let old names go. Return how many were erased."""
    old_names(now).delete()
    return sum(_try_to_erase(row, now) for row in due_erasures(now).select_related("user__profile"))


def old_names(now: datetime) -> QuerySet[HeldName]:
    return HeldName.objects.filter(until__lte=now)


def due_erasures(now: datetime) -> QuerySet[Erasure]:
    return Erasure.objects.filter(erased_at=None, closed_at__lte=now - TIME_TO_REOPEN, user__is_active=False)


def _try_to_erase(row: Erasure, now: datetime) -> bool:
    """Erase one account. One that cannot be erased is logged, and tried again by the next sweep."""
    try:
        erase(row, now)
    except Exception:
        logger.exception("an account could not be erased", extra={"user": row.user_id})
        return False
    return True


def erase(row: Erasure, now: datetime) -> None:
    """Remove what is a person's own, and leave a row without a name for what others have played and written with it.

    The receivers of ``account_erasing`` come first, each in its own transactions. All of it can run twice.
    """
    user = row.user
    addresses = {one.lower() for one in EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    addresses |= {user.email.lower()} - {""}
    account_erasing.send(sender=User, user=user, addresses=addresses, removes_messages=row.removes_messages)
    with transaction.atomic():
        lock_user(user)
        _hold_names(user, now)
        _delete_belongings(user)
        _leave_without_name(user, addresses)
        Erasure.objects.filter(pk=row.pk).update(erased_at=now, is_final=True)


def _hold_names(user: User, now: datetime) -> None:
    names = {skeleton(user.username), skeleton(get_profile(user).display_name)}
    digests = held_digests(names, settings.SECRET_KEY)
    HeldName.objects.bulk_create(HeldName(digest=one, until=now + NAME_HELD) for one in digests)


def _delete_belongings(user: User) -> None:
    """Delete what only the player had.

    The blocks by others stay, and can be lifted: they hide what the player has written to them.
    """
    for model in (ApiToken, Authenticator, EmailAddress, Export, UserSession):
        model.objects.filter(user=user).delete()
    Block.objects.filter(blocker=user).delete()
    Household.objects.filter(Q(user=user) | Q(other=user)).delete()
    user.groups.clear()
    user.user_permissions.clear()


def _leave_without_name(user: User, addresses: set[str]) -> None:
    mark = _free_mark()
    name = f"{ERASED_NAME}-{mark}"
    about = Q(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    for address in addresses:
        about |= Q(object_repr__icontains=address)
    LogEntry.objects.filter(about).update(object_repr=name, change_message="")
    Profile.objects.filter(user=user).delete()
    user.profile = Profile.objects.create(user=user, display_name=f"{ERASED_NAME.capitalize()} {mark}")
    user.username, user.email = name, ""
    user.is_staff = user.is_superuser = False
    user.last_login = user.seen_at = user.bounced_at = user.undelivered_at = None
    user.set_unusable_password()
    user.save()


def _free_mark() -> str:
    """Return some letters that no erased account has yet: more of them, if those of a length are mostly taken."""
    for length in range(4, 20):
        mark = get_random_string(length, LETTERS)
        if not User.objects.filter(username=f"{ERASED_NAME}-{mark}").exists():
            return mark
    raise RuntimeError("no name is free")
