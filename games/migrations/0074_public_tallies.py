import sys
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Exists, OuterRef

from accounts.online import AddIndex, fill_in_batches

PLAYERS_AT_ONCE = 100
NOTHING = {
    "public_games": 0,
    "public_scored": 0,
    "public_score_sum": 0,
    "public_best_score": None,
    "public_best_game_id": None,
    "public_highlight": None,
    "public_highlight_game_id": None,
}
KEY = ("user_id", "title", "ruleset", "seat_count", "place")


def fill(apps: Any, _schema_editor: Any) -> None:
    """Count the public games of all players, some players at a time."""
    PlaceTally = apps.get_model("games", "PlaceTally")
    lacking = PlaceTally.objects.filter(user=OuterRef("pk"), games__gt=0, public_games=0)
    players = apps.get_model("accounts", "User").objects.filter(Exists(lacking))
    fill_in_batches(players, lambda some: count_public_games(apps, some), sys.stdout, batch=PLAYERS_AT_ONCE)


def count_public_games(apps: Any, players: Any) -> None:
    """Fill the public columns of these players' tallies."""
    PlaceTally, Seat = apps.get_model("games", "PlaceTally"), apps.get_model("games", "Seat")
    users = list(players.values_list("pk", flat=True))
    tallies = {}
    for tally in PlaceTally.objects.filter(user__in=users):
        tallies[tuple(getattr(tally, name) for name in KEY)] = tally
        for name, value in NOTHING.items():
            setattr(tally, name, value)
    seats = Seat.objects.filter(user__in=users, game__status="finished", game__branched_at=None, game__is_private=False)
    columns = ("user", "game__title", "game__ruleset", "game__seat_count", "place", "score", "highlight", "game")
    for *key, place, score, highlight, game in (
        seats.order_by("finished_at", "game_id").values_list(*columns).iterator()
    ):
        if tally := tallies.get((*key, place or 0)):
            add(tally, score, highlight, game)
    # Rows are locked in the order of their players, as where a game ends, so that neither waits for the other.
    list(PlaceTally.objects.select_for_update().filter(user__in=users).order_by("user", "pk").values_list("pk"))
    PlaceTally.objects.bulk_update(tallies.values(), list(NOTHING), batch_size=500)


def add(tally: Any, score: int | None, highlight: int | None, game: int) -> None:
    """Count a game of a player."""
    tally.public_games += 1
    if score is not None:
        tally.public_scored += 1
        tally.public_score_sum += score
        if tally.public_best_score is None or tally.public_best_score < score:
            tally.public_best_score, tally.public_best_game_id = score, game
    if highlight is not None and (tally.public_highlight is None or tally.public_highlight < highlight):
        tally.public_highlight, tally.public_highlight_game_id = highlight, game


class AddFieldAtOnce(migrations.AddField):
    atomic = True  # SQLite copies the table


def game_field() -> Any:
    """Return a column for the game of a best value."""
    how = {"on_delete": django.db.models.deletion.SET_NULL, "related_name": "+", "to": "games.game"}
    return models.ForeignKey(db_index=False, null=True, **how)


class Migration(migrations.Migration):
    """Count the public games of players apart, because others may know of these only.

    Code of before adds tallies with the defaults of the database, and does not count the public games that end
    meanwhile: ``manage.py rebuild_derived`` counts them.
    """

    atomic = False

    dependencies = [
        ("games", "0073_decided_cases"),
    ]

    operations = [
        AddFieldAtOnce("placetally", "public_games", models.PositiveIntegerField(db_default=0, default=0)),
        AddFieldAtOnce("placetally", "public_scored", models.PositiveIntegerField(db_default=0, default=0)),
        AddFieldAtOnce("placetally", "public_score_sum", models.BigIntegerField(db_default=0, default=0)),
        AddFieldAtOnce("placetally", "public_best_score", models.IntegerField(null=True)),
        AddFieldAtOnce("placetally", "public_best_game", game_field()),
        AddFieldAtOnce("placetally", "public_highlight", models.IntegerField(null=True)),
        AddFieldAtOnce("placetally", "public_highlight_game", game_field()),
        AddIndex(
            model_name="placetally",
            index=models.Index(
                condition=models.Q(("public_best_game__isnull", False)),
                fields=["public_best_game"],
                name="tally_public_best_game",
            ),
        ),
        AddIndex(
            model_name="placetally",
            index=models.Index(
                condition=models.Q(("public_highlight_game__isnull", False)),
                fields=["public_highlight_game"],
                name="tally_public_highlight_game",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
