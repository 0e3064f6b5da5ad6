"""The look of the site in one browser (theme, letters on pieces, animations), stored in a cookie."""

from dataclasses import dataclass
from typing import Literal

COOKIE = "look"
Theme = Literal["auto", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Look:
    """Chosen look. ``theme`` "auto" follows the device, ``letters`` are shown on pieces, ``still`` stops animations.

    ``dense`` shows the player's games as a list.
    """

    theme: Theme = "auto"
    letters: bool = False
    still: bool = False
    dense: bool = False

    @property
    def cookie(self) -> str:
        """The value of the cookie, "" for the defaults."""
        choices = {self.theme: self.theme != "auto", "letters": self.letters, "still": self.still, "dense": self.dense}
        return ".".join(word for word, is_chosen in choices.items() if is_chosen)


def look_of(cookie: str) -> Look:
    """Return the look of a cookie. Unknown words are ignored."""
    words = cookie.split(".")
    theme: Theme = "dark" if "dark" in words else "light" if "light" in words else "auto"
    return Look(theme, letters="letters" in words, still="still" in words, dense="dense" in words)
