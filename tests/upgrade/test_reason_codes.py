"""The sentences that the first release stored, and the codes that stand for them now."""

from importlib import import_module

import pytest

from games.core.models import JobReason
from games.notifications.models import CallError, InboundReason, NotificationReason

pytestmark = [pytest.mark.stack, pytest.mark.one_database]

migration = import_module("games.migrations.0015_reason_codes")
CODES = {
    "Notification": NotificationReason,
    "InboundMail": InboundReason,
    "Analysis": JobReason,
    "Film": JobReason,
    "RobotTurn": JobReason,
}


@pytest.mark.parametrize("model", sorted(CODES))
def test_every_reason_code_exists(model: str) -> None:
    known, patterns = migration.MODELS[model]
    assert {*known.values(), *patterns.values()} <= set(CODES[model].values)


@pytest.mark.parametrize(
    ("model", "sentence", "code", "detail"),
    [
        ("Notification", "", "", ""),
        ("Notification", "demonstration", "demonstration", ""),
        ("Notification", "mail to this address comes back", "blocked", ""),
        ("Notification", "in digest:20260101T0800:7", "in-digest", "digest:20260101T0800:7"),
        ("Notification", "digest:20260101T0800:7 did not leave", "digest-not-sent", "digest:20260101T0800:7"),
        ("Notification", "hooks.example.org has just not answered in time", "paused",
         "hooks.example.org has just not answered in time"),
        ("Notification", "the device is signed off (it answered 410)", "target-gone",
         "the device is signed off (it answered 410)"),
        ("Notification", "Failed: it answered 500", "call-failed", "it answered 500"),
        ("Notification", "OSError: disk full", "error", "OSError: disk full"),
        ("InboundMail", "sent automatically", "automatic", ""),
        ("InboundMail", "sent automatically (Auto-Submitted)", "automatic", "Auto-Submitted"),
        ("InboundMail", "not from the address of Amina", "stranger", "Amina"),
        ("InboundMail", "played (not answered: too many answers in an hour)", "not-answered", "played"),
        ("InboundMail", "unclear", "unclear", ""),
        ("Film", "every worker that took it stopped before it was done", "worker-stopped", ""),
        ("RobotTurn", "stale-ply", "too-late", "stale-ply"),
        ("RobotTurn", "RuntimeError: no idea", "error", "RuntimeError: no idea"),
    ],
)  # fmt: skip
def test_a_stored_sentence_becomes_a_reason_code_and_back(model: str, sentence: str, code: str, detail: str) -> None:
    known, patterns = migration.MODELS[model]
    assert migration.code_of(sentence, known, patterns) == (code, detail)
    assert migration.text_of(code, detail, known) == sentence


def test_a_notification_in_a_digest_gets_its_reason_code() -> None:
    known, patterns = migration.MODELS["Notification"]
    assert migration.code_of("it has left in digest:x:1", known, patterns) == ("in-digest", "digest:x:1")


@pytest.mark.parametrize(
    ("stored", "code", "params"),
    [
        ("", "", {}),
        ('["it answered %(status)d", {"status": 500}]', "status", {"status": 500}),
        ('["the name %(host)s is not known", {"host": "x.example"}]', "unknown-host", {"host": "x.example"}),
        ('["Connection refused", {}]', "error", {"why": "Connection refused"}),
        ("it answered 404", "error", {"why": "it answered 404"}),
    ],
)
def test_the_error_of_a_webhook_becomes_a_reason_code(stored: str, code: str, params: dict[str, object]) -> None:
    assert migration.webhook_error(stored) == (code, params)
    assert code == "" or str(CallError(code).label) % params


@pytest.mark.parametrize("stored", ["", '["it answered %(status)d", {"status": 500}]'])
def test_the_error_of_a_webhook_is_restored(stored: str) -> None:
    assert migration.webhook_text(*migration.webhook_error(stored)) == stored


def test_every_error_code_of_webhooks_exists() -> None:
    assert set(migration.WEBHOOK.values()) <= set(CallError.values)
