"""Names that can be taken for other names: the same picture in other characters, another case, other dots."""

import re
import unicodedata

# Letters of other scripts that look like Latin ones, after casefold, and digits that look like letters.
TWINS = {
    **dict(zip("авекмнорстухіјѕԁһӏԛԝ", "abekmhopctyxijsdhlqw", strict=True)),
    **dict(zip("αεικνορτυχη", "aeikvoptuxn", strict=True)),
    **dict(zip("օսհոզ", "ouhnq", strict=True)),
    **dict(zip("ıɡ|10", "igllo", strict=True)),
}
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_NOT_SHOWN = re.compile(r"[\W_]+")
EAST_ASIA = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"


def skeleton(name: str) -> str:
    """Return what is left of a name when look-alikes are made equal, "" if it has no letters or digits.

    Two names with the same skeleton can be taken for each other. It is compared and never shown.
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    text = _NOT_SHOWN.sub("", "".join(TWINS.get(letter, letter) for letter in text))
    for pair, one in _PAIRS:
        text = text.replace(pair, one)
    return text.replace("i", "l")


def has_hidden_characters(name: str) -> bool:
    """Return True if a name has characters that nobody sees. The joiner inside an emoji is seen."""
    for place, letter in enumerate(name):
        if letter == JOINER and 0 < place < len(name) - 1 and _is_picture(name, place):
            continue
        if unicodedata.category(letter) in {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"} or letter in "\u115f\u1160\u3164":
            return True
    return False


def _is_picture(name: str, place: int) -> bool:
    """Return True if the characters beside a place are parts of an emoji."""
    before = name[place - 1] if name[place - 1] != EMOJI_STYLE else name[max(0, place - 2)]
    return all(unicodedata.category(one) in {"So", "Sk"} for one in (before, name[place + 1]))


def has_mixed_scripts(name: str) -> bool:
    """Return True if a name mixes letters of several scripts, as no language does."""
    text = unicodedata.normalize("NFKC", name)
    scripts = {unicodedata.name(letter, "?").split(" ")[0] for letter in text if letter.isalpha()}
    return len(scripts - EAST_ASIA) > 1
