"""The sealed dice: creation, encryption, draws and publication of their secrets, and the players' shares of them.

What changes shares, but ``open_share``, runs inside the caller's transaction, under the game's lock.
"""

import json
import logging
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common.errors import Conflict, Forbidden, Invalid
from games.engine import dice
from games.engine.course import REWIND
from games.engine.dice import V1, GivenUp, Opening, Shares, share_commitment
from games.engine.values import ABORT, Chance

from .choices import Status
from .cipher import dice_cipher
from .lock import game_for_update
from .models import DiceSecret, Entry, Game, Seat, ShareSource, new_code
from .receipts import Receipt, new_receipt, receipt_key, receipts_of

DRAFT_LIFETIME = 24 * 3600  # seconds until the form of a new table expires
SHARE_CHARACTERS = (16, 48)  # of words: a browser puts 16 random bytes before them
HEXADECIMAL = re.compile(r"(?:[0-9a-f]{2}){16,64}")
COMMITMENT = re.compile(r"[0-9a-f]{64}")
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DiceDraft:
    """The dice of a table before its creation, so that the host also adds a share after seeing the commitment.

    ``token`` is the encrypted secret in the form; the server stores nothing.
    """

    code: str
    commitment: str
    token: str
    version: int = dice.V21


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """What the token of a draft contains. Tokens from before version 2 have no version."""

    code: str
    secret: bytes
    version: int = dice.V21

    @property
    def commitment(self) -> str:
        return dice.commitment(self.code, self.secret, self.version)


def new_draft() -> DiceDraft:
    code, secret = new_code(), secrets.token_bytes(32)
    content = {"code": code, "secret": secret.hex(), "version": dice.V21}
    token = dice_cipher().encrypt(json.dumps(content).encode()).decode()
    return DiceDraft(code, dice.commitment(code, secret), token)


def read_draft(token: str) -> ReadDraft:
    """Return the content of a draft, or of a new one for "". Raises Invalid (old-draft) for a bad token."""
    try:
        content = json.loads(dice_cipher().decrypt((token or new_draft().token).encode(), ttl=DRAFT_LIFETIME))
    except InvalidToken:
        message = _("This form is more than a day old, and its secret has expired. Send it again to use a new one.")
        raise Invalid("old-draft", message) from None
    return ReadDraft(content["code"], bytes.fromhex(content["secret"]), content.get("version", dice.V1))


def needed_secrets() -> QuerySet[DiceSecret]:
    """Return the secrets of the games that are not over."""
    return DiceSecret.objects.filter(opened="", game__status__in=[Status.OPEN, Status.RUNNING])


def is_readable(row: DiceSecret) -> bool:
    try:
        dice_cipher().decrypt(bytes(row.sealed))
    except InvalidToken:
        return False
    return True


def reseal_dice() -> tuple[int, int]:
    """Seal the secrets of games that are not over with the newest key. Return how many, and how many no key opens."""
    resealed = lost = 0
    for row in needed_secrets().iterator():
        try:
            sealed = dice_cipher().rotate(bytes(row.sealed))
        except InvalidToken:
            lost += 1
            continue
        resealed += DiceSecret.objects.filter(pk=row.pk, opened="").update(sealed=sealed)
    return resealed, lost


def store_secret(game: Game, secret: bytes) -> None:
    DiceSecret.objects.create(game=game, sealed=dice_cipher().encrypt(secret))
    receipt_key()  # so that it is published before the first receipt


def share_of(text: str) -> str:
    """Return a player's words as their share of the dice, in hexadecimal; "" for none.

    Hexadecimal text of at least 16 bytes stands for those bytes, any other text for its UTF-8. Raises Invalid
    (bad-share) for a text that is too short or too long.
    """
    text = text.strip()
    if not text:
        return ""
    if HEXADECIMAL.fullmatch(text):
        return text
    shortest, longest = SHARE_CHARACTERS
    if len(text) < shortest or len(text.encode()) > longest:  # the column limits the number of bytes
        message = _("Your share in the results must have %(least)s to %(most)s characters or be empty.")
        raise Invalid("bad-share", message % {"least": shortest, "most": longest})
    return text.encode().hex()


def draw(game: Game, chance: Chance) -> str:
    """Return the next result of chance. Requires the game's lock. Raises Conflict (dice-key-missing)."""
    dice_secret = game.dice_secret  # cached on the game, because a turn may draw twice
    try:
        secret = dice_cipher().decrypt(bytes(dice_secret.sealed))
    except InvalidToken:
        message = _(
            "This site has lost the key to the secret of this game: nothing can be rolled or drawn. Please tell its "
            "operators."
        )
        raise Conflict("dice-key-missing", message) from None
    return dice.draw(secret, bytes.fromhex(game.entropy), chance)


def open_dice(game: Game, now: datetime) -> None:
    """Publish the secret of a game that is over. Repeating it changes nothing. If its key is lost, it stays sealed."""
    dice_secret = game.dice_secret
    if dice_secret.opened:
        return
    try:
        secret = dice_cipher().decrypt(bytes(dice_secret.sealed))
    except InvalidToken:
        logger.error("no key opens the dice of a game that is over", extra={"game": game.pk})
    else:
        dice_secret.opened, dice_secret.opened_at = secret.hex(), now
        dice_secret.save(update_fields=["opened", "opened_at"])


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """Hexadecimal texts: ``shares`` by seat, ``entropy`` (K as it is now) from the start, ``secret`` from the end."""

    table: str
    version: int
    commitment: str
    shares: Shares
    receipts: tuple[Receipt, ...]
    receipt_key: str
    entropy: str
    secret: str
    opened_at: datetime | None = None


def dice_of(game: Game, seats: Sequence[Seat]) -> DiceFacts:
    """Return the public facts, from all seats in order of play. The secret is empty until the dice are opened."""
    secret = game.dice_secret if game.is_over else None
    return DiceFacts(
        game.code,
        game.dice_version,
        game.commitment,
        shares_of(game, seats),
        tuple(receipts := receipts_of(seats)),
        receipt_key().public if receipts else "",
        game.entropy,
        secret.opened if secret else "",
        secret.opened_at if secret else None,
    )


def shares_of(game: Game, seats: Sequence[Seat]) -> Shares:
    """Return what is public of the shares of all seats, in order of play."""
    if game.dice_version == V1:
        return Shares(V1, tuple(seat.entropy if game.started_at else "" for seat in seats))
    opened = {
        seat.opening_number: Opening(place, seat.opening_ply or 0)
        for place, seat in enumerate(seats)
        if seat.opening_number is not None
    }
    return Shares(
        game.dice_version,
        tuple("" if seat.opening_number is None else seat.entropy for seat in seats),
        tuple(seat.share_commitment for seat in seats),
        tuple(seat.share_source for seat in seats),
        tuple(opened[number] for number in sorted(opened)),
        game.code,
        tuple(
            GivenUp(place, seat.share_given_up_ply, seat.share_given_up)
            for place, seat in enumerate(seats)
            if seat.share_given_up
        ),
    )


def has_unopened_share(game: Game, seat: Seat) -> bool:
    """Return True if the share of a seat still waits for its player's device."""
    is_open = game.started_at is not None and not game.is_over
    return is_open and bool(seat.share_commitment) and seat.opening_number is None and not seat.share_given_up


@dataclass(frozen=True, slots=True)
class NewShare:
    """What a player adds to the dice with a seat: the commitment of their device, the words themselves, or nothing.

    ``is_words`` says that the device's share is words of the player's. ``table`` is the code of the table for which
    the page's script made the commitment, None for a program, which has to know it.
    """

    commitment: str = ""
    words: str = ""
    is_words: bool = False
    table: str | None = None


NO_SHARE = NewShare()  # the site draws it


def share_columns(share: NewShare, table: str, version: int) -> dict[str, str]:
    """Return the columns of a new seat. Raises Invalid (bad-share, bad-commitment, two-shares, old-dice).

    ``table`` is the table's code, to which commitments are bound.
    """
    commitment = share.commitment.strip()
    if not commitment:
        text = share_of(share.words) or secrets.token_hex(16)
        return site_columns(text, table, version, ShareSource.WORDS if share.words.strip() else ShareSource.SITE)
    if version == V1:
        message = _("This table has a secret of an earlier kind. Join on its own page, or send your share as entropy.")
        raise Invalid("old-dice", message)
    if share.words.strip():
        raise Invalid("two-shares", _("Send either a commitment or a share in the results, not both."))
    if not COMMITMENT.fullmatch(commitment):
        message = _("The commitment to your share in the results must be a SHA-256 in 64 hexadecimal digits.")
        raise Invalid("bad-commitment", message)
    source = ShareSource.WORDS if share.is_words else ShareSource.DEVICE
    return {"entropy": "", "share_commitment": commitment, "share_source": source}


def share_columns_at(game: Game, share: NewShare) -> dict[str, str]:
    """Return the columns of a new seat at a table whose row is locked.

    Raises like ``share_columns`` and ``require_binding``, and Invalid.

    With the commitment of another seat, a player could open the other's share as their own (used-commitment).
    """
    columns = share_columns(share, game.code, game.dice_version)
    require_binding(share, game.code, game.dice_version)
    commitment = columns.get("share_commitment")
    if commitment and game.seats.filter(share_commitment=commitment).exists():
        message = _("Another player at this table already has this share in the results. Use another one.")
        raise Invalid("used-commitment", message)
    return columns


def require_binding(share: NewShare, code: str, version: int) -> None:
    """Raise Conflict (other-table) for a commitment that a page has made for another table than this one.

    It would be of no use: the share could never be opened here. Pages from before version 2.1 name no table.
    """
    is_old = version <= dice.V2 and not share.table
    if share.commitment and share.table not in {None, code} and not is_old:
        message = _(
            "Your device’s share in the results was made for another table. Send the form again to make a new one."
        )
        raise Conflict("other-table", message)


def site_columns(share: str, table: str, version: int, source: str = ShareSource.SITE) -> dict[str, str]:
    """Return the columns of a seat whose share the site knows, and opens at the start."""
    if version == V1:
        return {"entropy": share}
    commitment = share_commitment(bytes.fromhex(share), table, version)
    return {"entropy": share, "share_commitment": commitment, "share_source": source}


def open_known_shares(game: Game, seats: Sequence[Seat]) -> None:
    """Open the shares that the site knows, in the order of seats, before the first result. Set K; save the seats."""
    known = [seat for seat in seats if seat.entropy and seat.share_commitment]
    for number, seat in enumerate(known):
        seat.opening_number, seat.opening_ply = number, game.ply
    Seat.objects.bulk_update(known, ["opening_number", "opening_ply"])
    game.entropy = shares_of(game, seats).mixed


@transaction.atomic
def open_share(game_id: int, user: User, text: str) -> Game:
    """Open the share of the user's seat. Opening it again changes nothing. Return the game.

    Raises Conflict (not-running, no-share, share-given-up, dice-key-missing), Forbidden (not-seated), Invalid
    (bad-share, wrong-share).
    """
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    if add_opening(game, user, text):
        game.version += 1
        game.save(update_fields=["version"])
    return game


def add_opening(game: Game, user: User, text: str) -> bool:
    """Open the share that the user's device sends. Return True if it was not open. Raises like ``open_share``."""
    seats = list(game.seats.order_by("number"))
    seat = _seat_of(seats, user)
    if not seat.share_commitment:
        raise Conflict("no-share", _("At this table, all shares in the results were known from the start."))
    share = text.strip().lower()
    if not HEXADECIMAL.fullmatch(share):
        raise Invalid("bad-share", _("An opened share in the results must be 16 to 64 bytes in hexadecimal digits."))
    if share_commitment(bytes.fromhex(share), game.code, game.dice_version) != seat.share_commitment:
        message = _("This is not the share in the results whose commitment you sent when you took your seat.")
        raise Invalid("wrong-share", message)
    if seat.opening_number is not None:
        return False
    if seat.share_given_up:
        raise Conflict("share-given-up", _("Your seat has been played without this share: it can’t be opened now."))
    seat.entropy, seat.opening_ply = share, place_of(game, game.ply)
    seat.opening_number = sum(one.opening_number is not None for one in seats)
    game.entropy = shares_of(game, seats).mixed
    game.save(update_fields=["entropy"])
    seat.receipt = new_receipt(game, seat, count_results(game))
    seat.save(update_fields=["entropy", "opening_number", "opening_ply", "receipt"])
    return True


def place_of(game: Game, ply: int) -> int:
    """Return the place of a ply to come in the whole log, in which what was taken back is counted, too."""
    gone = Entry.every.filter(game=game, is_lost=False).exclude(rewind=0).count() if game.undone else 0
    return ply + gone


def count_results(game: Game) -> int:
    """Return the number of results of chance so far, those that were taken back included."""
    results = Entry.every.filter(game=game, seat=None, is_lost=False).exclude(notation=ABORT)
    return results.exclude(notation__startswith=REWIND).count()


def _seat_of(seats: Sequence[Seat], user: User) -> Seat:
    """Return the seat that the user has, or has left and may return to. Raises Forbidden (not-seated)."""
    seat = next((seat for seat in seats if user.pk in {seat.user_id, seat.owner_id}), None)
    if seat is None:
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    return seat


class OpeningAnswer(TypedDict):
    """The receipt of an opening, and all from which the device computes K itself.

    ``receipt`` is None for a share that was opened before there were receipts. ``commitments`` are in the order of
    seats, ``opened`` in the order of opening, up to this share.
    """

    receipt: Receipt | None
    key: str
    commitments: list[str]
    opened: list[dict[str, int | str]]


def opening_answer(game: Game, user: User) -> OpeningAnswer:
    """Return the answer to the user's opening. It is the same each time. Raises Forbidden (not-seated)."""
    seats = list(game.seats.order_by("number"))
    shares, seat = shares_of(game, seats), _seat_of(seats, user)
    order = [opening.seat for opening in shares.openings]
    return {
        "receipt": seat.receipt or None,
        "key": receipt_key().public,
        "commitments": list(shares.commitments),
        "opened": [{"seat": one, "share": shares.shares[one]} for one in order[: (seat.opening_number or 0) + 1]],
    }
