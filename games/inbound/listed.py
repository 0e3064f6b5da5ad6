"""Choices that a reply names by their place in the email, or by their points: "the first one", "die 15 Punkte".

A sentence is read so if it says nothing else: each of its words either names the choice or only says that it is chosen.
"""

import re
from collections.abc import Sequence

from games.mail.offers import ListedChoice
from games.mail.reply_words import PIECES, POLITE, plain, set_of, words_in

_PLACES = {  # the words for each place; those from the end are negative
    1: "first 1st top topmost premier premiere 1er 1ere erste ersten erster erstes oberste obersten",
    2: "second 2nd deuxieme second seconde 2e 2eme zweite zweiten zweiter zweites",
    3: "third 3rd troisieme 3e 3eme dritte dritten dritter drittes",
    4: "fourth 4th quatrieme 4e 4eme vierte vierten vierter viertes",
    5: "fifth 5th cinquieme 5e 5eme funfte funften funfter funftes",
    6: "sixth 6th sixieme 6e 6eme sechste sechsten sechster sechstes",
    -1: "last bottom dernier derniere letzte letzten letzter letztes unterste untersten",
    -2: "vorletzte vorletzten penultimate",
}
_NUMBERS = {word: place for place, words in _PLACES.items() for word in words.split()}
_BEST = set_of("best beste besten bester bestes meilleur meilleure")
_POINTS = set_of("point points pts punkt punkte punkten")
_LABELS = set_of("number no nr option numero n n° nummer choice choix suggestion vorschlag proposition")
_REFERRING = _LABELS | set_of("the le la les l' den die das der one list liste celui celle denjenigen diejenige")
# What says no more than that it is chosen
_AROUND = _REFERRING | set_of(
    f"{PIECES} "
    "i i'll i'd i'm we'll we will would like take taking choose choosing pick picking want go going with for that "
    "suggested place placing spot possibility entry line link on in of from at your lay laying put putting "
    "it have let's let me give make play playing action move worth thats then so ok okay yes je j' prends prend "
    "choisis veux voudrais pose mets met joue mon les de du d' votre ta en a au coup pour celui celle "
    "denjenigen diejenige option possibilite case ce sera alors va proposee propose ich nehme nehm nimm nehmen "
    "wir wahle hatte gern gerne mochte aus von eurer deiner ihrer auf dem des fur moglichkeit platz stelle feld mit "
    "lege leg lass spiele zug dann vorgeschlagenen mir bitte"
)
_THANKED_FOR = re.compile(r"\b(?:thanks|thank you|thx|cheers|merci|danke|dank) (?:for|pour|fur)\b")
_ONE_OF = re.compile(r"\b(?:one|some|any|either|un|une|eine?[rs]?) (?:of|de|des|d'|von|der)\b")
_SENTENCES = re.compile(r"(?<=[.!;])(?<!\bno\.)(?<!\bnr\.)\s+", re.IGNORECASE)
MAX_WORDS = 14


def with_listed(lines: Sequence[str], choices: Sequence[ListedChoice]) -> tuple[str, ...]:
    """Return the lines with the notation in place of each sentence that names one of the choices."""
    return tuple(" ".join(_named(one, choices) or one for one in _SENTENCES.split(line)) for line in lines)


def names_listed(lines: Sequence[str]) -> bool:
    """Return True if a sentence may name a choice of a list."""
    return any(_sought(one) is not None for line in lines for one in _SENTENCES.split(line))


def _named(sentence: str, choices: Sequence[ListedChoice]) -> str:
    sought = _sought(sentence)
    if sought is None:
        return ""
    place, points = sought
    if points is not None:
        found = [one.notation for one in choices if one.points == points]
    elif place == 0:
        found = [one.notation for one in choices if one.is_best]
    else:
        found = [one.notation for one in choices[place - 1 if place > 0 else place :][:1]]
    notation = found[0] if len(found) == 1 else ""
    written = _notation_in(sentence)
    return notation if not written or plain(notation) == written else ""


def _sought(sentence: str) -> tuple[int, int | None] | None:
    """Return the place (0: the best one) or the points that a sentence names, None if it says anything else."""
    text = plain(sentence)
    written = _notation_in(text)
    words = words_in(re.sub(r"(?<=\d)[.)](?=\s|$)|#", " number ", text.replace(written, " ") if written else text))
    while words and words[-1] in POLITE:
        words.pop()
    if not words or len(words) > MAX_WORDS or "?" in text or _THANKED_FOR.search(text) or _ONE_OF.search(text):
        return None
    said = [word for word in words if word not in _AROUND]
    if len(said) == 2 and said[0].isdecimal() and said[1] in _POINTS and not _REFERRING.isdisjoint(words):
        return 1, int(said[0])
    if len(said) != 1 or _REFERRING.isdisjoint(words):
        return None
    if said[0] in _BEST:
        return 0, None
    if said[0].isdecimal() and not _LABELS.isdisjoint(words):
        return (int(said[0]), None) if int(said[0]) else None
    return (_NUMBERS[said[0]], None) if said[0] in _NUMBERS else None


def _notation_in(text: str) -> str:
    """Return the squares or the action that is written out beside the words, "" for none."""
    found = re.search(r"\b(?:[a-g]\d[a-g]\d|[fd]?\d{1,2}(?: [nsew]\d\w*)?(?: \d)? [lb]\d)\b", plain(text))
    return found[0] if found else ""
