"""How somebody wants the site to look: in sun or at dusk, letters on rugs, nothing that moves. One cookie holds it."""

from dataclasses import dataclass
from typing import Literal

COOKIE = "look"
Theme = Literal["auto", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Look:
    """``theme`` "auto" follows the machine. ``letters`` stand on every rug; with ``still`` nothing moves."""

    theme: Theme = "auto"
    letters: bool = False
    still: bool = False

    @property
    def cookie(self) -> str:
        """The words that the cookie holds; "" where all is as it comes."""
        wishes = {self.theme: self.theme != "auto", "letters": self.letters, "still": self.still}
        return ".".join(word for word, wanted in wishes.items() if wanted)


def look_of(cookie: str) -> Look:
    """Return what a cookie asks for; words that nobody knows count for nothing."""
    words = cookie.split(".")
    theme: Theme = "dark" if "dark" in words else "light" if "light" in words else "auto"
    return Look(theme, letters="letters" in words, still="still" in words)
