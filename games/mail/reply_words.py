"""The words that a reply may say instead of a notation, by title, in English, French and German.

A title without an entry is played by its notations alone. Words are compared as ``plain`` writes them.
"""

import unicodedata
from collections.abc import Mapping

BOARD, HELP = "board", "help"

_LEFT = "left gauche links turn-left to-the-left on-the-left a-gauche tourner-a-gauche tourne-a-gauche nach-links"
_STRAIGHT = (
    "straight forward tout-droit geradeaus ahead straight-on straight-ahead go-straight forwards front en-avant avant "
    "devant gerade vorwarts f"
)
_RIGHT = (
    "right droite rechts turn-right to-the-right on-the-right a-droite tourner-a-droite tourne-a-droite nach-rechts"
)
_AWAY = "away put-away put-it-away ranger mettre-de-cote weg weglegen"
_BOARD = "board table position show plateau tapis voir montrer brett tisch stellung"
_HELP = "help how rules aide comment hilfe regeln"


def _spoken(words: str, meaning: str) -> dict[str, str]:
    return {word.replace("-", " "): meaning for word in words.split()}


COMMON_WORDS: Mapping[str, str] = {**_spoken(_BOARD, BOARD), **_spoken(_HELP, HELP)}
WORDS: Mapping[str, Mapping[str, str]] = {
    "marrakech": {
        **_spoken(f"l {_LEFT}", "L"),
        **_spoken(_STRAIGHT, "F"),
        **_spoken(f"r {_RIGHT}", "R"),
        **_spoken(_AWAY, "--"),
    },
}
# Which of them an answer teaches, in the language of its reader.
SUGGESTED_WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {"L": ("left",), "F": ("straight", "forward"), "R": ("right",), "--": ("put away",)},
    "fr": {"L": ("gauche",), "F": ("tout droit", "devant"), "R": ("droite",), "--": ("ranger",)},
}
_POLITE = "please pls plz thanks thank you thx cheers sorry merci svp stp s'il te plait vous bitte danke"
_GREETINGS = "hi hello hey dear good bonjour bonsoir salut coucou hallo guten"
POLITE = frozenset(_POLITE.split())
GREETINGS = frozenset(_GREETINGS.split())


def normalised(text: str) -> str:
    """Return a text as words are compared: small letters without accents, single blanks, nothing around it."""
    text = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return " ".join(text.split()).strip(" .,;:!*_\"'`()[]<>«»“”„")


def words_for_notation(title_key: str, notation: str, language: str) -> tuple[str, ...]:
    """Return the words for a notation that a reader of this language is told of, () where it has none."""
    words = SUGGESTED_WORDS.get(language, SUGGESTED_WORDS["en"]).get(notation, ())
    return tuple(word for word in words if WORDS.get(title_key, {}).get(word) == notation)


def words_of(title_key: str) -> Mapping[str, str]:
    """Return what the words of a title mean: a notation of it, BOARD or HELP."""
    return {**COMMON_WORDS, **WORDS.get(title_key, {})}
