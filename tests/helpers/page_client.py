"""A client without JavaScript: it reads pages, fills in forms and sends them with all their fields."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.test import Client

from accounts.models import User

HTMX = {"HX-Request": "true"}


@dataclass
class Form:
    """A form of a page: its address, the data that it sends unchanged, and the choices of its radio buttons."""

    action: str
    values: dict[str, str] = field(default_factory=dict)
    offers: dict[str, list[str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._by_id: dict[str, Form] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(found.get("action", ""))
            self.forms.append(self._open)
            self._by_id[found.get("id", "")] = self._open
        elif tag == "button" and "formaction" in found and found.get("form") in self._by_id:
            form = self._by_id[found["form"]]
            self.forms.append(Form(found["formaction"], form.values, form.offers))
        elif self._open is not None and tag == "input" and "name" in found:
            self._input(self._open, found)

    def _input(self, form: Form, found: Mapping[str, str]) -> None:
        if found.get("type") in {"radio", "checkbox"}:
            form.offers.setdefault(found["name"], []).append(found.get("value", "on"))
            if "checked" not in found:
                return
        form.values[found["name"]] = found.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


def forms_of(html: str) -> list[Form]:
    """Return the forms of a page, also those that a button elsewhere sends to its own address."""
    parser = _Forms()
    parser.feed(html)
    return parser.forms


def form_to(html: str, end: str) -> Form:
    """Return the form whose address, without its query, ends with this text. Raises StopIteration if there is none."""
    return next(form for form in forms_of(html) if form.action.partition("?")[0].endswith(end))


def signed_in(user: User) -> Client:
    """Return a browser in which this player is signed in."""
    client = Client()
    client.force_login(user, backend="accounts.backends.NameOrAddress")
    return client


def squeezed(html: str) -> str:
    """Return markup with single spaces and none beside tags, because templates may break lines anywhere."""
    return re.sub(r" ?(</?\w[^<>]*?) ?> ?", r"\1>", re.sub(r"[ \t\n]+", " ", html))


def text_at(client: Client, path: str, **kwargs: Any) -> str:
    """Return the text of a page, which must exist."""
    response = client.get(path, **kwargs)
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def steps_in(html: str) -> dict[str, str]:
    """Return the addresses of the steps and choices in the list and on the board, by notation."""
    board = html.partition('<svg class="board"')[2].partition("</svg>")[0]
    on_board = {}
    for link in re.findall(r"<a [^>]*>", board):
        found = dict(re.findall(r'([a-z-]+)="([^"]*)"', link))
        address = unescape(found["href"])
        on_board[found.get("data-choice") or dict(parse_qsl(urlsplit(address).query))["choose"]] = address
    in_list = re.findall(r'<a[^>]*\shref="([^"]*)"[^>]*\sdata-step="([^"]+)"', html)
    all_steps = {**on_board, **{notation: unescape(address) for address, notation in in_list}}
    return {notation: address.partition("#")[0] for notation, address in all_steps.items()}
