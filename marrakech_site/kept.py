"""Template tags that remember: {% url %} what an address is, {% kept %} what a part of a page looks like.

Both are built into every template. What they keep lives in this process and is forgotten, oldest first, when it is too
much.
"""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest
from django.template import Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as read_url
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.shelf import TOKEN, Shelf

register = Library()
ADDRESSES, PARTS = 4096, 2048  # parts of one kind


@lru_cache(ADDRESSES)
def _address(urlconf: str, prefix: str, name: str, args: tuple[str | int, ...], must_be: bool) -> str:
    """Return an address, "" where there is none and need not be.

    ``urlconf`` and ``prefix`` only tell addresses of several sites in one process apart.
    """
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        if must_be:
            raise
        return ""


class Address(Node):
    """{% url 'name' argument … %} and {% url … as variable %}, for arguments that are words or numbers."""

    child_nodelists = ()

    def __init__(self, node: URLNode) -> None:
        self.node = node

    def render(self, context: Context) -> str:
        """Return the address; what Django says where there is anything unusual about it."""
        node = self.node
        args = tuple([argument.resolve(context) for argument in node.args])
        if not all(type(argument) is str or type(argument) is int for argument in args):
            return node.render(context)
        name, variable = node.view_name.resolve(context), node.asvar
        address = _address(settings.ROOT_URLCONF, get_script_prefix(), name, args, variable is None)
        if variable is None:
            return escape(address)
        context[variable] = address
        return ""


@register.tag("url")
def url(parser: Parser, token: Token) -> Node:
    """Read {% url %} as Django does."""
    node: Any = read_url(parser, token)
    return node if node.kwargs else Address(node)


@register.filter
def place(request: HttpRequest) -> str:
    """Return the name of the view that answers a request, "" for none."""
    match = request.resolver_match
    return match.view_name if match else ""


class Kept(Node):
    """A part of a page that depends on its named values and on the language alone: it is rendered once for each."""

    def __init__(self, nodelist: NodeList, values: dict[str, FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values
        self.parts: Shelf[SafeString] = Shelf(PARTS)

    def render(self, context: Context) -> str:
        """Return the part, with the page's own token in its forms."""
        values = [value.resolve(context) for value in self.values.values()]
        key = (get_language(), settings.ROOT_URLCONF, *values, *map(type, values))  # 1 and True, safe or not, are equal
        part = self.parts.get(key)
        if part is None:
            part = self.parts.put(key, self._render(context, values))
        return part.replace(TOKEN, str(context.get("csrf_token", ""))) if TOKEN in part else part

    def _render(self, context: Context, values: list[Any]) -> SafeString:
        # In a context of its own: what is not named cannot get into the part. Rows of one id are equal, changed or not.
        if any(isinstance(value, Model) for value in values):
            raise TypeError("kept takes values, no rows: they may change.")
        alone = context.new({"csrf_token": TOKEN, **dict(zip(self.values, values, strict=True))})
        return self.nodelist.render(alone)


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Read ``{% kept name=value … %} … {% endkept %}``. Only the names given here are known inside."""
    bits = token.split_contents()[1:]
    values = token_kwargs(bits, parser)
    if bits:
        raise TemplateSyntaxError("kept takes name=value only, for every value that its part depends on.")
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodelist, values)
