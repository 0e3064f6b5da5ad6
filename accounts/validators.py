"""Validators of user names, and names that can be taken for other names."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

# Small letters of other scripts that are taken for Latin ones, beside those of Unicode's table.
TWINS = {
    **dict(zip("авекмнорстухіјѕԁһӏԛԝ", "abekmhopctyxijsdhlqw", strict=True)),
    **dict(zip("αεικνορτυχη", "aeikvoptuxn", strict=True)),
    **dict(zip("օսհոզ", "ouhnq", strict=True)),
    **dict(zip("ıɡ|10", "igllo", strict=True)),
}
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_NOT_SHOWN = re.compile(r"[\W_]+")


@cache
def look_alikes() -> dict[str, str]:
    """Return what Unicode says that a letter is taken for (UTS 39), made by tooling/confusables.py."""
    found: dict[str, str] = {}
    for line in Path(__file__).with_name("confusables.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            taken_for, letters = (_letters(part) for part in line.split(";"))
            found |= dict.fromkeys(letters, taken_for)
    return found


def _letters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


EAST_ASIA = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"


def skeleton(name: str) -> str:
    """Return what is left of a name when look-alikes are made equal, "" if it has no letters or digits.

    Two names with the same skeleton can be taken for each other. It is compared and never shown.
    """
    table = look_alikes()
    # Plain letters come first: capitals of other scripts look like other letters than their small ones.
    text = "".join(plain if (plain := table.get(one, "")).isascii() and plain.isalnum() else one for one in name)
    text = _NOT_SHOWN.sub("", unicodedata.normalize("NFKC", text).casefold())
    text = unicodedata.normalize("NFD", text)
    text = "".join(TWINS.get(one) or table.get(one, one) for one in text).casefold()
    text = "".join(one for one in unicodedata.normalize("NFC", text) if one.isalnum() or unicodedata.combining(one))
    for pair, one in _PAIRS:
        text = text.replace(pair, one)
    return text.replace("i", "l")


def skeletons(name: str) -> set[str]:
    """Return the skeletons of a name as it is, in small letters and in capitals."""
    return {skeleton(name), skeleton(name.casefold()), skeleton(name.upper())}


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


# Names appear in URLs, emails and logs, so they are plain ASCII. Display names may contain anything.
validate_characters = RegexValidator(
    r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
    _("Use letters and digits, with - _ . in between."),
    code="characters",
)

# Line breaks, other controls, characters that reorder, mark or hide text, and those that Unicode says are none.
# Emoji need the joiner U+200D, so it is allowed.
_NO_CHARACTERS = "".join(chr(plane + end) for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF))
CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb"
    f"\U000e0000-\U000e007f{_NO_CHARACTERS}]"
)


def validate_no_control_characters(text: str) -> None:
    """Refuse control characters in a text of one line."""
    if CONTROL.search(text):
        raise ValidationError(_("Control characters are not allowed here."), code="control-characters")


RESERVED_WORDS = (
    "abuse account accounts admin administrator anonymous anybody api assam avatar avatars bot bots everybody everyone "
    "former games guest help home host info invite lobby login logout mail mailer-daemon marrakech me moderator "
    "new next no-reply nobody noreply none null player players postmaster root rules security settings signup site "
    "somebody staff static support system table tables undefined webmaster"
)
RESERVED = frozenset(RESERVED_WORDS.split())
GUEST_PREFIX = "guest-"
ERASED_NAME = "somebody"  # the name of an erased account, before some letters
gettext_noop("Somebody")  # shown instead (``selectors.display_name``)
STAFF = frozenset(
    {"admin", "administrator", "administration", "moderator", "moderation", "staff", "support", "webmaster"}
)
_reserved_skeletons = {skeleton(word) for word in RESERVED}
_robot_names: list[Callable[[], Iterable[str]]] = []
_PARTS = re.compile(r"[\W_\d]+")


def reserve_robot_names(names: Callable[[], Iterable[str]]) -> None:
    """Reserve the names of robots, also with a number. ``names`` is called when a name is checked."""
    _robot_names.append(names)


def validate_not_reserved(name: str) -> None:
    """Refuse names that look like the site itself, its staff, a robot, or a word in a URL."""
    is_ours = name.lower().startswith(GUEST_PREFIX) or skeleton(name).startswith(skeleton(ERASED_NAME))
    if is_ours or skeleton(name) in _reserved_skeletons:
        raise ValidationError(_("This name is reserved. Please choose another."), code="reserved")
    parts = {skeleton(part) for part in _PARTS.split(name)}
    staff = {skeleton(word) for word in STAFF}
    if parts & staff or any(skeleton(name).startswith(word) or skeleton(name).endswith(word) for word in staff):
        text = _("This name looks like that of the site’s staff. Please choose another.")
        raise ValidationError(text, code="reserved")
    site = skeleton(settings.SITE_NAME)
    if site and (site in skeleton(name) or skeleton(name) == site):
        raise ValidationError(_("This name looks like that of the site. Please choose another."), code="reserved")
    robots = {skeleton(robot) for names in _robot_names for robot in names()}
    if skeleton(name.rstrip("0123456789 _.-")) in robots:
        raise ValidationError(_("This name looks like that of a robot. Please choose another."), code="reserved")


def validate_readable(name: str) -> None:
    """Refuse hidden characters, and letters of several scripts in one name."""
    if has_hidden_characters(name):
        text = _("This name has characters that no one can see. Please type it again.")
        raise ValidationError(text, code="hidden-characters")
    if has_mixed_scripts(name):
        text = _("This name mixes letters of different alphabets. Please use one.")
        raise ValidationError(text, code="mixed-scripts")


NAME_VALIDATORS: list[Callable[[str], None]] = [
    MinLengthValidator(2),
    MaxLengthValidator(30),
    validate_characters,
    validate_not_reserved,
]
