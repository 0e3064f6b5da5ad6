"""The headers of game files for what the turn lines do not have: Racks, Interrupted and, if it is there, Pile."""

import re
from collections import deque

from ...files.text import Scoresheet, Word
from ...values import SEAT_LETTERS

_RACK = re.compile(r"([A-Z])((?: \d{1,2}){1,9})")
_TILES = re.compile(r"\d{1,2}(?: \d{1,2}){0,84}")
_PLIES = re.compile(r"\d{1,4}(?:, \d{1,4}){0,9}")


class TurnHeaders:
    """What the headers say: the first racks by seat, and the plies at which seats left unseen by the lines."""

    def __init__(self, sheet: Scoresheet) -> None:
        self._sheet = sheet
        self.racks: dict[int, deque[str]] = {}
        for part in sheet.headers["Racks"].text.split(", ") if "Racks" in sheet.headers else ():
            found = _RACK.fullmatch(part) or sheet.headers["Racks"].refuse("unreadable", "A 4 16 15, B 23 22 52")
            if found[1] not in SEAT_LETTERS[: sheet.seats] or SEAT_LETTERS.index(found[1]) in self.racks:
                sheet.headers["Racks"].refuse("no-such-seat", f"A to {SEAT_LETTERS[sheet.seats - 1]}, each once")
            self.racks[SEAT_LETTERS.index(found[1])] = deque(found[2].split())
        self.interruptions: deque[int] = deque()
        if word := sheet.headers.get("Interrupted"):
            if not _PLIES.fullmatch(word.text):
                word.refuse("unreadable", "numbers of plies, such as 7, 12")
            self.interruptions.extend(map(int, word.text.split(", ")))

    @property
    def place(self) -> Word:
        """The place of the header Racks, for errors."""
        return self._sheet.headers.get("Racks", self._sheet.at)

    def check_used(self) -> None:
        """Raise BadFile if a rack has more tiles than were drawn, or a seat left at none of the plies."""
        if any(self.racks.values()):
            self.place.refuse("contradiction", "the first racks, as many tiles as each seat draws")
        if self.interruptions:
            self._sheet.headers["Interrupted"].refuse("contradiction", "plies at which a seat leaves")

    def check_pile(self, drawn: list[int], unseen: list[int]) -> None:
        """Raise BadFile if the header Pile is not the drawn tiles in order, then the others."""
        word = self._sheet.headers.get("Pile")
        if word is None:
            return
        if not _TILES.fullmatch(word.text):
            word.refuse("unreadable", "the numbers of tiles")
        tiles = list(map(int, word.text.split()))
        if tiles[: len(drawn)] != drawn or sorted(tiles) != sorted([*drawn, *unseen]):
            word.refuse("contradiction", " ".join(map(str, [*drawn, *unseen])))
