from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from games.clocks.models import Turn
from games.clocks.turns import recompute
from games.common.wording import bank_text, left_text, time_until
from games.mail.compose import compose
from games.notifications.models import Kind
from games.templatetags.time_texts import clock_texts, time_left
from tests.helpers.notifications import latest, text_of
from tests.helpers.page_client import squeezed, text_at
from tests.makers import make_user, started_game

NOON = datetime(2031, 3, 1, 12, tzinfo=UTC)


def test_a_site_clock_ahead_of_the_device_is_told_to_pages(settings: LazySettings) -> None:
    assert "ahead" not in clock_texts()
    settings.CLOCK_OFFSET = 20
    assert clock_texts()["ahead"] == "72000000"


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(days=3), "3 days"),
        (timedelta(days=2, hours=23, minutes=1), "3 days"),
        (timedelta(days=2, hours=23), "2 days, 23 hours"),
        (timedelta(days=2, hours=3, minutes=30), "2 days, 3 hours"),
        (timedelta(hours=23, minutes=20), "1 day"),
        (timedelta(hours=22, minutes=59, seconds=30), "23 hours"),
        (timedelta(minutes=29, seconds=1), "30 minutes"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(seconds=59.5), "1 minute"),
        (timedelta(seconds=59), "less than a minute"),
    ],
)
def test_time_that_is_left_is_rounded_up_on_pages_and_clocks_and_in_emails(left: timedelta, text: str) -> None:
    page, seconds = time_left(NOON + left, NOON), -(-left // timedelta(seconds=1))
    texts = [time_until(NOON + left, NOON), page.removesuffix(" left"), left_text(seconds), bank_text(seconds)]
    assert [one.replace("\xa0", " ") for one in texts] == [text] * 4


def test_weeks_that_are_left_are_whole_days_and_months_are_counted() -> None:
    lengths = [timedelta(days=6, hours=23, minutes=10), timedelta(days=26, hours=23, minutes=10), timedelta(days=61)]
    texts = [time_until(NOON + length, NOON).replace("\xa0", " ") for length in lengths]
    assert texts == ["7 days", "27 days", "2 months"]


@pytest.mark.django_db
def test_a_page_and_an_email_say_the_same_about_the_first_hour_of_a_clock() -> None:
    ada = make_user("Ada")
    game = started_game(ada, make_user("Bo"), pace="3d")
    with time_machine.travel(timezone.now() + timedelta(seconds=3), tick=False):
        mail = text_of(compose(latest(Kind.TURN, ada, game)))
        Turn.objects.update(notified_at=timezone.now(), notified_by="email")
        recompute(game, timezone.now())
    with time_machine.travel(timezone.now() + timedelta(minutes=30), tick=False):
        page = squeezed(text_at(Client(), game.get_absolute_url()))
    assert ": 3\xa0days left." in mail
    assert "3\xa0days left</time>" in page
