import base64
import threading
import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection, transaction

from accounts.errors import SiteError
from accounts.lock import lock_user
from accounts.models import User
from accounts.services import MAX_TOKENS, create_token
from games.core.models import Entry, Game
from games.lobby.invitations import accept_invitation, claim_invitations, invite_address
from games.lobby.models import InvitationState
from games.lobby.tables import join_table
from games.notifications import outbox
from games.notifications.feeds import MAX_FEEDS, make_feed
from games.notifications.models import FeedKind, Kind, Notification, WebhookShape
from games.notifications.push_devices import MAX_DEVICES, add_device
from games.notifications.webhooks import MAX_WEBHOOKS, add_webhook
from games.planning.models import StudyNode
from games.planning.studies import StudyPosition, try_action
from games.play.actions import play_action
from games.play.models import OrderState
from games.play.orders import withdraw_order
from tests.helpers.order_texts import after_next, before_a_rug, order_for, whole_turn
from tests.makers import acting_user, any_action, host_of, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; return each one's result or its SiteError."""
    start = threading.Barrier(len(calls))
    results: list[object] = [None] * len(calls)

    def run(index: int, call: Callable[[], object]) -> None:
        start.wait()
        try:
            results[index] = call()
        except SiteError as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_exactly_one_of_two_submissions_of_one_ply_wins() -> None:
    game = started_game()
    player = acting_user(game)
    results = at_once(*(lambda turn=turn: play_action(game.pk, player, turn, game.ply) for turn in "LRF"))
    assert sum(isinstance(result, Game) for result in results) == 1
    assert Entry.objects.filter(game=game, seat=0).count() == 1


def test_the_same_submission_several_times_at_once_is_played_once() -> None:
    game = started_game()
    player = acting_user(game)
    results = at_once(*(lambda: play_action(game.pk, player, "L", game.ply) for _ in range(4)))
    assert all(isinstance(result, Game) for result in results)
    assert Entry.objects.filter(game=game, seat=0).count() == 1


def test_two_windows_that_try_the_same_action_make_one_node() -> None:
    game = started_game()
    player, spot = acting_user(game), StudyPosition(game.ply)
    results = at_once(*(lambda: try_action(game.pk, player, spot, "L") for _ in range(2)))
    assert results == [StudyNode.objects.get()] * 2


def test_exactly_one_of_two_players_gets_the_last_seat() -> None:
    game, people = make_table(), [make_user() for _ in range(4)]
    results = at_once(*(lambda person=person: join_table(game.pk, person) for person in people))
    assert sum(isinstance(result, Game) for result in results) == 1
    assert game.seats.count() == 2


def test_exactly_one_of_many_workers_claims_an_email() -> None:
    from django.utils import timezone

    row = outbox.queue(Kind.TURN, "1:1", user=make_user())
    assert row is not None
    results = at_once(*(lambda: outbox.claim(row.pk, timezone.now()) for _ in range(4)))
    assert sum(result is not None for result in results) == 1
    assert Notification.objects.get().attempts == 1


def test_an_invitation_that_is_being_accepted_cannot_be_claimed() -> None:
    game, quick, slow = make_table(seat_count=4), make_user(), make_user()
    invitation = invite_address(game.pk, host_of(game), "friend@example.org")
    accepted = threading.Event()

    def accept() -> None:
        with transaction.atomic():
            accept_invitation(invitation.code, quick)
            accepted.set()
            time.sleep(0.5)  # the other one must wait for the commit

    def claim() -> None:
        accepted.wait(10)
        claim_invitations(slow, "friend@example.org")

    at_once(accept, claim)
    invitation.refresh_from_db()
    assert (invitation.user, invitation.state) == (quick, InvitationState.ACCEPTED)


def test_an_order_is_played_once_by_many_workers() -> None:
    game = before_a_rug()
    waiting = User.objects.get(seats__in=game.seats.filter(is_acting=False))
    order = order_for(game, waiting, orders=whole_turn(after_next(game), 1))
    player, notation = acting_user(game), any_action(game)
    results = at_once(*(lambda: play_action(game.pk, player, notation, game.ply) for _ in range(4)))
    assert all(isinstance(result, Game) for result in results)  # the same action again is a success
    assert Entry.objects.filter(game=game, note="order").count() == 2
    order.refresh_from_db()
    assert order.state == OrderState.USED


def test_an_order_that_is_being_withdrawn_is_played_or_withdrawn() -> None:
    game = before_a_rug()
    waiting = User.objects.get(seats__in=game.seats.filter(is_acting=False))
    order = order_for(game, waiting, orders=whole_turn(after_next(game), 1))
    player, notation = acting_user(game), any_action(game)
    at_once(
        lambda: play_action(game.pk, player, notation, game.ply), lambda: withdraw_order(game.pk, waiting, order.number)
    )
    order.refresh_from_db()
    is_played = Entry.objects.filter(game=game, note="order").exists()
    assert order.state == (OrderState.USED if is_played else OrderState.WITHDRAWN)


def one_more_token(user: User) -> object:
    return create_token(user, "bot")


def one_more_feed(user: User) -> object:
    return make_feed(user, FeedKind.TURNS)


def one_more_webhook(user: User) -> object:
    return add_webhook(user, "https://example.org/hook", WebhookShape.JSON)


def one_more_device(user: User) -> object:
    keys = {"p256dh": base64.urlsafe_b64encode(bytes([4] + [0] * 64)).decode(), "auth": "A" * 22}
    return add_device(user, endpoint=f"https://push.example.org/{uuid4()}", name="phone", **keys)


@pytest.mark.parametrize(
    ("add", "limit"),
    [
        (one_more_token, MAX_TOKENS),
        (one_more_feed, MAX_FEEDS),
        (one_more_webhook, MAX_WEBHOOKS),
        (one_more_device, MAX_DEVICES),
    ],
)
def test_simultaneous_requests_cannot_exceed_a_limit(add: Callable[[User], object], limit: int) -> None:
    user = make_user()
    for _ in range(limit - 1):
        add(user)
    results = at_once(*(lambda: add(user) for _ in range(4)))
    assert sum(not isinstance(result, SiteError) for result in results) == 1


def test_a_user_is_locked_in_a_transaction_only() -> None:
    with pytest.raises(RuntimeError):
        lock_user(make_user())
