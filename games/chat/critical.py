"""Words for which a message goes to the front of the moderators' queue, in English, French and German.

A list refuses nothing: it misses what it does not know and finds what is meant as a joke, so a person reads it. It has
whole phrases only, since people kill, die and lose in games.
"""

import re

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Critical(TextChoices):
    THREAT = "threat", _("The words of a threat.")
    SELF_HARM = "self-harm", _("Someone may want to harm themselves.")
    PERSONAL = "personal", _("A telephone number or an email address, to people the writer does not know.")


_WILL = r"(?:i'?ll|i will|i am going to|i'?m going to|i'?m gonna|imma)"
_END = r"(?=\s*(?:[.!?,;…]|$))"
PHRASES = {
    Critical.SELF_HARM: (
        r"(?:kill|hurt|harm|cut) myself",
        r"(?:want|going|ready) to die\b",
        r"end (?:my|it) (?:life|all)\b",
        r"\bsuicid(?:e|al|er|aire)\b",
        r"(?:me|m')\s?(?:tuer|suicider|pendre|mutiler|scarifier)\b",
        r"(?:veux|vais) (?:mourir|en finir)\b",
        r"me faire du mal\b",
        rf"\b(?:bringe?|erhänge|hänge|ritze) (?:ich )?mich (?:noch |jetzt |gleich )?(?:um|auf){_END}",
        r"\bmich (?:umbringen|umzubringen|erhängen|aufhängen|ritzen|selbst verletzen)\b",
        r"\b(?:will|möchte) (?:nur noch |einfach )?sterben\b|\b(?:will|mag|möchte) nicht mehr leben\b",
        r"\bmir etwas an(?:zu)?tun\b|\bselbstmord|\bsuizid",
    ),
    Critical.THREAT: (
        rf"{_WILL} (?:\w+ )?(?:kill|murder|stab|shoot|rape|hurt) (?:you|u|your)\b",
        r"\b(?:kill|hang|shoot) your ?self\b",
        r"\bkys\b",
        r"i know where (?:you|u) live",
        rf"{_WILL} (?:find|hunt) (?:you|u)(?: down)?\b",
        r"(?:vais|va) (?:te|vous) (?:tuer|buter|violer|crever|égorger|frapper|retrouver)\b",
        r"\bsais où (?:tu habites|vous habitez)",
        r"\b(?:ich werde|ich will|wir werden) (?:dich|euch) (?:\w+ )?"
        r"(?:umbringen|töten|abstechen|erschießen|verprügeln|vergewaltigen|finden)\b",
        rf"\b(?:bringe?|steche?|knalle?) (?:ich )?(?:dich|euch) (?:\w+ )?(?:um|ab){_END}",
        r"\bweiß,? wo (?:du wohnst|ihr wohnt)\b|\bbring dich (?:doch )?um\b|\bhäng dich (?:doch )?auf\b",
        r"\bva te (?:pendre|tuer|suicider)\b|\bsuicide[- ]toi\b|\btue[- ]toi\b",
    ),
}
_FOUND = {kind: re.compile("|".join(phrases), re.IGNORECASE) for kind, phrases in PHRASES.items()}
EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
PHONE = re.compile(r"(?<![\w.:/])(?:\+|00)?\d(?:[ .()/-]{0,2}\d){8,14}(?![\w:])")


def critical(text: str, *, to_strangers: bool) -> Critical | None:
    """Return why moderators must see a message at once, None for no reason."""
    plain = " ".join(text.replace("’", "'").split())
    for kind, pattern in _FOUND.items():
        if pattern.search(plain):
            return kind
    has_contact = EMAIL.search(plain) or PHONE.search(plain)
    return Critical.PERSONAL if to_strangers and has_contact else None
