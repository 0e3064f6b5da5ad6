import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.services import create_user, update_profile
from games.clocks.holidays import plan_holiday
from games.clocks.models import PlannedHoliday, WakingHours
from games.clocks.waking_hours import save_hours
from tests.helpers.page_client import form_to
from tests.makers import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def still() -> object:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ada() -> User:
    return make_user("Ada", date_joined=NOW)


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada, "accounts.backends.NameOrAddress")
    return client


def text_of(client: Client, address: str = "/time/") -> str:
    return " ".join(client.get(address).content.decode().split())


def test_the_page_of_time_settings_shows_the_default_hours_and_the_account(client: Client) -> None:
    page = text_of(client)
    assert page.count('value="08:00"') == 1  # one row for every day, and no exception
    assert "<strong>10</strong> days left" in page
    assert "Automatic holidays are on." in page


def test_waking_hours_are_saved_from_the_form_as_it_is_shown(client: Client, ada: User) -> None:
    form = form_to(client.get("/time/").content.decode(), "/time/hours/")
    client.post(form.action, {**form.values, "start_0": "20:00", "end_0": "04:00", "rests_6": "on"})
    row = WakingHours.objects.get(user=ada)
    assert (row.rows[0], row.rows[1], row.rows[6]) == (["20:00", "04:00"], ["08:00", "00:00"], None)
    assert "These hours apply to turns that come from now on" in text_of(client)


def test_hours_of_every_day_are_saved_at_once(client: Client, ada: User) -> None:
    form = form_to(client.get("/time/").content.decode(), "/time/hours/")
    client.post(form.action, {**form.values, "start": "07:00", "end": "22:30"})
    assert WakingHours.objects.get(user=ada).rows == [["07:00", "22:30"]] * 7


def test_only_days_with_other_hours_are_exceptions_in_the_form(client: Client) -> None:
    form = form_to(client.get("/time/").content.decode(), "/time/hours/")
    client.post(form.action, {**form.values, "start": "07:00", "start_2": "10:00", "end_2": "23:00", "rests_6": "on"})
    page = client.get("/time/").content.decode()
    again = form_to(page, "/time/hours/").values
    assert (again["start"], again["start_1"], again["start_2"], again["end_2"]) == ("07:00", "", "10:00", "23:00")
    assert 'id="id_rests_6" checked' in page
    assert 'id="id_rests_5" checked' not in page


def test_one_time_of_an_exception_alone_is_refused(client: Client) -> None:
    form = form_to(client.get("/time/").content.decode(), "/time/hours/")
    answer = client.post(form.action, {**form.values, "start_2": "10:00"})
    assert answer.status_code == 422
    assert "Enter both times, or leave both empty" in answer.content.decode()
    assert not WakingHours.objects.exists()


@pytest.mark.parametrize("values", [{"end_3": "09:00"}, {"end_3": "late"}, {"start": ""}])
def test_refused_waking_hours_stay_in_the_form(client: Client, values: dict[str, str]) -> None:
    form = form_to(client.get("/time/").content.decode(), "/time/hours/")
    answer = client.post(form.action, {**form.values, "start_3": "07:30", **values})
    assert answer.status_code == 422
    assert 'value="07:30"' in answer.content.decode()
    assert not WakingHours.objects.exists()


def test_a_holiday_is_planned_shortened_and_cancelled(client: Client, ada: User) -> None:
    client.post("/time/holidays/", {"first": "2026-03-02", "last": "2026-03-05"})
    row = PlannedHoliday.objects.get(user=ada)
    assert "Monday 2 March 2026 to Thursday 5 March 2026" in text_of(client)
    client.post(f"/time/holidays/{row.pk}/shorten/", {"last": "2026-03-03"})
    assert "Monday 2 March 2026 to Tuesday 3 March 2026" in text_of(client)
    client.post(f"/time/holidays/{row.pk}/end/")
    assert "2 March" not in text_of(client)


def test_a_refused_holiday_is_explained(client: Client) -> None:
    answer = client.post("/time/holidays/", {"first": "2026-03-02", "last": "2026-03-28"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "You do not have enough days" in page
    assert 'value="2026-03-28"' in page
    assert client.post("/time/holidays/", {"first": "soon", "last": ""}).status_code == 422


def test_automatic_holidays_are_switched_off_and_on(client: Client, ada: User) -> None:
    form = form_to(client.get("/time/").content.decode(), "/time/automatic/")
    client.post(form.action, form.values)
    assert "Automatic holidays are off." in text_of(client)
    form = form_to(client.get("/time/").content.decode(), "/time/automatic/")
    client.post(form.action, form.values)
    ada.profile.refresh_from_db()
    assert ada.profile.takes_automatic_holidays


def test_the_page_of_time_settings_shows_holidays_in_every_state(client: Client, ada: User) -> None:
    plan_holiday(ada, NOW.date(), NOW.date(), NOW)
    PlannedHoliday.objects.create(
        user=ada, saved_at=NOW, first=NOW.date() - timedelta(days=9), last=NOW.date() - timedelta(days=8), zone="UTC"
    )
    page = text_of(client)
    assert "Past holidays" in page
    assert "badge--waits" in page
    assert "End at midnight" not in page  # today is paid already


def test_a_change_of_zone_that_is_still_to_come_is_shown(client: Client, ada: User) -> None:
    save_hours(ada, [(NOW.time(), NOW.time())] * 7, NOW - timedelta(days=5))
    update_profile(ada, time_zone="Asia/Tokyo")
    assert re.search(r"These hours apply from .*, in the Tokyo time zone\.", text_of(client))


def test_the_page_of_time_settings_tells_only_of_the_latest_change(client: Client, ada: User) -> None:
    update_profile(ada, time_zone="Asia/Tokyo")
    update_profile(ada, time_zone="Africa/Casablanca")
    assert text_of(client).count("Your time zone has changed") == 1
    assert "your clock goes by the Casablanca time zone." in text_of(client)
    save_hours(ada, [(NOW.time(), NOW.time())] * 7, NOW)
    assert text_of(client).count("These hours apply") == 1
    assert "These hours apply to turns that come from now on" in text_of(client)


def test_planned_days_are_told_beside_those_that_are_left(client: Client, ada: User) -> None:
    assert "planned" not in text_of(client)
    day = NOW.date()
    plan_holiday(ada, day + timedelta(days=5), day + timedelta(days=7), NOW)
    assert re.search(r"<strong>7</strong> days left.*· 3 more days are planned", text_of(client))
    plan_holiday(ada, day, day + timedelta(days=1), NOW)  # today is taken at once
    assert re.search(r"<strong>5</strong> days left.*· 4 more days are planned.*At most 5 days now", text_of(client))


def test_the_page_of_time_settings_is_translated_into_french(client: Client, ada: User) -> None:
    update_profile(ada, language="fr")
    client.cookies["django_language"] = "fr"
    client.post("/time/holidays/", {"first": "2026-03-02", "last": "2026-03-05"})
    page = text_of(client)
    assert "Heures d’éveil" in page
    assert "du lundi 2 mars 2026 au jeudi 5 mars 2026" in page


def test_a_new_account_with_a_time_zone_has_its_hours_at_once() -> None:
    user = create_user("Zoe", "zoe@example.org", "carpets-and-coins", time_zone="Africa/Casablanca")
    assert not WakingHours.objects.filter(user=user).exists()
