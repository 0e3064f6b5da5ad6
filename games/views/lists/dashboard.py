"""Context of the dashboard's template."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Status
from games.presenters.lists.game_cards import GameCard, game_cards, invitation_cards
from games.presenters.lists.last_plies import with_last_plies
from games.presenters.people.deputies import absences
from games.presenters.table.proposals.view import text_of
from games.selectors.game_lists import Dashboard, dashboard_of


def dashboard_context(user: User) -> dict[str, Any]:
    """Return the player's dashboard: games in five lists, and what waits for an answer."""
    dashboard = dashboard_of(user)
    return {
        **_lists(dashboard, user),
        "count": dashboard.waiting_count,
        "invitations": invitation_cards(dashboard.invitations),
        "proposals": [(row.game, text_of(row)) for row in dashboard.proposals],
        "has_more": dashboard.has_more,
        "absences": absences(user, timezone.now()),
    }


def _lists(dashboard: Dashboard, user: User) -> dict[str, list[GameCard]]:
    """Return the games by list. Running games against robots alone are a list of their own."""
    games = [*dashboard.waiting, *dashboard.others, *dashboard.finished]
    cards = with_last_plies(game_cards(games, user))
    running = [card for card in cards if card.game.status == Status.RUNNING]
    return {
        "waiting": [card for card in running if card.has_people and card.waits],
        "running": [card for card in running if card.has_people and not card.waits],
        "robots": [card for card in running if not card.has_people],
        "open": [card for card in cards if card.game.status == Status.OPEN],
        "finished": [card for card in cards if card.game.is_over],
    }
