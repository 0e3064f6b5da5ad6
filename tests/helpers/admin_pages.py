"""Helpers to open the administrators' pages."""

from datetime import timedelta

from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.core.models import Game, Seat


def page(client: Client, model: str, query: str = "") -> str:
    """Return the list of a model."""
    answer = client.get(reverse(f"admin:games_{model}_changelist") + query)
    assert answer.status_code == 200
    return answer.content.decode()


def row_page(client: Client, row: Model) -> str:
    answer = client.get(reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def ask(client: Client, action: str, *rows: Model, **more: str) -> str:
    """Choose rows of a list and an action; return the page that says what it would do, or what follows it."""
    data = {"action": action, "_selected_action": [row.pk for row in rows], **more}
    model = rows[0]._meta
    answer = client.post(reverse(f"admin:{model.app_label}_{model.model_name}_changelist"), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def act(client: Client, action: str, *rows: Model, **more: str) -> str:
    """Choose rows of a list and run an action with a reason; return the page that follows."""
    return ask(client, action, *rows, **{"confirmed": "yes", "reason": "A reason.", **more})


def is_listed(html: str, game: Game) -> bool:
    """Return True if a list has a row of this game."""
    return f">{game.code}</a>" in html


def waiting(game: Game, days: float) -> Game:
    """Set the time for which the acting player has kept the others waiting."""
    since = timezone.now() - timedelta(days=days)
    Seat.objects.filter(game=game, is_acting=True).update(acting_since=since)
    return game
