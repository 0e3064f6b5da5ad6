"""Each misconfiguration is named in one sentence."""

import pytest
from pytest_django import Settings

from marrakech_site import checks


@pytest.fixture
def good(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A public site without a fault."""
    settings.DEBUG = False
    settings.SITE_URL = "https://example.org"
    settings.HTTPS = True
    settings.ALLOWED_HOSTS = ["example.org"]
    settings.REDIS_URL = ""
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.DEFAULT_FROM_EMAIL = "Site <site@example.org>"
    monkeypatch.delenv("WEB_CONCURRENCY", raising=False)
    return settings


def ids() -> list[str | None]:
    """Return what all checks find."""
    found = [
        message for check in (checks.address, checks.services, checks.mail, checks.sender) for message in check(None)
    ]
    return [message.id for message in found]


def test_a_good_configuration_passes(good: Settings) -> None:
    assert ids() == []


@pytest.mark.parametrize("url", ["example.org", "https://example.org/marrakech", "ftp://example.org", "https://"])
def test_it_names_an_address_that_is_none(good: Settings, url: str) -> None:
    good.SITE_URL = url
    assert ids() == ["site.E001"]


def test_it_names_debug_on_a_public_site(good: Settings) -> None:
    good.DEBUG = True
    assert ids() == ["site.E002"]


def test_it_names_a_host_that_is_not_allowed(good: Settings) -> None:
    good.ALLOWED_HOSTS = ["example.com"]
    assert ids() == ["site.E003"]


def test_it_names_redis_without_postgresql(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    good.REDIS_URL = "redis://localhost"
    monkeypatch.setattr(checks, "is_sqlite", lambda: True)
    assert ids() == ["site.E004"]


def test_it_accepts_redis_with_postgresql(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    good.REDIS_URL = "redis://localhost"
    monkeypatch.setattr(checks, "is_sqlite", lambda: False)
    assert ids() == []


def test_it_names_a_broker_that_is_not_redis(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    good.REDIS_URL = "amqp://localhost"
    monkeypatch.setattr(checks, "is_sqlite", lambda: False)
    assert ids() == ["site.E005"]


def test_it_names_several_processes_without_redis(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "4")
    assert ids() == ["site.E006"]


def test_it_warns_of_mail_without_a_way_out(good: Settings) -> None:
    good.EMAIL_URL = ""
    assert ids() == ["site.W007"]


def test_the_mailbox_is_a_way_out_with_debug(good: Settings) -> None:
    good.EMAIL_URL = ""
    good.DEBUG = True
    assert "site.W007" not in ids()


def test_it_names_an_unknown_way_of_mail(good: Settings) -> None:
    good.EMAIL_URL = "pigeon://mail.example.org"
    assert ids() == ["site.E008"]


def test_it_names_a_sender_that_nobody_can_answer(good: Settings) -> None:
    good.DEFAULT_FROM_EMAIL = "Marrakech by Mail <marrakech@localhost>"
    assert ids() == ["site.W001"]


def test_it_names_a_public_site_without_tls(good: Settings) -> None:
    good.SITE_URL = "http://example.org"
    good.HTTPS = False
    assert ids() == ["site.W002"]
