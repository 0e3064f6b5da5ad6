"""The text of the live region after a table has changed: new plies and events, and the question or state."""

from games.models import EventKind

from ..view import TableView

MAX_ANNOUNCED = 4  # plies: one turn with its consequences
MAX_EVENTS = 3


def live_region_text(view: TableView, seen: int | None, event: int | None = None) -> str:
    """Return what happened after the ply ``seen`` and the event with this id, and the question or state of the table.

    Only the last few of many plies are announced, and none if ``seen`` is None. The last ply of a game already says how
    the game ended.
    """
    turns = view.history.recent_turns[-MAX_ANNOUNCED:] if seen is not None else []
    fresh = [entry.text for turn in turns for entry in turn.texts if entry.ply > (seen or 0)][-MAX_ANNOUNCED:]
    if fresh and view.table.stage == "over":
        return " ".join([*fresh, *new_events(view, event)])
    return " ".join([*fresh, *new_events(view, event), _state_text(view)])


def _state_text(view: TableView) -> str:
    if view.requests.resignation:
        return view.requests.resignation.text
    return view.ask.text if view.ask else view.status


def new_events(view: TableView, event: int | None) -> list[str]:
    """Return the last few sentences about events after the one with this id; none without an id."""
    if event is None or event >= view.history.last_event:
        return []
    lines = view.history.story.events_between(0, None)
    fresh = [line for line in lines if line.event.pk > event]
    said = {EventKind.RESIGNED} if view.requests.resignation else set()  # the state of the table says it
    return [line.text for line in fresh if line.event.kind not in said][-MAX_EVENTS:]
