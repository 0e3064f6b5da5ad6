"""Django's template library ``i18n``, with texts that are looked up once for each language instead of each time.

A page says {% translate %} a hundred times; each time costs as much as thirty of these.
"""

from typing import Any

from django.template import Library, Node
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class KeptText(Node):
    """A text that is the same at every rendering in one language."""

    child_nodelists = ()

    def __init__(self, node: i18n.TranslateNode) -> None:
        self.node = node
        self.texts: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """Return the text in the language of this thread."""
        language = get_language()
        text = self.texts.get(language)
        if text is None:
            text = self.texts[language] = self.node.render(context)
        return text


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """Read {% translate %} as Django does; keep the texts of one that is a literal and goes straight onto the page."""
    node: Any = i18n.do_translate(parser, token)
    literal = getattr(node.filter_expression.var, "literal", None)
    is_plain = isinstance(literal, str) and not node.filter_expression.filters and not node.asvar and not node.noop
    sense = node.message_context
    return KeptText(node) if is_plain and (sense is None or isinstance(sense.var, str)) else node
