"""From what a player has written to what is played, and which answer that gets."""

from dataclasses import dataclass

from accounts.errors import SiteError
from games.errors import Conflict, Forbidden, Illegal, Invalid
from games.inbound.reply_parser import Intent, ReplyCommand
from games.models import Status
from games.selectors.seats import seat_of
from games.services.play.actions import play_action
from games.services.play.orders import play_turn

from .sender_check import VerifiedSender

# Reasons why a text is no action of this game at all: then it helps to say what would be one.
UNREADABLE = frozenset({"unreadable", "not-offered", "no-orders", "orders-unreadable", "orders-empty"})


@dataclass(frozen=True, slots=True)
class CommandResult:
    """``code`` names the answer, ``reason`` is a sentence for the player, ``since`` the log's length before."""

    code: str
    since: int
    reason: str = ""


def execute_command(who: VerifiedSender, command: ReplyCommand) -> CommandResult:
    """Do what a command asks for, as far as the turn that it was written for is still on. Never raises for a command.

    What is refused changes nothing.
    """
    game, seat = who.game, seat_of(who.game, who.user)
    if game.status != Status.RUNNING:
        return CommandResult("over", game.ply)
    if seat is None or not seat.is_acting or not who.key.is_same_turn(game):
        return CommandResult("late", who.key.ply)
    if command.intent in {Intent.BOARD, Intent.HELP}:
        return CommandResult(command.intent.value, game.ply)
    if command.intent not in {Intent.PLAY, Intent.TURN}:
        return CommandResult("unclear", game.ply)
    play = play_turn if command.intent is Intent.TURN else play_action
    try:
        play(game.pk, who.user, command.text, game.ply)
    except (Illegal, Invalid, Conflict, Forbidden) as error:
        return _refused(who, error)
    return CommandResult("played", game.ply)


def _refused(who: VerifiedSender, error: SiteError) -> CommandResult:
    """Return the answer to what cannot be played: perhaps it was played already, from the page or by another mail."""
    ply, reason = who.game.ply, str(error.message)
    if error.code in UNREADABLE:
        return CommandResult("unclear", ply, reason if error.code.startswith("orders") else "")
    if isinstance(error, Conflict | Forbidden):
        return CommandResult("late", who.key.ply, reason)
    return CommandResult("already" if ply > who.key.ply else "illegal", min(ply, who.key.ply), reason)
