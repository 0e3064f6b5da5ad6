"""The words that people write in replies for the actions of a title."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ReplyWords:
    """The words of one title in several languages, in small letters without accents. Hyphens join those of a phrase.

    A title whose actions have names has ``meanings``, the words for each notation. ``fillers`` say no more than that it
    is played. ``others`` are phrases in which a word of the title means something else. ``openers`` are words that also
    open a sentence about something else ("Right, I'm back"). ``square`` is a regular expression of one of the
    ``squares`` in the notation of a place ("c4 - d4"). ``suggested`` are the words that answers name for a notation, by
    language.

    Any other title is played by its notation alone. ``written`` are then the words that may stand for a part of it, by
    that part: "" for words that are left out, "," for those between two actions.
    """

    meanings: Mapping[str, str] = field(default_factory=dict)
    fillers: str = ""
    others: str = ""
    openers: str = ""
    square: str = ""
    squares: int = 0
    suggested: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
