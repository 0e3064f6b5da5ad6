"""Messages as plain JSON data, for whoever keeps one to say it later."""

from collections.abc import Mapping
from typing import Any

from .core import Message


def message_to_json(message: Message) -> dict[str, Any]:
    """Return the message as JSON data, which ``from_data`` gives back."""
    params = {name: message_to_json(v) if isinstance(v, Message) else v for name, v in message.params.items()}
    return {"key": message.key, "params": params}


def message_from_json(data: Mapping[str, Any]) -> Message:
    """Return the message that ``to_data`` made this of."""
    return Message(data["key"], {name: _value(value) for name, value in data["params"].items()})


def _value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return message_from_json(value)
    return tuple(value) if isinstance(value, list) else value
