"""How users come into being outside the sign-up page: createsuperuser, demo players, tests."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import UserManager
from django.db import transaction

if TYPE_CHECKING:
    from .models import User


class PlayerManager(UserManager["User"]):
    """Makes the profile together with the user; finds names whatever their case."""

    def _create_user(self, username: str, email: str | None, password: str | None, **fields: Any) -> "User":
        from .models import Profile

        with transaction.atomic():
            user: User = super()._create_user(username, (email or "").lower(), password, **fields)  # type: ignore[misc]
            Profile.objects.create(user=user)
        return user

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **fields: Any
    ) -> "User":
        """Make an administrator, whose address counts as verified: whoever reaches the shell owns the site."""
        from allauth.account.models import EmailAddress

        with transaction.atomic():
            user = super().create_superuser(username, email, password, **fields)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user of that name, letter case aside; raises DoesNotExist."""
        return self.get(username__iexact=username)
