"""The handling of one incoming email: check the sender, parse the reply, play it, answer it."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import display_name
from games.chat.services import MAX_LENGTH, post_message
from games.clocks.activity import note_seen
from games.common.errors import Conflict, Forbidden, Illegal, Invalid, NoOrders, NotFound, TooMany, Unreadable
from games.core.choices import Status
from games.core.log import log_of, note_if_broken, state_of
from games.core.models import Game
from games.core.selectors import title_of
from games.deputies.selectors import represented_seat
from games.engine.errors import BadNotation
from games.mail.reply_words import NO, YES, proposal_vocabulary, vocabulary_of
from games.notifications.models import InboundMail, InboundReason, InboundState
from games.play.actions import play_action, play_actions, refusal_messages
from games.play.orders import play_turn, play_turn_to_place
from games.play.proposals import answer

from . import canary
from .incoming_mail import IncomingMail
from .reply_parser import Intent, ReplyCommand, parse_command
from .reports import note_bounce_report
from .sender_check import VerifiedSender, is_checked, verify_sender
from .services import (
    SAME_TEXT_WITHIN,
    MailAnswer,
    MailIdentity,
    MailOutcome,
    handle_once,
    was_answered,
)
from .written_turns import UNREADABLE, WrittenTurn, read_turn

NOT_UNDERSTOOD = {Intent.NOTHING, Intent.QUESTION, Intent.UNCLEAR}
ACTED = frozenset({"played", "agreed", "declined", "said"})
logger = logging.getLogger(__name__)

PLAYS = frozenset({Intent.PLAY, Intent.STEPS, Intent.TURN})

NO_COMMAND = frozenset({Intent.NOTHING, Intent.QUESTION, Intent.UNCLEAR})


def receive(mail: IncomingMail) -> InboundMail | None:
    """Handle one email; return its row, None for an email that came before.

    Raises only OperationalError and InterfaceError, when the database cannot be reached: nothing has happened then,
    and the source should deliver the email again. Any other failure is stored in the row, and the player gets an email.
    """
    identity = MailIdentity(mail.digest, mail.message_id, mail.source, mail.sender, is_checked(mail))
    try:
        return handle_once(identity, lambda: _handle(mail))
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        note_if_broken(error)
        logger.exception("an incoming email could not be handled", extra={"inbound": mail.message_id})
        detail = f"{type(error).__name__}: {error}"
    return handle_once(identity, lambda: _failure(mail, detail))


def _handle(mail: IncomingMail) -> MailOutcome:
    now = timezone.now()
    if any(canary.note_canary_returned(address, now) for address in mail.addresses):
        return MailOutcome(InboundState.IGNORED, InboundReason.CANARY)
    if reason := note_bounce_report(mail, now):
        return MailOutcome(InboundState.IGNORED, reason)
    sender = verify_sender(mail)
    if isinstance(sender, MailOutcome):
        return sender
    user, game = sender.user, sender.game
    if mail.is_truncated:
        return MailOutcome(InboundState.REFUSED, InboundReason.LARGE, user, game, answer=MailAnswer(user, "large"))
    command = parse_command(mail.lines, proposal_vocabulary() if sender.token.proposal else vocabulary_of(game.title))
    excerpt = "\n".join(mail.lines)[:500]
    if command.intent in NOT_UNDERSTOOD and was_answered(user, game, excerpt, now - SAME_TEXT_WITHIN):
        return MailOutcome(InboundState.IGNORED, InboundReason.REPEATED, user, game, excerpt)
    return _execute(mail, sender, command, excerpt)


def _execute(mail: IncomingMail, sender: VerifiedSender, command: ReplyCommand, excerpt: str) -> MailOutcome:
    result = execute_command(sender, command)
    state = InboundState.PLAYED if result.code in ACTED else InboundState.ANSWERED
    answer = MailAnswer(sender.user, result.code, _params(mail, command, result))
    detail = str(result.refusal.get("code", ""))
    return MailOutcome(state, InboundReason(result.code), sender.user, sender.game, excerpt, answer, detail)


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


def _params(mail: IncomingMail, command: ReplyCommand, result: CommandResult) -> dict[str, Any]:
    read = command.read or " / ".join(mail.lines)
    said = {"guess": command.guess, "said": result.said, "unsaid": result.unsaid}
    return {"read": read[:200], "refusal": result.refusal, "since": result.since, **said}


def _failure(mail: IncomingMail, detail: str) -> MailOutcome:
    """Return the outcome of an email that raised an error. A verified sender gets an answer."""
    try:
        sender = verify_sender(mail)
    except Exception:
        return MailOutcome(InboundState.FAILED, InboundReason.ERROR, detail=detail)
    if isinstance(sender, MailOutcome):
        return MailOutcome(InboundState.FAILED, InboundReason.ERROR, detail=detail)
    answer = MailAnswer(sender.user, "broken")
    return MailOutcome(InboundState.FAILED, InboundReason.ERROR, sender.user, sender.game, answer=answer, detail=detail)


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
    result = _execute_intent(sender, command)
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


def _execute_intent(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
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
    if command.intent not in PLAYS:
        return CommandResult(command.intent.value, game.ply)
    if command.intent is Intent.PLAY and not vocabulary_of(game.title).actions:
        return _play_written(sender, command, seat.number or 0)
    return _play(sender, command)


def _play_written(sender: VerifiedSender, command: ReplyCommand, seat: int) -> CommandResult:
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


def post_lines(sender: VerifiedSender, lines: Sequence[str]) -> tuple[str, SiteError | None]:
    """Post the lines in the chat. Return what was posted, "" for nothing, and the error if it was refused."""
    text = "\n".join(_without_name(lines, sender))[:MAX_LENGTH].strip()
    if not text:
        return "", None
    try:
        post_message(sender.game.pk, sender.user, text)
    except (Forbidden, Invalid, TooMany) as error:
        return "", error
    return text, None


def _without_name(lines: Sequence[str], sender: VerifiedSender) -> Sequence[str]:
    """Return the lines without the player's own name at the end."""
    names = {name.casefold() for name in (sender.user.username, display_name(sender.user))}
    names |= {name.split(" ")[0] for name in names}
    return lines[:-1] if lines and lines[-1].strip(" .,-!").casefold() in names else lines
