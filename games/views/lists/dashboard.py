"""Context of the dashboard's template."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.models import User
from games.models import Game, Status
from games.models.cache import position_key
from games.presenters.lists.game_cards import invitation_cards
from games.presenters.look import Look
from games.presenters.people.deputies import absences
from games.presenters.table.proposals.view import text_of
from games.selectors.game_lists import Dashboard, dashboard_of

from .rendered_games import render_games

CARD, ROW = "games/parts/lists/_game_card.html", "games/parts/lists/_game_row.html"


def dashboard_context(user: User, look: Look) -> dict[str, Any]:
    """Return the player's dashboard: rendered games in five lists, and invitations."""
    dashboard = dashboard_of(user)
    return {
        **_lists(dashboard, user, look),
        "count": dashboard.waiting_count,
        "is_dense": look.dense,
        "invitations": invitation_cards(dashboard.invitations),
        "proposals": [(row.game, text_of(row)) for row in dashboard.proposals],
        "has_more": dashboard.has_more,
        "absences": absences(user, timezone.now()),
    }


def _lists(dashboard: Dashboard, user: User, look: Look) -> dict[str, list[SafeString]]:
    """Return the rendered games by list."""
    waiting, robots = _robots_apart(dashboard.waiting)
    running, more_robots = _robots_apart([game for game in dashboard.others if game.status == Status.RUNNING])
    waiting_robots = _render_games(ROW, robots, user, look, waits=True)
    open_tables = [game for game in dashboard.others if game.status == Status.OPEN]
    return {
        "waiting": _render_games(ROW if look.dense else CARD, waiting, user, look, waits=True),
        "running": _render_games(ROW, running, user, look),
        "robots": [*waiting_robots, *_render_games(ROW, more_robots, user, look)],
        "open": _render_games(ROW, open_tables, user, look),
        "finished": _render_games(ROW, dashboard.finished, user, look),
    }


def _robots_apart(games: Sequence[Game]) -> tuple[list[Game], list[Game]]:
    """Return the games with other people, and those against robots alone."""
    alone = [not game.has_people for game in games]  # type: ignore[attr-defined]
    return (
        [game for game, is_alone in zip(games, alone, strict=True) if not is_alone],
        [game for game, is_alone in zip(games, alone, strict=True) if is_alone],
    )


def _render_games(
    template: str, games: Sequence[Game], user: User, look: Look, *, waits: bool = False
) -> list[SafeString]:
    """Return each game rendered by a template. ``waits`` is True for games that wait for the player."""
    waits = waits or template == CARD
    page = f"{template}:{waits}:{user.pk}:{look.theme}:{timezone.get_current_timezone_name()}"
    language = get_language() or ""

    def key_of(game: Game) -> str:
        return position_key(f"{page}:{getattr(game, 'unread', 0)}", game.code, game.version, language)

    return render_games(template, games, user, key_of, look=look, waits=waits)
