"""Sealed dice, and the shares of the players in them."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .core import Title
from .course import Course
from .values import OUT_OF_TIME, RESIGNS, Chance, Ply

# The sealed dice: results that no one can choose and everyone can check once the secret is open.
#
# 1. When a table is made, a secret S of 32 random bytes is drawn and its commitment published:
#    ``C = SHA-256("marrakech-dice-v2.1" || table id || S)``, the table id as UTF-8.
# 2. Each player has a share P_i of at least 16 bytes and publishes
#    ``c_i = SHA-256("marrakech-share" || table id || P_i)`` when they sit down, so that no commitment can be used at
#    another table. From the start on, the shares are opened one by one (see ``Shares``).
#    ``K = SHA-256(c_0 || ... || c_n-1 || all shares opened so far, in the order in which they were opened)``.
# 3. Every result follows from ``HMAC-SHA-256(key=S, message=K || label || s || r || k)`` where
#
#    * K is its 32 bytes, as it was when the result was due;
#    * label is the label's UTF-8 bytes; that of "roll" is empty;
#    * s is the seat as one byte, 255 where a result concerns no seat;
#    * r is how many results of this label this seat has had, four bytes, big-endian, from 0; those that were taken
#      back count, so that no number comes twice (see ``course``);
#    * k counts rejections, four bytes, big-endian, from 0.
#
# With w the sum of the weights and b the least number of bytes with ``256**b >= w``, the first b bytes of the digest
# are read as a big-endian number. If it is below the greatest multiple of w in reach it is taken modulo w, otherwise k
# grows by one and the next digest is read. The outcomes, each as often as its weight says and in the order that the
# title lists them, are the faces; the number picks one. For a die with the faces 1, 2, 2, 3, 3, 4 that is: first byte
# below 252, modulo 6. A pile is shuffled by its draws: one outcome for each tile that is left, by weight.
#
# In version 2, "v2" stands in the first formula, and ``c_i = SHA-256(P_i)``.
#
# In version 1, players published no commitments: ``K = SHA-256(P_0 || ... || P_n-1)`` for the whole game, and "v1"
# stands in the first formula. Anyone who knew S and added the last share could try shares until the dice pleased.
#
# Because results are indexed by seat, no one's dice depend on who else is in the game. Head (K) and tail (s, r, k) have
# fixed lengths, so no two results share a message.


V1, V2, V21 = 1, 2, 3  # versions of the protocol
PROTOCOLS = {V1: "marrakech-dice-v1", V2: "marrakech-dice-v2", V21: "marrakech-dice-v2.1"}
_SHARE_PREFIX = b"marrakech-share"
_EMPTY_LABEL = "roll"
_NO_SEAT = 255

Mixes = Sequence[tuple[int, bytes]]  # each K with the first ply that it is for, the earliest first


@dataclass(frozen=True, slots=True)
class DiceFault:
    """A fault that verification found. ``ply`` is -1 for the commitment, otherwise the number of the entry."""

    ply: int
    code: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Proof:
    """How a result follows from S and K.

    ``digest`` is the last one, in hexadecimal; its first ``width`` bytes are the ``number``, which is taken modulo
    ``total`` (the sum of the weights), after this number of ``rejections``.
    """

    result: str
    rejections: int
    digest: str
    width: int
    number: int
    total: int


def commitment(table_id: str, secret: bytes, version: int = V21) -> str:
    """Return C, 64 hexadecimal digits, to be published before the players sit down."""
    return hashlib.sha256(PROTOCOLS[version].encode() + table_id.encode() + secret).hexdigest()


def share_commitment(share: bytes, table_id: str, version: int = V21) -> str:
    """Return c_i, 64 hexadecimal digits, to be published before the share is opened. In version 2, any table has it."""
    return hashlib.sha256(share if version == V2 else _SHARE_PREFIX + table_id.encode() + share).hexdigest()


def mix(commitments: Sequence[str], opened: Sequence[bytes]) -> bytes:
    """Return K, 32 bytes, from all commitments in the order of seats and the shares in the order of their opening.

    In version 1 there are no commitments, and all shares go in the order of seats.
    """
    return hashlib.sha256(bytes.fromhex("".join(commitments)) + b"".join(opened)).digest()


def mix_at(mixes: Mixes, ply: int) -> bytes:
    """Return the K of the results at this ply."""
    return [entropy for since, entropy in mixes if since <= ply][-1]


def written_label(label: str) -> str:
    """Return a label as the protocol and the headers of files write it: nothing for "roll", otherwise itself."""
    return "" if label == _EMPTY_LABEL else label


def message_of(entropy: bytes, chance: Chance, rejections: int) -> bytes:
    """Return the bytes that are authenticated for the attempt after this many rejections."""
    seat = _NO_SEAT if chance.seat is None else chance.seat
    return (
        entropy
        + written_label(chance.label).encode()
        + bytes([seat])
        + chance.number.to_bytes(4)
        + rejections.to_bytes(4)
    )


def prove(secret: bytes, entropy: bytes, chance: Chance) -> Proof:
    """Return the result that S and K give for this chance, with every step that leads to it."""
    total = sum(weight for _, weight in chance.outcomes)
    width = ((total - 1).bit_length() + 7) // 8 or 1
    limit = 256**width - 256**width % total
    rejections = 0
    while True:
        digest = hmac.digest(secret, message_of(entropy, chance, rejections), "sha256")
        number = int.from_bytes(digest[:width])
        if number < limit:
            return Proof(_pick(chance, number % total), rejections, digest.hex(), width, number, total)
        rejections += 1


def draw(secret: bytes, entropy: bytes, chance: Chance) -> str:
    """Return the notation of the result that S and K give for this chance."""
    return prove(secret, entropy, chance).result


def _pick(chance: Chance, number: int) -> str:
    faces = [notation for notation, weight in chance.outcomes for _ in range(weight)]
    return faces[number]


def verify(
    course: Course,
    *,
    table_id: str,
    published: str,
    secret: bytes,
    mixes: Mixes,
    version: int = V21,
    first: int = 0,
) -> tuple[DiceFault, ...]:
    """Check an opened secret and every result of a game against it; return the faults, () if there are none.

    ``published`` is the commitment as it stood on the table. Results that were taken back are checked, too. Those
    before the ply ``first`` are not: they were inherited from another game. The counting of results goes on from there.
    """
    faults = []
    sealed = commitment(table_id, secret, version)
    if sealed != published:
        faults.append(DiceFault(-1, "commitment", sealed, published))
    for ply, chance, _earlier in course.results():
        if ply.number < first:
            continue
        expected, found = draw(secret, mix_at(mixes, ply.number), chance), course.title.notation(ply.action)
        if expected != found:
            faults.append(DiceFault(ply.number, chance.label, expected, found))
    return tuple(faults)


# The players' shares of the sealed dice: commitments, openings, and what they are mixed to


PLAYER, TIME_OUT, DEPUTY = "player", "time-out", "deputy"
GIVEN_UP_BY = (PLAYER, TIME_OUT, DEPUTY)  # who acted first for a seat whose share was never opened
DEVICE, WORDS, SITE = "device", "words", "site"
SOURCES = (DEVICE, WORDS, SITE)  # who drew a share: the player's own device, the player in words, or the site


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a seat's share, after the first ``ply`` plies of the game."""

    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A seat that acted first, after ``ply`` plies, without opening its share, and who acted: see ``GIVEN_UP_BY``.

    ``ply`` is None if that action is lost (see ``course``).
    """

    seat: int
    ply: int | None
    by: str


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of a table, by seat, in hexadecimal. A share is "" until it is opened. ``table`` is the table's code.

    ``openings`` are in their order. In version 1 there are neither ``commitments`` nor ``openings``: all shares are
    known from the start.
    """

    version: int
    shares: tuple[str, ...]
    commitments: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    openings: tuple[Opening, ...] = ()
    table: str = ""
    given_up: tuple[GivenUp, ...] = ()

    @property
    def mixes(self) -> Mixes:
        if self.version == V1:
            return [(0, mix((), self._opened(range(len(self.shares)))))]
        seats = [opening.seat for opening in self.openings]
        first = (0, mix(self.commitments, ()))
        return [
            first,
            *(
                (opening.ply, mix(self.commitments, self._opened(seats[: number + 1])))
                for number, opening in enumerate(self.openings)
            ),
        ]

    @property
    def mixed(self) -> str:
        """K after all openings so far, in hexadecimal."""
        return self.mixes[-1][1].hex()

    def _opened(self, seats: Sequence[int]) -> list[bytes]:
        return [bytes.fromhex(self.shares[seat]) for seat in seats]

    @property
    def wrong(self) -> dict[int, str]:
        """The seats whose opened share does not fit its commitment, with the commitment that would fit."""
        found = {
            seat: share_commitment(bytes.fromhex(share), self.table, self.version)
            for seat, share in enumerate(self.shares)
            if share
        }
        return {seat: text for seat, text in found.items() if self.commitments and text != self.commitments[seat]}


def first_actions(title: Title, plies: Iterable[Ply], first: int = 0) -> dict[int, int]:
    """Return after how many plies each seat acted for the first time, without seats that did nothing but leave.

    Plies before ``first`` came from another game.
    """
    found: dict[int, int] = {}
    for ply in plies:
        seat, leaves = ply.action.seat, title.notation(ply.action) in (RESIGNS, OUT_OF_TIME)
        if seat is not None and not leaves and ply.number >= first:
            found.setdefault(seat, ply.number)
    return found


def result_plies(course: Course, first: int = 0) -> list[int]:
    """Return the numbers of the plies that are results of chance, without those before ``first``."""
    return [result.ply.number for result in course.results() if result.ply.number >= first]


@dataclass(frozen=True, slots=True)
class SeatShare:
    """How a seat's share came into the dice.

    ``result`` is the number of the first result that depends on it, counted from 1, None if it was never opened.
    ``is_late``: it was opened after the seat's first action or, if the site drew it, after a result. ``given_up_by`` is
    who acted for the seat without it, "" for nobody.
    """

    seat: int
    source: str
    result: int | None
    is_late: bool
    given_up_by: str = ""

    @property
    def is_warning(self) -> bool:
        """True if the player has no protection by this share: whoever knew it could choose when it counts."""
        return self.result is None or self.is_late

    @property
    def protects(self) -> bool:
        """True if the player's own device drew it and opened it in time."""
        return self.source == DEVICE and not self.is_warning


def seat_shares(shares: Shares, acted: Mapping[int, int], results: Sequence[int]) -> tuple[SeatShare, ...]:
    """Return how each share came into the dice, () in version 1. ``acted`` and ``results`` are as above."""
    opened = {opening.seat: opening.ply for opening in shares.openings}
    given_up = {one.seat: one.by for one in shares.given_up}
    found = []
    for seat, source in enumerate(shares.sources):
        ply = opened.get(seat)
        before = None if ply is None else sum(result < ply for result in results)
        is_late = bool(before) if source == SITE else ply is not None and ply > acted.get(seat, ply)
        found.append(SeatShare(seat, source, None if before is None else before + 1, is_late, given_up.get(seat, "")))
    return tuple(found)
