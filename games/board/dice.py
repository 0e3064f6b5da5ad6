"""The dice of a game: seal, shares, and every random result with its proof after the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.wording import colour_name, phrase
from games.core.dice import dice_of
from games.core.models import Game, Seat
from games.core.receipts import Receipt
from games.core.selectors import Viewer, is_robot, seat_name, seats_of
from games.core.visibility import knowing_seat, known_course_of
from games.engine.core import Title
from games.engine.course import Course, Result
from games.engine.dice import (
    DEPUTY,
    DEVICE,
    PLAYER,
    PROTOCOLS,
    SITE,
    TIME_OUT,
    V1,
    WORDS,
    Mixes,
    Proof,
    SeatShare,
    Shares,
    commitment,
    first_actions,
    mix_at,
    prove,
    result_plies,
    seat_shares,
)
from games.engine.registry import get_title
from games.pictures.registry import skin_of


@dataclass(frozen=True, slots=True)
class ResultView:
    """One random result: the ``number``-th of its kind (``label``) for this seat, counted from 1.

    ``seat`` is None and ``name`` is "" for a result without a player. ``what`` and ``text`` are the kind and the result
    in words, ``style`` is the colour of what was drawn, "" for a die. ``proof`` is None until the secret is public.
    ``ply`` is the step of the game, None for a result that was taken back.
    """

    ply: int | None
    turn: int
    label: str
    what: str
    seat: int | None
    name: str
    number: int
    result: str
    text: str
    style: str
    proof: Proof | None
    die: str = ""  # the face to draw for a roll
    mix: int = 0  # the number of openings before it

    @property
    def is_sound(self) -> bool:
        return self.proof is None or self.proof.result == self.result

    @property
    def deciding(self) -> str:
        """The part of the digest that determines the result, in hexadecimal."""
        return self.proof.digest[: 2 * self.proof.width] if self.proof else ""

    @property
    def rest(self) -> str:
        return self.proof.digest[2 * self.proof.width :] if self.proof else ""

    @property
    def remainder(self) -> int:
        """The remainder that chooses the face."""
        return self.proof.number % self.proof.total if self.proof else 0


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
    receipt: Receipt | None = None
    found: SeatShare | None = None  # how it came into the dice; None on pages that do not say it

    @property
    def is_warning(self) -> bool:
        """True if the share was opened too late, or can't be opened any more."""
        return bool(self.found and (self.found.is_late or self.found.given_up_by))

    @property
    def how(self) -> str:
        """When the share was opened, or by whom it was given up, in a phrase; "" for one that may still be opened."""
        found = self.found
        if found is None or (found.result is None and not found.given_up_by):
            return ""
        if found.result is None:
            return {
                PLAYER: _("never opened: the player acted without it"),
                TIME_OUT: _("never opened: the seat was played without it after a time-out"),
                DEPUTY: _("never opened: the deputy played without it"),
            }[found.given_up_by]
        if found.is_late and found.source == SITE:
            text = _("opened too late, before result {result}: the site opens its shares at the start")
        elif found.is_late:
            text = _("opened too late, before result {result}: the player had already acted")
        elif found.source == SITE:
            text = _("opened at the start")
        else:
            text = _("opened in time, before result {result}")
        return text.format(result=found.result)

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


@dataclass(frozen=True, slots=True)
class DiceView:
    """Everything that is needed to check the dice.

    ``entropy`` (K as it is now) is empty before the start, ``secret`` until the end. ``seal`` is computed from the
    secret and must equal the commitment. Results that came with the position of another game are left out.
    """

    table: str
    version: int
    commitment: str
    shares: tuple[DiceShare, ...]
    mixes: tuple[MixView, ...]
    summary: str
    receipt_key: str
    entropy: str
    secret: str
    opened_at: datetime | None
    seal: str
    results: tuple[ResultView, ...]

    @property
    def has_robots(self) -> bool:
        return any(share.is_robots for share in self.shares)

    @property
    def protocol(self) -> str:
        return PROTOCOLS[self.version]

    @property
    def holds(self) -> bool:
        return self.seal == self.commitment

    @property
    def is_sound(self) -> bool:
        return self.holds and all(result.is_sound for result in self.results)


def dice_view(game: Game, viewer: Viewer) -> DiceView:
    title, seats = get_title(game.title), seats_of(game)
    facts, names = dice_of(game, seats), [seat_name(seat) for seat in seats]
    secret, mixes = bytes.fromhex(facts.secret), facts.shares.mixes if game.started_at else []
    course = known_course_of(game, knowing_seat(game, viewer)) if mixes else Course(title, (), (), {})
    first = game.branched_at or 0
    found = seat_shares(facts.shares, first_actions(title, course.plies, first), result_plies(course, first))
    return DiceView(
        table=facts.table,
        version=facts.version,
        commitment=facts.commitment,
        shares=share_views(game, seats, facts.shares, found if game.started_at else ()),
        mixes=mix_views(names, facts.shares) if game.started_at else (),
        summary=protection_text(found if game.started_at else ()),
        receipt_key=facts.receipt_key,
        entropy=facts.entropy,
        secret=facts.secret,
        opened_at=facts.opened_at,
        seal=commitment(facts.table, secret, facts.version) if secret else facts.commitment,
        results=_results(course, first, names, secret, mixes),
    )


def result_names(game: Game) -> dict[str, Any]:
    """Return the page's heading, the names of kinds of results and of colours, and what the title explains."""
    title = get_title(game.title)

    def named(prefix: str) -> list[tuple[str, str]]:
        return [(key.removeprefix(prefix), phrase(title, key)) for key in title.phrases if key.startswith(prefix)]

    explained = phrase(title, "dice.explained") if "dice.explained" in title.phrases else ""
    heading = phrase(title, "dice.page") if "dice.page" in title.phrases else _("This game’s dice")
    return {"heading": heading, "kinds": named("chance."), "colours": named("colour."), "explained": explained}


def _results(course: Course, first: int, names: Sequence[str], secret: bytes, mixes: Mixes) -> tuple[ResultView, ...]:
    steps = {place: number for number, place in enumerate(course.kept, 1)}
    return tuple(
        _result(course.title, one, steps.get(one.ply.number), names, secret, mixes)
        for one in course.results()
        if one.ply.number >= first
    )


def _result(
    title: Title, one: Result, step: int | None, names: Sequence[str], secret: bytes, mixes: Mixes
) -> ResultView:
    ply, chance = one.ply, one.chance
    result = title.notation(ply.action)
    is_colour = f"colour.{result}" in title.phrases
    return ResultView(
        ply=step,
        turn=title.turn(ply.before),
        label=chance.label,
        what=phrase(title, what) if (what := f"chance.{chance.label}") in title.phrases else chance.label,
        seat=chance.seat,
        name="" if chance.seat is None else names[chance.seat],
        number=one.earlier + 1,
        result=result,
        text=colour_name(title, result),
        style=result if is_colour else "",
        proof=prove(secret, mix_at(mixes, ply.number), chance) if secret else None,
        die=result if result.isdecimal() and skin_of(title.key).result_icon(result) else "",
        mix=sum(since <= ply.number for since, _ in mixes) - 1,
    )


def share_views(
    game: Game, seats: Sequence[Seat], shares: Shares, found: Sequence[SeatShare] = ()
) -> tuple[DiceShare, ...]:
    """Return the shares of a table, those of version 1 from its start on. ``found`` is how they came into the dice."""
    if shares.version == V1 and not game.started_at:
        return ()
    steps = {opening.seat: opening.ply for opening in shares.openings}
    commitments, sources = shares.commitments or ("",) * len(seats), shares.sources or ("",) * len(seats)
    return tuple(
        DiceShare(
            seat=seat,
            name=seat_name(row),
            value=shares.shares[seat],
            commitment=commitments[seat],
            source=sources[seat],
            step=steps.get(seat),
            is_robots=is_robot(row),
            receipt=row.receipt or None,
            found=found[seat] if found else None,
        )
        for seat, row in enumerate(seats)
    )


def mix_views(names: Sequence[str], shares: Shares) -> tuple[MixView, ...]:
    """Return each K of a game that has started."""
    opened = ["", *(names[opening.seat] for opening in shares.openings)]
    pairs = zip(opened, shares.mixes, strict=False)
    return tuple(MixView(number, ply, name, mixed.hex()) for number, (name, (ply, mixed)) in enumerate(pairs))


def protection_text(found: Sequence[SeatShare]) -> str:
    """Return how many shares protect their players, in a sentence; "" in version 1."""
    count = sum(share.protects for share in found)
    if found and not count:
        return _("None of the shares was drawn by a player’s own device and opened in time.")
    text = ngettext(
        "Of %(total)s shares, %(count)s was drawn by a player’s own device and opened in time.",
        "Of %(total)s shares, %(count)s were drawn by the players’ own devices and opened in time.",
        count,
    )
    return text % {"total": len(found), "count": count} if found else ""
