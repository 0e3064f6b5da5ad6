import datetime as dt
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core import mail
from django.template.loader import get_template
from django.test import Client

from accounts.adapters import AccountAdapter
from accounts.models import User
from accounts.services import update_profile
from tests.accounts.conftest import sign_up

pytestmark = pytest.mark.one_database

TEMPLATES = Path(site.BASE_DIR) / "templates"
KINDS = sorted(
    str(path.relative_to(TEMPLATES)).removesuffix("_subject.txt")
    for folder in ("account/email", "mfa/email")
    for path in (TEMPLATES / folder).glob("*_subject.txt")
)


def html_of(message: mail.EmailMessage) -> str:
    assert isinstance(message, mail.EmailMultiAlternatives)
    ((body, kind),) = message.alternatives
    assert kind == "text/html"
    return str(body)


def test_an_account_mail_has_text_and_html_with_the_same_link(client: Client) -> None:
    sign_up(client)
    message = mail.outbox[-1]
    link = next(line for line in message.body.splitlines() if "/accounts/confirm-email/" in line)
    assert f'href="{link}"' in html_of(message)
    assert "prefers-color-scheme: dark" in html_of(message)


def test_an_account_mail_says_that_a_machine_wrote_it(client: Client) -> None:
    sign_up(client)
    assert mail.outbox[-1].extra_headers["Auto-Submitted"] == "auto-generated"


def test_an_account_mail_greets_by_the_display_name(leila: User) -> None:
    update_profile(leila, display_name="Leïla <B>")
    Client().post("/accounts/password/reset/", {"email": "leila@example.org"})
    assert "Hello Leïla <B>," in mail.outbox[-1].body
    assert "Hello Leïla &lt;B&gt;," in html_of(mail.outbox[-1])


def test_an_account_mail_speaks_its_readers_language(leila: User) -> None:
    update_profile(leila, language="fr")
    Client().post("/accounts/password/reset/", {"email": "leila@example.org"})
    assert '<html lang="fr" dir="ltr">' in html_of(mail.outbox[-1])


def test_an_account_mail_to_a_stranger_speaks_the_language_of_the_page(client: Client) -> None:
    client.cookies["django_language"] = "fr"
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert '<html lang="fr" dir="ltr">' in html_of(mail.outbox[-1])


CONTEXT = {
    "person": "Leila",
    "name": "leila",
    "email": "leila@example.org",
    "site_name": "The Souk",
    "site_url": "https://souk.example",
    "ip": "192.0.2.7",
    "user_agent": "Firefox",
    "timestamp": dt.datetime(2026, 11, 21, 12, 0, tzinfo=dt.UTC),
    "from_email": "old@example.org",
    "to_email": "new@example.org",
    "deleted_email": "old@example.org",
    "activate_url": "https://souk.example/link",
    "password_reset_url": "https://souk.example/link",
    "signup_url": "https://souk.example/link",
    "sign_in_url": "https://souk.example/link",
    "data_url": "https://souk.example/link",
    "days": 7,
    "removes_messages": False,
    "factors": ["Authenticator app"],
    "reason": "Lost in the desert.",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_account_mail_can_be_composed(kind: str) -> None:
    message = AccountAdapter().render_mail(kind, "leila@example.org", CONTEXT)
    assert message.subject.startswith("[")
    assert "\n" not in message.subject
    for body in (message.body, html_of(message)):
        assert "Hello Leila," in body
        assert "The Souk" in body
        assert len(body.split()) > 20


@pytest.mark.parametrize("kind", KINDS)
def test_every_account_mail_has_its_three_templates_here(kind: str) -> None:
    for part in ("_subject.txt", "_message.txt", "_message.html"):
        origin = get_template(kind + part).template.origin  # type: ignore[attr-defined]
        assert Path(origin.name).is_relative_to(TEMPLATES)


def test_an_account_mail_leads_to_the_site_whatever_host_it_was_asked_for_at(leila: User) -> None:
    elsewhere = Client(headers={"host": "localhost:6666"})
    elsewhere.post("/accounts/password/reset/", {"email": leila.email})
    sign_up(elsewhere)
    bodies = "".join(message.body + html_of(message) for message in mail.outbox)
    assert f"{site.SITE_URL}/accounts/password/reset/key/" in bodies
    assert f"{site.SITE_URL}/accounts/confirm-email/" in bodies
    assert "6666" not in bodies


def test_an_account_mail_threads_and_signs_like_all_others(leila: User) -> None:
    Client().post("/accounts/password/reset/", {"email": leila.email})
    sent = mail.outbox[-1]
    assert sent.extra_headers["References"] == f"<account.{leila.pk}@testserver>"
    assert sent.extra_headers["List-Id"] == "<account.testserver>"
    assert f"\n-- \n{site.SITE_NAME} · http://testserver/\nPrivacy: http://testserver/privacy/\n" in sent.body
    assert "\nThis email is for leila@example.org." in sent.body
    page = html_of(sent)
    assert 'class="foot"' in page
    assert "The link works for 3 days." in page
    assert "The link works for 3 days." in sent.body


def test_an_account_mail_to_a_reader_of_text_has_only_text(leila: User) -> None:
    update_profile(leila, mails_as_text=True)
    Client().post("/accounts/password/reset/", {"email": leila.email})
    message = mail.outbox[-1].message()
    assert (message.get_content_type(), message.get_param("format")) == ("text/plain", "flowed")
