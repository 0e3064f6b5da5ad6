from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Profile
from games.clocks.activity import note_opened
from games.clocks.models import TablePause, Turn, WakingHours
from games.clocks.turns import recompute
from games.core.models import Game
from tests.browser.visitors import Visitors
from tests.makers import make_user, started_game

pytestmark = pytest.mark.browser

LENGTHS = [  # until the deadline; half a minute more, so that no text changes while the page loads
    timedelta(minutes=minutes, seconds=30)
    for minutes in (
        0,
        1,
        59,
        60,
        61,
        119,
        120,
        1379,
        1380,
        1439,
        1440,
        1441,
        1500,
        4270,
        10019,
        10020,
        10080,
        11520,
        40000,
        60000,
    )
]
LATE = [timedelta(minutes=-minutes, seconds=-30) for minutes in (0, 1, 60, 1440, 1500, 20160)]


@pytest.fixture
def game(transactional_db: None) -> Game:
    return started_game(make_user("Amina"), make_user("Brahim"))


def set_deadline(game: Game, left: timedelta) -> None:
    deadline = timezone.now() + left
    Game.objects.filter(pk=game.pk).update(deadline=deadline)
    turns = Turn.objects.filter(game=game, ended_at=None)
    # not notified, opening the table would set another deadline
    turns.update(deadline=deadline, notified_at=timezone.now(), notified_by="email")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_clock_script_writes_times_like_the_server(visit: Visitors, game: Game, language: str) -> None:
    Profile.objects.update(language=language)
    page = visit(make_user("Amina"))
    for left in (LENGTHS + LATE)[:: 1 if language == "en" else 3]:
        set_deadline(game, left)
        with page.expect_response(f"**{game.get_absolute_url()}") as answer:
            page.goto(game.get_absolute_url())
        clock = page.locator("#bar time[data-clock]")
        clock_text = page.evaluate(
            "(text) => new DOMParser().parseFromString(text, 'text/html').querySelector('#bar time').textContent",
            answer.value.text(),
        )
        assert clock.text_content() == clock_text


@pytest.mark.parametrize(
    ("language", "before", "after", "late"),
    [
        ("en", "2 hours, 11 minutes left", "2 hours, 10 minutes left", "49 minutes overdue"),
        ("fr", "encore 2 heures, 11 minutes", "encore 2 heures, 10 minutes", "en retard de 49 minutes"),
    ],
)
def test_a_clock_counts_down_and_then_says_how_late_it_is(
    visit: Visitors, game: Game, language: str, before: str, after: str, late: str
) -> None:
    Profile.objects.update(language=language)
    set_deadline(game, timedelta(hours=2, minutes=10, seconds=30))
    page = visit(make_user("Amina"))
    page.clock.install()
    page.route("**/poll/**", lambda route: None)  # an answer would tell the real time
    page.goto(game.get_absolute_url())
    clock = page.locator("#bar time[data-clock]")
    expect(clock).to_have_text(before)
    page.clock.fast_forward("01:00")
    expect(clock).to_have_text(after)
    page.clock.fast_forward("02:59:00")
    expect(clock).to_have_text(late)
    visit.watch.problems.clear()  # the polls without an answer


def test_a_clock_counts_by_the_time_of_the_site_and_not_of_the_device(visit: Visitors, game: Game) -> None:
    set_deadline(game, timedelta(hours=2, minutes=10, seconds=30))
    page = visit(make_user("Amina"))
    page.clock.install(time=timezone.now() - timedelta(hours=5))
    page.goto(game.get_absolute_url())
    with page.expect_response("**/poll/**"):
        page.clock.fast_forward("00:25")
    page.clock.fast_forward("00:06")
    expect(page.locator("#bar time[data-clock]")).to_have_text("2 hours, 11 minutes left")


def test_the_clock_of_a_seat_counts_down_and_stops_while_it_is_paused(visit: Visitors, transactional_db: None) -> None:
    amina, now = make_user("Amina"), timezone.now()
    whole_day = [["00:00", "00:00"]] * 7
    WakingHours.objects.create(user=amina, zone="UTC", rows=whole_day, is_first=True, saved_at=now - timedelta(days=9))
    game = started_game(amina, make_user("Brahim"), pace="usual")
    note_opened(game.pk, amina, timezone.now())
    Turn.objects.filter(game=game).update(notified_at=now + timedelta(seconds=30))
    pause = {"began_at": now + timedelta(minutes=10, seconds=30), "until": now + timedelta(hours=3)}
    TablePause.objects.create(game=game, **pause)
    game.refresh_from_db()
    recompute(game, now)
    page = visit(make_user("Brahim"))
    page.clock.install()
    page.route("**/poll/**", lambda route: None)  # an answer would tell the real time
    page.goto(game.get_absolute_url())
    clock = page.locator(".seat-clock dd [data-clock]").first
    paused = page.get_by_text("The clock is stopped: the table is paused")
    expect(clock).to_have_text("3 days, 6 hours")
    expect(paused).to_be_hidden()
    page.clock.fast_forward("20:00")  # ten minutes of them in the pause
    expect(clock).to_have_text("3 days, 5 hours")
    expect(paused).to_be_visible()
    page.clock.fast_forward("01:30:00")
    expect(clock).to_have_text("3 days, 5 hours")
    page.clock.fast_forward("03:00:00")
    expect(paused).to_be_hidden()
    expect(clock).to_have_text("3 days, 4 hours")
    visit.watch.problems.clear()  # the polls without an answer
