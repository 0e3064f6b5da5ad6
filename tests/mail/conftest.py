"""Fixtures of the tests of email."""

import pytest
from pytest_django.fixtures import Settings

from tests.mail.reply_mails import ADDRESS, AUTHSERV


@pytest.fixture
def mail_comes_in(settings: Settings) -> None:
    """Make the site receive emails."""
    settings.INBOUND_ADDRESS, settings.INBOUND_AUTHSERV_ID = ADDRESS, AUTHSERV
