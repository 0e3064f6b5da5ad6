"""The execution of a reply's command, and the code of its answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from accounts.errors import SiteError
from accounts.models import User
from games.engine.errors import BadNotation
from games.errors import Conflict, Forbidden, Illegal, Invalid, NoOrders, NotFound, Unreadable
from games.mail.reply_words import NO, YES, vocabulary_of
from games.models import Game, Status
from games.selectors.log import log_of, state_of
from games.selectors.time.deputies import represented_seat
from games.selectors.titles import title_of
from games.services.clocks.signs_of_life import note_seen
from games.services.play.actions import play_action, play_actions, refusal_messages
from games.services.play.orders import play_turn, play_turn_to_place
from games.services.tables.proposals import answer

from .chat import post_lines
from .replies.parser import Intent, ReplyCommand
from .replies.written_turns import UNREADABLE, WrittenTurn, read_turn
from .sender_check import VerifiedSender

PLAYS = frozenset({Intent.PLAY, Intent.STEPS, Intent.TURN})

NO_COMMAND = frozenset({Intent.NOTHING, Intent.QUESTION, Intent.UNCLEAR})


@dataclass(frozen=True, slots=True)
class CommandResult:
    """``code`` names the answer, ``since`` is the length of the log before.

    ``refusal`` says why a command was refused: ``code`` is that of the error, ``messages`` those of the rules. ``said``
    is what was posted in the chat; ``unsaid`` is the code of the error if that was refused. ``remarks`` are the lines
    for the chat if they are not those of the command.
    """

    code: str
    since: int
    refusal: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""
    unsaid: str = ""
    remarks: tuple[str, ...] | None = None


def execute_command(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    """Play what a command asks for if its turn is not over. A refused command changes nothing and raises nothing."""
    note_seen(sender.user, timezone.now())
    if sender.game.status == Status.OPEN and sender.seat is None:
        return CommandResult("invited", sender.game.ply)
    is_chat = sender.token.is_chat and command.intent in NO_COMMAND and command.remarks
    if command.intent is Intent.CHAT or is_chat:
        lines = command.text.split("\n") if command.intent is Intent.CHAT else command.remarks
        return _post(sender, lines)
    if sender.token.proposal:
        return _answer(sender, command)
    result = _execute(sender, command)
    remarks = command.remarks if result.remarks is None else result.remarks
    if result.code != "played" or not remarks:
        return result
    said, error = post_lines(sender, remarks)
    return replace(result, said=said, unsaid=error.code if error else "")


def _post(sender: VerifiedSender, lines: Sequence[str]) -> CommandResult:
    said, error = post_lines(sender, lines)
    if error is None and said:
        return CommandResult("said", sender.game.ply, said=said)
    code = error.code if error else "empty-message"
    return CommandResult("not-said", sender.game.ply, {"code": code, "messages": []})


def _execute(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    game, own = sender.game, sender.seat
    seat = own or represented_seat(game, sender.seats, sender.user, timezone.now())
    if game.status != Status.RUNNING:
        return CommandResult("over" if game.is_over else "not-started", game.ply)
    if command.intent in {Intent.RESIGN, Intent.UNDO} and own is not None:
        return CommandResult(command.intent.value, game.ply)
    if seat is None or not seat.is_acting or not sender.token.is_same_turn(game):
        return CommandResult("late", sender.token.ply)
    if command.intent is Intent.NOTHING:
        return CommandResult("unclear", game.ply)
    if game.resigns_at and command.intent in PLAYS:
        return CommandResult("waits", game.ply)
    if command.intent not in PLAYS:
        return CommandResult(command.intent.value, game.ply)
    if command.intent is Intent.PLAY and not vocabulary_of(game.title).actions:
        return _play_written(sender, command, seat.number or 0)
    return _play(sender, command)


def _play_written(sender: VerifiedSender, command: ReplyCommand, seat: int) -> CommandResult:
    """Play a turn in the notation of its title, or a part of it."""
    game, title = sender.game, title_of(sender.game)
    turn = read_turn(title, state_of(game), seat, [command.text, *command.remarks])
    if turn.error is None:
        return _play_all(sender, command, turn)
    if turn.error.code == UNREADABLE and not turn.guesses:
        lines = (command.read, *command.remarks)
        return _post(sender, lines) if sender.token.is_chat else CommandResult("unclear", game.ply)
    refusal: dict[str, Any] = {"code": turn.error.code, "messages": refusal_messages(title, turn.error)}
    refusal |= {"guesses": [list(one) for one in turn.guesses], "has_step": turn.has_step}
    if isinstance(turn.error, BadNotation):
        return CommandResult("unclear", game.ply, refusal)
    is_later = game.ply > sender.token.ply
    return CommandResult("already" if is_later else "illegal", min(game.ply, sender.token.ply), refusal)


def _play_all(sender: VerifiedSender, command: ReplyCommand, turn: WrittenTurn) -> CommandResult:
    try:
        play_actions(sender.game.pk, sender.user, turn.actions, sender.game.ply)
    except (Illegal, Invalid, Conflict, Forbidden) as error:
        return _refusal_result(sender, command, error)
    return CommandResult("played", sender.game.ply, remarks=turn.remarks)


def _play(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    game, user = sender.game, sender.user
    try:
        if command.intent is Intent.STEPS:
            return _play_to_place(game, user, *command.text.split(" "))
        play = play_turn if command.intent is Intent.TURN else play_action
        play(game.pk, user, command.text, game.ply)
    except (Illegal, Invalid, Conflict, Forbidden) as error:
        return _refusal_result(sender, command, error)
    return CommandResult("played", game.ply)


def _play_to_place(game: Game, user: User, rotation: str, place: str) -> CommandResult:
    """Play a rotation, and a placement if it fits then. If it does not, the answer says so."""
    played = play_turn_to_place(game.pk, user, rotation, place, game.ply)
    is_laid = any(notation == place for _seat, notation in log_of(played)[game.ply :])
    return CommandResult("played", game.ply, {} if is_laid else {"code": "no-fit", "messages": []})


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


def _refusal_result(sender: VerifiedSender, command: ReplyCommand, error: SiteError) -> CommandResult:
    """Return the answer to a refused command. The page or another email may have played it already."""
    ply, asked = sender.game.ply, sender.token.ply
    refusal = _refusal(error)
    if isinstance(error, Unreadable | NoOrders):
        return CommandResult("unclear", ply, refusal if command.intent in {Intent.TURN, Intent.STEPS} else {})
    if isinstance(error, Conflict | Forbidden):
        return CommandResult("late", asked, refusal)
    return CommandResult("already" if ply > asked else "illegal", min(ply, asked), refusal)


def _refusal(error: SiteError) -> Mapping[str, Any]:
    return {"code": error.code, "messages": error.messages if isinstance(error, Illegal) else []}
