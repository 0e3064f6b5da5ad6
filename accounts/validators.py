"""Validators of user names."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

# Names appear in URLs, emails and logs, so they are plain ASCII. Display names may contain anything.
validate_characters = RegexValidator(
    r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
    _("Use letters and digits, with - _ . in between."),
    code="characters",
)

RESERVED_WORDS = (
    "abuse account accounts admin administrator anonymous anybody api assam avatar avatars bot bots everybody everyone "
    "former games guest help home host info invite lobby login logout mail mailer-daemon marrakech me moderator "
    "new next no-reply nobody noreply none null player players postmaster root rules security settings signup site "
    "somebody staff static support system table tables undefined webmaster"
)
RESERVED = frozenset(RESERVED_WORDS.split())
GUEST_PREFIX = "guest-"


def validate_not_reserved(name: str) -> None:
    """Refuse names that look like the site itself or like a word in a URL."""
    if name.lower() in RESERVED or name.lower().startswith(GUEST_PREFIX):
        raise ValidationError(_("This name is reserved. Please choose another."), code="reserved")


NAME_VALIDATORS: list[Callable[[str], None]] = [
    MinLengthValidator(2),
    MaxLengthValidator(30),
    validate_characters,
    validate_not_reserved,
]
