"""The warning that a pace is too fast for a player."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from games.presenters.clocks.durations import duration_text
from games.selectors.time.player_time import answer_times_of
from games.services.time.paces import BRISK, is_too_fast_for


def pace_warning(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the warning: whether the brisk pace is too fast for the viewer, and why."""
    answers = answer_times_of(request.user, timezone.now()) if isinstance(request.user, User) else None
    usual = int(answers.median.total_seconds()) if answers else 0
    return {"is_slow": is_too_fast_for(BRISK, usual), "usual_time": duration_text(usual) if usual else ""}
