"""A stored game as a game file and as JSON."""

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.board.log_lines import LogEvent, story_of
from games.board.sharing import SCRIPT, file_name, text_file_name
from games.common.errors import BrokenGame, NotFound
from games.core.dice import shares_of
from games.core.log import entries_of, origins_of, replaying, whole_log_of
from games.core.models import Game
from games.core.selectors import seat_name
from games.core.visibility import has_secrets, require_no_secrets
from games.engine.dice import PROTOCOLS, V1
from games.engine.gamefile import Record, write
from games.engine.registry import get_title
from games.engine.replay import replay
from games.engine.scoresheet import MAX_LINE, MAX_LINES, UNPRINTABLE
from games.engine.values import SEAT_LETTERS

from .selectors import fetch_contents, recorded_games

_HINT = """; When the game is over, every roll can be checked: on {address}
; or with verify_dice.py, which lies beside this file or at the same address, and Python: python3 verify_dice.py FILE
"""

LINES_LEFT = 20  # for what follows in the file


class _ZipBuffer(io.RawIOBase):
    """A file for writing a zip. ``take`` returns the bytes since the last call."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, part: object) -> int:
        data = bytes(part)  # type: ignore[call-overload]
        self._parts.append(data)
        return len(data)

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


@lru_cache(maxsize=1)
def _script() -> bytes:
    return (settings.BASE_DIR / "static" / SCRIPT).read_bytes()


def game_archive(user: User) -> Iterator[bytes]:
    """Return the parts of a zip with two files for each of the user's games, and the program that checks their dice.

    Names that the site gives are in the language that is active now.
    """
    return _parts(user, translation.get_language())


def _parts(user: User, language: str) -> Iterator[bytes]:
    buffer = _ZipBuffer()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for game in recorded_games(user):
            if not has_secrets(game):
                with translation.override(language):
                    _add(archive, game)
                yield buffer.take()
        archive.writestr(SCRIPT, _script())
    yield buffer.take()


def add_games(archive: ZipFile, user: User, folder: str) -> None:
    """Add two files for each of the user's games to the export of the account."""
    for game in recorded_games(user):
        if not has_secrets(game):
            _add(archive, game, f"{folder}/")


def _add(archive: ZipFile, game: Game, folder: str = "") -> None:
    try:
        record, name = game_record(game), file_name(game)
    except BrokenGame:  # its packed log is damaged
        return
    at = game.finished_at or game.started_at or game.created_at
    try:
        text, document = game_file(game, record), game_document(game, record)
    except BrokenGame:  # what is stored of it is all there is
        text, document = "", log_document(record)
    if text:
        archive.writestr(_info(f"{folder}{text_file_name(game)}", at), text)
    archive.writestr(_info(f"{folder}{name}.json", at), json.dumps(document, ensure_ascii=False, indent=1))


def _info(name: str, at: datetime) -> ZipInfo:
    info = ZipInfo(name, at.timetuple()[:6])
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


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
        log=tuple(whole_log_of(game) if game.undone else ((entry.seat, entry.notation) for entry in entries_of(game))),
        headers={key: value for key, value in _headers(game).items() if value},
        entropy=shares.shares,
        commitments=shares.commitments,
        sources=shares.sources,
        openings=shares.openings,
        given_up=shares.given_up,
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
    shares = record.shares
    found = [(number, opening.ply) for number, opening in enumerate(shares.openings) if opening.seat == seat]
    number, ply = found[0] if found else (None, None)
    given_up = [one for one in shares.given_up if one.seat == seat]
    return {
        "entropy": shares.shares[seat],
        "commitment": shares.commitments[seat] if shares.commitments else None,
        "drawn_by": shares.sources[seat] if shares.sources else None,
        "opening": number,
        "opened_at": ply,
        "given_up_by": given_up[0].by if given_up else None,
        "given_up_at": given_up[0].ply if given_up else None,
    }


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line. ``at`` is when it happened, in ISO 8601 (None: about a step), ``step`` how long the log was then."""

    step: int
    text: str
    at: str | None = None


def story_lines(game: Game) -> list[StoryLine]:
    fetch_contents(game)
    with translation.override("en"), timezone.override(UTC):
        story = story_of(list(game.seats.all()), origins_of(entries_of(game)), list(game.events.all()))
        said = [StoryLine(ply + 1, mark) for ply, mark in story.marks.items()]
        said += [StoryLine(line.ply, line.text, _time(line)) for line in story.events_between(0, None)]
    return sorted(said, key=lambda line: (line.step, line.at is not None))


def story_comments(lines: Iterable[StoryLine], before: int) -> str:
    """Return comments for a file of ``before`` lines, as far as they fit into it; "" if there is nothing to say."""
    texts = [f"; {UNPRINTABLE.sub(' ', _comment(line))}"[:MAX_LINE] for line in lines]
    return "".join(f"{text}\n" for text in texts[: max(0, MAX_LINES - LINES_LEFT - before)])


def _comment(line: StoryLine) -> str:
    at = (line.at or "")[: len("2026-05-04T09:00")].replace("T", " ")
    return f"{at}, step {line.step}: {line.text}" if at else f"step {line.step} {line.text}"


def _time(line: LogEvent) -> str:
    return f"{line.event.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
