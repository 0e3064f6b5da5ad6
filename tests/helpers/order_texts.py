"""Orders for tests: texts for a position, and games in which a turn is about to come."""

from typing import Any

import pytest

from accounts.models import User
from games.core.log import state_of
from games.core.models import Game
from games.engine.prompts import OrderFormat
from games.engine.registry import get_title
from games.engine.values import Chance
from games.play.actions import play_action
from games.play.models import AdvanceOrder
from games.play.orders import add_order
from tests.makers import acting_user, any_action, started_game

TITLE = get_title("marrakech")


def form() -> OrderFormat:
    """Return Marrakech's format of orders."""
    assert TITLE.orders is not None
    return TITLE.orders


def whole_turn(state: Any, seat: int, rotation: str = "L", faces: str = "1234") -> str:
    """Return orders for the seat's turn, as if it began in this state: the suggested rug for each of these faces."""
    begun = form().suppose(form().read_condition(""), state, seat)
    plan = form().plan(begun, seat, rotation)
    rugs = [f"{face.label}: {face.suggested}" for face in plan if face.suggested and face.label in faces]
    return form().write(form().read("; ".join([rotation, *rugs])))


def before_a_rug(*players: User, **settings: object) -> Game:
    """Return a game whose first player has rolled: how Assam will stand for the next one is certain."""
    game = started_game(*players, **settings)
    return play_action(game.pk, acting_user(game), "F", game.ply)


def after_next(game: Game) -> Any:
    """Return the state after the first legal action of the acting seat."""
    state = state_of(game)
    return TITLE.apply(state, TITLE.legal_actions(state)[0])


def lay(game: Game) -> Game:
    """Play the first legal action of the acting player."""
    return play_action(game.pk, acting_user(game), any_action(game), game.ply)


def order_for(game: Game, user: User, condition: str = "", orders: str = "L") -> AdvanceOrder:
    return add_order(game.pk, user, condition, orders)


def load_dice(monkeypatch: pytest.MonkeyPatch, faces: str) -> None:
    """Set the next faces of the die; piles give the first possible colour."""
    coming = iter(faces)

    def draw(_game: Game, chance: Chance) -> str:
        return chance.outcomes[0][0] if chance.label == "pile" else next(coming)

    monkeypatch.setattr("games.core.log.draw", draw)
