"""Finished games are added to the tallies of their players.

Longest patches of these games are not known: ``manage.py rebuild_derived`` replays them and adds them.
"""

from typing import Any

from django.db import migrations

USERS_AT_ONCE = 500


def fill(apps: Any, _schema_editor: Any) -> None:
    """Make the tallies of all players."""
    User, Seat = apps.get_model("accounts", "User"), apps.get_model("games", "Seat")
    users = list(User.objects.order_by("pk").values_list("pk", "robot"))
    for start in range(0, len(users), USERS_AT_ONCE):
        some = users[start : start + USERS_AT_ONCE]
        seats = Seat.objects.filter(game__status="finished", game__branched_at=None)
        count_places(apps, seats.filter(user__in=[pk for pk, _robot in some]))
        count_opponents(apps, seats.filter(user__in=[pk for pk, robot in some if not robot]))


def count_places(apps: Any, seats: Any) -> None:
    """Make the tallies of places."""
    PlaceTally = apps.get_model("games", "PlaceTally")
    rows = dict[tuple[Any, ...], Any]()
    columns = ("user", "game__title", "game__ruleset", "game__seat_count", "place", "score", "game")
    for *key, place, score, game in seats.order_by("finished_at", "game_id").values_list(*columns).iterator():
        names = ("user_id", "title", "ruleset", "seat_count", "place")
        values = (*key, place or 0)
        row = rows.setdefault(values, PlaceTally(**dict(zip(names, values, strict=True))))
        row.games += 1
        if score is not None:
            row.scored += 1
            row.score_sum += score
            if row.best_score is None or row.best_score < score:
                row.best_score, row.best_game_id = score, game
    PlaceTally.objects.bulk_create(rows.values(), batch_size=500)


def count_opponents(apps: Any, seats: Any) -> None:
    """Make the tallies of opponents."""
    OpponentTally = apps.get_model("games", "OpponentTally")
    rows = dict[tuple[int, int], Any]()
    columns = ("user", "game__seats__user", "place", "game__seats__place", "game__is_private")
    pairs = seats.filter(game__seats__user__isnull=False).values_list(*columns)
    for user, other, place, other_place, is_private in pairs.iterator():
        if user == other:
            continue
        row = rows.setdefault((user, other), OpponentTally(user_id=user, opponent_id=other))
        names = ["games"]
        if place and other_place and place != other_place:
            names.append("ahead" if place < other_place else "behind")
        for name in names if is_private else [*names, *(f"public_{name}" for name in names)]:
            setattr(row, name, getattr(row, name) + 1)
    OpponentTally.objects.bulk_create(rows.values(), batch_size=500)


def forget(apps: Any, _schema_editor: Any) -> None:
    """Delete the tallies again."""
    for name in ("PlaceTally", "OpponentTally"):
        apps.get_model("games", name).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0034_tallies")]

    operations = [migrations.RunPython(fill, forget)]
