"""The text of the live region after a table has changed: new plies, and the question or state."""

from .view import TableView

MAX_ANNOUNCED = 4  # plies: one turn with its consequences


def live_region_text(view: TableView, seen: int | None) -> str:
    """Return what happened after the ply ``seen``, and the question or state of the table.

    Only the last few of many plies are announced, and none if ``seen`` is None. The last ply of a game already says how
    the game ended.
    """
    turns = view.turns[-MAX_ANNOUNCED:] if seen is not None else []
    fresh = [entry.text for turn in turns for entry in turn.texts if entry.ply > (seen or 0)]
    if fresh and view.stage == "over":
        return " ".join(fresh[-MAX_ANNOUNCED:])
    return " ".join([*fresh[-MAX_ANNOUNCED:], view.ask.text if view.ask else view.status])
