"""Words that a reply may contain instead of a notation, by title, in English, French and German.

A title without an entry is played by its notations alone. Words are compared in the form of ``normalised``.
"""

import unicodedata
from collections.abc import Mapping

BOARD, HELP = "board", "help"
YES, NO = "yes", "no"

_LEFT = "left gauche links turn-left to-the-left on-the-left a-gauche tourner-a-gauche tourne-a-gauche nach-links"
_STRAIGHT = (
    "straight forward tout-droit geradeaus ahead straight-on straight-ahead go-straight forwards front en-avant avant "
    "devant gerade vorwarts f"
)
_RIGHT = (
    "right droite rechts turn-right to-the-right on-the-right a-droite tourner-a-droite tourne-a-droite nach-rechts"
)
_AWAY = (
    "discard discard-it discard-the-rug away put-away put-it-away ecarter ecarter-le-tapis ranger mettre-de-cote weg "
    "weglegen"
)
_BOARD = "board table position show plateau tapis voir montrer brett tisch stellung"
_HELP = "help how rules aide comment hilfe regeln"


_YES = "yes y ok okay agree agreed i-agree sure oui d'accord ok-pour-moi j'accepte accepter ja"
_NO = "no n decline i-decline disagree refuse no-thanks non je-refuse refuser nein"


def _meanings(words: str, meaning: str) -> dict[str, str]:
    return {word.replace("-", " "): meaning for word in words.split()}


COMMON_WORDS: Mapping[str, str] = {**_meanings(_BOARD, BOARD), **_meanings(_HELP, HELP)}
# The answers to a proposal.
PROPOSAL_WORDS: Mapping[str, str] = {**COMMON_WORDS, **_meanings(_YES, YES), **_meanings(_NO, NO)}
WORDS: Mapping[str, Mapping[str, str]] = {
    "marrakech": {
        **_meanings(f"l {_LEFT}", "L"),
        **_meanings(_STRAIGHT, "F"),
        **_meanings(f"r {_RIGHT}", "R"),
        **_meanings(_AWAY, "--"),
    },
}
# The words that answers suggest, by language.
SUGGESTED_WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {"L": ("left",), "F": ("straight", "forward"), "R": ("right",), "--": ("discard", "put away")},
    "fr": {"L": ("gauche",), "F": ("tout droit", "devant"), "R": ("droite",), "--": ("écarter", "ranger")},
}
_POLITE = "please pls plz thanks thank you thx cheers sorry merci svp stp s'il te plait vous bitte danke"
_GREETINGS = "hi hello hey dear good bonjour bonsoir salut coucou hallo guten"
POLITE = frozenset(_POLITE.split())
GREETINGS = frozenset(_GREETINGS.split())


def normalised(text: str) -> str:
    """Return a text in small letters without accents, with single spaces, without punctuation around it."""
    text = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return " ".join(text.split()).strip(" .,;:!*_\"'`()[]<>«»“”„")


def words_for_notation(title_key: str, notation: str, language: str) -> tuple[str, ...]:
    """Return the suggested words for a notation in a language, () if there are none."""
    words = SUGGESTED_WORDS.get(language, SUGGESTED_WORDS["en"]).get(notation, ())
    return tuple(word for word in words if WORDS.get(title_key, {}).get(normalised(word)) == notation)


def words_of(title_key: str) -> Mapping[str, str]:
    """Return the meanings of a title's words: a notation, BOARD or HELP."""
    return {**COMMON_WORDS, **WORDS.get(title_key, {})}
