"""Stops at waking hours and holidays."""

from datetime import time, timedelta

from django.utils import timezone
from playwright.sync_api import Page

from games.clocks.holidays import plan_holiday
from games.clocks.models import AutomaticHoliday, PlannedHoliday
from games.clocks.waking_hours import save_hours
from tests.makers import make_user

from .stops import Stop

DAY = timedelta(days=1)


def hours_and_holidays() -> list[Stop]:
    """Return the page of a new player, with holidays in every state, and after a refusal."""
    user, now = make_user("Leila"), timezone.now()
    user.date_joined = now - 300 * DAY
    user.save()
    today = now.date()
    AutomaticHoliday.objects.create(user=user, began_at=now - 70 * DAY)
    long_ago = today - 150 * DAY
    PlannedHoliday.objects.create(
        user=user, saved_at=now - 160 * DAY, first=long_ago, last=long_ago + 6 * DAY, zone="UTC"
    )
    save_hours(user, [(time(7), time(23))] * 5 + [(time(9), time(1)), None], now)
    plan_holiday(user, today, today + 3 * DAY, now)
    plan_holiday(user, today + 30 * DAY, today + 30 * DAY, now)
    return [
        Stop("hours, none", "/time/", make_user("Newcomer")),
        Stop("hours", "/time/", user),
        Stop("hours refused", "/time/", user, _too_short),
    ]


def _too_short(page: Page) -> None:
    """Save hours that are too short."""
    page.locator("[name=end]").fill("09:00")
    with page.expect_navigation():
        page.locator("form[action='/time/hours/'] .form__actions button").click()
