"""A stored game as a game file and as JSON."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.text import slugify

from games.engine.dice import PROTOCOLS, V1
from games.engine.gamefile import Record, write
from games.engine.registry import get_title
from games.engine.replay import replay
from games.engine.values import SEAT_LETTERS
from games.errors import NotFound
from games.models import Game
from games.selectors.dice import shares_of
from games.selectors.game_files import fetch_contents
from games.selectors.log import replaying
from games.selectors.tables.seats import seat_name
from games.selectors.visibility import require_no_secrets

from .story_comments import story_comments, story_lines

_HINT = """; Every roll can be checked: on {address}
; or with verify_dice.py, which lies beside this file or at the same address, and Python: python3 verify_dice.py FILE
"""


def game_record(game: Game) -> Record:
    """Return a started game as a record, with the secret of its dice only after the end.

    Raises NotFound before the start, Conflict while there are secrets in the game.
    """
    if game.started_at is None:
        raise NotFound
    require_no_secrets(game)
    fetch_contents(game)
    people = list(game.seats.all())
    shares = shares_of(game, people)
    return Record(
        title=game.title,
        ruleset=game.ruleset,
        options=game.options,
        seats=game.seat_count,
        names=tuple(seat_name(seat) for seat in people),
        log=tuple((entry.seat, entry.notation) for entry in game.entries.all()),
        headers={key: value for key, value in _headers(game).items() if value},
        entropy=shares.shares,
        commitments=shares.commitments,
        sources=shares.sources,
        openings=shares.openings,
        inherited_plies=game.branched_at or 0,
    )


def _headers(game: Game) -> dict[str, str]:
    return {
        "Site": settings.SITE_URL,
        "Table": game.code,
        "Begun": _moment(game.started_at),
        "Ended": _moment(game.finished_at),
        "Dice": PROTOCOLS[game.dice_version] if game.dice_version > V1 else "",
        "Commitment": game.commitment,
        "Secret": game.dice_secret.opened if game.is_over else "",
        "Mixed": game.entropy,
        "Name": game.name,
        "Branch of": game.branched_from.code if game.branched_from else "",
    }


def _moment(at: datetime | None) -> str:
    """Return a time as ISO 8601 has it, in UTC and to the second; "" for none."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else ""


def game_file(game: Game, record: Record) -> str:
    """Return the game file of a record, with who played what in comments, and a hint how its dice are checked."""
    address = f"{settings.SITE_URL}{reverse('games:dice', args=[game.code])}"
    with replaying(game):
        text = write(record)
    comments = story_comments(story_lines(game), text.count("\n"))
    return f"{text}\n{comments}{_HINT.format(address=address)}"


def game_document(game: Game, record: Record) -> dict[str, Any]:
    """Return the record of a game as plain data, with the last position, and who played what. Raises BrokenGame."""
    with replaying(game):
        position = get_title(record.title).to_json(last_position(record))
    return {**log_document(record), "story": [asdict(line) for line in story_lines(game)], "position": position}


def last_position(record: Record) -> Any:
    """Return the state after the whole log of a record."""
    return replay(get_title(record.title), record.ruleset, record.options, record.seats, record.log)


def log_document(record: Record) -> dict[str, Any]:
    """Return a record as plain data, as it is stored: also of a game whose log does not replay."""
    headers = record.headers
    letters = SEAT_LETTERS[: record.seats]
    return {
        "title": record.title,
        "ruleset": record.ruleset,
        "options": dict(record.options),
        "seats": [
            {"seat": letter, "name": record.names[seat], **_share(record, seat)} for seat, letter in enumerate(letters)
        ],
        "site": headers["Site"],
        "table": headers["Table"],
        "name": headers["Name"],
        "begun": headers["Begun"],
        "ended": headers.get("Ended"),
        "dice": PROTOCOLS[record.shares.version],
        "commitment": headers["Commitment"],
        "mixed": headers["Mixed"],
        "secret": headers.get("Secret"),
        "given": record.inherited_plies,
        "branch_of": headers.get("Branch of"),
        "log": [{"seat": None if seat is None else letters[seat], "action": action} for seat, action in record.log],
    }


def _share(record: Record, seat: int) -> dict[str, Any]:
    """Return a seat's share of the dice: what was opened, and where in the order of openings and in the log."""
    shares = record.shares
    found = [(number, opening.ply) for number, opening in enumerate(shares.openings) if opening.seat == seat]
    number, ply = found[0] if found else (None, None)
    return {
        "entropy": shares.shares[seat],
        "commitment": shares.commitments[seat] if shares.commitments else None,
        "drawn_by": shares.sources[seat] if shares.sources else None,
        "opening": number,
        "opened_at": ply,
    }


def file_name(game: Game) -> str:
    """Return a name for the game's files, without an ending, that sorts by date and can be read."""
    began = game.started_at or game.created_at
    return "-".join(part for part in (f"{began:%Y-%m-%d}", slugify(game.name)[:40].strip("-"), game.code) if part)


def text_file_name(game: Game) -> str:
    """Return the whole name of the game file."""
    return f"{file_name(game)}.{get_title(game.title).turn_format.ending}"
