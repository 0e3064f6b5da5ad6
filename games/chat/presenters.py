"""The chat of a table."""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.selectors import is_quiet
from games.board.viewed_table import ViewedTable
from games.common.wording import join_names
from games.conduct.selectors import Act, refusal_of
from games.core.models import Seat
from games.core.selectors import seat_name

from .selectors import ChatLine, guide_at, recent_lines


@dataclass(frozen=True, slots=True)
class ShownChatLine:
    """One message with its author's displayed name. ``username`` is "" for a former player."""

    name: str
    username: str
    is_me: bool
    is_new: bool
    message: ChatLine


@dataclass(frozen=True)
class Chat:
    """The chat of a table. ``is_whole`` requests all messages instead of the latest."""

    table: ViewedTable
    is_whole: bool

    @cached_property
    def lines(self) -> list[ShownChatLine]:
        return chat_lines(self.table, is_whole=self.is_whole)

    @property
    def may_write(self) -> bool:
        user = self.table.player
        is_open = settings.CHAT != "off" and self.table.stage != "cancelled"
        return is_open and user is not None and user.is_confirmed and not is_quiet(user)

    @cached_property
    def refusal(self) -> str:
        """Why a player of the table must not write now: a sanction; "" for nothing."""
        user, me = self.table.player, self.table.me
        if user is None or not self.may_write or not getattr(me, "is_sanctioned", False):
            return ""
        refusal = refusal_of(user, Act.WRITE)
        return str(refusal.message) if refusal else ""

    @property
    def suggestion(self) -> str:
        """A first sentence in the first game of a newcomer with a guide, "" once anyone has written."""
        player = self.table.player
        guide = guide_at(self.table.game) if player and self.table.me and not self.lines else None
        if guide is None or player is None or self.table.stage != "running":
            return ""
        if guide == player.pk:
            return _("Hello and welcome! Ask me anything you like.")
        return _("Hello! This is my first game here.")

    @property
    def is_shown(self) -> bool:
        """True if two people are here of whom one can write, or may come: not among robots, nor among guests.

        Nobody in quiet mode sees the chat.
        """
        if self.table.player and is_quiet(self.table.player):
            return False
        people = [seat.user for seat in self.table.rows if seat.user and not seat.user.robot]
        has_company = len(people) > 1 and any(user.is_confirmed for user in people)
        may_fill = settings.CHAT != "off" and (self.table.stage == "open" or has_company)
        return may_fill or bool(self.lines)

    @property
    def hidden_names(self) -> str:
        """The people at the table whose messages the viewer has chosen not to see."""
        muted = [seat for seat in self.table.rows if getattr(seat, "is_muted", False)]
        return join_names([seat_name(seat) for seat in muted]) if self.table.me else ""

    @property
    def is_open(self) -> bool:
        """True if the drawer opens with the page: there are messages. So it is as in a page that was open before."""
        return bool(self.lines)

    @property
    def unread(self) -> int:
        """The number of messages that the viewer has not seen, 0 without a seat."""
        return self.table.me.unread_messages if self.table.me else 0

    @property
    def last_id(self) -> int:
        return self.lines[-1].message.id if self.lines else 0


MAX_LINES, MAX_NEW_LINES = 200, 20  # on the page, if all are requested and if they are new
LATEST_LINES, LATEST_LENGTH = 4, 1000  # messages and characters on the page otherwise


def chat_lines(table: ViewedTable, *, is_whole: bool) -> list[ShownChatLine]:
    """Return the latest messages, oldest first: all that fit on the page, or those that are new, or the last few."""
    me, names = table.me, {seat.user_id: seat_name(seat) for seat in table.rows}
    new = min(me.unread_messages, MAX_NEW_LINES) if me else 0
    messages = recent_lines(table.game, table.viewer, MAX_LINES if is_whole else max(new, LATEST_LINES))
    if not is_whole:
        lengths = accumulate(len(message.text) for message in reversed(messages))
        messages = messages[-max(1, new, sum(length <= LATEST_LENGTH for length in lengths)) :]
    return [_line(message, names, me) for message in messages]


def _line(message: ChatLine, names: dict[int | None, str], me: Seat | None) -> ShownChatLine:
    is_me = me is not None and message.author is not None and message.author == me.user_id
    is_new = me is not None and not is_me and message.id > me.read_message and me.unread_messages > 0
    if message.author is None:
        return ShownChatLine(_("a former player"), "", is_me, is_new, message)
    return ShownChatLine(names.get(message.author, message.username), message.username, is_me, is_new, message)
