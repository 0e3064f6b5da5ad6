"""Who may be on holiday now or soon."""

from collections.abc import Collection
from datetime import datetime, timedelta

from games.models import AutomaticHoliday, PlannedHoliday

DAY = timedelta(days=1)


def holiday_makers(users: Collection[int], now: datetime, soon: timedelta) -> set[int]:
    """Return the players with a holiday that may be under way or begin soon, in one statement.

    Local days differ from those of UTC, so a day before and after is looked at as well.
    """
    first, last = (now + soon + DAY).date(), (now - DAY).date()
    planned = PlannedHoliday.objects.filter(user__in=users, first__lte=first, last__gte=last)
    automatic = AutomaticHoliday.objects.filter(user__in=users, began_at__gt=now - DAY, began_at__lte=now).order_by()
    players = planned.values_list("user_id", flat=True).order_by().union(automatic.values_list("user_id", flat=True))
    return set(players.order_by())
