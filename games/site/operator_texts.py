"""What the operator of the site writes: pages and news, Markdown files in PAGES_DIR (docs/operating.md)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from accounts.models import User
from accounts.selectors import get_profile
from games.common.errors import NotFound

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")  # no link leads to javascript: or data:
NEWS_NAME = re.compile(r"(\d{4}-\d\d-\d\d)-[a-z0-9-]{1,60}", re.ASCII)
DESCRIPTION_LENGTH = 160


@dataclass(frozen=True, slots=True)
class OperatorText:
    """A text of the operator: the heading at its beginning, "" without one, its beginning in words, and the rest."""

    title: str
    description: str
    body: SafeString


@dataclass(frozen=True, slots=True)
class News:
    """``name`` is the name of the file: its day and some words."""

    name: str
    text: OperatorText

    @property
    def day(self) -> date:
        return date.fromisoformat(self.name[:10])

    @property
    def at(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, tzinfo=UTC)

    @property
    def title(self) -> str:
        return self.text.title or self.name[11:].replace("-", " ").capitalize()


def page_text(name: str) -> OperatorText | None:
    """Return what the operator has written for a page, in the language of the reader if there is a file for it."""
    return _text_of(Path(settings.PAGES_DIR), name)


def all_news() -> Sequence[News]:
    """Return the news of the site, latest first. News of a day to come wait for it."""
    folder, today = Path(settings.PAGES_DIR) / "news", timezone.now().date().isoformat()
    names = {path.name.partition(".")[0] for path in folder.glob("*.md")}
    past = sorted((name for name in names if _is_news(name) and name[:10] <= today), reverse=True)
    found = ((name, _text_of(folder, name)) for name in past)
    return [News(name, text) for name, text in found if text]


def news_named(name: str) -> News:
    """Return one of the news. Raises NotFound."""
    found = next((one for one in all_news() if one.name == name), None)
    if found is None:
        raise NotFound
    return found


def unseen_news(user: User) -> Sequence[News]:
    """Return the news since the player joined that they have not put away, latest first."""
    seen = max(get_profile(user).news_seen, f"{user.date_joined:%Y-%m-%d}~")  # after all names of that day
    return [one for one in all_news() if one.name > seen]


def _is_news(name: str) -> bool:
    if not NEWS_NAME.fullmatch(name):
        return False
    try:
        date.fromisoformat(name[:10])
    except ValueError:
        return False
    return True


def _text_of(folder: Path, name: str) -> OperatorText | None:
    for path in (folder / f"{name}.{get_language()}.md", folder / f"{name}.md"):
        if path.is_file():
            return _parsed(path.read_text(encoding="utf-8-sig", errors="replace"))
    return None


@lru_cache(200)
def _parsed(text: str) -> OperatorText:
    """Return a text as HTML in which the page's own heading is above all others."""
    title, tokens = "", MARKDOWN.parse(text)
    if tokens and tokens[0].tag == "h1":
        title = "".join(part.content for part in tokens[1].children or ())
        tokens = tokens[3:]
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    first = next((token for token in tokens if token.type == "inline"), None)
    parts = (first.children or ()) if first else ()
    words = "".join(" " if part.type.endswith("break") else part.content for part in parts)
    body = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return OperatorText(title, Truncator(" ".join(words.split())).chars(DESCRIPTION_LENGTH), SafeString(body))
