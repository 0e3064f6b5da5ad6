"""The authentication backend: sign-in by name or by confirmed address."""

from allauth.account.auth_backends import AuthenticationBackend

from .models import User


class NameOrAddress(AuthenticationBackend):  # type: ignore[misc]
    """Signs in by name or by confirmed address.

    An unconfirmed address does not work: several accounts may have the same one, and a visitor must not learn from
    signing in whether an address is in use.
    """

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session with the profile, or None if the account is gone or not active."""
        user = User.objects.select_related("profile").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        user = User.objects.filter(email=email.strip().lower()).exclude(email="").first()
        found: User | None = self._check_password(user, password)
        return found
