"""Private notes and the diary of a player at a table."""

from hashlib import sha256

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid
from games.common.permissions import require_confirmed_address
from games.conduct.selectors import Act, require_may
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.models import Game, Seat
from games.core.selectors import own_seat

from .models import DiaryLine, Note, Study, StudyNode
from .selectors import note_of

MAX_NOTE_LENGTH = 4000  # characters
MAX_LINE_LENGTH = 1000
MAX_LINES = 200  # of one player in one game


def note_hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def can_keep_notes(game: Game, is_seated: bool) -> bool:
    """Return True if a signed-in user can keep notes here: players always, others once the game is over."""
    return is_seated or (game.is_over and game.started_at is not None)


@transaction.atomic
def save_note(game_id: int, user: User, text: str, text_hash: str) -> str:
    """Replace the user's private notes about a table and return them. ``text_hash`` is that of the replaced version.

    Raises Forbidden (not-seated), Invalid (long-note), TooMany, Conflict (note-changed) if another window has saved
    another version.
    """
    game = game_for_update(game_id)
    if not can_keep_notes(game, game.seats.filter(user=user).exists()):
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    text = _normalise(text)
    if len(text) > MAX_NOTE_LENGTH:
        raise Invalid("long-note", _("Notes are limited to %(most)s characters.") % {"most": MAX_NOTE_LENGTH})
    _count_request(user)
    if text_hash != note_hash(stored := note_of(game, user)) and stored != text:
        raise Conflict(
            "note-changed", _("Your notes were changed in another window. Combine the two versions and save again.")
        )
    if text:
        Note.objects.update_or_create(game=game, user=user, defaults={"text": text})
    else:
        Note.objects.filter(game=game, user=user).delete()
    game.seats.filter(user=user).update(version=F("version") + 1)  # the player's page of the table shows the note
    return text


@transaction.atomic
def add_diary_line(game_id: int, user: User, text: str) -> DiaryLine:
    """Add a line to the user's diary, at the current ply.

    Raises Conflict (not-running), Forbidden (not-seated, address-unconfirmed), Invalid (empty-line, long-line,
    full-diary), TooMany.
    """
    game = _game_with_open_diary(game_id, user)
    require_confirmed_address(user)  # everyone can read it after the game
    require_may(user, Act.WRITE)
    text = _checked_line(text)
    if DiaryLine.objects.filter(game=game, user=user).count() >= MAX_LINES:
        raise Invalid(
            "full-diary",
            _("Your diary of this game is full (%(most)s entries). Remove one first.") % {"most": MAX_LINES},
        )
    _count_request(user)
    return DiaryLine.objects.create(game=game, user=user, ply=game.ply, text=text)


@transaction.atomic
def change_diary_line(game_id: int, user: User, line_id: int, text: str) -> DiaryLine:
    """Change a line of the user's diary. Once the game is over, a line can only be removed.

    Raises Conflict (not-running, line-gone), Forbidden (not-seated), Invalid (empty-line, long-line), TooMany.
    """
    game = _game_with_open_diary(game_id, user)
    require_may(user, Act.WRITE)
    line = _own_line(game, user, line_id)
    line.text = _checked_line(text)
    _count_request(user)
    line.save(update_fields=["text"])
    return line


@transaction.atomic
def remove_diary_line(game_id: int, user: User, line_id: int) -> int:
    """Delete a line of the user's diary, before or after the end. Return its ply. Raises Conflict (line-gone)."""
    line = _own_line(game_for_update(game_id), user, line_id)
    line.delete()
    return line.ply


@transaction.atomic
def take_down_diary_line(line_id: int) -> None:
    """Delete a public diary line, for administrators. Raises Conflict (line-gone, line-private)."""
    line = DiaryLine.objects.select_related("game").filter(pk=line_id).first()
    if line is None:
        raise Conflict("line-gone", _("This diary entry no longer exists."))
    if not line.game.is_over:
        raise Conflict("line-private", _("only its author can read this entry until the game is over"))
    line.delete()


def delete_notes(game: Game, user: User) -> None:
    """Delete the notes of a player who leaves a table before its game begins."""
    Note.objects.filter(game=game, user=user).delete()


def give_notes(guest: User, user: User) -> None:
    """Give what a guest wrote at their own tables to a player, in the caller's transaction."""
    tables = list(Seat.objects.filter(user=guest).values_list("game", flat=True))
    for model in (DiaryLine, Note, Study):
        model.objects.filter(user=guest, game__in=tables).update(user=user)


def keep_within_log(game: Game) -> None:
    """Let no line of a diary point behind a shortened log, and delete lines in studies that branch off what is gone."""
    DiaryLine.objects.filter(game=game, ply__gt=game.ply).update(ply=game.ply)
    StudyNode.objects.filter(study__game=game, parent=None, ply__gt=game.ply).delete()


def _game_with_open_diary(game_id: int, user: User) -> Game:
    game = game_for_update(game_id)
    own_seat(game, user)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("You can only write in your diary during the game."))
    return game


def _own_line(game: Game, user: User, line_id: int) -> DiaryLine:
    line = DiaryLine.objects.filter(game=game, user=user, pk=line_id).first()
    if line is None:
        raise Conflict("line-gone", _("This diary entry no longer exists."))
    return line


def _checked_line(text: str) -> str:
    text = _normalise(text)
    if not text:
        raise Invalid("empty-line", _("Write something first."))
    if len(text) > MAX_LINE_LENGTH:
        raise Invalid("long-line", _("Diary entries are limited to %(most)s characters.") % {"most": MAX_LINE_LENGTH})
    return text


def _normalise(text: str) -> str:
    """Return the text in its stored form: browsers send line ends as two characters."""
    return text.replace("\r\n", "\n").strip()


def _count_request(user: User) -> None:
    rate_limits.count("notes", user.pk)
