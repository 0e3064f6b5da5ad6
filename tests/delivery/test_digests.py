from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from accounts.models import User
from games import tasks
from games.chat.services import post_message
from games.delivery import pacing, worker
from games.notifications import outbox
from games.notifications.models import Kind, Notification, NotificationReason, NotificationState
from games.notifications.preferences import set_preferences
from games.play.actions import play_action
from tests.core.test_concurrency import at_once
from tests.helpers.notifications import latest
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.slow

NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)
EIGHT = datetime(2026, 1, 16, 8, tzinfo=UTC)
GATHERED = EIGHT + worker.GATHERING_TIME
PAST = EIGHT + timedelta(hours=4)


def reader_of_digests(name: str = "Ben", often: str = "daily") -> User:
    """Return a player who gets everything in a digest at eight o'clock."""
    user = make_user(name)
    kinds = [Kind.TURN, Kind.MENTION, Kind.STARTED, Kind.OVER]
    set_preferences(user, dict.fromkeys(kinds, often))
    return user


def wait(user: User, number: int = 2) -> list[Notification]:
    """Let this number of tables wait since noon. Return the rows, which a worker has delayed until eight."""
    other = make_user("Amina")
    set_preferences(other, {"": "never"})
    with time_machine.travel(NOON, tick=False):
        games = [started_game(user, other, name=f"Table {index}") for index in range(number)]
        worker.drain(NOON)
    assert mail.outbox == []
    return [latest(Kind.TURN, user, game) for game in games]


def work(*moments: datetime) -> None:
    """Let a worker make its round at these moments."""
    for at in moments:
        with time_machine.travel(at, tick=False):
            worker.drain(at)


def states(rows: list[Notification]) -> list[str]:
    return list(
        Notification.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk").values_list("state", flat=True)
    )


@pytest.mark.django_db
class TestOneWorker:
    def test_notifications_wait_for_the_hour_of_the_digest(self) -> None:
        rows = wait(reader_of_digests())
        assert states(rows) == ["held", "held"]
        assert {row.due_at for row in rows} == {EIGHT}

    def test_a_digest_sends_all_waiting_notifications_in_one_email(self) -> None:
        rows = wait(reader_of_digests())
        work(EIGHT, GATHERED, PAST)
        assert [one.subject for one in mail.outbox] == [
            "2 tables are waiting for you: Marrakech · Table 0 and Marrakech · Table 1"
        ]
        assert states(rows) == ["sent", "sent"]
        digest = Notification.objects.get(kind=Kind.DIGEST)
        assert (digest.key, digest.state) == (f"digest:20260116T0800:{digest.user_id}", "sent")
        assert {row.reason for row in digest.digest_items.all()} == {NotificationReason.IN_DIGEST}

    def test_no_digest_is_sent_without_news(self) -> None:
        wait(reader_of_digests())
        work(EIGHT, GATHERED)
        work(EIGHT + timedelta(days=1), GATHERED + timedelta(days=1))
        assert len(mail.outbox) == 1

    def test_an_irrelevant_notification_is_not_in_a_digest(self) -> None:
        user = reader_of_digests()
        rows = wait(user)
        assert rows[0].game
        play_on(rows[0].game, 2)
        work(EIGHT, GATHERED)
        assert mail.outbox[0].subject == "1 table is waiting for you: Marrakech · Table 1"
        assert states(rows) == ["dropped", "sent"]

    def test_a_notification_that_became_irrelevant_while_held_is_not_in_a_digest(self) -> None:
        user = reader_of_digests()
        rows = wait(user)
        assert rows[1].game
        play_on(rows[1].game, 2)
        Notification.objects.filter(pk=rows[1].pk).update(due_at=PAST)
        work(EIGHT)
        assert states(rows) == ["held", "dropped"]

    def test_a_notification_that_becomes_irrelevant_while_waiting_is_not_in_a_digest(self) -> None:
        user = reader_of_digests()
        rows = wait(user)
        work(EIGHT)
        assert rows[0].game
        play_on(rows[0].game, 2)
        work(GATHERED)
        assert mail.outbox[0].subject == "1 table is waiting for you: Marrakech · Table 1"
        assert states(rows) == ["dropped", "sent"]

    def test_an_empty_digest_is_dropped(self) -> None:
        user = reader_of_digests()
        rows = wait(user, 1)
        work(EIGHT)
        assert rows[0].game
        play_on(rows[0].game, 2)
        work(GATHERED)
        assert mail.outbox == []
        assert Notification.objects.get(kind=Kind.DIGEST).reason == NotificationReason.EMPTY

    def test_notifications_not_yet_due_join_a_digest_and_other_frequencies_do_not(self) -> None:
        user = reader_of_digests()
        rows = wait(user, 3)
        assert rows[2].game
        with time_machine.travel(NOON, tick=False):
            set_preferences(user, {Kind.TURN: "urgent"}, rows[2].game)
            worker.drain(NOON)
        Notification.objects.filter(pk=rows[1].pk).update(due_at=EIGHT + timedelta(hours=1))
        work(EIGHT)
        assert [
            row.digest_id is not None for row in Notification.objects.filter(kind=Kind.TURN, user=user).order_by("pk")
        ] == [True, True, False]

    def test_a_notification_after_the_digest_waits_for_the_next_one(self) -> None:
        user = reader_of_digests()
        rows = wait(user)
        work(EIGHT, GATHERED)
        Notification.objects.filter(pk=rows[0].pk).update(state="held", digest=None, due_at=PAST)
        work(PAST)
        late = Notification.objects.get(pk=rows[0].pk)
        assert (late.state, late.due_at, late.reason) == ("held", EIGHT + timedelta(days=1), NotificationReason.DIGEST)

    def test_other_news_are_in_the_digest(self) -> None:
        user = reader_of_digests()
        rows = wait(user, 1)
        assert rows[0].game
        with time_machine.travel(NOON, tick=False):
            post_message(rows[0].game.pk, User.objects.get(username="Amina"), "@Ben, hello!")
            worker.drain(NOON)
        work(EIGHT, GATHERED)
        assert len(mail.outbox) == 1
        assert "Amina mentioned you at Table 0" in str(mail.outbox[0].body)

    def test_notifications_are_released_when_a_digest_fails_for_good(self) -> None:
        user = reader_of_digests()
        rows = wait(user)
        work(EIGHT)
        digest = Notification.objects.get(kind=Kind.DIGEST)
        for attempt in range(outbox.MAX_ATTEMPTS):
            assert states(rows) == ["held", "held"]
            now = digest.due_at + attempt * timedelta(days=1)
            taken = outbox.claim(digest.pk, now)
            assert taken
            with time_machine.travel(now, tick=False):
                outbox.mark_failed(taken, NotificationReason.ERROR, now, "no route")
        assert states([digest]) == ["failed"]
        assert not Notification.objects.filter(digest=digest).exists()
        work(EIGHT + timedelta(days=9), GATHERED + timedelta(days=9))
        assert len(mail.outbox) == 1
        assert states(rows) == ["sent", "sent"]

    def test_a_notification_whose_digest_has_been_sent_is_dropped(self) -> None:
        rows = wait(reader_of_digests())
        work(EIGHT, GATHERED)
        Notification.objects.filter(pk=rows[0].pk).update(state="sending", due_at=PAST, sent_at=None)
        decision = pacing.decide(Notification.objects.get(pk=rows[0].pk), PAST)
        digest = Notification.objects.get(kind=Kind.DIGEST)
        assert decision == pacing.Drop(NotificationReason.IN_DIGEST, digest.key)

    def test_notifications_bounce_with_their_digest(self) -> None:
        rows = wait(reader_of_digests())
        work(EIGHT, GATHERED)
        outbox.mark_bounced(Notification.objects.get(kind=Kind.DIGEST), "no such mailbox")
        assert states(rows) == ["bounced", "bounced"]

    def test_a_worker_killed_with_a_digest_causes_at_most_one_more_email(self) -> None:
        rows = wait(reader_of_digests())
        work(EIGHT)
        assert outbox.claim(Notification.objects.get(kind=Kind.DIGEST).pk, GATHERED)
        work(GATHERED)
        assert mail.outbox == []
        work(GATHERED + outbox.LEASE)
        assert len(mail.outbox) == 1
        assert states(rows) == ["sent", "sent"]

    def test_two_digests_are_sent_to_readers_who_want_two_a_day(self) -> None:
        user = reader_of_digests(often="twice")
        rows = wait(user, 1)
        evening = NOON + timedelta(hours=8)
        work(evening, evening + worker.GATHERING_TIME)
        assert rows[0].game
        with time_machine.travel(evening + timedelta(hours=1), tick=False):
            game = play_action(rows[0].game.pk, user, "L", rows[0].game.ply)
            post_message(game.pk, User.objects.get(username="Amina"), "@Ben, well done.")
            worker.drain(evening + timedelta(hours=1))
        work(EIGHT, GATHERED)
        assert [one.subject[:27] for one in mail.outbox] == ["1 table is waiting for you:"] * 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one_digest_of_two_rows_of_one_reader() -> None:
    user = reader_of_digests()
    rows = wait(user)
    with time_machine.travel(EIGHT, tick=False):
        claimed = [outbox.claim(row.pk, EIGHT) for row in rows]
        then = EIGHT + timedelta(days=1)
        made = at_once(*(lambda row=row: worker.add_to_digest(row, EIGHT, then) for row in claimed if row))
    digest = Notification.objects.get(kind=Kind.DIGEST)
    assert made == [digest, digest]
    assert states(rows) == ["held", "held"]
    assert digest.digest_items.count() == 2
    with time_machine.travel(GATHERED, tick=False):
        at_once(*(lambda: tasks.drain() for _ in range(3)))
    assert len(mail.outbox) == 1
    assert states(rows) == [NotificationState.SENT] * 2
