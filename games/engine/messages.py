"""Sentences as data: a key of a title's phrases with parameters, and their form as JSON."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .errors import EngineError
from .values import RESIGNED, SEAT_LETTERS, Outcome, Standing

_REFUSED = "refused."
Params = Mapping[str, "str | int | Message | tuple[str, ...]"]


def gettext_noop(text: str) -> str:
    """Mark a catalogue text for translation and return it unchanged (the engine itself never translates)."""
    return text


def ngettext_lazy(singular: str, plural: str) -> tuple[str, str]:
    """Mark both forms of a counted text for translation and return them unchanged."""
    return singular, plural


def counted(key: str, forms: tuple[str, str]) -> dict[str, str]:
    """Return the phrases of a counted text: the presenter chooses the form by the parameter ``count``."""
    singular, plural = forms
    return {key: singular, f"{key}.plural": plural}


class Message(NamedTuple):
    """A sentence: ``key`` is looked up in ``Title.phrases``, ``params`` fill it in.

    A parameter named ``seat`` (or ending in ``_seat``) holds a seat number; the presenter puts the player's name there.
    A parameter that is itself a Message is rendered first.
    """

    key: str
    params: Params = {}


def refusal(error: EngineError) -> Message:
    """Return why the rules refuse something, as a message: its key is ``refused.<code>``."""
    return Message(f"{_REFUSED}{error.code}", error.params)


def code_of(message: Message) -> str:
    """Return the code of a reason for programs: "must-turn" for refused.must-turn, "orders-out" for orders.out."""
    return message.key.removeprefix(_REFUSED).replace(".", "-")


def ending(outcome: Outcome, details: Callable[[Standing], Params]) -> tuple[Message, ...]:
    """Return why a game is over and who won, with these details.

    If a seat's leaving has told why, the winner is who is left: the points have decided nothing.
    """
    winners = [one for one in outcome.standings if one.place == 1 and not one.out]
    key = "told.won" if len(winners) == 1 else "told.shared"
    if winners and outcome.reason == RESIGNED:
        return tuple(Message("told.left", {"seat": one.seat}) for one in winners)
    return (Message(f"end.{outcome.reason}"), *(Message(key, {"seat": one.seat, **details(one)}) for one in winners))


def in_english(phrases: Mapping[str, str], message: Message) -> str:
    """Return the sentence of a message in English, with letters for seats: for programs without translations."""
    plural, count = f"{message.key}.plural", message.params.get("count")
    key = plural if plural in phrases and count != 1 else message.key
    return phrases[key] % {name: _english(phrases, name, value) for name, value in message.params.items()}


def _english(phrases: Mapping[str, str], name: str, value: Any) -> Any:
    if isinstance(value, Message):
        return in_english(phrases, value)
    if isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
        return SEAT_LETTERS[value]
    return ", ".join(value) if isinstance(value, tuple) else value


def message_to_json(message: Message) -> dict[str, Any]:
    """Return the message as JSON data, which ``message_from_json`` reads."""
    params = {name: message_to_json(v) if isinstance(v, Message) else v for name, v in message.params.items()}
    return {"key": message.key, "params": params}


def message_from_json(data: Mapping[str, Any]) -> Message:
    return Message(data["key"], {name: _value(value) for name, value in data["params"].items()})


def _value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return message_from_json(value)
    return tuple(value) if isinstance(value, list) else value
