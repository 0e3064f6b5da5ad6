from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine

from accounts.models import Profile, User
from games.chat.services import post_message
from games.core.models import Entry, Game
from games.core.packing import pack_log
from games.delivery.pacing import PRESENCE_LASTS, RECHECK_AFTER, AddToDigest, Drop, Hold, Send, decide, urgent_from
from games.notifications import outbox
from games.notifications.models import (
    Channel,
    Frequency,
    Kind,
    Notification,
    NotificationReason,
    NotificationState,
    Presence,
)
from games.notifications.preferences import set_preferences
from games.play.actions import play_action
from games.play.endings import abort_game
from tests.helpers.notifications import latest, reader
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def hours(user: User, begin: int | None = None, end: int | None = None, digest_hour: int = 8) -> None:
    """Set the player's hours, in UTC."""
    quiet = [None if hour is None else time(hour) for hour in (begin, end)]
    Profile.objects.filter(user=user).update(quiet_from=quiet[0], quiet_until=quiet[1], digest_hour=digest_hour)


def table_of(row: Notification) -> Game:
    assert row.game
    return row.game


def turn_of(user: User, **settings: object) -> Notification:
    """Return the row of a first turn, queued at noon."""
    with time_machine.travel(NOON, tick=False):
        game = started_game(user, make_user(), **settings)
    return latest(Kind.TURN, user, game)


def judged(row: Notification, at: datetime) -> object:
    """Return the decision about a row as a worker reads it."""
    return decide(Notification.objects.select_related("user__profile", "game", "digest").get(pk=row.pk), at)


def has_left(row: Notification, at: datetime) -> None:
    Notification.objects.filter(pk=row.pk).update(state=NotificationState.SENT, sent_at=at)


def test_an_email_is_sent_at_once_by_default() -> None:
    assert judged(turn_of(reader()), NOON) == Send()


def test_an_irrelevant_email_is_dropped_before_anything_else() -> None:
    user = reader()
    row = turn_of(user)
    set_preferences(user, {Kind.TURN: "daily"})
    assert row.game
    play_on(row.game, 2)
    assert judged(row, NOON) == Drop(NotificationReason.TURN_PLAYED)


class TestQuietHours:
    def test_an_email_waits_for_the_end_of_quiet_hours(self) -> None:
        user = reader()
        row = turn_of(user)
        hours(user, 11, 15)
        assert judged(row, NOON) == Hold(NOON + 3 * HOUR, NotificationReason.QUIET_HOURS)
        assert judged(row, NOON + 3 * HOUR) == Send()

    @pytest.mark.parametrize("kind", [Kind.ACCOUNT, Kind.REPLY])
    def test_account_mail_and_answers_are_sent_in_quiet_hours(self, kind: Kind) -> None:
        user = reader()
        hours(user, 11, 15)
        row = turn_of(user)
        Notification.objects.filter(pk=row.pk).update(kind=kind, raw="Subject: hello")
        assert judged(row, NOON) == Send()

    def test_a_digest_waits_for_the_end_of_quiet_hours(self) -> None:
        user = reader()
        row = turn_of(user)
        digest = Notification.objects.create(key="digest:1", kind=Kind.DIGEST, user=user, due_at=NOON)
        Notification.objects.filter(pk=row.pk).update(digest=digest, state=NotificationState.HELD)
        hours(user, 11, 15)
        assert judged(digest, NOON) == Hold(NOON + 3 * HOUR, NotificationReason.QUIET_HOURS)

    def test_a_device_respects_quiet_hours_and_a_webhook_does_not(self) -> None:
        user = reader()
        row = turn_of(user)
        hours(user, 11, 15)
        found = []
        for channel in (Channel.PUSH, Channel.WEBHOOK):
            Notification.objects.filter(pk=row.pk).update(channel=channel)
            found.append(judged(row, NOON))
        assert found == [Hold(NOON + 3 * HOUR, NotificationReason.QUIET_HOURS), Send()]


class TestOneMailThenSilence:
    def test_with_one_email_then_silence_the_first_is_sent_and_the_second_waits(self) -> None:
        user = reader()
        set_preferences(user, {Kind.TURN: Frequency.ONCE})
        first, second = turn_of(user), turn_of(user)
        assert judged(first, NOON) == Send()
        has_left(first, NOON)
        assert judged(second, NOON) == Hold(NOON + RECHECK_AFTER, NotificationReason.NOT_ACTED)

    def test_with_one_email_then_silence_the_older_of_two_claimed_rows_is_sent(self) -> None:
        user = reader()
        set_preferences(user, {Kind.TURN: Frequency.ONCE})
        rows = [turn_of(user), turn_of(user)]
        claimed = [outbox.claim(row.pk, NOON) for row in rows]
        assert [type(judged(row, NOON)) for row in claimed if row] == [Send, Hold]

    @pytest.mark.parametrize("act", ["play", "talk"])
    def test_acting_at_any_table_ends_the_silence_of_emails(self, act: str) -> None:
        user = reader()
        set_preferences(user, {Kind.TURN: Frequency.ONCE})
        first, second = turn_of(user), turn_of(user)
        has_left(first, NOON)
        assert first.game
        with time_machine.travel(NOON + HOUR, tick=False):
            if act == "play":
                play_action(first.game.pk, user, "L", first.game.ply)
            else:
                post_message(first.game.pk, user, "I am thinking.")
        assert judged(second, NOON + 2 * HOUR) == Send()

    def test_a_turn_in_a_game_that_has_been_packed_since_ends_the_silence_of_emails(self) -> None:
        user = reader()
        set_preferences(user, {Kind.TURN: Frequency.ONCE})
        first, second = turn_of(user), turn_of(user)
        has_left(first, NOON)
        assert first.game
        with time_machine.travel(NOON + HOUR, tick=False):
            play_on(first.game, 3, in_steps=True)
            abort_game(first.game.pk)
        assert pack_log(first.game.pk)
        assert judged(second, NOON + 2 * HOUR) == Send()

    def test_an_order_in_advance_does_not_end_the_silence_of_emails(self) -> None:
        user = reader()
        set_preferences(user, {Kind.TURN: Frequency.ONCE})
        first, second = turn_of(user), turn_of(user)
        has_left(first, NOON)
        assert first.game
        with time_machine.travel(NOON + HOUR, tick=False):
            play_action(first.game.pk, user, "L", first.game.ply)
        Entry.objects.filter(game=first.game).update(note="order")
        assert isinstance(judged(second, NOON + 2 * HOUR), Hold)

    @pytest.mark.parametrize("act", ["play", "talk"])
    def test_an_email_frequency_for_a_table_counts_only_there(self, act: str) -> None:
        user = reader()
        row, other = turn_of(user), turn_of(user)
        assert row.game
        assert other.game
        set_preferences(user, {Kind.TURN: Frequency.ONCE}, row.game)
        has_left(other, NOON)
        assert judged(row, NOON) == Send()
        Notification.objects.create(
            key="earlier", kind=Kind.TURN, user=user, game=row.game, due_at=NOON, state="sent", sent_at=NOON
        )
        with time_machine.travel(NOON + HOUR, tick=False):
            if act == "play":
                play_action(other.game.pk, user, "L", other.game.ply)
            post_message((other if act == "play" else row).game.pk, user, "Hello.")  # type: ignore[union-attr]
        assert isinstance(judged(row, NOON + 2 * HOUR), Hold if act == "play" else Send)


class TestDigests:
    @pytest.mark.parametrize(("often", "then"), [("daily", 20), ("twice", 8)])
    def test_a_notification_waits_for_the_next_hour_of_digests(self, often: str, then: int) -> None:
        user = reader()
        row = turn_of(user)
        set_preferences(user, {Kind.TURN: often})
        slot = NOON + then * HOUR
        assert judged(row, NOON) == Hold(slot, NotificationReason.DIGEST)
        following = slot + timedelta(days=1) if often == "daily" else slot + 12 * HOUR
        assert judged(row, slot) == AddToDigest(slot, following)

    def test_quiet_hours_delay_a_digest(self) -> None:
        user = reader()
        row = turn_of(user)
        set_preferences(user, {Kind.TURN: "daily"})
        hours(user, 6, 10)
        assert judged(row, NOON + 20 * HOUR) == Hold(NOON + 22 * HOUR, NotificationReason.QUIET_HOURS)
        assert isinstance(judged(row, NOON + 22 * HOUR), AddToDigest)

    @pytest.mark.parametrize(
        ("state", "expected"),
        [
            ("queued", Hold),
            ("held", Hold),
            ("sending", Hold),
            ("sent", Drop),
            ("bounced", AddToDigest),
            ("failed", AddToDigest),
        ],
    )
    def test_a_notification_stays_in_a_digest_that_may_still_be_sent(self, state: str, expected: type) -> None:
        user = reader()
        row = turn_of(user)
        set_preferences(user, {Kind.TURN: "daily"})
        digest = Notification.objects.create(key="digest:1", kind=Kind.DIGEST, user=user, due_at=NOON, state=state)
        Notification.objects.filter(pk=row.pk).update(digest=digest)
        assert isinstance(judged(row, NOON + 20 * HOUR), expected)

    def test_a_digest_without_relevant_news_is_not_sent(self) -> None:
        digest = Notification.objects.create(key="digest:1", kind=Kind.DIGEST, user=reader(), due_at=NOON)
        assert judged(digest, NOON) == Drop(NotificationReason.EMPTY)


class TestUrgency:
    @pytest.mark.parametrize(("pace", "lead"), [("1d", 6), ("3d", 12), ("7d", 12)])
    def test_a_turn_is_urgent_when_the_deadline_is_near(self, pace: str, lead: int) -> None:
        user = reader()
        row = turn_of(user, pace=pace)
        set_preferences(user, {Kind.TURN: Frequency.URGENT})
        assert row.game
        assert row.game.deadline
        urgent = row.game.deadline - lead * HOUR
        assert judged(row, NOON) == Hold(urgent, NotificationReason.NOT_URGENT)
        assert judged(row, urgent) == Send()
        assert judged(row, row.game.deadline + HOUR) == Send()

    def test_a_turn_without_a_clock_is_urgent_after_three_days(self) -> None:
        user = reader()
        row = turn_of(user, pace="none")
        set_preferences(user, {Kind.TURN: Frequency.URGENT})
        assert judged(row, NOON) == Hold(NOON + timedelta(days=3), NotificationReason.NOT_URGENT)

    @pytest.mark.parametrize(
        ("quiet", "deadline", "expected"),
        [
            ((22, 7), "2026-01-16T20:00", "2026-01-16T14:00"),  # far from them
            ((22, 7), "2026-01-16T11:00", "2026-01-16T05:00"),  # begins in them, and there is time after them
            ((22, 7), "2026-01-16T07:30", "2026-01-15T21:00"),  # hardly any time after them
            ((22, 7), "2026-01-16T03:00", "2026-01-15T21:00"),  # passes in them, urgent from 21:00 anyway
            ((20, 7), "2026-01-16T03:00", "2026-01-15T19:00"),  # passes in them
            ((22, 7), "2026-01-15T23:00", "2026-01-15T17:00"),  # passes in them, urgent long before
        ],
    )
    def test_an_urgent_turn_with_a_deadline_in_quiet_hours_is_announced_before_them(
        self, quiet: tuple[int, int], deadline: str, expected: str
    ) -> None:
        profile = Profile(time_zone="UTC", quiet_from=time(quiet[0]), quiet_until=time(quiet[1]))
        game = Game(pace="1d", deadline=datetime.fromisoformat(f"{deadline}:00+00:00"))
        assert urgent_from(game, NOON, profile, game.deadline) == datetime.fromisoformat(f"{expected}:00+00:00")


class TestPresence:
    def test_email_about_the_open_table_waits(self) -> None:
        user = reader()
        row = turn_of(user)
        Presence.objects.create(user=user, game=table_of(row), at=NOON)
        later = NOON + timedelta(seconds=119)
        assert judged(row, later) == Hold(NOON + PRESENCE_LASTS, NotificationReason.LOOKING)
        assert judged(row, NOON + PRESENCE_LASTS) == Send()

    def test_an_open_page_of_another_table_or_player_does_not_hold_email_back(self) -> None:
        user, other = reader(), make_user()
        row, elsewhere = turn_of(user), turn_of(user)
        Presence.objects.create(user=user, game=table_of(elsewhere), at=NOON)
        Presence.objects.create(user=other, game=table_of(row), at=NOON)
        assert judged(row, NOON) == Send()
