import logging
import re

import pytest
from django.test import Client
from pytest_django import Settings
from structlog.stdlib import ProcessorFormatter

from accounts.models import Profile
from accounts.services import update_profile
from marrakech_site.middleware import CONTENT_SECURITY_POLICY
from tests.makers import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.site.urls"), pytest.mark.one_database]


def test_the_content_security_policy_allows_no_unsafe_source() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "default-src 'self'" in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize("path", ["/healthz", "/no-such-page/", "/refuse/table-full/", "/accounts/login/"])
def test_every_response_has_the_content_security_policy(client: Client, path: str) -> None:
    assert client.get(path)["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ],
)
def test_every_response_has_the_other_security_headers(client: Client, header: str, value: str) -> None:
    assert client.get("/healthz")[header] == value


def test_the_permissions_policy_switches_device_features_off(client: Client) -> None:
    assert "camera=()" in client.get("/healthz")["Permissions-Policy"]


@pytest.mark.parametrize(
    "path", ["/static/css/no-such.css", "/static/js/table/no-such.js", "/static/fonts/no-such.woff2"]
)
def test_a_part_of_a_page_comes_without_the_policies_of_documents(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert {"Content-Security-Policy", "Permissions-Policy"}.isdisjoint(headers)


def test_a_drawing_that_can_be_opened_alone_has_the_content_security_policy(client: Client) -> None:
    for path in ("/static/img/no-such.svg", "/art/marrakech.0.svg", "/art/marram/p.0", "/sw.js"):
        assert client.get(path)["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


def test_every_request_gets_an_id(client: Client) -> None:
    first, second = client.get("/healthz")["X-Request-ID"], client.get("/healthz")["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", first)
    assert first != second


def test_a_request_id_of_a_stranger_is_ignored(client: Client) -> None:
    assert client.get("/healthz", headers={"x-request-id": "chosen-by-me"})["X-Request-ID"] != "chosen-by-me"


def test_the_proxys_request_id_is_used(client: Client, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    assert client.get("/healthz", headers={"x-request-id": "from-the-proxy"})["X-Request-ID"] == "from-the-proxy"


def test_an_invalid_request_id_of_a_proxy_is_replaced(client: Client, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    assert client.get("/healthz", headers={"x-request-id": "a b\tc"})["X-Request-ID"] != "a b\tc"


def test_the_request_log_has_method_path_and_status(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="request"):
        client.get("/refuse/table-full/")
    event = caplog.records[-1].msg
    assert isinstance(event, dict)
    assert (event["method"], event["path"], event["status"]) == ("GET", "/refuse/table-full/", 409)


def test_the_request_log_hides_secret_addresses(caplog: pytest.LogCaptureFixture) -> None:
    Client(raise_request_exception=False).get("/reset/very-secret/")
    written = [handler for handler in logging.getLogger().handlers if isinstance(handler.formatter, ProcessorFormatter)]
    lines = [written[0].format(record) for record in caplog.records]
    assert len([line for line in lines if "/reset/.../" in line]) == 2
    assert "very-secret" not in "".join(lines)


def test_a_page_is_in_the_language_of_the_profile(client: Client) -> None:
    user = make_user()
    Profile.objects.filter(user=user).update(language="fr")
    client.force_login(user)
    assert client.get("/healthz")["Content-Language"] == "fr"


def test_a_saved_profile_applies_at_once(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    before = client.get("/healthz")["Content-Language"]
    update_profile(user, language="fr")
    assert (before, client.get("/healthz")["Content-Language"]) == ("en", "fr")


def test_an_unknown_time_zone_breaks_no_page(client: Client) -> None:
    user = make_user()
    Profile.objects.filter(user=user).update(time_zone="Atlantis/Capital")
    client.force_login(user)
    assert client.get("/healthz").status_code == 200
