"""The authentication backend: sign-in by name or by confirmed address."""

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from .models import User
from .selectors import account_by_login


class NameOrAddress(AuthenticationBackend):  # type: ignore[misc]
    """Signs in by name or by confirmed address.

    An unconfirmed address does not work: several accounts may have the same one, and a visitor must not learn from
    signing in whether an address is in use.
    """

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session with the profile, or None if the account is gone or not active."""
        user = User.objects.select_related("profile").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate(self, request: HttpRequest | None, **credentials: str) -> User | None:
        """Check the password of the one account with this name or address.

        One password is hashed in each case: here, or by ``authenticate`` for an unknown account.
        """
        user = account_by_login(credentials.get("username") or credentials.get("email") or "")
        found: User | None = self._check_password(user, credentials.get("password") or "")
        return found
