import pytest
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from django.db import OperationalError
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.models import Game
from games.inbound.webhook import _results
from games.mail.compose import compose
from games.notifications.models import InboundMail, InboundState
from tests.helpers.reply_mails import answer_to, game_by_mail

from .inbound_webhooks import SECRET, mailgun, postmark

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]


@pytest.fixture(autouse=True)
def services(settings: Settings) -> None:
    """Include the URLs for mail services."""
    settings.ROOT_URLCONF = "tests.inbound.inbound_webhooks"
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": "signing-key"}


def state() -> str:
    return InboundMail.objects.get().state


def test_a_reply_by_postmark_is_played() -> None:
    game, user = game_by_mail()
    assert postmark(game, user, "left\n\n> R\n").status_code == 200
    assert (state(), InboundMail.objects.get().source) == (InboundState.PLAYED, "webhook")
    assert "rolled" in compose(answer_to(user)).subject


def test_postmark_may_deliver_a_reply_twice() -> None:
    game, user = game_by_mail()
    postmark(game, user, "left")
    postmark(game, user, "left")
    assert state() == InboundState.PLAYED


def test_postmark_may_deliver_only_html() -> None:
    game, user = game_by_mail()
    postmark(game, user, "", html="<div>Left</div><blockquote>R</blockquote>")
    assert state() == InboundState.PLAYED


def test_postmark_may_deliver_the_raw_email() -> None:
    game, user = game_by_mail()
    raw = f"From: {user.email}\nTo: play@play.example.org\nMessage-ID: <1@x.example>\n\ntout droit\n"
    postmark(game, user, "", RawEmail=raw)
    assert state() == InboundState.PLAYED


def test_a_bounce_report_by_postmark_is_ignored() -> None:
    game, user = game_by_mail()
    postmark(game, user, "left", Headers=[{"Name": "Return-Path", "Value": "<>"}])
    assert state() == InboundState.IGNORED


def test_a_reply_by_mailgun_is_played() -> None:
    game, user = game_by_mail()
    assert mailgun(game, user, "Gauche !\n").status_code == 200
    assert state() == InboundState.PLAYED


@pytest.mark.parametrize("found", [{"X_Mailgun_Dkim_Check_Result": "Fail"}, {"X_Mailgun_Spf": "SoftFail"}])
def test_a_reply_with_a_failed_check_by_mailgun_is_not_played(found: dict[str, str]) -> None:
    game, user = game_by_mail()
    mailgun(game, user, "L", **found)
    assert (state(), Game.objects.get().ply) == (InboundState.REFUSED, game.ply)


@pytest.mark.parametrize(
    ("domains", "is_played"),
    [("example.org", True), ("mail.example.org", True), ("", False), ("evil.example", False)],
)
def test_a_signature_that_mailgun_accepts_proves_only_its_own_domain(
    settings: Settings, domains: str, is_played: bool
) -> None:
    settings.INBOUND_AUTH = "require"
    game, user = game_by_mail()
    signed = {"DKIM_Signature": f"v=1; d={domains}; h=from:to; b=AbC="} if domains else {}
    mailgun(game, user, "L", X_Mailgun_Dkim_Check_Result="Pass", **signed)
    assert state() == (InboundState.PLAYED if is_played else InboundState.REFUSED)
    assert (Game.objects.get().ply > game.ply) == is_played


def test_a_forged_mailgun_field_is_ignored() -> None:
    data = b"X-Mailgun-Spf: Pass\nX-Mailgun-Spf: Fail\n\nL\n"
    found = _results("Mailgun", AnymailInboundMessage.parse_raw_mime_bytes(data), None)
    assert found == [("spf", "fail"), ("dkim", "")]


def test_the_sender_check_by_amazon_counts() -> None:
    verdicts = {"receipt": {"dmarcVerdict": {"status": "FAIL"}, "spfVerdict": {"status": "PASS"}}}
    assert ("dmarc", "fail") in _results("Amazon SES", AnymailInboundMessage(), verdicts)


def test_a_mailgun_field_from_another_service_is_ignored() -> None:
    game, user = game_by_mail()
    headers = [{"Name": "X-Mailgun-Spf", "Value": "Fail"}, {"Name": "Message-ID", "Value": "<1@x.example>"}]
    postmark(game, user, "L", Headers=headers)
    assert state() == InboundState.PLAYED


def test_an_inbound_webhook_without_the_secret_is_refused() -> None:
    game_by_mail()
    answer = Client().post("/anymail/postmark/inbound/", "{}", content_type="application/json")
    assert answer.status_code == 400
    assert not InboundMail.objects.exists()


def test_too_large_a_body_of_an_inbound_webhook_is_refused_unread() -> None:
    game, user = game_by_mail()
    assert postmark(game, user, "L" * 1_100_000).status_code == 413
    assert not InboundMail.objects.exists()


def test_an_inbound_webhook_is_called_again_if_the_database_was_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()

    def away(*_args: object) -> None:
        raise OperationalError

    monkeypatch.setattr("games.inbound.webhook.receive", away)
    with pytest.raises(OperationalError):
        postmark(game, user, "L")


def test_an_inbound_event_without_an_email_is_ignored() -> None:
    inbound.send(sender=object, event=AnymailInboundEvent(event_type="inbound_failed"), esp_name="Postmark")
    assert not InboundMail.objects.exists()
