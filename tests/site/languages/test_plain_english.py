import re

import pytest

from .test_translations import CATALOGUES, catalogue_of, entries

# Old-fashioned words, words with a better one beside them, and words of the code.
ENGLISH = (
    *("whoever", "whomever", "whatsoever", "anew", "lately", "mended", "shall", "so many", "is told", "are told"),
    *("somebody", "everybody", "nobody", "had its day", "have had their day", "farewell", "unwanted"),
    *("e-mail", "e-mails", "mail", "mails", "mailed", "road", "roads", "standing order", "standing orders"),
    *("two-factor sign-in", "log number", "ply", "plies", "par", "rent", "sun", "dusk"),
    # What a reader who has never seen the rules stumbled over.
    *("the house", "clock rests", "clocks rest", "clocks rested", "bulge", "bulges", "saddle", "landing costs"),
    *("legal move", "aborted", "looking for a player", "looking for another player", "looks for another player"),
    *("middle half", "minimum I meet", "asks the game to", "ask the game to", "in order if", "is paid when"),
)
FRENCH = (
    *("courriel", "courriels", "mail", "mails", "indésirables", "ordre permanent", "ordres permanents"),
    *("étude", "études", "double facteur", "double facteurs", "numéro du journal", "coup", "coups"),
    *("soleil", "crépuscule", "adieu"),
    *("la maison", "horloge", "horloges", "rythme", "pitchfork", "renflement", "renflements", "selle"),
    *("ordres à l’avance", "ordre donné d’avance", "moitié centrale"),
)
# Parts of texts that may hold a word, with the reason.
EXCEPTIONS = (
    r"Marrakech by Mail",  # the name of the site
    r"^Somebody$|“Somebody”",  # the name of an erased account
    r"^La Maison de thé$",  # the name of a table
    r"\b(?:n’importe quel|d’un seul|d’un) coup\b",  # an everyday word beside the one for a step of the game
)
SEAL = ("seal", "seals", "sealed", "sceau", "sceaux", "scellé", "scellés")
# Texts about the seal: it can be read beside them, or they say of what it is. No other text names it.
SEAL_TEXTS = (
    r"\b(?:dice|dés|tiles|tuiles|secret|result|résultat|tirages|SHA-256)\b",
    r"^(?:Seal|The seal|Sceau|Le sceau)$",
    r"^(?:All that chance will decide here|Tout ce que le hasard décidera ici)\b",
    r"^(?:This file does not have this table’s seal|Ce fichier ne porte pas le sceau de cette table)\b",
    r"\b(?:drew the seats by lot|tiré les places au sort)\b",
)
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]*>")


def forbidden(text: str, words: tuple[str, ...]) -> list[str]:
    """Return the words of the list that a text holds outside its placeholders and exceptions."""
    if not any(re.search(about, text, re.IGNORECASE) for about in SEAL_TEXTS):
        words += SEAL
    for exception in EXCEPTIONS:
        text = re.sub(exception, " ", text)
    found = re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)
    return found.findall(PLACEHOLDER.sub(" ", text))


def test_english_texts_are_plain() -> None:
    texts = [text for entry in entries(CATALOGUES[0]) for text in entry.texts]
    assert {text: words for text in texts if (words := forbidden(text, ENGLISH))} == {}


def test_french_texts_are_plain() -> None:
    texts = [text for entry in entries(catalogue_of("fr")) for text in entry.translations]
    assert {text: words for text in texts if (words := forbidden(text, FRENCH))} == {}


@pytest.mark.parametrize("word", [*ENGLISH, *SEAL])
def test_each_avoided_english_word_is_found_in_a_new_text(word: str) -> None:
    assert forbidden(f"{word.capitalize()} and %(ply)s: <b>{word}</b>.", ENGLISH) == [word.capitalize(), word]


@pytest.mark.parametrize("word", FRENCH)
def test_each_avoided_french_word_is_found_in_a_new_text(word: str) -> None:
    assert forbidden(f"Voici {word} de %(name)s.", FRENCH) == [word]


@pytest.mark.parametrize("exception", [*EXCEPTIONS, *SEAL_TEXTS])
def test_each_exception_for_an_avoided_word_is_needed(exception: str) -> None:
    texts = [text for path in CATALOGUES for entry in entries(path) for text in (*entry.texts, *entry.translations)]
    assert any(re.search(exception, text) for text in texts)
