"""Tests of blocks: who is kept from whom, how many there can be, and who sees the list."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import services
from accounts.blocks import blocked_by, blocks_of, hidden_from, muted_by, swallows
from accounts.errors import NotBlockable, TooManyBlocks
from accounts.models import Block
from accounts.services import block, create_guest, create_robot, delete_account, unblock
from tests.makers import make_user

pytestmark = pytest.mark.django_db


def test_a_block_counts_for_both_and_for_nobody_else() -> None:
    ada, ben, eve = make_user(), make_user(), make_user()
    block(ada, ben)
    block(eve, ada)
    assert set(hidden_from(ada)) == {ben.pk, eve.pk}
    assert list(hidden_from(ben)) == [ada.pk]
    assert list(hidden_from(eve)) == [ada.pk]
    assert swallows(ben, ada)
    assert not swallows(ada, ben)
    assert not swallows(ben, eve)


def test_a_visitor_is_kept_from_nobody() -> None:
    block(make_user(), make_user())
    assert list(hidden_from(AnonymousUser())) == []
    assert list(hidden_from(None)) == []


def test_both_directions_are_read_in_one_statement() -> None:
    ada = make_user()
    block(ada, make_user())
    block(make_user(), ada)
    with CaptureQueriesContext(connection) as sent:
        assert len(set(hidden_from(ada))) == 2
    assert len(sent) == 1


def test_blocking_again_changes_only_whether_messages_are_hidden() -> None:
    ada, ben = make_user(), make_user()
    row = block(ada, ben)
    assert list(muted_by(ada)) == [ben.pk]
    assert block(ada, ben, hides_messages=False) == row
    assert list(muted_by(ada)) == []
    assert list(muted_by(ben)) == []
    assert Block.objects.count() == 1


def test_unblocking_ends_only_the_own_block() -> None:
    ada, ben = make_user(), make_user()
    block(ada, ben)
    block(ben, ada)
    unblock(ada, ben)
    unblock(ada, ben)
    assert [row.blocker for row in Block.objects.all()] == [ben]
    assert swallows(ada, ben)
    assert not swallows(ben, ada)


@pytest.mark.parametrize("who", ["oneself", "a robot", "a guest"])
def test_nobody_can_block(who: str) -> None:
    ada = make_user()
    people = {"oneself": ada, "a robot": create_robot("greedy", "greedy-7", "Greedy 7"), "a guest": create_guest("en")}
    with pytest.raises(NotBlockable):
        block(ada, people[who])
    assert not Block.objects.exists()


def test_a_block_of_oneself_is_refused_by_the_database() -> None:
    ada = make_user()
    with pytest.raises(IntegrityError), transaction.atomic():
        Block.objects.create(blocker=ada, blocked=ada)


def test_one_more_than_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_BLOCKS", 2)
    ada, ben = make_user(), make_user()
    block(ada, ben)
    block(ada, make_user())
    with pytest.raises(TooManyBlocks):
        block(ada, make_user())
    assert Block.objects.count() == 2
    block(ada, ben, hides_messages=False)  # one that there is already can still be changed
    assert list(muted_by(ada)) != [ben.pk]


def test_the_limit_is_five_hundred() -> None:
    assert services.MAX_BLOCKS == 500


def test_a_closed_account_stays_blocked_but_is_neither_listed_nor_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_BLOCKS", 1)
    ada, ben, eve = make_user(), make_user(), make_user()
    block(ada, ben)
    services.deactivate(ben)
    assert list(blocks_of(ada)) == []
    assert list(blocked_by(ada)) == [ben.pk]
    block(ada, eve)
    assert [row.blocked for row in blocks_of(ada)] == [eve]


def test_a_deleted_account_leaves_no_block() -> None:
    ada, ben, eve = make_user(), make_user(), make_user()
    block(ada, ben)
    block(eve, ada)
    delete_account(ada)
    assert not Block.objects.exists()


def test_administrators_find_blocks_by_either_name_and_change_none(admin_client: Client) -> None:
    ada, ben, eve = make_user(), make_user(), make_user("quokka")
    row = block(ada, ben)
    block(eve, make_user())
    for name in (ada.username, ben.username):
        page = admin_client.get("/admin/accounts/block/", {"q": name}).content.decode()
        assert ada.username in page
        assert "quokka" not in page
    assert admin_client.post(f"/admin/accounts/block/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.post(f"/admin/accounts/block/{row.pk}/change/", {}).status_code == 403
    assert Block.objects.count() == 2
