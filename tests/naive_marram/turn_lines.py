"""The line of a turn: ``12. A 14 n2e3 1 L0 +3:A, f57 2 +26:A +26:B | 5``."""

from .game import Event


def points(events: list[Event], players: int) -> list[int]:
    """Return the points that each seat got from what happened."""
    scored = [event for event in events if event["event"] == "scored"]
    return [sum(event["value"] for event in scored if seat in event["winners"]) for seat in range(players)]


def drawn(events: list[Event]) -> list[int]:
    """Return the tiles that were drawn."""
    return [tile for event in events if event["event"] == "refilled" for tile in event["tiles"]]


def turn_line(turn_no: int, seat: int, actions: list[tuple[str, list[Event]]], players: int) -> str:
    """Return the line of a turn from its actions and what happened in each."""
    words = []
    for text, events in actions:
        gained = [f" +{count}:{'ABCD'[one]}" for one, count in enumerate(points(events, players)) if count]
        words.append(text + "".join(gained))
    tiles = [str(tile) for _, events in actions for tile in drawn(events)]
    return f"{turn_no}. {'ABCD'[seat]} {', '.join(words)}" + (f" | {' '.join(tiles)}" if tiles else "")
