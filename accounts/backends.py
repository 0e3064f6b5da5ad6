"""Who may sign in, and how."""

from allauth.account.auth_backends import AuthenticationBackend

from .models import User


class NameOrAddress(AuthenticationBackend):  # type: ignore[misc]
    """Signing in by name or by confirmed address.

    An address that nobody has confirmed opens nothing: several accounts may wait for the same one, and whoever makes
    one more must not learn from signing in by it whether the address is in use.
    """

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session with the profile, or None if the account is gone or not active."""
        user = User.objects.select_related("profile").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        user = User.objects.filter(email=email.strip().lower()).exclude(email="").first()
        found: User | None = self._check_password(user, password)
        return found
