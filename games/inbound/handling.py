"""One mail that has come in: admitted, read, played, answered."""

import logging
from datetime import timedelta

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.mail.reader import eyes_of
from games.mail.reply import Command, Wish, understand
from games.mail.words import words_of
from games.models import InboundMail, InboundState
from games.selectors.inbound import was_answered
from games.services import canary
from games.services.inbound import Answer, Letter, Result, once

from .arrival import Arrival
from .checks import Admitted, admitted
from .playing import Played, carry_out
from .returns import note_return

AGAIN = timedelta(hours=6)  # within which the same text that nobody understands is answered once
logger = logging.getLogger(__name__)


def receive(arrival: Arrival) -> InboundMail | None:
    """Deal with one mail; return its row, None where it has come before.

    Raises OperationalError and InterfaceError alone, where the database is away: nothing has happened then, and the
    road should deliver it again. Any other failure is noted in the row, and told to the player.
    """
    letter = Letter(arrival.digest, arrival.message_id, arrival.road, arrival.sender)
    try:
        return once(letter, lambda: _handled(arrival))
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        logger.exception("a mail that came in could not be dealt with", extra={"inbound": arrival.message_id})
        reason = f"{type(error).__name__}: {error}"
    return once(letter, lambda: _apology(arrival, reason))


def _handled(arrival: Arrival) -> Result:
    now = timezone.now()
    if any(canary.note_back(address, now) for address in arrival.addressed):
        return Result(InboundState.IGNORED, "the site's own trial mail has come back")
    if told := note_return(arrival, now):
        return Result(InboundState.IGNORED, told)
    who = admitted(arrival)
    if isinstance(who, Result):
        return who
    if arrival.is_cut:
        return Result(InboundState.REFUSED, "too large", who.user, who.game, "", Answer(who.user, "large"))
    command = understand(arrival.lines, words_of(who.game.title))
    excerpt = "\n".join(arrival.lines)[:500]
    if command.wish in {Wish.NOTHING, Wish.UNCLEAR} and _is_said_again(who, excerpt):
        return Result(InboundState.IGNORED, "the same text was answered before", who.user, who.game, excerpt)
    with eyes_of(who.user):
        played = carry_out(who, command)
    state = InboundState.PLAYED if played.code == "played" else InboundState.ANSWERED
    answer = Answer(who.user, played.code, _params(arrival, command, played))
    return Result(state, played.reason or played.code, who.user, who.game, excerpt, answer)


def _is_said_again(who: Admitted, excerpt: str) -> bool:
    """Tell whether a text that nobody understands was answered before: a machine would say it for ever."""
    return was_answered(who.user, who.game, excerpt, timezone.now() - AGAIN)


def _params(arrival: Arrival, command: Command, played: Played) -> dict[str, str | int]:
    read = command.read or " / ".join(arrival.lines)
    return {"read": read[:200], "reason": played.reason[:300], "since": played.since}


def _apology(arrival: Arrival, reason: str) -> Result:
    try:
        who = admitted(arrival)
    except Exception:
        return Result(InboundState.FAILED, reason)
    if isinstance(who, Result):
        return Result(InboundState.FAILED, reason)
    return Result(InboundState.FAILED, reason, who.user, who.game, "", Answer(who.user, "broken"))
