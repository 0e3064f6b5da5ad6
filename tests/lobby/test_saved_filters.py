"""Saved filters of the lobby, and what their players are told of new tables."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import block
from games.common.errors import Conflict, Forbidden, NotFound
from games.core.models import Heartbeat
from games.delivery.relevance import reason_to_drop
from games.lobby.models import SavedFilter, TableNews
from games.lobby.presenters import filter_text
from games.lobby.saved_filters import change_news, delete_filter, save_filter, tell_of_tables
from games.lobby.tables import join_table
from games.notifications.feeds import make_feed
from games.notifications.models import FeedKind, Kind, Notification, NotificationReason
from games.notifications.preferences import set_preferences
from tests.helpers.notifications import both, reader
from tests.helpers.page_client import signed_in, text_at
from tests.makers import make_table, make_user

pytestmark = pytest.mark.django_db

BRISK = {"pace": "brisk"}


def emails(user: User) -> list[list[int]]:
    """Return the tables of each email about new tables that is queued for a player."""
    rows = Notification.objects.filter(user=user, kind=Kind.TABLES, channel="email").order_by("pk")
    return [row.params["tables"] for row in rows]


def told(hours: int = 0) -> int:
    Heartbeat.objects.filter(name="tables").delete()
    return tell_of_tables(timezone.now() + timedelta(hours=hours))


def test_a_player_is_told_of_new_tables_that_match_a_filter() -> None:
    ada = make_user("Ada")
    make_table(pace="brisk")
    save_filter(ada, {**BRISK, "seats": None, "sort": "age"})
    make_table(pace="usual")
    make_table(ada, pace="brisk")
    make_table(pace="brisk", is_private=True)
    assert told() == 0
    table = make_table(pace="brisk")
    assert told() == 0  # ten minutes between two looks
    assert told(hours=1) == 1
    assert emails(ada) == [[table.pk]]


def test_a_saved_filter_can_be_about_one_title() -> None:
    ada = make_user("Ada")
    row = save_filter(ada, {"title": "marram"})
    make_table()
    dune = make_table(title="marram", ruleset="classic-short")
    assert told() == 1
    assert emails(ada) == [[dune.pk]]
    assert (row.criteria, filter_text(row)) == ({"title": "marram"}, "Marram")


@pytest.mark.parametrize(("title", "status"), [("marram", 201), ("chess", 400)])
def test_the_api_saves_a_filter_about_one_title(title: str, status: int) -> None:
    ada = make_user("Ada")
    answer = signed_in(ada).post("/api/v1/saved-filters/", {"title": title}, content_type="application/json")
    assert answer.status_code == status
    assert [row.criteria for row in SavedFilter.objects.filter(user=ada)] == [{"title": title}] * (status == 201)


def test_there_is_at_most_one_email_a_day() -> None:
    ada = make_user("Ada")
    save_filter(ada, BRISK)
    save_filter(ada, {"seats": 4})
    first = make_table(pace="brisk")
    assert (told(), told()) == (1, 0)
    second, third = make_table(pace="brisk"), make_table(seat_count=4)
    assert told(hours=23) == 0
    assert told(hours=25) == 1
    assert emails(ada) == [[first.pk], [third.pk, second.pk]]


def test_the_email_names_the_tables_that_are_still_open() -> None:
    ada = reader(name="Ada")
    save_filter(ada, {})
    table, full = make_table(make_user("Ben"), name="Mint"), make_table(name="Gone")
    assert told() == 1
    row = Notification.objects.get(kind=Kind.TABLES)
    join_table(full.pk, make_user())
    for text in both(row):
        assert "Mint" in text
        assert "Ben" in text
        assert "Marrakech" in text
        assert "Gone" not in text
    assert reason_to_drop(row) is None
    join_table(table.pk, make_user())
    assert reason_to_drop(row) == NotificationReason.TABLE_CLOSED


def test_a_player_who_stopped_these_emails_gets_none() -> None:
    ada = make_user("Ada")
    save_filter(ada, {})
    set_preferences(ada, {Kind.TABLES: "never"})
    make_table()
    assert told() == 0
    assert "Your email settings stop emails about new tables." in text_at(signed_in(ada), "/lobby/filters/")


@pytest.mark.parametrize("news", [TableNews.FEED, TableNews.PAUSED])
def test_a_filter_without_emails_sends_none(news: str) -> None:
    ada = make_user("Ada")
    row = save_filter(ada, {})
    change_news(ada, row.pk, news)
    make_table()
    assert told() == 0
    change_news(ada, row.pk, TableNews.EMAIL)
    assert told() == 0  # what was opened meanwhile is old
    make_table()
    assert told(hours=1) == 1


def test_the_feed_has_the_open_tables_of_filters_that_are_not_paused() -> None:
    ada = make_user("Ada")
    paused = save_filter(ada, {"pace": "usual"})
    save_filter(ada, BRISK, TableNews.FEED)
    change_news(ada, paused.pk, TableNews.PAUSED)
    host = make_user()
    make_table(host, name="Quick", pace="brisk")
    make_table(name="Slow", pace="usual")
    address = f"/feeds/{make_feed(ada, FeedKind.TABLES).code}.atom"
    answer = Client().get(address)
    assert "Quick" in answer.text
    assert "Slow" not in answer.text
    assert Client().get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    block(host, ada)
    assert "Quick" not in Client().get(address).text


def test_a_player_has_at_most_five_filters_and_each_once() -> None:
    ada = make_user("Ada")
    rows = [save_filter(ada, {"seats": 2, "hours": hours}) for hours in (2, 4, 6, 8, 10)]
    assert save_filter(ada, {"seats": 2, "hours": 2}) == rows[0]
    with pytest.raises(Conflict):
        save_filter(ada, BRISK)
    delete_filter(ada, rows[0].pk)
    assert save_filter(ada, BRISK).criteria == BRISK


def test_a_guest_saves_no_filter() -> None:
    guest = make_user("Guest")
    guest.is_guest = True
    with pytest.raises(Forbidden):
        save_filter(guest, {})
    assert not SavedFilter.objects.exists()


def test_a_filter_belongs_to_one_player() -> None:
    row = save_filter(make_user("Ada"), {})
    ben = make_user("Ben")
    with pytest.raises(NotFound):
        delete_filter(ben, row.pk)
    with pytest.raises(NotFound):
        change_news(ben, row.pk, TableNews.PAUSED)
    assert SavedFilter.objects.get().news == TableNews.EMAIL


def test_the_filter_of_the_lobby_is_saved_by_its_button() -> None:
    client = signed_in(make_user("Ada"))
    assert "Tell me about new tables like these" not in text_at(client, "/lobby/")
    html = text_at(client, "/lobby/?pace=brisk&seats=2&sort=age")
    assert "Tell me about new tables like these" in html
    assert 'action="/lobby/filters/?pace=brisk&amp;seats=2&amp;sort=age"' in html
    client.post("/lobby/filters/?pace=brisk&seats=2&sort=age")
    row = SavedFilter.objects.get()
    assert row.criteria == {"pace": "brisk", "seats": 2}
    html = text_at(client, "/lobby/filters/")
    assert "Brisk · 2 players" in html
    assert 'href="/lobby/?pace=brisk&amp;seats=2"' in html
