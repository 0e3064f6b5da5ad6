"""A check that makes unknown variables in templates an error instead of an empty string."""

import sys

from django.conf import settings
from django.template import Context


class UnknownVariable(Exception):
    """A template uses a variable that its context does not have."""


class RaiseIfInvalid(str):
    """A value for ``string_if_invalid`` that raises, for the project's own templates only.

    Those of Django and allauth rely on unknown variables being empty.
    """

    def __contains__(self, part: object) -> bool:
        return part == "%s"

    def __bool__(self) -> bool:
        return True

    def __mod__(self, variable: object) -> str:
        context = sys._getframe(1).f_locals.get("context")
        template = context.render_context.template if isinstance(context, Context) else None
        if template and str(template.origin.name).startswith(str(settings.BASE_DIR / "templates")):
            raise UnknownVariable(f"{template.origin.name} uses {variable}, which is not in its context")
        return ""
