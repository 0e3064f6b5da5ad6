"""The pages about the site: what the operator writes, what is true without it, and messages to the administrators."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services import create_guest
from games.notifications import outbox
from games.notifications.models import Kind, Notification, NotificationReason
from games.site.operator_texts import page_text
from games.site.privacy import kept_for
from games.site.retention import RULES
from marrakech_site.checks import sender
from tests.helpers.page_client import form_to, signed_in, squeezed, text_at
from tests.makers import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def pages(tmp_path: Path, settings: Settings) -> Path:
    settings.PAGES_DIR = tmp_path
    return tmp_path


@pytest.fixture(autouse=True)
def _queued(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "games.delivery.backend.QueuedBackend"


def test_a_text_of_the_operator_is_safe_and_below_the_heading_of_its_page(pages: Path) -> None:
    text = "# Our terms\n\n# *Be* kind\n\n<script>x</script> [a](javascript:x) [b](/rules/)\n\n|a|\n|-|\n|1|\n"
    (pages / "terms.md").write_text(text, encoding="utf-8")
    found = page_text("terms")
    assert found is not None
    assert found.title == "Our terms"
    assert "<h2><em>Be</em> kind</h2>" in found.body
    assert "<h1" not in found.body
    assert "<script" not in found.body
    assert 'href="javascript' not in found.body
    assert '<a href="/rules/">b</a>' in found.body
    assert "<table>" in found.body


def test_the_terms_of_the_operator_replace_those_of_the_site(pages: Path) -> None:
    assert "Be friendly" in text_at(Client(), "/terms/")
    (pages / "terms.md").write_text("Only on Sundays.")
    (pages / "terms.fr.md").write_text("Seulement le dimanche.")
    assert "Only on Sundays." in (page := text_at(Client(), "/terms/"))
    assert "Be friendly" not in page
    assert "Seulement le dimanche." in text_at(Client(headers={"accept-language": "fr"}), "/terms/")


def test_the_imprint_has_the_settings_and_the_text_of_the_operator(pages: Path, settings: Settings) -> None:
    assert "have not written their names here yet" in text_at(Client(), "/imprint/")
    settings.OPERATOR_NAME, settings.OPERATOR_EMAIL = "Ada Lovelace", "ada@example.org"
    (pages / "imprint.md").write_text("Hosted in Paris.")
    page = text_at(Client(), "/imprint/")
    for words in ("Ada Lovelace", 'href="mailto:ada@example.org"', "Hosted in Paris."):
        assert words in page
    assert "have not written" not in page


def test_a_public_site_without_the_name_of_its_operator_is_warned(pages: Path, settings: Settings) -> None:
    assert "site.W003" in {one.id for one in sender(None)}
    settings.OPERATOR_NAME = "Ada Lovelace"
    assert "site.W003" not in {one.id for one in sender(None)}


def test_privacy_says_what_the_code_and_the_settings_do(
    pages: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_SERVICE, settings.INBOUND_ADDRESS, settings.SENTRY_DSN = "postmark", "", ""
    (pages / "privacy.md").write_text("Backups are kept for a month.")
    page = squeezed(text_at(Client(), "/privacy/"))
    times = kept_for()
    assert (times["session"], times["traces"], times["reopen"]) == ("61 days", "90 days", "7 days")
    for words in ("Postmark, which delivers", "Until you sign out, or 61 days", "Backups are kept for a month."):
        assert words in page
    assert "If you reply to an email" not in page
    assert "error reports" not in page
    longer = [replace(rule, age=timedelta(days=91)) if rule.name == "traces" else rule for rule in RULES]
    monkeypatch.setattr("games.site.privacy.RULES", longer)
    settings.INBOUND_ADDRESS, settings.SENTRY_DSN = "play@example.org", "https://key@errors.example.org/1"
    page = squeezed(text_at(Client(), "/privacy/"))
    for words in ("for 91 days", "For 90 days, and 14 days if it was refused", "A service for error reports"):
        assert words in page


def test_every_page_and_email_leads_to_the_pages_about_the_site(settings: Settings) -> None:
    settings.ADMINS = [("", "ops@example.org")]
    footer = text_at(Client(), "/terms/").partition("site-footer")[2]
    for path in ("news", "contact", "privacy", "terms", "imprint"):
        assert f'href="/{path}/"' in footer
    user = make_user()
    Client().post("/accounts/password/reset/", {"email": user.email})
    raw = Notification.objects.get(kind=Kind.ACCOUNT, email=user.email).raw
    for path in ("privacy", "imprint", "contact"):
        assert raw.count(f"http://testserver/{path}/") == 2  # in the text and in the page


def send(client: Client, **values: str) -> tuple[int, str]:
    form = form_to(text_at(client, "/contact/"), "/contact/")
    response = client.post(form.action, {**form.values, **values})
    return response.status_code, response.content.decode()


@pytest.mark.parametrize("who", ["visitor", "guest", "player"])
def test_a_message_reaches_the_administrators_with_an_address_for_the_answer(who: str, settings: Settings) -> None:
    settings.ADMINS = [("", "ops@example.org"), ("", "second@example.org")]
    user = {"visitor": None, "guest": create_guest("en") if who == "guest" else None, "player": make_user("Nora")}[who]
    status, _page = send(signed_in(user) if user else Client(), text="The <clock> is wrong.", email="who@example.org")
    rows = Notification.objects.filter(kind=Kind.ACCOUNT)
    address = user.email if user and user.email else "who@example.org"
    assert status == 302
    assert {row.email for row in rows} == {"ops@example.org", "second@example.org"}
    for words in ("The <clock> is wrong.", f"Reply-To: {address}", f"Answer to: {address}"):
        assert words in rows[0].raw
    assert ("Nora" in rows[0].raw) == (who == "player")


def test_without_admins_a_message_goes_to_those_who_may_do_everything(settings: Settings) -> None:
    settings.ADMINS = []
    User.objects.create_superuser("chief", "chief@example.org", "carpets-and-coins")
    assert send(Client(), text="Hello")[0] == 302
    assert Notification.objects.get(kind=Kind.ACCOUNT).email == "chief@example.org"


@pytest.mark.parametrize(
    ("values", "admins", "status"),
    [({"email": "wrong"}, ["ops@example.org"], 422), ({}, [], 409), ({"text": " "}, ["ops@example.org"], 422)],
)
def test_a_refused_message_is_not_lost(
    values: dict[str, str], admins: list[str], status: int, settings: Settings
) -> None:
    settings.ADMINS = [("", address) for address in admins]
    found, page = send(Client(), **{"text": "What I had written", **values})
    assert found == status
    assert 'role="alert"' in page
    assert ("What I had written" in page) == ("text" not in values)
    assert not Notification.objects.exists()


def test_a_message_that_cannot_be_sent_is_kept_and_can_be_sent_again(settings: Settings) -> None:
    settings.ADMINS = [("", "ops@example.org")]
    send(Client(), text="The clock is wrong.")
    row = outbox.claim(Notification.objects.get().pk, timezone.now())
    assert row is not None
    outbox.mark_failed(row, NotificationReason.WORKER_STOPPED, timezone.now(), for_good=True)
    assert "The clock is wrong." in Notification.objects.get().raw
    assert outbox.retry(row.pk)


def test_messages_are_limited_and_the_one_too_many_is_not_lost(settings: Settings) -> None:
    settings.ADMINS = [("", "ops@example.org")]
    cache.clear()
    client = Client()
    assert [send(client, text="Again")[0] for _number in range(5)] == [302] * 5
    status, page = send(client, text="One too many")
    assert status == 429
    assert "One too many" in page
    assert Notification.objects.count() == 5
