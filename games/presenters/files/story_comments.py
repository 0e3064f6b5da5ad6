"""The story in a game's files: who played what its player did not play, and events at the table that are no turns.

It is in English and in UTC for every reader, so that equal games have equal files. In a game file it is in comments.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC

from django.utils import timezone, translation

from games.engine.scoresheet import MAX_LINE, MAX_LINES, UNPRINTABLE
from games.models import Entry, EntryNote, Game
from games.selectors.game_files import fetch_contents
from games.selectors.log import EntryOrigin, Origins

from ..table.log.event_lines import LogEvent
from ..table.log.story import story_of

LINES_LEFT = 20  # for what follows in the file


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line. ``at`` is when an event happened, as ISO 8601 has it, and ``step`` how long the log was then.

    Without ``at`` it is about that step.
    """

    step: int
    text: str
    at: str | None = None


def story_lines(game: Game) -> list[StoryLine]:
    """Return the lines of a game's story in their order."""
    fetch_contents(game)
    with translation.override("en"), timezone.override(UTC):
        story = story_of(list(game.seats.all()), _origins(game.entries.all()), list(game.events.all()))
        said = [StoryLine(ply + 1, mark) for ply, mark in story.marks.items()]
        said += [StoryLine(line.ply, line.text, _time(line)) for line in story.events_between(0, None)]
    return sorted(said, key=lambda line: (line.step, line.at is not None))


def story_comments(lines: Iterable[StoryLine], before: int) -> str:
    """Return the comments of a game whose file has ``before`` lines without them; "" if there is nothing to say.

    If they do not fit into the file, the last ones are left out.
    """
    texts = [f"; {UNPRINTABLE.sub(' ', _comment(line))}"[:MAX_LINE] for line in lines]
    return "".join(f"{text}\n" for text in texts[: max(0, MAX_LINES - LINES_LEFT - before)])


def _comment(line: StoryLine) -> str:
    at = (line.at or "")[: len("2026-05-04T09:00")].replace("T", " ")
    return f"{at}, step {line.step}: {line.text}" if at else f"step {line.step} {line.text}"


def _time(line: LogEvent) -> str:
    return f"{line.event.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _origins(entries: Iterable[Entry]) -> Origins:
    return {
        entry.ply: EntryOrigin(entry.seat, entry.note, entry.played_by_id)
        for entry in entries
        if entry.seat is not None and entry.note != EntryNote.INHERITED
    }
