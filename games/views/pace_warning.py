"""The warning that a pace is too fast for a player."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from games.presenters.clocks.durations import duration_text
from games.selectors.clocks import is_too_slow_for, usual_time_of
from games.services.time.paces import BRISK


def pace_warning(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the warning: whether the brisk pace is too fast for the viewer, and why."""
    usual = usual_time_of(request.user) if isinstance(request.user, User) else None
    is_slow = is_too_slow_for(usual, BRISK.increment, BRISK.grace)
    return {"is_slow": is_slow, "usual_time": duration_text(int(usual.total_seconds())) if usual else ""}
