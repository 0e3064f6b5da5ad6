import json
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine

from games.delivery.webhooks import headers_of
from games.mail.webhook_body import body_of
from games.notifications.models import Channel, Kind, Notification, Webhook
from games.notifications.webhooks import add_webhook
from tests.makers import host_of, make_table, make_user, play_on

from .test_table_webhooks import started_by

pytestmark = pytest.mark.one_database

DOCS = Path(__file__).parents[2] / "docs" / "webhooks.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCS.read_text(), re.S)
    assert found
    return found[1]


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Check a request with the program in the docs."""
    names: dict[str, Any] = {}
    exec(block("python"), names)
    return bool(names["is_genuine"](secret, headers, body))


@pytest.mark.parametrize(("secret", "body", "good"), [("s", b"{}", True), ("t", b"{}", False), ("s", b"{ }", False)])
def test_the_webhook_program_in_the_docs_verifies_a_call_of_the_site(secret: str, body: bytes, good: bool) -> None:
    assert is_genuine(secret, headers_of(Webhook(secret="s"), b"{}", "test", "1"), body) is good


def test_the_webhook_program_in_the_docs_refuses_an_old_request() -> None:
    with time_machine.travel("2026-01-01"):
        headers = headers_of(Webhook(secret="s"), b"{}", "test", "1")
    assert not is_genuine("s", headers, b"{}")


@pytest.mark.parametrize("kind", [kind.value for kind in Kind if kind.policy.is_optional])
def test_every_kind_of_notification_is_in_the_docs(kind: str) -> None:
    (events,) = re.findall(r"^\| `event` \|.*", DOCS.read_text(), re.M)
    assert f"`{kind}`" in events


@pytest.mark.django_db
def test_the_documented_webhook_example_has_the_members_that_are_sent() -> None:
    game = make_table(make_user("Leila"))
    hook = add_webhook(host_of(game), "https://hooks.example.org/", "json", game)
    play_on(started_by(game), 2)
    row = Notification.objects.filter(channel=Channel.WEBHOOK).latest("pk")
    sent, documented = json.loads(body_of(row, hook)), json.loads(block("json"))
    for part in (lambda body: body, lambda body: body["table"], lambda body: body["table"]["players"][0], turn_of):
        assert list(part(sent)) == list(part(documented))


def turn_of(body: dict[str, Any]) -> dict[str, Any]:
    turn: dict[str, Any] = body["turn"]
    return turn
