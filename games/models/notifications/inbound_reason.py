"""Reasons why an incoming email was refused, ignored or not played."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class InboundReason(models.TextChoices):
    """Codes with texts for administrators."""

    # answers to a command
    PLAYED = "played", _("played")
    UNCLEAR = "unclear", _("not understood")
    ILLEGAL = "illegal", _("not possible by the rules")
    ALREADY = "already", _("part of the turn had been played")
    LATE = "late", _("about a turn that is over")
    WAITS = "waits", _("a resignation at the table could still be taken back")
    OVER = "over", _("the game is over")
    BOARD = "board", _("asked for the position")
    HELP = "help", _("asked for help")
    QUESTION = "question", _("a question")
    AGREED = "agreed", _("agreed to a proposal")
    DECLINED = "declined", _("declined a proposal")
    CLOSED = "closed", _("about a proposal that is no longer open")
    SAID = "said", _("said in the chat")
    NOT_SAID = "not-said", _("not accepted in the chat")
    RESIGN = "resign", _("asked how to resign")
    UNDO = "undo", _("asked how to take a turn back")
    INVITED = "invited", _("has no seat at the table yet")
    NOT_STARTED = "not-started", _("the game has not started")
    UNCLEAR_ANSWER = "unclear-answer", _("no answer to a proposal")
    # not admitted
    OFF = "off", _("the player has not turned on playing by reply")
    STRANGER = "stranger", _("not from the player’s address")
    FORGED = "forged", _("the checks of the sender failed")
    UNPROVED = "unproved", _("nothing proves the sender")
    LARGE = "large", _("too large")
    REPEATED = "repeated", _("the same text was answered before")
    NOT_ANSWERED = "not-answered", _("not answered: too many answers in an hour")
    NO_INBOUND = "no-inbound", _("this site takes no emails")
    NO_TURN = "no-turn", _("not sent to the reply address of a turn")
    GONE = "gone", _("the player or the table is gone")
    # written by a program
    CANARY = "canary", _("the site’s own test email")
    BOUNCE = "bounce", _("a bounce: it has no return address")
    REPORT = "report", _("a delivery report")
    FINAL_REPORT = "final-report", _("a report that one of our emails bounced")
    VAGUE_REPORT = "vague-report", _("a report about one of our emails that says nothing final")
    NO_REPLY = "no-reply", _("from an address that no one reads")
    AUTOMATIC = "automatic", _("sent automatically")
    BULK = "bulk", _("sent to many")
    MAILING_LIST = "list", _("from a mailing list")
    SUBJECT = "subject", _("the subject is that of an automatic reply")
    OWN = "own", _("from this site itself")
    ERROR = "error", _("error")
