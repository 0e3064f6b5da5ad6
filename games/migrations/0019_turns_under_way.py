"""Turns under way get clocks: the fixed time that they had, with the same deadline, and soft deadlines."""

from datetime import datetime
from typing import Any

from django.db import migrations
from django.db.models import Q

DAY = 86400
FIXED = {"1d": DAY, "3d": 3 * DAY, "7d": 7 * DAY}
BATCH = 1000


def times_of(pace: str) -> dict[str, Any] | None:
    """Return the times of a fixed pace as clocks have them."""
    seconds = FIXED.get(pace)
    if seconds is None:
        return None
    return {
        "bank": seconds,
        "increment": 0,
        "cap": seconds,
        "grace": 0,
        "ceiling": seconds + DAY,
        "is_fixed": True,
    }


def begin(apps: Any, _schema_editor: Any) -> None:
    """Give clocks to the turns under way. Their players agreed to deadlines at which nothing happens by itself."""
    Game, Seat, Turn = (apps.get_model("games", name) for name in ("Game", "Seat", "Turn"))
    Game.objects.filter(status__in=["open", "running"]).update(has_soft_deadlines=True)
    for pace, seconds in FIXED.items():
        Seat.objects.filter(game__status="running", game__pace=pace).update(bank=seconds)
    people = Q(user__isnull=False, user__robot="")
    seats = Seat.objects.filter(people, is_acting=True, game__status="running").select_related("game")
    rows = (turn_of(Turn, seat) for seat in seats.iterator(BATCH))
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            Turn.objects.bulk_create(batch)
            batch = []
    Turn.objects.bulk_create(batch)


def turn_of(Turn: Any, seat: Any) -> Any:  # noqa: N803
    """Return the turn of an acting seat."""
    game = seat.game
    since: datetime = seat.acting_since or game.started_at
    times = times_of(game.pace)
    is_due = times and game.deadline and not game.overdue_at
    return Turn(
        game=game,
        seat=seat,
        user_id=seat.user_id,
        ply=game.ply,
        number=game.turn,
        came_at=since,
        told_at=since,
        told_by="start",
        pace=times,
        bank=times["bank"] if times else 0,
        deadline=game.deadline,
        deadline_cause="bank" if game.deadline else "",
        due_at=game.deadline if is_due else None,
        overdue_at=game.overdue_at,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0018_clocks"), ("accounts", "0007_clocks")]

    operations = [migrations.RunPython(begin, migrations.RunPython.noop)]
