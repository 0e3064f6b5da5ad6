"""The engine's messages as sentences in the reader's language."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from django.utils.translation import gettext

from games.engine.core import Title
from games.engine.messages import Message

Value = str | int | Message | tuple[str, ...]


def render_message(title: Title, message: Message, names: Sequence[str]) -> str:
    """Return the sentence that a message of this title stands for. ``names`` are the players', in order of seats."""
    return message_renderer(title, names)(message)


def message_renderer(title: Title, names: Sequence[str]) -> Callable[[Message], str]:
    """Return what says messages as ``render`` does. It looks every phrase up once, so it serves one reader, now.

    A board says the same few things of fifty squares; finding a phrase takes longer than filling it in.
    """
    text_of = cache(lambda key: gettext(title.phrases[key]))

    def say(message: Message) -> str:
        return text_of(message.key) % {name: read(name, value) for name, value in message.params.items()}

    def read(name: str, value: Value) -> str | int:
        """Return one parameter as it is to be read: seats as names, messages as sentences, things as a list."""
        if isinstance(value, Message):
            return say(value)
        if isinstance(value, tuple):
            return ", ".join(value)
        if isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
            return names[value]
        return value

    return say


def phrase(title: Title, key: str) -> str:
    """Return the text of a key that needs no parameters; the key itself where the title has no words for it."""
    text = title.phrases.get(key)
    return gettext(text) if text else key


def join_phrases(parts: Iterable[str]) -> str:
    """Return several phrases as one line."""
    return gettext("; ").join(parts)


def labelled(label: str, value: str) -> str:
    """Return a value with what it is, as in "Pace: 3 days a turn"."""
    return gettext("%(label)s: %(value)s") % {"label": label, "value": value}


def colour_name(title: Title, style: str) -> str:
    """Return the name of a style's colour; the bare style where the title has no word for it."""
    key = f"colour.{style}"
    return phrase(title, key) if key in title.phrases else style
