from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.common.errors import Conflict
from games.notifications.feeds import make_feed
from games.notifications.models import Feed, FeedKind
from games.notifications.selectors import feeds_of
from tests.helpers.notifications import reader

from .test_feeds import XML, ask, entries, events, text_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def leila() -> User:
    return reader(zone="Africa/Casablanca", name="Leila")


def test_a_feed_expires_after_the_time_that_was_chosen(leila: User) -> None:
    feed = make_feed(leila, FeedKind.TURNS, days=30)
    with time_machine.travel(feed.created_at + timedelta(days=29)):
        assert ask(feed).status_code == 200
    with time_machine.travel(feed.created_at + timedelta(days=31)):
        assert ask(feed).status_code == 404
        assert feeds_of(leila) == []
    Feed.objects.update(expires_at=None)  # made before feeds expired
    with time_machine.travel(feed.created_at + timedelta(days=9999)):
        assert ask(feed).status_code == 200


def test_feeds_that_have_expired_count_no_more(leila: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.notifications.feeds.MAX_FEEDS", 1)
    make_feed(leila, FeedKind.TURNS, days=30)
    with pytest.raises(Conflict):
        make_feed(leila, FeedKind.TURNS)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        make_feed(leila, FeedKind.TURNS)


@pytest.mark.parametrize("kind", [FeedKind.CALENDAR, FeedKind.TURNS])
def test_a_feed_says_in_its_last_two_weeks_that_it_expires(leila: User, kind: FeedKind) -> None:
    feed = make_feed(leila, kind, days=90)
    told, assert_told = (events, _is_event_of_last_day) if kind == FeedKind.CALENDAR else (entries, _is_entry_of_end)
    with time_machine.travel(feed.created_at + timedelta(days=75)):
        assert told(feed) == []
        etag = ask(feed)["ETag"]
    with time_machine.travel(feed.created_at + timedelta(days=77)):
        (found,) = told(feed)
        assert_told(found)
        assert ask(feed, **{"If-None-Match": etag}).status_code == 200


def _is_event_of_last_day(event: Any) -> None:
    feed = Feed.objects.get()
    assert feed.expires_at
    assert event["summary"] == "The address of this calendar expires"
    assert event.decoded("dtstart") == timezone.localdate(feed.expires_at, ZoneInfo("Africa/Casablanca"))
    assert event["url"].endswith("/notifications/")


def _is_entry_of_end(entry: XML) -> None:
    assert text_in(entry, "title").startswith("This feed expires on ")
    assert "Create a new address at " in text_in(entry, "summary")
