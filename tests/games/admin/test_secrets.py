"""What administrators do not get to see."""

import pytest
from django.contrib import admin
from django.test import Client

from games.models import (
    DiceSecret,
    Kind,
    Notification,
)
from games.services import outbox
from games.services.dice import new_draft, read_draft
from games.services.feeds import make_feed
from games.services.invitations import invite_address
from games.services.push_devices import add_device
from games.services.webhooks import add_webhook
from tests.games.admin.pages import page, row_page
from tests.makers import make_table, make_user, started_game
from tests.roads.browsers import Browser

pytestmark = pytest.mark.django_db


def test_the_dice_are_not_registered() -> None:
    assert DiceSecret not in admin.site._registry


def test_no_page_shows_the_secret_or_the_shares_of_a_running_game(admin_client: Client) -> None:
    draft = new_draft()
    secret = read_draft(draft.token)[1].hex()
    shares = ["ab" * 16, "cd" * 16]
    game = started_game(draft=draft.token, entropy=shares[0])
    sealed = bytes(DiceSecret.objects.get(game=game).sealed).decode()
    seen = row_page(admin_client, game) + page(admin_client, "game")
    for hidden in (secret, sealed, shares[0]):
        assert hidden not in seen


def test_the_text_of_account_mail_is_not_shown(admin_client: Client) -> None:
    row = outbox.queue_raw("nadia@example.org", "Sign in here: https://x.example/k3y/", "account:1")
    assert "k3y" not in row_page(admin_client, row) + page(admin_client, "notification")


def test_the_code_of_an_invitation_is_not_shown(admin_client: Client) -> None:
    table = make_table()
    assert table.host
    invitation = invite_address(table.pk, table.host, "guest@example.org")
    mail = Notification.objects.get(kind=Kind.INVITATION)
    seen = row_page(admin_client, invitation) + row_page(admin_client, mail) + row_page(admin_client, table)
    seen += page(admin_client, "invitation") + page(admin_client, "notification")
    assert invitation.code not in seen
    assert table.invite_code not in seen


def test_devices_webhooks_and_feeds_show_nothing_that_opens_something(admin_client: Client) -> None:
    user = make_user("Leila")
    device = add_device(user, **Browser().answer(), name="Firefox")
    hook = add_webhook(user, "https://hooks.example.org/s3cret", "slack")
    feed = make_feed(user, "calendar")
    lists = "".join(page(admin_client, model) for model in ("pushdevice", "webhook", "feed"))
    seen = lists + "".join(row_page(admin_client, row) for row in (device, hook, feed))
    assert "hooks.example.org" in seen
    for hidden in (device.endpoint, device.p256dh, device.auth, "s3cret", hook.secret, feed.code):
        assert hidden not in seen
