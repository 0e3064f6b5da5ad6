"""Reader of JSON data from outside: every value knows its path for error messages."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from .errors import BadPosition

MAX_COUNT = 9999  # points, pieces, turns: more is a mistake
_LONGEST = 40
_MOST_FIELDS = 100


def read_json(text: str) -> Mapping[str, Any]:
    """Return JSON data that is an object. Raises BadPosition("not-json")."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition("not-json", where="position", found="", expected=str(error)) from None
    if not isinstance(data, Mapping):
        raise BadPosition("not-json", where="position", found=text[:20], expected="an object")
    return data


def shorten(value: object) -> str:
    """Return a short text for any value, however large it is."""
    if isinstance(value, str):
        return value[:_LONGEST].encode("utf-8", "replace").decode()
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and value.bit_length() < 128):
        return str(value)
    return type(value).__name__


def raise_bad_position(code: str, where: str, found: object, expected: str) -> NoReturn:
    """Raise BadPosition: ``where`` is the path of the value, such as ``seats[0].score``."""
    raise BadPosition(code, where=where, found=shorten(found), expected=expected)


def contradict(where: str, found: object, expected: str) -> NoReturn:
    raise_bad_position("contradiction", where, found, expected)


class JsonNode:
    """A value and its path. Every method raises BadPosition if the value has another form."""

    __slots__ = ("value", "where")

    def __init__(self, value: Any, where: str = "") -> None:
        self.value, self.where = value, where

    def refuse(self, expected: str, code: str = "malformed") -> NoReturn:
        raise_bad_position(code, self.where, self.value, expected)

    def _at(self, key: str) -> str:
        return f"{self.where}.{shorten(key)}" if self.where else shorten(key)

    def entries(self, most: int) -> dict[str, "JsonNode"]:
        if not isinstance(self.value, Mapping) or len(self.value) > most:
            self.refuse(f"an object of at most {most} entries")
        return {key: JsonNode(value, self._at(key)) for key, value in self.value.items()}

    def fields(self, known: Sequence[str]) -> "JsonFields":
        """Return the fields of an object; unknown ones are refused."""
        found = self.entries(_MOST_FIELDS)
        for key in found:
            if key not in known:
                raise_bad_position("malformed", self._at(key), key, f"one of {', '.join(known)}")
        return JsonFields(self, found)

    def items(self, most: int) -> list["JsonNode"]:
        if isinstance(self.value, str) or not isinstance(self.value, Sequence) or len(self.value) > most:
            self.refuse(f"a list of at most {most}")
        return [JsonNode(value, f"{self.where}[{number}]") for number, value in enumerate(self.value)]

    def one_of(self, choices: Sequence[str]) -> int:
        """Return which of the choices this text is."""
        if not isinstance(self.value, str) or self.value not in tuple(choices):
            self.refuse(f"one of {', '.join(choices)}")
        return list(choices).index(self.value)

    def count(self, most: int, least: int = 0) -> int:
        if type(self.value) is not int or not least <= self.value <= most:
            self.refuse(f"a whole number from {least} to {most}")
        return int(self.value)

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.refuse("true or false")
        return self.value

    def text(self, pattern: str, expected: str) -> str:
        if not isinstance(self.value, str) or len(self.value) > 100 or not re.fullmatch(pattern, self.value):
            self.refuse(expected)
        return self.value


class JsonFields:
    """The fields of an object. ``get`` returns None for a missing field and for null."""

    __slots__ = ("_found", "_of")

    def __init__(self, of: JsonNode, found: Mapping[str, JsonNode]) -> None:
        self._of, self._found = of, found

    def has(self, key: str) -> bool:
        """Return True if there is such a field, even if it is null."""
        return key in self._found

    def get(self, key: str) -> JsonNode | None:
        node = self._found.get(key)
        return None if node is None or node.value is None else node

    def need(self, key: str, expected: str) -> JsonNode:
        """Return a field. Raises BadPosition("missing")."""
        node = self.get(key)
        if node is None:
            raise_bad_position("missing", f"{self._of.where}.{key}".removeprefix("."), "", expected)
        return node

    def count(self, key: str, usual: int = 0, most: int = MAX_COUNT, least: int = 0) -> int:
        """Return a whole number within these bounds, by default the usual one."""
        node = self.get(key)
        return node.count(most, least) if node else usual
