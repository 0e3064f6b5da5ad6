"""The result of an analysis as one compressed value, a tenth as long as its JSON, for games whose log is packed.

The value is JSON, compressed by zlib. ``keys`` has the names in each object of the result, by its place in the tree;
``columns`` the values at each place, in the order in which they come. For lists these are their lengths, but lists of
texts are one text. Numbers with three decimals are written in thousandths, whole numbers as differences. What a turn
began with is written as its difference from what the turn before led to, and a best choice that was played as "".
"""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from games.core.packed import differences

JOINED = " "
PARTS = ("before", "rest", "given", "left")
Column = list[Any]


def thousandths(column: Column) -> Column:
    return [round(one * 1000) for one in column]


def decimals(column: Column) -> Column:
    return [one / 1000 for one in column]


def sums(column: Column) -> Column:
    return [*accumulate(column)]


# How the values of a column are written, by the end of its name, and how they are read.
WRITTEN: Mapping[str, tuple[type, Callable[[Column], Column], Callable[[Column], Column]]] = {
    "/1000": (float, thousandths, decimals),
    "/+": (int, differences, sums),
}


def pack(result: Mapping[str, Any]) -> bytes:
    """Return the value. Raises ValueError if it does not give the result again, LookupError for one of another form."""
    keys: dict[str, list[str]] = {}
    columns: dict[str, Column] = {}
    _flatten({**result, "turns": _shortened(result["turns"])}, "", keys, columns)
    for place, values in [*columns.items()]:
        for end, (kind, write, _read) in WRITTEN.items():
            if all(type(one) is kind for one in values):
                columns[place + end] = write(columns.pop(place))
    data = zlib.compress(json.dumps({"keys": keys, "columns": columns}, separators=(",", ":")).encode(), 9)
    if unpack(data) != result:
        raise ValueError("the packed result is not the result")
    return data


def unpack(data: bytes) -> dict[str, Any]:
    """Return the result. Raises ValueError for a damaged value."""
    try:
        return _unpacked(data)
    except (zlib.error, LookupError, TypeError, AttributeError, StopIteration) as error:
        raise ValueError(f"the packed result cannot be read: {error}") from error


def _unpacked(data: bytes) -> dict[str, Any]:
    value = json.loads(zlib.decompress(data))
    columns: dict[str, Iterator[Any]] = {}
    for place, values in value["columns"].items():
        end = next((one for one in WRITTEN if place.endswith(one)), "")
        columns[place.removesuffix(end)] = iter(WRITTEN[end][2](values) if end else values)
    result = dict(_rebuilt("", value["keys"], columns))
    _lengthen(result["turns"])
    return result


def _shortened(turns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    found, expected = list[dict[str, Any]](), [0.0] * len(turns[0]["before"] if turns else ())
    for turn in turns:
        before = [round(one - there, 3) for one, there in zip(turn["before"], expected, strict=True)]
        choices = [{**one, "best": "" if one["best"] == one["played"] else one["best"]} for one in turn["decisions"]]
        found.append({**turn, "before": before, "decisions": choices})
        expected = _after(turn)
    return found


def _lengthen(turns: Sequence[dict[str, Any]]) -> None:
    expected = [0.0] * len(turns[0]["before"] if turns else ())
    for turn in turns:
        turn["before"] = [round(one + there, 3) + 0.0 for one, there in zip(turn["before"], expected, strict=True)]
        for one in turn["decisions"]:
            one["best"] = one["best"] or one["played"]
        expected = _after(turn)


def _after(turn: Mapping[str, Any]) -> list[float]:
    luck = [one["value"] for one in turn["luck"]]
    return [round(sum(parts), 3) for parts in zip(luck, *(turn[name] for name in PARTS), strict=True)]


def _flatten(value: Any, place: str, keys: dict[str, list[str]], columns: dict[str, Column]) -> None:
    if isinstance(value, dict):
        keys.setdefault(place, [*value])
        for name, one in value.items():
            _flatten(one, f"{place}.{name}", keys, columns)
    elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        columns.setdefault(f"{place}''", []).append(JOINED.join(value))
    elif isinstance(value, list):
        columns.setdefault(f"{place}[]", []).append(len(value))
        for one in value:
            _flatten(one, f"{place}[]", keys, columns)
    else:
        columns.setdefault(place, []).append(value)


def _rebuilt(place: str, keys: Mapping[str, list[str]], columns: Mapping[str, Iterator[Any]]) -> Any:
    if place in keys:
        return {name: _rebuilt(f"{place}.{name}", keys, columns) for name in keys[place]}
    if texts := columns.get(f"{place}''"):
        return next(texts).split(JOINED)
    if lengths := columns.get(f"{place}[]"):
        return [_rebuilt(f"{place}[]", keys, columns) for _number in range(next(lengths))]
    return next(columns[place])
