import json
import re

import pytest
import requests

from tests.servers import wait_for
from tests.stack.conftest import Stack, text_of

pytestmark = pytest.mark.stack

SIGN_UP = "/accounts/signup/"


def get(stack: Stack, path: str) -> requests.Response:
    return requests.get(stack.url + path, timeout=30)


def test_the_web_server_answers(stack: Stack) -> None:
    assert get(stack, "/healthz").json() == {"status": "ok"}


def test_static_files_have_lasting_names(stack: Stack) -> None:
    page = get(stack, "/accounts/login/").text
    found = re.search(r"/static/js/site/every_page\.[0-9a-f]{12}\.js", page)
    assert found
    assert "immutable" in get(stack, found.group()).headers["Cache-Control"]


def test_the_mailbox_page_does_not_exist(stack: Stack) -> None:
    assert get(stack, "/dev/mailbox/").status_code == 404


def test_account_mail_goes_through_the_worker(stack: Stack) -> None:
    with requests.Session() as browser:
        browser.get(stack.url + SIGN_UP, timeout=30)
        page = browser.get(stack.url + SIGN_UP, timeout=30).text
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        form = {"username": "amina", "email": "amina@example.org", "password1": "carpets-and-coins"}
        form["csrfmiddlewaretoken"] = token[1]
        browser.post(stack.url + SIGN_UP, form, headers={"Referer": stack.url + SIGN_UP}, timeout=30)
    mail = stack.sink.wait_for("amina@example.org")[0]
    assert stack.url in text_of(mail)


def test_the_site_becomes_ready_by_the_scheduler(stack: Stack) -> None:
    wait_for(lambda: get(stack, "/readyz").status_code == 200, "the scheduler's first round", 60)


@pytest.mark.parametrize("header", ["Content-Security-Policy", "X-Request-ID", "Permissions-Policy"])
def test_every_response_of_the_web_server_has_its_headers(stack: Stack, header: str) -> None:
    assert header in get(stack, "/healthz").headers


def test_every_line_of_every_process_is_json(stack: Stack) -> None:
    last = {"worker": "ready.", "beat": "started", "web": get(stack, "/accounts/login/").headers["X-Request-ID"]}

    def has_said(name: str, words: str) -> bool:
        return any(words in line for line in list(stack.lines.get(name, ())))

    wait_for(lambda: all(has_said(*one) for one in last.items()), "the lines of all processes")
    for name in last:
        assert [line for line in list(stack.lines[name]) if not json.loads(line)["event"]] == []
