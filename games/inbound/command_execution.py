"""The execution of a reply's command, and the code of its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from accounts.errors import SiteError
from games.errors import Conflict, Forbidden, Illegal, Invalid, NoOrders, NotFound, Unreadable
from games.mail.reply_words import NO, YES
from games.models import Status
from games.selectors.deputies import represented_seat
from games.selectors.seats import seats_with_users
from games.services.clocks.signs_of_life import note_seen
from games.services.play.actions import play_action
from games.services.play.orders import play_turn
from games.services.tables.proposals import answer

from .reply_parser import Intent, ReplyCommand
from .sender_check import VerifiedSender


@dataclass(frozen=True, slots=True)
class CommandResult:
    """``code`` names the answer, ``since`` is the length of the log before.

    ``refusal`` says why a command was refused: ``code`` is that of the error, ``messages`` those of the rules.
    """

    code: str
    since: int
    refusal: Mapping[str, Any] = field(default_factory=dict)


def execute_command(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    """Play what a command asks for if its turn is not over. A refused command changes nothing and raises nothing."""
    note_seen(sender.user, timezone.now())
    if sender.token.proposal:
        return _answer(sender, command)
    game, seats = sender.game, seats_with_users(sender.game)
    own = next((seat for seat in seats if seat.user_id == sender.user.pk), None)
    seat = own or represented_seat(game, seats, sender.user, timezone.now())
    if game.status != Status.RUNNING:
        return CommandResult("over", game.ply)
    if seat is None or not seat.is_acting or not sender.token.is_same_turn(game):
        return CommandResult("late", sender.token.ply)
    if command.intent is Intent.NOTHING:
        return CommandResult("unclear", game.ply)
    if command.intent not in {Intent.PLAY, Intent.TURN}:
        return CommandResult(command.intent.value, game.ply)
    play = play_turn if command.intent is Intent.TURN else play_action
    try:
        play(game.pk, sender.user, command.text, game.ply)
    except (Illegal, Invalid, Conflict, Forbidden) as error:
        return _refused(sender, command, error)
    return CommandResult("played", game.ply)


def _answer(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    """Answer the proposal of the email that the reply belongs to."""
    game = sender.game
    if command.intent is not Intent.PLAY or command.text not in {YES, NO}:
        return CommandResult("unclear-answer", game.ply)
    try:
        answer(game.pk, sender.token.proposal, sender.user, command.text == YES)
    except (NotFound, Conflict, Forbidden) as error:
        return CommandResult("closed", game.ply, {"code": error.code, "messages": []})
    return CommandResult("agreed" if command.text == YES else "declined", game.ply)


def _refused(sender: VerifiedSender, command: ReplyCommand, error: SiteError) -> CommandResult:
    """Return the answer to a refused command. The page or another email may have played it already."""
    ply, asked = sender.game.ply, sender.token.ply
    refusal = {"code": error.code, "messages": error.messages if isinstance(error, Illegal) else []}
    if isinstance(error, Unreadable | NoOrders):
        return CommandResult("unclear", ply, refusal if command.intent is Intent.TURN else {})
    if isinstance(error, Conflict | Forbidden):
        return CommandResult("late", asked, refusal)
    return CommandResult("already" if ply > asked else "illegal", min(ply, asked), refusal)
