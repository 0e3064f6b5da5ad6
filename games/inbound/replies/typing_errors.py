"""Guesses at words with one typing error: never played, only asked about."""

from collections.abc import Sequence

from games.mail.reply_words import Vocabulary

MIN_LENGTH = 3  # letters of a mistyped word
MIN_MEANT = 4  # letters of the word that is meant


def intended_meaning(words: Sequence[str], vocabulary: Vocabulary) -> str:
    """Return the one action that unknown words may mean with one typing error each, "" for none or several."""
    known = {word for phrase in vocabulary.phrases for word in phrase}
    meant = {meaning for word in words if word not in known for meaning in _meanings(word, vocabulary)}
    return meant.pop() if len(meant) == 1 else ""


def _meanings(word: str, vocabulary: Vocabulary) -> set[str]:
    if len(word) < MIN_LENGTH:
        return set()
    return {
        vocabulary.phrases[phrase]
        for phrase in vocabulary.phrases
        if vocabulary.phrases[phrase] in vocabulary.actions
        and any(len(part) >= MIN_MEANT and is_one_slip(word, part) for part in phrase)
    }


def is_one_slip(written: str, meant: str) -> bool:
    """Return True if one letter is missing, added or wrong, or two neighbours are swapped."""
    if abs(len(written) - len(meant)) > 1 or written == meant:
        return False
    at = next(
        (n for n, (a, b) in enumerate(zip(written, meant, strict=False)) if a != b), min(len(written), len(meant))
    )
    rest, other = written[at:], meant[at:]
    swapped = rest[:2] == other[:2][::-1] and rest[2:] == other[2:]
    return swapped or rest[1:] == other[1:] or rest[1:] == other or rest == other[1:]
