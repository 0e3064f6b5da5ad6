"""The players' shares of the dice in words: who drew them, and when they were opened."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.dice import DEVICE, SITE, V1, WORDS, Shares
from games.models import Game, Seat
from games.selectors.tables.seats import is_robot, seat_name

from ..wording import join_names


@dataclass(frozen=True, slots=True)
class DiceShare:
    """The share of one player, in hexadecimal; ``value`` is "" until it is opened. ``step`` is when, None for never.

    In games of the first version, ``commitment`` and ``source`` are "".
    """

    seat: int
    name: str
    value: str
    commitment: str
    source: str
    step: int | None
    is_robots: bool

    @property
    def drawn_by(self) -> str:
        """Who drew the share, in a phrase."""
        if self.is_robots:
            return _("follows from the table’s code, see below")
        phrases = {
            DEVICE: _("drawn by the player’s own device"),
            WORDS: _("the player’s own words"),
            SITE: _("drawn by the site"),
        }
        return phrases.get(self.source, "")


@dataclass(frozen=True, slots=True)
class MixView:
    """One K, in hexadecimal: for the results after ``step``. ``name`` is whose share was opened then, "" for none."""

    number: int
    step: int
    name: str
    value: str


def share_views(game: Game, seats: Sequence[Seat], shares: Shares) -> tuple[DiceShare, ...]:
    """Return the shares of a table, those of version 1 from its start on."""
    if shares.version == V1 and not game.started_at:
        return ()
    steps = {opening.seat: opening.ply for opening in shares.openings}
    commitments, sources = shares.commitments or ("",) * len(seats), shares.sources or ("",) * len(seats)
    return tuple(
        DiceShare(
            seat, seat_name(row), shares.shares[seat], commitments[seat], sources[seat], steps.get(seat), is_robot(row)
        )
        for seat, row in enumerate(seats)
    )


def mix_views(names: Sequence[str], shares: Shares) -> tuple[MixView, ...]:
    """Return each K of a game that has started."""
    opened = ["", *(names[opening.seat] for opening in shares.openings)]
    pairs = zip(opened, shares.mixes, strict=False)
    return tuple(MixView(number, ply, name, mixed.hex()) for number, (name, (ply, mixed)) in enumerate(pairs))


def drawn_by_text(shares: Shares) -> str:
    """Return a sentence that says who drew the shares of a table, "" in version 1."""
    drawn, total = Counter(shares.sources), len(shares.sources)
    phrases = {
        DEVICE: ngettext(
            "%(count)s was drawn by the player’s own device",
            "%(count)s were drawn by the players’ own devices",
            drawn[DEVICE],
        ),
        WORDS: ngettext("%(count)s is a player’s own words", "%(count)s are players’ own words", drawn[WORDS]),
        SITE: ngettext("%(count)s was drawn by the site", "%(count)s were drawn by the site", drawn[SITE]),
    }
    parts = [phrase % {"count": drawn[source]} for source, phrase in phrases.items() if drawn[source]]
    return _("Of %(total)s shares, %(parts)s.") % {"total": total, "parts": join_names(parts)} if parts else ""
