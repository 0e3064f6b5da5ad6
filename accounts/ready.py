"""Querysets whose SQL is put together once: for reads that every page needs.

Django takes longer to write the statement for a table's seats (3 ms) than the database to answer it. A ``Ready`` lets
Django write it once for each thread, with stand-ins for what changes, and from then on only fills in the values.
"""

from collections.abc import Callable, Sequence
from threading import local
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.query import ValuesListIterable, get_related_populators

Row = TypeVar("Row")
Value = int | str | tuple[int, ...]
FIRST_STAND_IN = 1_987_000_000  # no literal of a statement is this large


class _Shape(NamedTuple):
    """A statement, where its parameters come from, and how its rows are read."""

    sql: str
    params: tuple[tuple[int, type], ...]  # (number of the value, how the database wants it)
    compiler: Any
    converters: Any
    make: Callable[[Sequence[Any]], Any]


class Sent(NamedTuple, Generic[Row]):
    """Rows as the database sent them (equal rows say the same), and what makes of one what the queryset would."""

    rows: list[tuple[Any, ...]]
    read: Callable[[Sequence[Any]], Row]


class Ready(Generic[Row]):
    """The rows of the queryset that ``build`` returns for some values: numbers, words, tuples of numbers.

    ``build`` is called with stand-ins and must use them as they are, in comparisons alone: nothing in it may depend on
    what the values are. Tuples of another length are another statement. The queryset is one of models (with
    ``select_related`` and annotations, without ``prefetch_related``) or ``values_list``.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._here = local()

    def __call__(self, *values: Value) -> list[Row]:
        """Return the rows for these values."""
        shape, rows = self._asked(values)
        if shape.converters:
            rows = shape.compiler.apply_converters(rows, shape.converters)
        return [shape.make(row) for row in rows]

    def sent(self, *values: Value) -> Sent[Row]:
        """Return the rows unread, for a list that knows most of them already."""
        shape, rows = self._asked(values)

        def read(row: Sequence[Any]) -> Row:
            made: Row = shape.make(next(iter(shape.compiler.apply_converters([row], shape.converters))))
            return made

        return Sent(rows, read)

    def _asked(self, values: Sequence[Value]) -> tuple[_Shape, list[tuple[Any, ...]]]:
        shape = self._shape(values)
        flat = _flat(values)
        params = [kind(flat[number]) for number, kind in shape.params]
        with connection.cursor() as cursor:
            cursor.execute(shape.sql, params)
            return shape, cursor.fetchall()

    def first(self, *values: Value) -> Row | None:
        """Return the first row, None where there is none."""
        return next(iter(self(*values)), None)

    def _shape(self, values: Sequence[Value]) -> _Shape:
        """Return the statement for values of this form, written by Django when this thread needs it first."""
        form = tuple([len(value) if isinstance(value, tuple) else type(value) for value in values])
        shapes: dict[Any, _Shape] = vars(self._here)
        key = (connection.settings_dict["ENGINE"], *form)
        return shapes.get(key) or shapes.setdefault(key, _written(self._build, values))


def _flat(values: Sequence[Value]) -> list[int | str]:
    return [one for value in values for one in (value if isinstance(value, tuple) else (value,))]


def _written(build: Callable[..., QuerySet[Any, Row]], values: Sequence[Value]) -> _Shape:
    """Let Django write the statement with stand-ins, and find them again.

    What else it would send beside the statement is written into it: SQLite plans a statement anew every time when an
    index with a condition might fit what was sent, which takes longer than most answers.
    """
    numbers = iter(range(FIRST_STAND_IN, FIRST_STAND_IN + 10_000))
    stand_ins = [_stand_in(value, numbers) for value in values]
    known = {str(one): number for number, one in enumerate(_flat(stand_ins))}
    queryset = build(*stand_ins)
    compiler: Any = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, params = compiler.as_sql()
    written = ["%s" if str(one) in known else _literal(one) for one in params]
    sql = "".join([text + one for text, one in zip(sql.split("%s"), [*written, ""], strict=True)])
    places = tuple([(known[str(one)], type(one)) for one in params if str(one) in known])
    fields = [column[0] for column in compiler.select[: compiler.col_count]]
    return _Shape(sql, places, compiler, compiler.get_converters(fields), _maker(queryset, compiler))


def _literal(value: str | int) -> str:
    """Return a value of the program's own as SQL has it."""
    return str(value) if isinstance(value, int) else f"""'{value.replace("'", "''").replace("%", "%%")}'"""


def _stand_in(value: Value, numbers: Any) -> Value:
    if isinstance(value, tuple):
        return tuple([next(numbers) for _ in value])
    return next(numbers) if isinstance(value, int) else f"stand-in-{next(numbers)}"


def _maker(queryset: QuerySet[Any, Any], compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """Return what makes of a row what the queryset would make of it."""
    return tuple if cast("Any", queryset)._iterable_class is ValuesListIterable else _models(compiler)


def _models(compiler: Any) -> Callable[[Sequence[Any]], Model]:
    info, select, annotations = compiler.klass_info, compiler.select, compiler.annotation_col_map or {}
    model, columns = info["model"], info["select_fields"]
    first, end = columns[0], columns[-1] + 1
    names = [column[0].target.attname for column in select[first:end]]
    related = cast("Any", get_related_populators)(info, select, DEFAULT_DB_ALIAS)

    def make(row: Sequence[Any]) -> Model:
        made: Model = model.from_db(DEFAULT_DB_ALIAS, names, row[first:end])
        for one in related:
            one.populate(row, made)
        for name, column in annotations.items():
            setattr(made, name, row[column])
        return made

    return make
