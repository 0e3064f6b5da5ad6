"""The handling of one incoming email: check the sender, parse the reply, play it, answer it."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from accounts.errors import SiteError
from accounts.selectors import display_name
from games.chat.services import MAX_LENGTH, post_message
from games.clocks.activity import note_seen
from games.clocks.holidays import end_current_holiday
from games.common.errors import Conflict, Forbidden, Illegal, Invalid, NoOrders, NotFound, TooMany, Unreadable
from games.core.choices import Status
from games.core.log import log_of, note_if_broken, state_of
from games.core.models import Game, Seat
from games.core.selectors import shows_hints, title_of
from games.deputies.selectors import represented_seat
from games.deputies.services import accept_request, end_deputy
from games.engine.errors import BadNotation
from games.engine.scene import Token
from games.lobby.invitations import accept_invitation, decline_invitation, rematch
from games.mail.offers import ListedChoice, listed_choices
from games.mail.reply_addresses import url_of
from games.mail.reply_words import (
    NO,
    YES,
    Vocabulary,
    deputy_vocabulary,
    holiday_vocabulary,
    invitation_vocabulary,
    over_vocabulary,
    plain_answer_vocabulary,
    proposal_vocabulary,
    vocabulary_of,
)
from games.notifications.links import Subject, link, table_link
from games.notifications.models import InboundMail, InboundReason, InboundState
from games.play.actions import play_action, play_actions, refusal_messages
from games.play.endings import resign
from games.play.models import ProposalKind, ProposalState
from games.play.orders import play_turn, play_turn_to_place
from games.play.proposals import answer

from . import canary
from .added_text import remarks_in
from .answered_mail import with_answered_mail
from .incoming_mail import IncomingMail
from .listed import names_listed, with_listed
from .reply_parser import ARROWS, Intent, ReplyCommand, arrow_command, parse_command
from .reports import note_bounce_report
from .sender_check import AskedDeputy, Sender, VerifiedSender, is_checked, verify_sender
from .services import (
    SAME_TEXT_WITHIN,
    MailAnswer,
    MailIdentity,
    MailOutcome,
    handle_once,
    invitation_of_token,
    proposal_of_token,
    take_question,
    was_answered,
)
from .written_turns import UNREADABLE, WrittenTurn, read_turn

NO_COMMAND = frozenset({Intent.NOTHING, Intent.QUESTION, Intent.UNCLEAR})
ACTED = frozenset(
    {
        "played",
        "agreed",
        "declined",
        "said",
        "resigned",
        "joined",
        "rejected",
        "deputy",
        "no-deputy",
        "rematch",
        "back",
    }
)
CONFIRMED_PROPOSALS = frozenset({ProposalKind.ABORT, ProposalKind.PACE})  # they cannot be undone
logger = logging.getLogger(__name__)

PLAYS = frozenset({Intent.PLAY, Intent.STEPS, Intent.TURN})


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
    mail = with_answered_mail(mail, sender)
    command = _command(mail.lines, sender)
    if game and game.is_over and command.intent in NO_COMMAND:
        command = replace(command, remarks=remarks_in(mail.lines))  # there is nothing else to ask about
    excerpt = "\n".join(mail.lines)[:500]
    if command.intent in NO_COMMAND and was_answered(user, game, excerpt, now - SAME_TEXT_WITHIN):
        return MailOutcome(InboundState.IGNORED, InboundReason.REPEATED, user, game, excerpt)
    return _execute(mail, sender, command, excerpt)


def _command(lines: tuple[str, ...], sender: Sender) -> ReplyCommand:
    facings = _facings(sender)
    if facings and len(lines) == 1 and lines[0] in ARROWS:
        return arrow_command(lines[0], facings)
    vocabulary = vocabulary_for(sender).with_names(_names_around(sender))
    vocabulary = vocabulary.with_facings(facings) if facings else vocabulary
    command = parse_command(lines, vocabulary)
    is_unread = command.intent is Intent.PLAY and vocabulary.action and not vocabulary.action.search(command.text)
    if (is_unread or command.intent in {Intent.NOTHING, Intent.UNCLEAR}) and names_listed(lines):
        named = parse_command(with_listed(lines, _listed(sender)), vocabulary)
        return replace(named, read=lines[0]) if named.intent is Intent.PLAY else command
    return command


def _listed(sender: Sender) -> tuple[ListedChoice, ...]:
    """Return what the email about a turn lists, () if something has been played since it was sent."""
    token, game = sender.token, sender.game
    if game is None or token.is_chat or token.about is not Subject.TURN or token.ply != game.ply:
        return ()
    seats = sender.seats if isinstance(sender, VerifiedSender) else ()
    return listed_choices(title_of(game), state_of(game), has_hints=shows_hints(game, seats))


def _facings(sender: Sender) -> dict[str, str]:
    """Return where the figure looks after each action, in an email about a turn. The email has arrows for that."""
    if not sender.game or sender.token.about is not Subject.TURN:
        return {}
    prompt = title_of(sender.game).prompt(state_of(sender.game))
    choices = prompt.choices if prompt else ()
    tokens = [(choice.notation, item) for choice in choices for item in choice.preview if isinstance(item, Token)]
    return {notation: token.facing for notation, token in tokens}


def _names_around(sender: Sender) -> list[str]:
    """Return the names of the player and of everybody at the table."""
    seats = sender.seats if isinstance(sender, VerifiedSender) else ()
    people = [sender.user, *(seat.user for seat in seats if seat.user)]
    return [name for user in people for name in (user.username, display_name(user))]


def vocabulary_for(sender: Sender) -> Vocabulary:
    """Return the words that a reply to the sender's email may have."""
    token, game = sender.token, sender.game
    if token.about in {Subject.INVITATION, Subject.DEPUTY}:
        return invitation_vocabulary()
    if token.about is Subject.CONFIRM or game is None:
        return plain_answer_vocabulary()
    if token.about is Subject.PROPOSAL:
        return proposal_vocabulary()
    if game.is_over:
        return over_vocabulary()
    if token.about is Subject.HOLIDAY:
        return holiday_vocabulary(game.title)
    is_deputy = isinstance(sender, VerifiedSender) and sender.seat is None
    return deputy_vocabulary(game.title) if is_deputy else vocabulary_of(game.title)


def _execute(mail: IncomingMail, sender: Sender, command: ReplyCommand, excerpt: str) -> MailOutcome:
    result = execute_command(sender, command)
    subject = [sender.token.about, sender.token.number] if result.code == "unclear-answer" else []
    state = InboundState.PLAYED if result.code in ACTED else InboundState.ANSWERED
    answer = MailAnswer(sender.user, result.code, {**_params(mail, command, result), "subject": subject})
    detail = str(result.refusal.get("code", ""))
    return MailOutcome(state, InboundReason(result.code), sender.user, sender.game, excerpt, answer, detail)


@dataclass(frozen=True, slots=True)
class CommandResult:
    """``code`` names the answer, ``since`` is the length of the log before.

    ``refusal`` says why a command was refused: ``code`` is that of the error, ``messages`` those of the rules. ``said``
    is what was posted in the chat; ``unsaid`` is the code of the error if that was refused. ``remarks`` are the lines
    for the chat if they are not those of the command. ``question`` is what the answer asks the player to confirm: under
    ``what`` a key of CONFIRMED, and whatever its function needs. ``url`` is the page that the answer links to.
    """

    code: str
    since: int
    refusal: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""
    unsaid: str = ""
    remarks: tuple[str, ...] | None = None
    question: Mapping[str, Any] = field(default_factory=dict)
    url: str = ""


def _params(mail: IncomingMail, command: ReplyCommand, result: CommandResult) -> dict[str, Any]:
    read = command.read or " / ".join(mail.lines)
    said = {"guess": command.guess, "said": result.said, "unsaid": result.unsaid}
    params = {"read": read[:200], "refusal": result.refusal, "since": result.since, "url": result.url, **said}
    return {**params, "question": {**result.question, "is_answered": False}} if result.question else params


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


def execute_command(sender: Sender, command: ReplyCommand) -> CommandResult:
    """Do what a command asks for if its turn is not over. A refused command changes nothing and raises nothing."""
    note_seen(sender.user, timezone.now())
    if isinstance(sender, AskedDeputy):
        return answer_request(sender, command)
    if sender.token.about is Subject.INVITATION and command.intent is not Intent.CHAT:
        return _with_remarks(sender, command, answer_invitation(sender, command))
    if sender.game.status == Status.OPEN and sender.seat is None:
        return CommandResult("invited", sender.game.ply)
    is_chat = sender.token.is_chat and command.intent in NO_COMMAND and command.remarks
    if command.intent is Intent.CHAT or is_chat:
        lines = command.text.split("\n") if command.intent is Intent.CHAT else command.remarks
        return _post(sender, lines)
    if sender.token.about is Subject.PROPOSAL:
        return _answer(sender, command)
    if sender.token.about is Subject.CONFIRM:
        return confirm(sender, command)
    execute = OF_A_SITUATION.get(command.intent, _execute_intent)
    return _with_remarks(sender, command, execute(sender, command))


def _with_remarks(sender: VerifiedSender, command: ReplyCommand, result: CommandResult) -> CommandResult:
    """Post the lines below a command in the chat, if it has acted."""
    remarks = command.remarks if result.remarks is None else result.remarks
    if result.code not in {"played", "joined", "rematch", "back"} or not remarks:
        return result
    said, error = post_lines(sender, remarks)
    return replace(result, said=said, unsaid=error.code if error else "")


def _post(sender: VerifiedSender, lines: Sequence[str]) -> CommandResult:
    said, error = post_lines(sender, lines)
    if error is None and said:
        return CommandResult("said", sender.game.ply, said=said)
    return CommandResult("not-said", sender.game.ply, _refusal_of(error.code if error else "empty-message"))


def _execute_intent(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    game, own = sender.game, sender.seat
    seat = own or represented_seat(game, sender.seats, sender.user, timezone.now())
    if game.is_over and command.intent is Intent.HELP:
        return CommandResult("help", game.ply)
    if game.status != Status.RUNNING:
        return CommandResult("over" if game.is_over else "not-started", game.ply)
    if own is not None and command.intent in {Intent.RESIGN, Intent.UNDO}:
        return _ask_to_resign(game, own) if command.intent is Intent.RESIGN else CommandResult("undo", game.ply)
    if seat is None or not seat.is_acting or not sender.token.is_same_turn(game):
        return CommandResult("late", sender.token.ply)
    if command.intent is Intent.NOTHING:
        return CommandResult("unclear", game.ply)
    if command.intent in {Intent.RESIGN, Intent.UNDO}:
        return CommandResult("illegal", game.ply, _refusal_of("not-seated"))  # the deputy of the seat's player
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
        without_share = sender.without_share
        play_actions(sender.game.pk, sender.user, turn.actions, sender.game.ply, without_share=without_share)
    except (Illegal, Invalid, Conflict, Forbidden) as error:
        return _refusal_result(sender, command, error)
    return CommandResult("played", sender.game.ply, remarks=turn.remarks)


def _play(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    game, user = sender.game, sender.user
    try:
        if command.intent is Intent.STEPS:
            return _play_to_place(sender, *command.text.split(" "))
        play = play_turn if command.intent is Intent.TURN else play_action
        play(game.pk, user, command.text, game.ply, without_share=sender.without_share)
    except (Illegal, Invalid, Conflict, Forbidden) as error:
        return _refusal_result(sender, command, error)
    return CommandResult("played", game.ply)


def _play_to_place(sender: VerifiedSender, rotation: str, place: str) -> CommandResult:
    """Play a rotation, and a placement if it fits then. If it does not, the answer says so."""
    game, without_share = sender.game, sender.without_share
    played = play_turn_to_place(game.pk, sender.user, rotation, place, game.ply, without_share=without_share)
    is_laid = any(notation == place for _seat, notation in log_of(played)[game.ply :])
    return CommandResult("played", game.ply, {} if is_laid else _refusal_of("no-fit"))


def _answer(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    game, number = sender.game, sender.token.number
    if not is_answer(command):
        return CommandResult("unclear-answer", game.ply)
    proposal = proposal_of_token(number, game)
    is_final = proposal is not None and proposal.kind in CONFIRMED_PROPOSALS and proposal.state == ProposalState.OPEN
    if command.text == YES and proposal and is_final:
        question = {"what": "agree", "proposal": number, "kind": proposal.kind}
        return CommandResult("confirm", game.ply, question=question)
    return _agree(sender, number, agrees=command.text == YES)


def _agree(sender: VerifiedSender, proposal: int, *, agrees: bool) -> CommandResult:
    game = sender.game
    try:
        answer(game.pk, proposal, sender.user, agrees)
    except (NotFound, Conflict, Forbidden) as error:
        return CommandResult("closed", game.ply, _refusal_of(error.code))
    return CommandResult("agreed" if agrees else "declined", game.ply)


def _ask_to_resign(game: Game, seat: Seat) -> CommandResult:
    if seat.is_out:
        return CommandResult("not-done", game.ply, _refusal_of("already-out"))
    return CommandResult("confirm", game.ply, question={"what": "resign"})


def confirm(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    """Do what an earlier reply asked for, if the player says yes, once."""
    if not is_answer(command):
        return CommandResult("unclear-answer", sender.game.ply)
    question = take_question(sender.token.number, sender.user)
    if question is None:
        return CommandResult("not-done", sender.game.ply, _refusal_of("answered"))
    return (
        CONFIRMED[question["what"]](sender, question) if command.text == YES else CommandResult("kept", sender.game.ply)
    )


def _resign_now(sender: VerifiedSender, _question: Mapping[str, Any]) -> CommandResult:
    try:
        resign(sender.game.pk, sender.user)
    except (Conflict, Forbidden) as error:
        return CommandResult("not-done", sender.game.ply, _refusal_of(error.code))
    return CommandResult("resigned", sender.game.ply)


def _agree_now(sender: VerifiedSender, question: Mapping[str, Any]) -> CommandResult:
    return _agree(sender, question["proposal"], agrees=True)


def _ask_for_share(game: Game, command: ReplyCommand) -> CommandResult:
    """Ask whether to play without the share of the dice that the player's browser keeps."""
    said = {"intent": command.intent.value, "text": command.text, "remarks": [*command.remarks]}
    question = {"what": "share", "ply": game.ply, "undone": game.undone, **said}
    return CommandResult("confirm", game.ply, question=question)


def _play_without_share(sender: VerifiedSender, question: Mapping[str, Any]) -> CommandResult:
    game, seat = sender.game, sender.seat
    if seat is None or (game.ply, game.undone) != (question["ply"], question["undone"]):
        return CommandResult("late", question["ply"])
    command = ReplyCommand(Intent(question["intent"]), question["text"], remarks=tuple(question["remarks"]))
    asked = replace(sender, without_share=True, token=replace(sender.token, turn=game.turn, ply=game.ply))
    if command.intent is Intent.PLAY and not vocabulary_of(game.title).actions:
        return _with_remarks(asked, command, _play_written(asked, command, seat.number or 0))
    return _with_remarks(asked, command, _play(asked, command))


# What a confirmed question does, by its ``what``. Its words are in QUESTIONS of games/mail/reply_context.py.
CONFIRMED: Mapping[str, Callable[[VerifiedSender, Mapping[str, Any]], CommandResult]] = {
    "resign": _resign_now,
    "agree": _agree_now,
    "share": _play_without_share,
}


def answer_invitation(sender: VerifiedSender, command: ReplyCommand) -> CommandResult:
    """Take or refuse the seat of an invitation. The dice get a share that the site draws: an email carries none."""
    game, user = sender.game, sender.user
    invitation = invitation_of_token(sender.token.number, game)
    url = link("games:invitation", invitation.code) if invitation else link("games:home")
    if not is_answer(command):
        return CommandResult("unclear-answer", game.ply, url=url)
    try:
        if invitation is None:
            raise NotFound
        if command.text == NO:
            decline_invitation(invitation.code, user)
            return CommandResult("rejected", game.ply)
        accept_invitation(invitation.code, user)
    except (NotFound, Conflict, Forbidden, Invalid, TooMany) as error:
        refusal = dict(_refusal_of(error.code))
        if invitation and error.code == "you-have-blocked":
            refusal["blocked"] = invitation.inviter_id
        return CommandResult("not-joined", game.ply, refusal, url=url)
    return CommandResult("joined", game.ply)


def answer_request(sender: AskedDeputy, command: ReplyCommand) -> CommandResult:
    """Accept or decline to be a player's deputy. A no after a yes gives it back."""
    user, number, now = sender.user, sender.token.number, timezone.now()
    if not is_answer(command):
        return CommandResult("unclear-answer", 0, url=url_of(sender.token, user))
    try:
        (accept_request if command.text == YES else end_deputy)(user, number, now)
    except (NotFound, Forbidden) as error:
        return CommandResult("no-request", 0, _refusal_of(error.code), url=link("games:deputy"))
    return CommandResult("deputy" if command.text == YES else "no-deputy", 0, url=link("games:deputy"))


def ask_for_rematch(sender: VerifiedSender, _command: ReplyCommand) -> CommandResult:
    game = sender.game
    try:
        table = rematch(game.pk, sender.user)
    except (Conflict, Forbidden, Invalid, TooMany) as error:
        return CommandResult("no-rematch", game.ply, _refusal_of(error.code))
    return CommandResult("rematch", game.ply, url=table_link(table))


def come_back(sender: VerifiedSender, _command: ReplyCommand) -> CommandResult:
    """End the holiday under way. Its present day stays: it is paid."""
    try:
        was_away = end_current_holiday(sender.user, timezone.now())
    except (Conflict, TooMany) as error:
        return CommandResult("not-away", sender.game.ply, _refusal_of(error.code))
    if not was_away:
        return CommandResult("not-away", sender.game.ply, url=link("games:time_settings"))
    return CommandResult("back", sender.game.ply)


# What only some emails ask for: no other vocabulary has words for it.
OF_A_SITUATION = {Intent.REMATCH: ask_for_rematch, Intent.BACK: come_back}


def is_answer(command: ReplyCommand) -> bool:
    return command.intent is Intent.PLAY and command.text in {YES, NO}


def _refusal_of(code: str) -> Mapping[str, Any]:
    return {"code": code, "messages": []}


def _refusal_result(sender: VerifiedSender, command: ReplyCommand, error: SiteError) -> CommandResult:
    """Return the answer to a refused command. The page or another email may have played it already."""
    ply, asked = sender.game.ply, sender.token.ply
    refusal = _refusal(error)
    if isinstance(error, Unreadable | NoOrders):
        return CommandResult("unclear", ply, refusal if command.intent in {Intent.TURN, Intent.STEPS} else {})
    if error.code == "share-due":
        return _ask_for_share(sender.game, command)
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
