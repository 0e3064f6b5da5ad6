"""Games of the second toy on the site, for tests."""

from django.test import Client

from accounts.models import User
from games.core.log import state_of
from games.core.models import Game
from tests.engine.helpers.meadow.rules import TILES, Meadow
from tests.makers import acting_user, make_user, started_game

from .page_client import signed_in, steps_in, text_at


def meadow(game: Game) -> Meadow:
    """Return the whole state of a game."""
    state = state_of(game)
    assert isinstance(state, Meadow)
    return state


def game_with_secret() -> tuple[Game, User, str]:
    """Return a running game of two new players, the one who must act, and a tile that only the other one holds."""
    while True:
        game = started_game(make_user(), make_user(), title="meadow", ruleset="standard")
        hands = meadow(game).hands
        for tile in TILES:
            if tile in hands[1] and tile not in hands[0]:
                return game, acting_user(game), tile


def draft_action(client: Client, address: str, query: str = "") -> tuple[str, str]:
    """Follow the first link of each step until an action is drafted; return the page and its query.

    The last step of a turn may have one answer only: then it is drafted, too.
    """
    drafted = query.count("done=")
    html = text_at(client, f"{address}{query}")
    while query.count("done=") == drafted and "data-complete" not in html:
        query = next(iter(steps_in(html).values()))
        html = text_at(client, f"{address.partition('?')[0]}{query}" if query.startswith("?") else query)
    return html, query


def client_of(game: Game) -> Client:
    """Return the browser of the player who must act."""
    return signed_in(acting_user(game))
