"""The engine's messages as sentences in the reader's language."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext

from games.engine.core import Message, Title

Value = str | int | Message | tuple[str, ...]


def render(title: Title, message: Message, names: Sequence[str]) -> str:
    """Return the sentence that a message of this title stands for. ``names`` are the players', in order of seats."""
    params = {name: _said(title, name, value, names) for name, value in message.params.items()}
    return gettext(title.phrases[message.key]) % params


def _said(title: Title, name: str, value: Value, names: Sequence[str]) -> str | int:
    """Return one parameter as it is to be read: seats as names, messages as sentences, several things as a list."""
    if isinstance(value, Message):
        return render(title, value, names)
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
        return names[value]
    return value


def phrase(title: Title, key: str) -> str:
    """Return the text of a key that needs no parameters; the key itself where the title has no words for it."""
    text = title.phrases.get(key)
    return gettext(text) if text else key


def in_a_row(parts: Iterable[str]) -> str:
    """Return several phrases as one line."""
    return gettext("; ").join(parts)


def labelled(label: str, value: str) -> str:
    """Return a value with what it is, as in "Pace: 3 days a turn"."""
    return gettext("%(label)s: %(value)s") % {"label": label, "value": value}


def style_name(title: Title, style: str) -> str:
    """Return the name of a style's colour; the bare style where the title has no word for it."""
    key = f"colour.{style}"
    return phrase(title, key) if key in title.phrases else style
