"""What views of players share: who asks, the look of the site, what shows a refusal, whether htmx wants a part."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

from django.http import HttpRequest, HttpResponse

from accounts.models import User

View = Callable[..., HttpResponse]


def player_of(request: HttpRequest) -> User:
    """Return the signed-in user of a view behind ``login_required``."""
    return cast("User", request.user)


def recover_with(view: View, render: Callable[..., HttpResponse | None]) -> None:
    """Let ``render(request, error, **kwargs)`` show a refusal of this view (marrakech_site/problems.py).

    Where it returns None, the table is shown with the reason.
    """
    view.recover = render  # type: ignore[attr-defined]


def wants_fragment(request: HttpRequest) -> bool:
    """Return True if htmx asks for parts of an open page (and not for the whole page, to restore its history)."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


Theme = Literal["auto", "light", "dark"]
WISHES = ("letters", "still", "dense", "sounds", "story")  # of Look, as words in its cookie
INSTANT = "instant-"
TITLE_WORD = re.compile(rf"{INSTANT}[a-z]{{1,20}}")


@dataclass(frozen=True, slots=True)
class Look:
    """Chosen look. ``theme`` "auto" follows the device, ``letters`` are shown on pieces, ``still`` stops animations.

    ``dense`` shows the player's games as a list. With ``sounds``, tables make some. ``story``: on a phone, what has
    happened stands above the board. ``instant`` are the keys of the titles that are played without Confirm.
    """

    theme: Theme = "auto"
    letters: bool = False
    still: bool = False
    dense: bool = False
    sounds: bool = False
    story: bool = False
    instant: tuple[str, ...] = ()

    @property
    def cookie(self) -> str:
        """The value of the cookie, "" for the defaults."""
        words: list[str] = [self.theme] if self.theme != "auto" else []
        words += [word for word in WISHES if getattr(self, word)]
        return ".".join(words + [f"{INSTANT}{title}" for title in self.instant])


def look_of(cookie: str) -> Look:
    """Return the look of a cookie. Unknown words are ignored."""
    words = cookie.split(".")
    theme: Theme = "dark" if "dark" in words else "light" if "light" in words else "auto"
    instant = tuple(sorted({word.removeprefix(INSTANT) for word in words if TITLE_WORD.fullmatch(word)}))
    return Look(theme, **{word: word in words for word in WISHES}, instant=instant)
