import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.core.dice import NewShare, new_draft, read_draft
from games.core.models import DiceSecret
from games.lobby.invitations import invite_address
from games.notifications import outbox
from games.notifications.feeds import make_feed
from games.notifications.models import Kind, Notification
from games.notifications.push_devices import add_device
from games.notifications.webhooks import add_webhook
from games.planning.models import DiaryLine, Note
from games.planning.notes import add_diary_line, note_hash, save_note
from games.planning.studies import StudyPosition, comment_on, publish_study, try_action
from games.play.endings import resign
from tests.helpers.admin_pages import act, page, row_page
from tests.helpers.push_browser import Browser
from tests.makers import acting_user, any_action, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


def test_the_secrets_of_dice_are_not_registered_in_the_admin() -> None:
    assert DiceSecret not in admin.site._registry


def test_no_admin_page_shows_the_secret_or_the_shares_of_a_running_game(admin_client: Client) -> None:
    draft = new_draft()
    secret = read_draft(draft.token).secret.hex()
    shares = ["ab" * 16, "cd" * 16]
    game = started_game(draft=draft.token, share=NewShare(words=shares[0]))
    sealed = bytes(DiceSecret.objects.get(game=game).sealed).decode()
    seen = row_page(admin_client, game) + page(admin_client, "game")
    for hidden in (secret, sealed, shares[0]):
        assert hidden not in seen


def test_the_admin_hides_the_text_of_account_mail(admin_client: Client) -> None:
    row = outbox.queue_raw("nadia@example.org", "Sign in here: https://x.example/k3y/", "account:1")
    assert "k3y" not in row_page(admin_client, row) + page(admin_client, "notification")


def test_the_admin_hides_the_code_of_an_invitation(admin_client: Client) -> None:
    table = make_table()
    assert table.host
    invitation = invite_address(table.pk, table.host, "guest@example.org")
    mail = Notification.objects.get(kind=Kind.INVITATION)
    seen = row_page(admin_client, invitation) + row_page(admin_client, mail) + row_page(admin_client, table)
    seen += page(admin_client, "invitation") + page(admin_client, "notification")
    assert invitation.code not in seen
    assert table.invite_code not in seen


def test_the_admin_hides_the_secrets_of_devices_webhooks_and_feeds(admin_client: Client) -> None:
    user = make_user("Leila")
    device = add_device(user, **Browser().answer(), name="Firefox")
    hook = add_webhook(user, "https://hooks.example.org/s3cret", "slack")
    feed = make_feed(user, "calendar")
    lists = "".join(page(admin_client, model) for model in ("pushdevice", "webhook", "feed"))
    seen = lists + "".join(row_page(admin_client, row) for row in (device, hook, feed))
    assert "hooks.example.org" in seen
    for hidden in (device.endpoint, device.p256dh, device.auth, "s3cret", hook.secret, feed.code):
        assert hidden not in seen


def test_the_admin_counts_private_notes_without_showing_them(admin_client: Client) -> None:
    game = started_game()
    player = acting_user(game)
    node = try_action(game.pk, player, StudyPosition(game.ply), any_action(game))
    comment_on(game.pk, player, node.pk, "hidden comment")
    save_note(game.pk, player, "hidden note", note_hash(""))
    line = add_diary_line(game.pk, player, "hidden line")
    lists = [page(admin_client, model) for model in ("study", "note", "diaryline")]
    rows = [row_page(admin_client, row) for row in (node.study, Note.objects.get(), line)]
    assert not re.search("hidden (comment|note|line)", "".join(lists + rows))
    assert [found for html in lists for found in re.findall(r'"field-(?:size|length)">(\d+)<', html)] == [
        "1",
        "11",
        "11",
    ]


def test_an_admin_action_takes_down_published_text(admin_client: Client) -> None:
    game = started_game()
    player = acting_user(game)
    study = try_action(game.pk, player, StudyPosition(game.ply), any_action(game)).study
    line = add_diary_line(game.pk, player, "Rude words.")
    assert "only its author" in act(admin_client, "take_down", line)
    resign(game.pk, player)
    assert "this planning board is not published" in act(admin_client, "take_down", study)
    publish_study(game.pk, player, is_public=True)
    address = reverse("games:published_study", args=[game.code, player.username])
    assert address in row_page(admin_client, study)
    assert "private again" in act(admin_client, "take_down", study)
    assert "taken down" in act(admin_client, "take_down", line)
    assert not DiaryLine.objects.exists()
