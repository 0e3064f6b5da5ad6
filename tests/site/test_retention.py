from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts import exports
from games.core.models import Game, JobState
from games.notifications import outbox
from games.notifications.models import DeliveryEvent, Kind, Notification
from games.replay import films
from games.replay.models import Film
from games.site import retention
from games.site.privacy import kept_for
from tests.makers import make_user, play_on, started_game
from tests.plans import plans

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
DAY = timedelta(days=1)


def notification(state: str, game: Game | None = None) -> Notification:
    count, now = Notification.objects.count(), timezone.now()
    return Notification.objects.create(
        key=f"test:{count}", kind=Kind.TURN, user=make_user(), game=game, state=state, due_at=now
    )


def in_days(days: float) -> None:
    retention.delete_expired(timezone.now() + days * DAY)


def test_notifications_go_after_90_days_with_their_reports_if_their_game_is_over() -> None:
    over, running = play_on(started_game(options={"rugs": "1/1/1"})), started_game()
    Notification.objects.all().delete()
    gone = [notification(state, over) for state in ("sent", "failed", "bounced", "dropped")]
    gone.append(notification("sent"))
    kept = [notification("sent", running), notification("queued", over), notification("held", over)]
    report = DeliveryEvent.objects.create(notification=gone[0], event="delivered", at=timezone.now() + DAY)
    in_days(89.9)
    assert Notification.objects.count() == len(gone) + len(kept)
    in_days(90.1)
    assert list(Notification.objects.order_by("pk")) == kept
    assert not DeliveryEvent.objects.filter(pk=report.pk).exists()


def test_reports_that_no_email_is_known_for_go_after_90_days() -> None:
    DeliveryEvent.objects.create(event="delivered", at=timezone.now())
    in_days(89.9)
    assert DeliveryEvent.objects.exists()
    in_days(90.1)
    assert not DeliveryEvent.objects.exists()


def test_a_sweep_deletes_some_rows_and_the_next_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(retention, "BATCHES", 2)
    for _number in range(5):
        notification("sent")
    in_days(91)
    assert Notification.objects.count() == 1
    in_days(91)
    assert not Notification.objects.exists()


def test_animations_go_after_a_year_but_not_while_they_are_made() -> None:
    game, now = started_game(), timezone.now()
    for kind, state in (("gif", JobState.DONE), ("webp", JobState.RUNNING)):
        Film.objects.create(game=game, format=kind, state=state, version=1, due_at=now)
    in_days(364)
    assert Film.objects.count() == 2
    in_days(366)
    assert Film.objects.get().format == "webp"


@pytest.mark.sqlite
def test_what_expires_is_found_by_its_age() -> None:
    now = timezone.now()
    assert "INDEX notification_state (state=? AND due_at<?)" in plans(lambda: list(outbox.old_notifications(now)))
    assert "INDEX delivery_event_at (at<?)" in plans(lambda: list(outbox.old_reports(now)))


def test_files_that_are_in_the_database_are_not_read_to_delete_them() -> None:
    rows = [films.old_films(timezone.now()), exports.old_exports(timezone.now())]
    assert not any('"data"' in str(row.query) for row in rows)


def test_the_command_says_what_goes_when_and_how_much_is_there() -> None:
    Notification.objects.all().delete()
    old = notification("sent")
    notification("sent")
    Notification.objects.filter(pk=old.pk).update(due_at=timezone.now() - 91 * DAY)
    call_command("retention", stdout=(out := StringIO()))
    lines = {line[:56].strip(): line[56:].split() for line in out.getvalue().splitlines()}
    assert lines["notifications, if their game is over"] == ["90", "days", "2", "1"]
    assert lines["packed games"] == lines["steps of other games"] == ["for", "good", "0"]
    assert Notification.objects.count() == 2  # it only reads
    assert {rule.name for rule in retention.RULES} <= set(kept_for())
