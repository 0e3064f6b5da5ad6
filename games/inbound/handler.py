"""One mail that has come in: admitted, read, played, answered."""

import logging
from datetime import timedelta

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.inbound.reply_parser import Intent, ReplyCommand, parse_command
from games.mail.recipient import user_locale
from games.mail.reply_words import words_of
from games.models import InboundMail, InboundState
from games.selectors.notifications.inbound_mail import was_answered
from games.services.notifications import canary
from games.services.notifications.inbound_mail import MailAnswer, MailIdentity, MailOutcome, handle_once

from .bounce_reports import note_bounce_report
from .command_execution import CommandResult, execute_command
from .incoming_mail import IncomingMail
from .sender_check import VerifiedSender, verify_sender

SAME_TEXT_WITHIN = timedelta(hours=6)  # within which the same text that nobody understands is answered once
logger = logging.getLogger(__name__)


def receive(arrival: IncomingMail) -> InboundMail | None:
    """Deal with one mail; return its row, None where it has come before.

    Raises OperationalError and InterfaceError alone, where the database is away: nothing has happened then, and the
    source should deliver it again. Any other failure is noted in the row, and told to the player.
    """
    letter = MailIdentity(arrival.digest, arrival.message_id, arrival.source, arrival.sender)
    try:
        return handle_once(letter, lambda: _handled(arrival))
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        logger.exception("a mail that came in could not be dealt with", extra={"inbound": arrival.message_id})
        reason = f"{type(error).__name__}: {error}"
    return handle_once(letter, lambda: _apology(arrival, reason))


def _handled(arrival: IncomingMail) -> MailOutcome:
    now = timezone.now()
    if any(canary.note_canary_returned(address, now) for address in arrival.addresses):
        return MailOutcome(InboundState.IGNORED, "the site's own trial mail has come back")
    if told := note_bounce_report(arrival, now):
        return MailOutcome(InboundState.IGNORED, told)
    who = verify_sender(arrival)
    if isinstance(who, MailOutcome):
        return who
    if arrival.is_truncated:
        return MailOutcome(InboundState.REFUSED, "too large", who.user, who.game, "", MailAnswer(who.user, "large"))
    command = parse_command(arrival.lines, words_of(who.game.title))
    excerpt = "\n".join(arrival.lines)[:500]
    if command.intent in {Intent.NOTHING, Intent.UNCLEAR} and _is_said_again(who, excerpt):
        return MailOutcome(InboundState.IGNORED, "the same text was answered before", who.user, who.game, excerpt)
    with user_locale(who.user):
        played = execute_command(who, command)
    state = InboundState.PLAYED if played.code == "played" else InboundState.ANSWERED
    answer = MailAnswer(who.user, played.code, _params(arrival, command, played))
    return MailOutcome(state, played.reason or played.code, who.user, who.game, excerpt, answer)


def _is_said_again(who: VerifiedSender, excerpt: str) -> bool:
    """Tell whether a text that nobody understands was answered before: a machine would say it for ever."""
    return was_answered(who.user, who.game, excerpt, timezone.now() - SAME_TEXT_WITHIN)


def _params(arrival: IncomingMail, command: ReplyCommand, played: CommandResult) -> dict[str, str | int]:
    read = command.read or " / ".join(arrival.lines)
    return {"read": read[:200], "reason": played.reason[:300], "since": played.since}


def _apology(arrival: IncomingMail, reason: str) -> MailOutcome:
    try:
        who = verify_sender(arrival)
    except Exception:
        return MailOutcome(InboundState.FAILED, reason)
    if isinstance(who, MailOutcome):
        return MailOutcome(InboundState.FAILED, reason)
    return MailOutcome(InboundState.FAILED, reason, who.user, who.game, "", MailAnswer(who.user, "broken"))
