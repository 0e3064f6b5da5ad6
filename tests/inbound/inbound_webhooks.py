"""Webhook requests of mail services for incoming email, in their documented formats."""

import hashlib
import hmac
import json
from base64 import b64encode
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import include, path

from accounts.models import User
from games.core.models import Game
from games.notifications.links import TurnToken, reply_address
from marrakech_site import urls
from marrakech_site.urls import webhook_patterns

SECRET = "a-user:a-secret"
handler400 = "marrakech_site.problems.bad_request"
urlpatterns = [path("anymail/", include(webhook_patterns("", SECRET))), *urls.urlpatterns]
BASIC = f"Basic {b64encode(SECRET.encode()).decode()}"


def postmark(game: Game, user: User, text: str, *, html: str = "", **more: Any) -> HttpResponse:
    """Send a request of Postmark."""
    key = reply_address(TurnToken.of(user, game))
    headers = [
        {"Name": "Return-Path", "Value": f"<{user.email}>"},
        {"Name": "Received", "Value": "from mail.example.org by p-pm-inboundg02a-aws-euwest1a.inbound.postmarkapp.com"},
        {"Name": "X-Spam-Status", "Value": "No"},
        {"Name": "MIME-Version", "Value": "1.0"},
        {"Name": "Message-ID", "Value": f"<{game.ply}@mail.example.org>"},
    ]
    payload = {
        "FromName": "Amina",
        "From": user.email,
        "FromFull": {"Email": user.email, "Name": "Amina", "MailboxHash": ""},
        "To": f'"Marrakech by Mail" <{key}>',
        "ToFull": [{"Email": key, "Name": "Marrakech by Mail", "MailboxHash": key.split("@")[0].partition("+")[2]}],
        "Cc": "",
        "CcFull": [],
        "Bcc": "",
        "BccFull": [],
        "OriginalRecipient": key,
        "Subject": "Re: Your turn at The Blue Table",
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "ReplyTo": "",
        "MailboxHash": key.split("@")[0].partition("+")[2],
        "Date": "Sat, 21 Nov 2026 15:04:05 +0100",
        "TextBody": text,
        "HtmlBody": html,
        "StrippedTextReply": "R",
        "Tag": "",
        "Headers": headers,
        "Attachments": [],
        **more,
    }
    return _post("postmark", json.dumps(payload), content_type="application/json")


def mailgun(game: Game, user: User, text: str, **found: str) -> HttpResponse:
    """Send a request of Mailgun; ``found`` are the fields that it adds to the email."""
    key = reply_address(TurnToken.of(user, game))
    headers = [
        ["X-Envelope-From", f"<{user.email}>"],
        ["From", f"Amina <{user.email}>"],
        ["To", f"Marrakech by Mail <{key}>"],
        ["Subject", "Re: Your turn"],
        ["Message-Id", f"<{game.ply}@mail.example.org>"],
        *([name.replace("_", "-"), value] for name, value in found.items()),
    ]
    timestamp, token = "1795270000", "06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0"
    signature = hmac.new(b"signing-key", f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    form = {
        "recipient": key,
        "sender": user.email,
        "from": f"Amina <{user.email}>",
        "subject": "Re: Your turn",
        "body-plain": text,
        "stripped-text": "R",
        "stripped-signature": "",
        "message-headers": json.dumps(headers),
        "timestamp": timestamp,
        "token": token,
        "signature": signature,
    }
    return _post("mailgun", form)


def _post(service: str, data: Any, **options: str) -> HttpResponse:
    client = Client(headers={"Authorization": BASIC})
    return client.post(f"/anymail/{service}/inbound/", data, **options)  # type: ignore[arg-type, return-value]
