"""From what a player has written to what is played, and which answer that gets."""

from dataclasses import dataclass

from games.errors import Conflict, DomainError, Forbidden, Illegal, Invalid
from games.mail.reply import Command, Wish
from games.models import Status
from games.selectors.people import seat_of
from games.services.orders import play_turn
from games.services.play import play_action

from .checks import Admitted

# Reasons why a text is no action of this game at all: then it helps to say what would be one.
UNREADABLE = frozenset({"unreadable", "not-offered", "no-orders", "orders-unreadable", "orders-empty"})


@dataclass(frozen=True, slots=True)
class Played:
    """``code`` names the answer, ``reason`` is a sentence for the player, ``since`` the log's length before."""

    code: str
    since: int
    reason: str = ""


def carry_out(who: Admitted, command: Command) -> Played:
    """Do what a command asks for, as far as the turn that it was written for is still on. Never raises for a command.

    What is refused changes nothing.
    """
    game, seat = who.game, seat_of(who.game, who.user)
    if game.status != Status.RUNNING:
        return Played("over", game.ply)
    if seat is None or not seat.is_acting or not who.key.is_same_turn(game):
        return Played("late", who.key.ply)
    if command.wish in {Wish.BOARD, Wish.HELP}:
        return Played(command.wish.value, game.ply)
    if command.wish not in {Wish.PLAY, Wish.TURN}:
        return Played("unclear", game.ply)
    play = play_turn if command.wish is Wish.TURN else play_action
    try:
        play(game.pk, who.user, command.text, game.ply)
    except (Illegal, Invalid, Conflict, Forbidden) as error:
        return _refused(who, error)
    return Played("played", game.ply)


def _refused(who: Admitted, error: DomainError) -> Played:
    """Return the answer to what cannot be played: perhaps it was played already, from the page or by another mail."""
    ply, reason = who.game.ply, str(error.message)
    if error.code in UNREADABLE:
        return Played("unclear", ply, reason if error.code.startswith("orders") else "")
    if isinstance(error, Conflict | Forbidden):
        return Played("late", who.key.ply, reason)
    return Played("already" if ply > who.key.ply else "illegal", min(ply, who.key.ply), reason)
