import pytest
from pytest_django import Settings

from games.delivery.push import new_private_key
from marrakech_site import checks


@pytest.fixture
def good(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a public site without errors."""
    settings.DEBUG = False
    settings.SITE_URL = "https://example.org"
    settings.HTTPS = True
    settings.ALLOWED_HOSTS = ["example.org"]
    settings.REDIS_URL = ""
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.DEFAULT_FROM_EMAIL = "Site <site@example.org>"
    settings.OPERATOR_NAME = "Ada Lovelace"
    monkeypatch.delenv("WEB_CONCURRENCY", raising=False)
    return settings


def ids() -> list[str | None]:
    every = (checks.address, checks.services, checks.monitoring, checks.files, checks.mail, checks.inbound)
    return [message.id for check in (*every, checks.web_push, checks.sender) for message in check(None)]


def test_the_check_accepts_a_good_configuration(good: Settings) -> None:
    assert ids() == []


@pytest.mark.parametrize("url", ["example.org", "https://example.org/marrakech", "ftp://example.org", "https://"])
def test_the_check_names_an_invalid_email_address(good: Settings, url: str) -> None:
    good.SITE_URL = url
    assert ids() == ["site.E001"]


def test_the_check_accepts_a_mailbox(good: Settings) -> None:
    good.INBOUND_ADDRESS = "play@mail.example.org"
    good.INBOUND_IMAP_URL = "imaps://play:secret@mail.example.org/INBOX"
    assert ids() == []


@pytest.mark.parametrize(
    "address", ["play", "play+turns@example.org", "a-name-that-is-long@example.org", "a b@example.org"]
)
def test_the_check_names_an_address_that_cannot_receive_replies(good: Settings, address: str) -> None:
    good.INBOUND_ADDRESS = address
    assert ids() == ["site.E012"]


@pytest.mark.parametrize(
    "url", ["mail.example.org", "imaps://mail.example.org", "pop3://a:b@c", "imaps://a:b@c:x/INBOX"]
)
def test_the_check_names_an_invalid_mailbox(good: Settings, url: str) -> None:
    good.INBOUND_ADDRESS, good.INBOUND_IMAP_URL = "play@example.org", url
    assert ids() == ["site.E013"]


def test_the_check_names_a_mailbox_for_an_address_that_is_missing(good: Settings) -> None:
    good.INBOUND_IMAP_URL = "imaps://play:secret@mail.example.org"
    assert ids() == ["site.E014"]


def test_the_check_names_debug_on_a_public_site(good: Settings) -> None:
    good.DEBUG = True
    assert ids() == ["site.E002"]


def test_the_check_names_a_host_that_is_not_allowed(good: Settings) -> None:
    good.ALLOWED_HOSTS = ["example.com"]
    assert ids() == ["site.E003"]


def test_the_check_names_redis_without_postgresql(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    good.REDIS_URL = "redis://localhost"
    monkeypatch.setattr(checks, "is_sqlite", lambda: True)
    assert ids() == ["site.E004"]


def test_the_check_accepts_redis_with_postgresql(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    good.REDIS_URL = "redis://localhost"
    monkeypatch.setattr(checks, "is_sqlite", lambda: False)
    assert ids() == []


def test_the_check_names_a_broker_that_is_not_redis(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    good.REDIS_URL = "amqp://localhost"
    monkeypatch.setattr(checks, "is_sqlite", lambda: False)
    assert ids() == ["site.E005"]


def test_the_check_names_several_processes_without_redis(good: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "4")
    assert ids() == ["site.E006"]


def test_the_check_warns_of_email_that_cannot_be_sent(good: Settings) -> None:
    good.EMAIL_URL = ""
    assert ids() == ["site.W007"]


def test_the_check_accepts_the_development_mailbox_with_debug(good: Settings) -> None:
    good.EMAIL_URL = ""
    good.DEBUG = True
    assert "site.W007" not in ids()


def test_the_check_names_an_unknown_email_scheme(good: Settings) -> None:
    good.EMAIL_URL = "pigeon://mail.example.org"
    assert ids() == ["site.E008"]


@pytest.mark.parametrize("name", ["pigeon", "post-mark"])
def test_the_check_names_an_unknown_email_service(good: Settings, name: str) -> None:
    good.EMAIL_SERVICE = name
    assert ids() == ["site.E017"]


def test_the_check_warns_of_an_email_service_that_cannot_report(good: Settings) -> None:
    good.EMAIL_SERVICE, good.ANYMAIL = "postmark", {}
    assert ids() == ["site.W018"]


def test_the_check_accepts_an_email_service(good: Settings) -> None:
    good.EMAIL_SERVICE, good.ANYMAIL = "postmark", {"WEBHOOK_SECRET": "site:secret"}
    assert ids() == []


def test_the_check_reports_a_sender_that_cannot_get_answers(good: Settings) -> None:
    good.DEFAULT_FROM_EMAIL = "Marrakech by Mail <marrakech@localhost>"
    assert ids() == ["site.W001"]


def test_the_check_names_a_public_site_without_tls(good: Settings) -> None:
    good.SITE_URL = "http://example.org"
    good.HTTPS = False
    assert ids() == ["site.W002"]


def test_the_check_accepts_a_key_for_web_push(good: Settings) -> None:
    good.VAPID_PRIVATE_KEY = new_private_key()
    assert ids() == []


@pytest.mark.parametrize("key", ["x", "nonsense", "AAAA" * 11])
def test_the_check_names_an_invalid_key_for_web_push(good: Settings, key: str) -> None:
    good.VAPID_PRIVATE_KEY = key
    assert ids() == ["site.E015"]


def test_the_check_reports_an_invalid_vapid_subject(good: Settings) -> None:
    good.VAPID_PRIVATE_KEY, good.VAPID_SUBJECT = new_private_key(), "somebody@example.org"
    assert ids() == ["site.E016"]


@pytest.mark.parametrize(("port", "found"), [("9200", []), ("0.0.0.0:9200", []), ("web", ["site.E024"])])
def test_the_check_names_an_invalid_port_of_the_figures(good: Settings, port: str, found: list[str]) -> None:
    good.METRICS_PORT = port
    assert ids() == found


def test_the_check_names_the_package_that_files_at_a_service_need(
    good: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    good.FILES = {"BACKEND": "storages.backends.s3.S3Storage"}
    monkeypatch.setattr("marrakech_site.env.is_installed", lambda _name: False)
    assert ids() == ["site.E026"]


def test_the_check_names_the_packages_that_traces_need(good: Settings) -> None:
    good.OTEL_ENDPOINT, good.HAS_TRACES = "http://127.0.0.1:4318", False
    assert ids() == ["site.E025"]
    good.OTEL_ENDPOINT = ""
    assert ids() == []
