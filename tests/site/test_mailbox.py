import re
from email.mime.image import MIMEImage
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from pytest_django import Settings

from marrakech_site import mailbox
from tests.helpers.page_client import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.site.urls"), pytest.mark.one_database]


@pytest.fixture(autouse=True)
def own_folder(settings: Settings, tmp_path: Path) -> Path:
    """Use a mailbox in a temporary folder."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "mailbox"


def send(subject: str = "Your turn", to: str = "amina@example.org", html: str = "") -> None:
    message = EmailMultiAlternatives(subject, "Go on at http://testserver/t/abc/", "Site <site@example.org>", [to])
    if html:
        message.attach_alternative(html, "text/html")
    assert get_connection("marrakech_site.mailbox.MailboxBackend").send_messages([message]) == 1


def test_every_email_in_the_mailbox_is_a_file_of_its_own(own_folder: Path) -> None:
    for _ in range(20):
        send()
    assert len(list(own_folder.glob("*.eml"))) == 20


def test_an_interrupted_email_leaves_no_temporary_file(own_folder: Path) -> None:
    send()
    assert [path.suffix for path in own_folder.iterdir()] == [".eml"]


def test_the_mailbox_lists_the_newest_email_first() -> None:
    send("first")
    send("second")
    assert [mail.subject for mail in mailbox.newest_mails()] == ["second", "first"]


def test_the_mailbox_is_filtered_by_recipient(client: Client) -> None:
    send("for Amina", "amina@example.org")
    send("for Basil", "basil@example.org")
    page = client.get("/dev/mailbox/?to=BASIL").content.decode()
    assert "for Basil" in page
    assert "for Amina" not in page


def test_an_empty_mailbox_says_so(client: Client) -> None:
    assert "No emails yet" in client.get("/dev/mailbox/").content.decode()


def test_the_mailbox_shows_an_email_as_text_with_working_links(client: Client) -> None:
    send()
    page = client.get(f"/dev/mailbox/{mailbox.newest_mails()[0].name}/").content.decode()
    assert 'href="http://testserver/t/abc/"' in page


def test_the_mailbox_shows_an_email_with_its_headers(client: Client) -> None:
    send()
    page = client.get(f"/dev/mailbox/{mailbox.newest_mails()[0].name}/").content.decode()
    assert re.search(r"<dt>Message-ID</dt><dd>.+</dd>", squeezed(page))


def test_the_html_part_of_an_email_is_sandboxed(client: Client) -> None:
    send(html="<html><head></head><body style='color: red'>x</body></html>")
    response = client.get(f"/dev/mailbox/{mailbox.newest_mails()[0].name}/html/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy


def test_links_of_the_html_part_open_outside_the_frame(client: Client) -> None:
    send(html="<html><head><title>x</title></head><body>x</body></html>")
    page = client.get(f"/dev/mailbox/{mailbox.newest_mails()[0].name}/html/").content.decode()
    assert '<head><base target="_top">' in page


def test_an_inline_picture_of_an_email_is_embedded_as_data() -> None:
    message = EmailMultiAlternatives("Board", "text", "site@example.org", ["amina@example.org"])
    message.attach_alternative("<img src='cid:board'>", "text/html")
    picture = MIMEImage(b"\x89PNG", "png")
    picture.add_header("Content-ID", "<board>")
    message.attach(picture)
    get_connection("marrakech_site.mailbox.MailboxBackend").send_messages([message])
    assert "data:image/png;base64,iVBORw==" in mailbox.newest_mails()[0].html


@pytest.mark.parametrize("name", ["../secret-key", "00000000000000000001-1-1", "x"])
def test_other_files_of_the_mailbox_folder_are_not_shown(own_folder: Path, name: str) -> None:
    own_folder.mkdir()
    (own_folder.parent / "secret-key.eml").write_text("secret")
    assert mailbox.read_mail(name) is None


def test_an_unknown_mail_is_not_found(client: Client) -> None:
    assert client.get("/dev/mailbox/00000000000000000001-1-1/").status_code == 404
