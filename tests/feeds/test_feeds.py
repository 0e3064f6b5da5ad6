import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import Profile, User
from accounts.services import deactivate
from games.clocks.holidays import plan_holiday
from games.clocks.pauses import begin_pause
from games.core.choices import Pace
from games.core.lock import game_for_update
from games.core.models import Game, Seat
from games.feeds import views as feeds_views
from games.following.services import follow, unfollow
from games.lobby.saved_filters import save_filter
from games.notifications.feeds import make_feed, revoke_feed
from games.notifications.models import Feed, FeedKind
from games.play.undo import go_back
from games.time_outs.claims import give_time
from tests.helpers.notifications import reader
from tests.makers import finished_game, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
ATOM = "{http://www.w3.org/2005/Atom}"
XML = ElementTree.Element


@pytest.fixture
def leila() -> User:
    return reader(zone="Africa/Casablanca", name="Leila")


def path_of(feed: Feed) -> str:
    return f"/feeds/{feed.code}.{'ics' if feed.kind == FeedKind.CALENDAR else 'atom'}"


def ask(feed: Feed, **headers: str) -> HttpResponse:
    return Client().get(path_of(feed), headers=headers)  # type: ignore[return-value]


def waits(user: User, **settings: object) -> Game:
    return started_game(user, make_user("Amina"), name="The Blue Table", **settings)


def events(feed: Feed) -> list[Any]:
    answer = ask(feed)
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def entries(feed: Feed) -> list[XML]:
    answer = ask(feed)
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")


def text_in(entry: XML, name: str) -> str:
    return entry.findtext(f"{ATOM}{name}") or ""


def test_the_calendar_has_a_turn_at_its_deadline(leila: User) -> None:
    game = waits(leila)
    (event,) = events(make_feed(leila, FeedKind.CALENDAR))
    assert game.deadline
    assert event["dtstart"].dt == game.deadline.replace(microsecond=0)
    assert event["dtstart"].to_ical().endswith(b"Z")
    assert event["summary"] == "Marrakech · Your turn at The Blue Table, turn 1"
    assert event["url"] == f"http://testserver{game.get_absolute_url()}"
    assert "(Africa/Casablanca)" in event["description"]


def test_the_calendar_has_one_event_from_turn_to_turn(leila: User) -> None:
    feed, game = make_feed(leila, FeedKind.CALENDAR), waits(leila)
    (first,) = events(feed)
    play_on(game, 4)
    (later,) = events(feed)
    assert first["uid"] == later["uid"]
    assert later["sequence"] > first["sequence"]
    assert later["last-modified"].dt >= first["last-modified"].dt


def test_the_numbers_of_an_event_grow_with_every_change_of_its_deadline(leila: User) -> None:
    with time_machine.travel(datetime(2031, 5, 1, 12, 0, tzinfo=UTC), tick=False) as clock:
        feed, game = make_feed(leila, FeedKind.CALENDAR), waits(leila, pace=Pace.USUAL)
        amina = game.seats.exclude(user=leila).get().user
        assert amina
        seen = [events(feed)[0]]

        def moved() -> None:
            event, last = events(feed)[0], seen[-1]
            assert event["uid"] == last["uid"]
            assert event["sequence"] > last["sequence"]
            assert event["last-modified"].dt > last["last-modified"].dt
            assert event["dtstamp"].dt == event["last-modified"].dt == timezone.now()
            seen.append(event)

        clock.shift(timedelta(minutes=5))
        give_time(game.pk, amina, 0, 86400, timezone.now())
        moved()
        clock.shift(timedelta(minutes=5))
        plan_holiday(leila, date(2031, 5, 2), date(2031, 5, 3), timezone.now())
        moved()
        clock.shift(timedelta(minutes=5))
        begin_pause(Game.objects.get(pk=game.pk), timezone.now() + timedelta(days=3), timezone.now())
        moved()


def test_the_numbers_of_an_event_grow_when_a_turn_is_taken_back(leila: User) -> None:
    with time_machine.travel(datetime(2031, 5, 1, 12, 0, tzinfo=UTC), tick=False) as clock:
        feed, game = make_feed(leila, FeedKind.CALENDAR), play_on(waits(leila), 4)
        assert Game.objects.get(pk=game.pk).turn == 3
        (before,) = events(feed)
        clock.shift(timedelta(minutes=5))
        with transaction.atomic():
            go_back(game_for_update(game.pk), 0, timezone.now(), "repair")
        assert Game.objects.get(pk=game.pk).turn == 1
        (after,) = events(feed)
        assert after["sequence"] > before["sequence"]
        assert after["last-modified"].dt > before["last-modified"].dt


def test_an_alarm_of_the_calendar_rings_before_the_deadline(leila: User) -> None:
    waits(leila)
    (alarm,) = events(make_feed(leila, FeedKind.CALENDAR))[0].walk("VALARM")
    assert alarm["trigger"].dt == timedelta(hours=-3)


def test_the_turns_of_others_are_not_in_the_calendar(leila: User) -> None:
    started_game(make_user("Amina"), leila)
    assert events(make_feed(leila, FeedKind.CALENDAR)) == []


def test_a_table_without_a_clock_is_not_in_the_calendar(leila: User) -> None:
    waits(leila, pace=Pace.NONE)
    assert events(make_feed(leila, FeedKind.CALENDAR)) == []


def test_a_table_paused_without_end_has_a_clock_in_the_feed_alone(leila: User) -> None:
    begin_pause(waits(leila, pace=Pace.USUAL), None, timezone.now())
    assert events(make_feed(leila, FeedKind.CALENDAR)) == []
    feed = ask(make_feed(leila, FeedKind.TURNS)).content.decode()
    assert "The clock is stopped at the moment. Bank when your turn came: 3 days." in feed
    assert "no clock" not in feed


def test_a_calendar_without_events_is_valid(leila: User) -> None:
    answer = ask(make_feed(leila, FeedKind.CALENDAR))
    assert [part.name for part in Calendar.from_ical(answer.content).subcomponents] == ["VTIMEZONE"]


def test_a_calendar_is_what_programs_expect(leila: User) -> None:
    answer = ask(make_feed(leila, FeedKind.CALENDAR))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.content)
    assert (calendar["version"], calendar["x-wr-timezone"]) == ("2.0", "Africa/Casablanca")
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H" in answer.content


def test_waiting_turns_are_in_the_feed_of_turns(leila: User) -> None:
    waits(leila)
    waits(leila, pace=Pace.NONE)
    timed, clockless = sorted(entries(make_feed(leila, FeedKind.TURNS)), key=lambda entry: text_in(entry, "summary"))
    assert text_in(timed, "title") == "Marrakech · Your turn at The Blue Table, turn 1"
    assert "With Amina." in text_in(timed, "summary")
    assert "Play by" in text_in(timed, "summary")
    assert "This game has no clock." in text_in(clockless, "summary")


def test_an_entry_of_a_feed_keeps_its_id_and_the_next_turn_has_a_new_one(leila: User) -> None:
    feed, game = make_feed(leila, FeedKind.TURNS), waits(leila)
    first, again = (text_in(entries(feed)[0], "id") for _time in range(2))
    play_on(game, 4)
    assert first == again != text_in(entries(feed)[0], "id")


def test_a_feed_without_entries_has_a_date(leila: User) -> None:
    feed = make_feed(leila, FeedKind.TURNS)
    root = ElementTree.fromstring(ask(feed).content)
    assert root.findtext(f"{ATOM}updated") == feed.created_at.isoformat()
    assert feed.code not in (root.findtext(f"{ATOM}id") or "")


def test_a_feed_of_a_table_has_its_turns_newest_first(leila: User) -> None:
    game = play_on(waits(leila), 5)
    turn_entries = entries(make_feed(make_user("Watcher"), FeedKind.TABLE, game))
    assert [text_in(entry, "title") for entry in turn_entries] == ["Turn 2: Amina", "Turn 1: Leila"]
    assert "<p>" in text_in(turn_entries[0], "summary")
    last = game.entries.get(ply=int(turn_entries[0].find(f"{ATOM}link").attrib["href"].partition("ply=")[2]) - 1)  # type: ignore[union-attr]
    assert text_in(turn_entries[0], "updated") == last.at.isoformat()


def test_a_webhook_of_a_table_gets_the_last_turn_of_a_game(leila: User) -> None:
    game = finished_game(leila, make_user("Amina"))
    assert text_in(entries(make_feed(leila, FeedKind.TABLE, game))[0], "title").startswith(f"Turn {game.turn}")


def test_an_open_table_has_an_empty_feed(leila: User) -> None:
    assert entries(make_feed(leila, FeedKind.TABLE, make_table(leila))) == []


STRANGE = "Le\x0b\x1f\ufffe\uffff\U0001fffe\x85\u2028\U000e0041\u061cila & <b>\r\n"


def test_documents_are_well_formed_whatever_a_name_is(leila: User) -> None:
    game = finished_game(leila, make_user("Omar"))
    waits(leila)
    Game.objects.update(name=STRANGE)
    Profile.objects.update(display_name=STRANGE)
    assert entries(make_feed(leila, FeedKind.TURNS))
    assert entries(make_feed(leila, FeedKind.TABLE, game))
    answer = ask(make_feed(leila, FeedKind.CALENDAR))
    assert not re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n|\xef\xbf[\xbe\xbf]", answer.content)
    assert any(part.name == "VEVENT" for part in Calendar.from_ical(answer.content).subcomponents)


def test_names_in_a_feed_are_escaped(leila: User) -> None:
    started_game(leila, reader(name="Amina", display_name="<b>A</b> & co"), name="<i>Table</i>")
    (entry,) = entries(make_feed(leila, FeedKind.TURNS))
    assert text_in(entry, "title").startswith("Marrakech · Your turn at <i>Table</i>")
    assert "With &lt;b&gt;A&lt;/b&gt; &amp; co." in text_in(entry, "summary")


@pytest.mark.parametrize("kind", [FeedKind.CALENDAR, FeedKind.TURNS])
def test_an_unchanged_feed_takes_few_statements(leila: User, kind: str, django_assert_max_num_queries: object) -> None:
    feed = make_feed(leila, kind)
    waits(leila)
    etag = ask(feed)["ETag"]
    with django_assert_max_num_queries(5):  # type: ignore[operator]
        answer = ask(feed, **{"If-None-Match": etag})
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)


@pytest.mark.parametrize("kind", [FeedKind.CALENDAR, FeedKind.TURNS])
def test_the_statements_of_a_feed_do_not_grow_with_its_entries(
    leila: User, kind: str, django_assert_max_num_queries: object
) -> None:
    feed = make_feed(leila, kind)
    for _number in range(4):
        waits(leila)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        ask(feed)


def test_the_feed_of_a_table_takes_few_statements(leila: User, django_assert_max_num_queries: object) -> None:
    feed = make_feed(make_user(), FeedKind.TABLE, play_on(waits(leila), 5))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        etag = ask(feed)["ETag"]
    with django_assert_max_num_queries(5):  # type: ignore[operator]
        assert ask(feed, **{"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("kind", [FeedKind.CALENDAR, FeedKind.TURNS])
def test_a_played_turn_makes_a_new_version_of_a_feed(leila: User, kind: str) -> None:
    feed, game = make_feed(leila, kind), waits(leila)
    etag = ask(feed)["ETag"]
    play_on(game, 2)
    assert ask(feed, **{"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("kind", [kind for kind in FeedKind.values if kind != FeedKind.FOLLOWING])
def test_a_new_name_of_an_opponent_makes_a_new_version_of_a_feed(leila: User, kind: str) -> None:
    game = waits(leila)
    save_filter(leila, {})
    make_table(User.objects.get(username="Amina"))
    feed = make_feed(leila, kind, game if kind == FeedKind.TABLE else None)
    etag = ask(feed)["ETag"]
    assert ask(feed, **{"If-None-Match": etag}).status_code == 304
    Profile.objects.filter(user__username="Amina").update(display_name="Zoubida")
    assert ask(feed, **{"If-None-Match": etag}).status_code == 200


def test_a_new_release_makes_a_new_version_of_a_feed(leila: User, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = make_feed(leila, FeedKind.TURNS)
    etag = ask(feed)["ETag"]
    monkeypatch.setattr(feeds_views, "release", lambda: "next")
    assert ask(feed, **{"If-None-Match": etag}).status_code == 200


def test_a_feed_is_not_cached_by_proxies(leila: User) -> None:
    answer = ask(make_feed(leila, FeedKind.TURNS))
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert set(answer["Cache-Control"].split(", ")) == {"private", "max-age=300"}
    assert answer["X-Robots-Tag"] == "noindex"
    assert not answer.cookies


def test_a_feed_is_in_the_language_of_its_owner() -> None:
    user = reader(language="fr", zone="Europe/Paris", name="Leila")
    waits(user)
    answer = ask(make_feed(user, FeedKind.TURNS), **{"Accept-Language": "en"})
    assert answer["Content-Language"] == "fr"
    assert "tour" in answer.content.decode()


def test_a_revoked_feed_is_not_found(leila: User) -> None:
    feed = make_feed(leila, FeedKind.CALENDAR)
    revoke_feed(leila, feed.pk)
    assert ask(feed).status_code == 404


def test_a_closed_account_has_no_feeds(leila: User) -> None:
    feed = make_feed(leila, FeedKind.CALENDAR)
    deactivate(leila)
    assert ask(feed).status_code == 404


@pytest.mark.parametrize("path", ["/feeds/nonsense.ics", "/feeds/nonsense.atom", "/feeds/.ics"])
def test_an_unknown_feed_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_feed_has_one_format(leila: User) -> None:
    calendar, turns = make_feed(leila, FeedKind.CALENDAR), make_feed(leila, FeedKind.TURNS)
    assert Client().get(f"/feeds/{calendar.code}.atom").status_code == 404
    assert Client().get(f"/feeds/{turns.code}.ics").status_code == 404


def test_the_feed_of_a_private_table_ends_with_the_right_to_see_it(leila: User) -> None:
    game = started_game(leila, make_user("Amina"), is_private=True)
    feed = make_feed(leila, FeedKind.TABLE, game)
    assert ask(feed).status_code == 200
    Seat.objects.filter(game=game, user=leila).update(user=None)
    assert ask(feed).status_code == 404


def test_the_log_of_requests_contains_no_invitation_code(leila: User, capsys: pytest.CaptureFixture[str]) -> None:
    feed = make_feed(leila, FeedKind.CALENDAR)
    ask(feed)
    assert feed.code not in "".join(capsys.readouterr())


def test_a_feed_of_followed_players_has_what_they_have_done(leila: User) -> None:
    nora = make_user("Nora")
    follow(leila, nora)
    feed, game = make_feed(leila, FeedKind.FOLLOWING), make_table(nora, name="The Well")
    before = ask(feed)["ETag"]
    [entry] = entries(feed)
    assert text_in(entry, "title") == "Marrakech · The Well: Nora opened a table."
    assert game.code in text_in(entry, "id")
    Profile.objects.filter(user=nora).update(display_name="Zoubida")
    assert ask(feed, **{"If-None-Match": before}).status_code == 200
    unfollow(leila, nora)
    assert ask(feed)["ETag"] != before
    assert entries(feed) == []
