"""Writes to accounts: users, profiles, robots, API tokens, closing and deleting."""

import logging
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from .blocks import block_of, blocks_of, is_blockable
from .errors import (
    AccountErased,
    AddressTaken,
    GuestGone,
    LastAdmin,
    NameTaken,
    NoAddress,
    NoSuchToken,
    NotBlockable,
    TooManyBlocks,
    TooManyTokens,
)
from .lock import lock_user
from .mfa import FACTOR_NAMES, reseal
from .models import PREFIX_LENGTH, UNCONFIRMED_MAX_IDLE, ApiToken, Block, Erasure, Profile, User, digest_of, new_key
from .selectors import get_profile, is_last_admin, unconfirmed_address
from .signals import (
    about_changing,
    access_ended,
    account_administered,
    account_closed,
    account_deleting,
    address_confirmed,
    block_changed,
    guest_merging,
    registered,
)
from .validators import GUEST_PREFIX

MAX_TOKENS = 20
MAX_BLOCKS = 500  # of one player
RANDOM_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
TOKEN_USE_INTERVAL = timedelta(hours=1)
UNCONFIRMED_MAX_AGE = timedelta(days=7)  # without ever signing in
SESSION_RENEWED = "renewed"  # in the data of a session: when it was renewed, in seconds
logger = logging.getLogger(__name__)


def create_user(name: str, email: str, password: str, **profile: str) -> User:
    """Create a user with a profile and a confirmed address, for demo players and tests. Raises IntegrityError."""
    with transaction.atomic():
        user = User.objects.create_user(name, email, password)
        if profile:
            zone = profile.get("time_zone", "UTC")
            Profile.objects.filter(user=user).update(time_zone=zone)  # which a new account does not change
            _store_profile(user, profile)
    return user


def create_robot(key: str, name: str, display_name: str) -> User:
    """Create a robot, a user without address and password. Raises NameTaken."""
    robot = User(username=name, robot=key)
    robot.set_unusable_password()
    try:
        with transaction.atomic():
            robot.save()
            Profile.objects.create(user=robot, display_name=display_name)
    except IntegrityError:
        raise NameTaken from None
    return robot


def create_guest(language: str, time_zone: str = "") -> User:
    """Create a guest, a user without address and password who plays against robots."""
    guest = User(username=f"{GUEST_PREFIX}{get_random_string(10, RANDOM_LETTERS)}", is_guest=True)
    guest.set_unusable_password()
    with transaction.atomic():
        guest.save()
        Profile.objects.create(user=guest, display_name=_("Guest"), language=language, time_zone=time_zone or "UTC")
    return guest


@transaction.atomic
def merge_guest(guest: User, user: User) -> None:
    """Give a guest's games to the account into which they signed in, and delete the guest.

    A guest who has become an account meanwhile, in another request, stays.
    """
    lock_user(guest)
    if not _is_still_guest(guest):
        return
    guest_merging.send(sender=User, guest=guest, user=user)
    guest.delete()


def _is_still_guest(guest: User) -> bool:
    return User.objects.filter(pk=guest.pk, is_guest=True).exists()


def register(user: User, address: str, *, language: str, time_zone: str) -> None:
    """Store a new user, or a guest who has signed up, with a profile and an unconfirmed address.

    An unconfirmed address belongs to no one: several users may have the same one, and none of them learns that.
    Raises NameTaken, and GuestGone if the guest has signed in or up in another request.
    """
    user.email, user.is_guest = "", False
    try:
        with transaction.atomic():
            if user.pk is not None:
                lock_user(user)
                if not _is_still_guest(user):
                    raise GuestGone
            user.save()
            _store_profile(user, {"display_name": "", "language": language, "time_zone": time_zone or "UTC"})
            EmailAddress.objects.create(user=user, email=address.lower(), primary=True, verified=False)
            registered.send(sender=User, user=user)
    except IntegrityError:
        raise NameTaken from None


def update_profile(user: User, **changes: object) -> Profile:
    """Store the given profile fields (display_name, time_zone, digest_hour …) and return the profile.

    Raises what a receiver of ``about_changing`` raises for a new text.
    """
    if changes.get("about") and changes["about"] != get_profile(user).about:
        about_changing.send(sender=User, user=user)
    if "time_zone" not in changes:
        return _store_profile(user, changes)
    with transaction.atomic():
        lock_user(user)
        return _store_profile(user, changes)


def _store_profile(user: User, changes: Mapping[str, object]) -> Profile:
    profile, _created = Profile.objects.update_or_create(user=user, defaults=dict(changes))
    user.profile = profile
    return profile


@transaction.atomic
def note_tour(user: User, tour: str, *, is_seen: bool) -> None:
    """Remember that a player wants to see a short tour no more, or again. Repeating it changes nothing."""
    lock_user(user)
    profile, _is_new = Profile.objects.get_or_create(user=user)
    others = [one for one in profile.tours_seen if one != tour]
    _store_profile(user, {"tours_seen": [*others, tour] if is_seen else others})


@transaction.atomic
def note_news(user: User, name: str) -> None:
    """Remember that a player has seen the news of the site up to this one. Older ones change nothing."""
    lock_user(user)
    profile, _is_new = Profile.objects.get_or_create(user=user)
    _store_profile(user, {"news_seen": max(profile.news_seen, name)})


@transaction.atomic
def create_token(user: User, name: str, days: int = 365) -> tuple[ApiToken, str]:
    """Create an API token for some days. Return its row and the key, which is not stored. Raises TooManyTokens."""
    now = timezone.now()
    key = new_key()
    lock_user(user)
    if ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=now).count() >= MAX_TOKENS:
        raise TooManyTokens
    values = {"name": name, "prefix": key[:PREFIX_LENGTH], "digest": digest_of(key)}
    return ApiToken.objects.create(user=user, expires_at=now + timedelta(days=days), **values), key


def revoke_token(user: User, pk: int) -> None:
    """Revoke a token of this user. Raises NoSuchToken if it is unknown, revoked or another user's."""
    valid = ApiToken.objects.filter(pk=pk, user=user, revoked_at=None)
    if not valid.update(revoked_at=timezone.now()):
        raise NoSuchToken


@transaction.atomic
def end_access(user: User) -> None:
    """Revoke all tokens of a user, end the links in emails, and by a signal all private addresses (feeds)."""
    User.objects.filter(pk=user.pk).update(link_version=F("link_version") + 1)
    user.refresh_from_db(fields=["link_version"])
    ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())
    access_ended.send(sender=User, user=user)


def record_token_use(token: ApiToken) -> None:
    """Store when the token was last used, at most once an hour."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= TOKEN_USE_INTERVAL:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


@transaction.atomic
def block(user: User, other: User, *, hides_messages: bool = True) -> Block:
    """Keep a player and another apart, without telling the other. Blocking again stores what is hidden.

    Raises NotBlockable for a robot, a guest and the player's own account, TooManyBlocks.
    """
    if not is_blockable(user, other):
        raise NotBlockable
    lock_user(user)
    if block_of(user, other) is None and blocks_of(user).count() >= MAX_BLOCKS:
        raise TooManyBlocks
    row, _is_new = Block.objects.update_or_create(
        blocker=user, blocked=other, defaults={"hides_messages": hides_messages}
    )
    block_changed.send(sender=Block, user=user, other=other, is_blocked=True)
    return row


@transaction.atomic
def unblock(user: User, other: User) -> None:
    """End a player's block of another. Repeating it changes nothing; a block by the other stays."""
    if Block.objects.filter(blocker=user, blocked=other).delete()[0]:
        block_changed.send(sender=Block, user=user, other=other, is_blocked=False)


def renew_session(key: str, now: datetime) -> bool:
    """Let a session last its whole time from now on. Return False if it has ended meanwhile.

    A session in which another request has just stored something is left to the next request.
    """
    row = Session.objects.filter(session_key=key, expire_date__gt=now).first()
    if row is None:
        return False
    data = Session.objects.encode({**row.get_decoded(), SESSION_RENEWED: int(now.timestamp())})
    expires = now + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    same = Session.objects.filter(session_key=key, session_data=row.session_data)
    return bool(same.update(session_data=data, expire_date=expires))


def ended_sessions(now: datetime) -> QuerySet[Session]:
    """Return the sessions that no visit has renewed in time."""
    return Session.objects.filter(expire_date__lt=now)


def delete_ended_sessions() -> None:
    """Delete the rows of sessions that have ended."""
    ended_sessions(timezone.now()).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def end_sessions(user: User) -> None:
    """Sign the user out everywhere."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def on_password_stored(user: User, **_kwargs: object) -> None:
    """End the sessions of a user: after a new password they are useless, and their open pages say so.

    The session in which the user has chosen the password goes on with a new key, which the caller makes. What belongs
    to the others ends with their rows of ``UserSession``, once a day.
    """
    sessions = UserSession.objects.filter(user=user).values("session_key")
    Session.objects.filter(session_key__in=sessions).delete()


def reseal_authenticators() -> tuple[int, int]:
    """Encrypt the secrets of two-factor authentication with SECRET_KEY. Return how many, and how many no key opens."""
    resealed = lost = 0
    for row in Authenticator.objects.filter(type__in=["totp", "recovery_codes"]):
        try:
            data = reseal(row.data)
        except InvalidToken:
            lost += 1
            continue
        # A row that was just used is left to the next run: its data would lose the use.
        resealed += Authenticator.objects.filter(pk=row.pk, data=row.data).update(data=data)
    return resealed, lost


@transaction.atomic
def remove_second_factors(admin: User, user: User, pks: Collection[int], reason: str) -> str:
    """Remove second factors of a player, and with the last one the recovery codes. Return what was done, in words.

    An email tells the player what was removed, and why.
    """
    rows = list(Authenticator.objects.filter(user=user))
    left = [row for row in rows if row.pk not in pks]
    if all(row.type == Authenticator.Type.RECOVERY_CODES for row in left):
        left = []
    removed = [row for row in rows if row not in left]
    Authenticator.objects.filter(pk__in=[row.pk for row in removed]).delete()
    names = [FACTOR_NAMES[Authenticator.Type(row.type)] for row in removed]
    what = _("Second factors removed: %(names)s") % {"names": ", ".join(map(str, names))}
    account_administered.send(sender=User, actor=admin, user=user, what=what, reason=reason)
    if user.email:
        context = {"user": user, "factors": names, "reason": reason}
        get_adapter().send_mail("mfa/email/second_factor_removed", user.email, context)
    return what


def deactivate(user: User) -> None:
    """Close an account, and leave its games. Raises LastAdmin."""
    close_access(user)
    account_closed.send(sender=User, user=user)


@transaction.atomic
def close_access(user: User) -> None:
    """Let an account have no sign-in, no session, no token any more; its games are left after that. Raises LastAdmin.

    If the player has closed it already, signing in does not reopen it any more.
    """
    _close(user)
    Erasure.objects.filter(user=user).update(is_final=True)


def _close(user: User) -> None:
    if is_last_admin(user):
        raise LastAdmin
    User.objects.filter(pk=user.pk).update(is_active=False)
    end_sessions(user)


def reactivate(user: User) -> None:
    """Reopen a closed account, also one that its player has closed. Raises AccountErased."""
    if Erasure.objects.filter(user=user).exclude(erased_at=None).exists():
        raise AccountErased
    Erasure.objects.filter(user=user).delete()
    User.objects.filter(pk=user.pk).update(is_active=True)


def verify_address(user: User) -> None:
    """Mark the user's address as confirmed, as the link in the email does. Raises NoAddress, AddressTaken."""
    address = user.email or unconfirmed_address(user)
    if not address:
        raise NoAddress
    if User.objects.filter(email=address).exclude(pk=user.pk).exists():
        raise AddressTaken
    with transaction.atomic():
        user.email = address
        user.save(update_fields=["email"])
        EmailAddress.objects.filter(user=user, primary=True).exclude(email=address).update(primary=False)
        EmailAddress.objects.update_or_create(user=user, email=address, defaults={"verified": True, "primary": True})
        address_confirmed.send(sender=User, user=user)


def record_bounce(user: User, since: datetime | None) -> None:
    """Store when emails to the user began to bounce; None if they arrive again."""
    user.bounced_at = since
    User.objects.filter(pk=user.pk).update(bounced_at=since)


def record_undelivered(user: User, since: datetime | None) -> None:
    """Store when emails to the user began to fail without a bounce; None if they arrive again."""
    if (user.undelivered_at is None) != (since is None):
        user.undelivered_at = since
        User.objects.filter(pk=user.pk).update(undelivered_at=since)


def purge_unconfirmed(now: datetime) -> int:
    """Delete unconfirmed accounts that are not used, so that their names become free. Return how many.

    An account is deleted a week after sign-up without a sign-in, otherwise two months after the last visit. An account
    that cannot be deleted stays and is logged.
    """
    return sum(
        _purge(accounts.filter(pk=pk))
        for accounts in (never_used_accounts(now), idle_accounts(now))
        for pk in list(accounts.values_list("pk", flat=True))
    )


def unconfirmed_accounts() -> QuerySet[User]:
    """Return the accounts without a confirmed address, guests too, that may be deleted once they are not used."""
    return User.objects.filter(email="", robot="", is_staff=False, is_superuser=False, is_active=True)


def never_used_accounts(now: datetime) -> QuerySet[User]:
    """Return those of them in which nobody has signed in for a week after the sign-up."""
    return unconfirmed_accounts().filter(last_login=None, date_joined__lt=now - UNCONFIRMED_MAX_AGE)


def idle_accounts(now: datetime) -> QuerySet[User]:
    """Return those of them whose last visit was two months ago."""
    idle = now - UNCONFIRMED_MAX_IDLE
    return unconfirmed_accounts().filter(Q(seen_at=None) | Q(seen_at__lt=idle), last_login__lt=idle)


def _purge(account: QuerySet[User]) -> bool:
    """Delete one unused account. Return True if it was deleted; it may have been confirmed a moment ago."""
    user = account.first()
    if user is None:
        return False
    try:
        delete_account(user)
    except Exception:
        logger.exception("an unconfirmed account could not be deleted", extra={"user": user.pk})
        return False
    return True


def delete_account(user: User) -> None:
    """Delete an account; games with others stay. Raises LastAdmin.

    The account is closed first, so that nothing new starts. Then the receivers of ``account_deleting`` clean up, each
    in its own transactions, and the row is deleted. If a step fails, the account is reopened and the exception raised.
    """
    _close(user)
    try:
        account_deleting.send(sender=User, user=user)
        User.objects.get(pk=user.pk).delete()
    except Exception:
        reactivate(user)
        raise
