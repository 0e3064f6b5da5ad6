"""The named reads about people."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from .blocks import hidden_from
from .models import ApiToken, Erasure, Export, HeldName, Household, Profile, QuietMode, User, digest_of
from .validators import ERASED_NAME, skeletons

TIME_TO_REOPEN = timedelta(days=7)  # an account that its player has closed; then it is erased
EXPORT_LIFETIME = timedelta(days=7)
LOOKED_THROUGH = 20_000  # newest accounts that are searched for a part of a name
MAX_FOUND = 100


def get_profile(user: User) -> Profile:
    """Return the user's profile, or an unsaved one with the defaults where a row is missing."""
    try:
        return user.profile
    except Profile.DoesNotExist:
        return Profile(user=user)


def is_quiet(user: User) -> bool:
    """Return True if the player is in quiet mode: they read and write no words of players, anywhere."""
    return get_profile(user).quiet != QuietMode.OFF


def about_of(user: User) -> str:
    """Return what a player says about themselves, "" in quiet mode and without a confirmed address."""
    return get_profile(user).about if user.is_confirmed and not is_quiet(user) else ""


def sessions_of(user: User) -> list[UserSession]:
    """Return the sessions in which the user is signed in, oldest first. A new password has ended earlier ones."""
    rows = list(UserSession.objects.filter(user=user).order_by("created_at", "pk"))
    stored = Session.objects.filter(session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now())
    hashes = {user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()}
    live = {one.session_key for one in stored if one.get_decoded().get(HASH_SESSION_KEY) in hashes}
    return [row for row in rows if row.session_key in live]


def display_name(user: User) -> str:
    """Return the name to show for a user: the display name of the profile, else the unique name.

    A robot's display name is a text of its title, if need be with a number: "Greedy 2" is "Glouton 2" in French. So
    is that of an erased account: "Somebody 4f2a".
    """
    name = get_profile(user).display_name or user.username
    if not (user.robot or user.username.startswith(f"{ERASED_NAME}-")):
        return name
    label, space, number = name.partition(" ")
    return f"{gettext(label)}{space}{number}"


def person_by_name(name: str) -> User | None:
    """Return the active user or robot of this name in any letter case, with the profile; None if there is none."""
    people = User.objects.alias(lower_name=Lower("username")).select_related("profile")
    return people.filter(lower_name=name.strip().lower(), is_active=True).first()


def person_by_address(address: str) -> User | None:
    """Return the active user whose confirmed email address this is; None if there is none."""
    people = User.objects.exclude(email="").alias(lower_email=Lower("email")).select_related("profile")
    return people.filter(lower_email=address.strip().lower(), is_active=True).first()


def has_lookalike(name: str, but: User | None = None) -> bool:
    """Return True if a name can be taken for one of another account, also of one that was erased a short time ago."""
    found = skeletons(name) - {""}
    pk = but.pk if but else 0
    held = [
        digest
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        for digest in held_digests(found, secret)
    ]
    return (
        HeldName.objects.filter(digest__in=held, until__gt=timezone.now()).exists()
        or User.objects.filter(skeleton__in=[one[:60] for one in found]).exclude(pk=pk).exists()
        or Profile.objects.filter(skeleton__in=[one[:80] for one in found]).exclude(user_id=pk).exists()
    )


def _is_held(found: Iterable[str]) -> bool:
    """Return True if an account with one of these skeletons was erased a short time ago."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [digest for secret in secrets for digest in held_digests(found, secret)]
    return HeldName.objects.filter(digest__in=digests, until__gt=timezone.now()).exists()


def held_digests(found: Iterable[str], secret: str) -> list[str]:
    """Return the digests of skeletons of names that are kept instead of the names."""
    return [salted_hmac("accounts.held-name", one, secret, algorithm="sha256").hexdigest() for one in found if one]


def lookalikes() -> QuerySet[User]:
    """Return the accounts whose name, or displayed name, can be taken for one of another account.

    New names like that are refused; these were chosen when fewer letters counted as alike. Guests share one name.
    """
    users, profiles = User.objects.filter(is_guest=False), Profile.objects.filter(user__is_guest=False)
    same = Q()
    for own in ("skeleton", "profile__skeleton"):
        others = users.filter(skeleton=OuterRef(own)).exclude(pk=OuterRef("pk"))
        shown = profiles.filter(skeleton=OuterRef(own)).exclude(user=OuterRef("pk"))
        same |= Q(**{f"{own}__gt": ""}) & (Exists(others) | Exists(shown))
    return users.filter(same)


def account_by_login(login: str) -> User | None:
    """Return the account, also a closed one, with this name or confirmed address; None if there is none."""
    wanted = login.strip().lower()
    accounts = User.objects.exclude(email="") if "@" in wanted else User.objects.all()
    column = "email" if "@" in wanted else "username"
    return accounts.alias(lower_login=Lower(column)).filter(lower_login=wanted).first()


def account_ids(text: str) -> list[int]:
    """Return the ids of the accounts, also closed ones, with this name or address, in any letter case.

    The name is the unique or the displayed one. Each part is found by an index.
    """
    wanted = text.strip().lower()
    profiles = Profile.objects.exclude(display_name="").alias(lower_name=Lower("display_name"))
    shown_so = list(profiles.filter(lower_name=wanted).values_list("user_id", flat=True))
    accounts = User.objects.alias(lower_name=Lower("username"), lower_email=Lower("email"))
    found = accounts.filter(Q(lower_name=wanted) | (Q(lower_email=wanted) & ~Q(email="")) | Q(pk__in=shown_so))
    return list(found.values_list("pk", flat=True))


def search_accounts(text: str) -> list[int]:
    """Return the ids of the accounts with this name or address; if there are none, of the newest with a part of it."""
    part = text.strip()
    if not part:
        return []
    if found := account_ids(part):
        return found
    newest = User.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    has_part = Q(username__icontains=part) | Q(email__icontains=part) | Q(profile__display_name__icontains=part)
    people = User.objects.filter(has_part, pk__gt=newest - LOOKED_THROUGH)
    return list(people.order_by("-pk").values_list("pk", flat=True)[:MAX_FOUND])


def unconfirmed_address(user: User) -> str:
    """Return the latest address of the user that waits to be confirmed, "" if there is none."""
    waiting = EmailAddress.objects.filter(user=user, verified=False).order_by("-primary", "-pk")
    return waiting.values_list("email", flat=True).first() or ""


def tokens_of(user: User) -> list[ApiToken]:
    """Return the user's API tokens that still open the API, newest first."""
    return list(ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=timezone.now()))


def token_by_key(key: str) -> ApiToken | None:
    """Return the living token of an active user that this clear key belongs to.

    The key is looked up by its digest: comparing happens in the index, so timing tells nothing about a stored key.
    """
    tokens = ApiToken.objects.select_related("user__profile")
    valid = tokens.filter(revoked_at=None, expires_at__gt=timezone.now(), user__is_active=True)
    return valid.filter(digest=digest_of(key)).first()


def is_last_admin(user: User) -> bool:
    """Return True if this user is the only administrator of the site."""
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and not others.exists()


def households_of(user: User) -> QuerySet[Household]:
    """Return what a player has declared or been asked to confirm about others of the household, latest first.

    Nothing of people who are kept apart, unless it is confirmed.
    """
    rows = Household.objects.filter(Q(user=user, other__is_active=True) | Q(other=user, user__is_active=True))
    asked_by_blocked = Q(confirmed_at=None, other=user, user__in=hidden_from(user))
    return rows.exclude(asked_by_blocked).select_related("user__profile", "other__profile")


def household_between(user: User, other: User) -> Household | None:
    """Return what one of two players has declared about the other, None for nothing."""
    return Household.objects.filter(Q(user=user, other=other) | Q(user=other, other=user)).first()


def lives_with(user: User, name: str) -> bool:
    """Return True if this player and the one with this name have both said that they live together."""
    return (
        bool(name and user.housemates) and User.objects.filter(pk__in=user.housemates, username__iexact=name).exists()
    )


def live_together(users: Iterable[int | None], since: datetime | None = None) -> bool:
    """Return True if two of these people have said, and confirmed (before a moment if it is given), a common household.

    Their games are not rated.
    """
    people = [one for one in users if one]
    if len(people) < 2:
        return False
    rows = Household.objects.filter(user__in=people, other__in=people, confirmed_at__isnull=False)
    return (rows.filter(confirmed_at__lte=since) if since else rows).exists()


def is_reopenable(user: User, now: datetime) -> bool:
    """Return True if the player has closed the account, and reopens it by signing in."""
    closed = Erasure.objects.filter(user=user, user__is_active=False, is_final=False, erased_at=None)
    return closed.filter(closed_at__gt=now - TIME_TO_REOPEN).exists()


def latest_export(user: User) -> Export | None:
    """Return the player's latest export without its data; None if there is none."""
    return Export.objects.defer("data").filter(user=user).first()
