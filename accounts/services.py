"""The only writers of people: profiles, tokens, the end of an account."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from .errors import LastAdmin, NameTaken, NoSuchToken, TooManyTokens
from .models import ApiToken, Profile, User
from .selectors import is_last_admin
from .signals import account_deleting
from .tokens import PREFIX_LENGTH, digest_of, new_key

TOKENS_EACH = 20
USE_NOTED_EVERY = timedelta(hours=1)
UNCONFIRMED_FOR = timedelta(days=7)


def create_user(name: str, email: str, password: str, **profile: str) -> User:
    """Make a user with a profile, beside the sign-up page: demo players, tests. Raises IntegrityError for doubles."""
    with transaction.atomic():
        user = User.objects.create_user(name, email, password)
        if profile:
            update_profile(user, **profile)
    return user


def register(user: User, *, language: str, time_zone: str) -> None:
    """Store a new user together with their profile. Raises NameTaken if somebody else was faster."""
    try:
        with transaction.atomic():
            user.save()
            Profile.objects.create(user=user, language=language, time_zone=time_zone or "UTC")
    except IntegrityError:
        raise NameTaken from None


def update_profile(user: User, **changes: str) -> Profile:
    """Store the given profile fields (display_name, time_zone, language, colour, about) and return the profile."""
    profile, _created = Profile.objects.update_or_create(user=user, defaults=changes)
    user.profile = profile
    return profile


def make_token(user: User, name: str) -> tuple[ApiToken, str]:
    """Make an API token; return its row and the clear key, which nobody can show again. Raises TooManyTokens."""
    key = new_key()
    if ApiToken.objects.filter(user=user, revoked_at=None).count() >= TOKENS_EACH:
        raise TooManyTokens
    return ApiToken.objects.create(user=user, name=name, prefix=key[:PREFIX_LENGTH], digest=digest_of(key)), key


def revoke_token(user: User, pk: int) -> None:
    """End a token of this user at once. Raises NoSuchToken for another's, an unknown or a revoked one."""
    living = ApiToken.objects.filter(pk=pk, user=user, revoked_at=None)
    if not living.update(revoked_at=timezone.now()):
        raise NoSuchToken


def note_token_use(token: ApiToken) -> None:
    """Remember when the token was last used, written at most once an hour."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def end_sessions(user: User) -> None:
    """Sign the user out everywhere."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def deactivate(user: User) -> None:
    """Keep the user out: no sign-in, no session, no token. Raises LastAdmin."""
    if is_last_admin(user):
        raise LastAdmin
    User.objects.filter(pk=user.pk).update(is_active=False)
    end_sessions(user)


def reactivate(user: User) -> None:
    """Let a deactivated user in again."""
    User.objects.filter(pk=user.pk).update(is_active=True)


def verify_address(user: User) -> None:
    """Count the user's primary address as verified, as if they had followed the link in the mail."""
    with transaction.atomic():
        EmailAddress.objects.filter(user=user, primary=True).exclude(email=user.email).update(primary=False)
        EmailAddress.objects.update_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})


def release_address(address: str, to: User) -> None:
    """Give an address to whoever has just proved to read its mail: drop the sign-up of another, never confirmed."""
    _never_arrived().filter(email=address.lower()).exclude(pk=to.pk).delete()


def purge_unconfirmed(now: datetime) -> int:
    """Drop the sign-ups that nobody has confirmed for a week, so that names and addresses are free again."""
    _count, by_model = _never_arrived().filter(date_joined__lt=now - UNCONFIRMED_FOR).delete()
    return by_model.get(User._meta.label, 0)


def _never_arrived() -> QuerySet[User]:
    """Return those who have signed up and never in: no confirmed address, no sign-in, no rights."""
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    return User.objects.filter(~Exists(confirmed), last_login=None, is_staff=False, is_superuser=False)


def delete_account(user: User) -> None:
    """Remove a person for good; what others played with them stays. Raises LastAdmin.

    The account is closed first, so that nothing new begins; then the other apps clear up, each in transactions of
    their own; then the row goes. If any of it fails, the account is opened again and the exception travels on.
    """
    deactivate(user)
    try:
        account_deleting.send(sender=User, user=user)
        User.objects.get(pk=user.pk).delete()
    except Exception:
        reactivate(user)
        raise
