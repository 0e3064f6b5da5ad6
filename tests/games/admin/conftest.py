"""Browsers of administrators."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.games.clocks.conftest import moving
from tests.makers import make_user

__all__ = ["admin_client", "moving", "viewer"]


@pytest.fixture
def admin_client() -> Client:
    """The browser of an administrator."""
    client = Client()
    client.force_login(make_user("boss", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def viewer() -> Client:
    """The browser of an administrator who may view everything and change nothing."""
    user = make_user("watcher", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(user)
    return client
