"""The handling of one incoming email: check the sender, parse the reply, play it, answer it."""

import logging
from datetime import timedelta
from typing import Any

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.mail.reply_words import proposal_vocabulary, vocabulary_of
from games.models import InboundMail, InboundReason, InboundState
from games.selectors.notifications.inbound_mail import was_answered
from games.services.notifications.alerts import canary
from games.services.notifications.inbound_mail import MailAnswer, MailIdentity, MailOutcome, handle_once
from games.services.play.trouble import note_if_broken

from .authentication import is_checked
from .bounce_reports import note_bounce_report
from .command_execution import CommandResult, execute_command
from .incoming_mail import IncomingMail
from .replies.parser import Intent, ReplyCommand, parse_command
from .sender_check import VerifiedSender, verify_sender

SAME_TEXT_WITHIN = timedelta(hours=6)  # a text that is not understood is answered once in this time
NOT_UNDERSTOOD = {Intent.NOTHING, Intent.QUESTION, Intent.UNCLEAR}
ACTED = frozenset({"played", "agreed", "declined", "said"})
logger = logging.getLogger(__name__)


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
