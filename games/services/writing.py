"""The writes of every turn, as statements that are put together once: as ``accounts/ready.py`` does for reads.

Django takes several times as long to write these as a database to carry them out: with ``save``, ``bulk_update`` and a
savepoint around each ``create`` a turn costs a quarter more, and takes more statements. (``bulk_create`` costs little,
and is used.) The names come from the models, the values are prepared by their fields. No signals are sent.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Model


def insert_new(row: Model, unique: str) -> bool:
    """Insert a row, unless there is one with the same value in that unique column. Tell whether it was inserted.

    It gets its primary key.
    """
    model = type(row)
    values = [_value(row, field, is_new=True) for field in _fields(model)]
    found = _execute(_inserting(connection.vendor, model, unique), values, is_read=True)
    row.pk = found[0][0] if found else None
    return bool(found)


def update(row: Model, names: Sequence[str]) -> None:
    """Write these columns of a row."""
    fields = [_field(type(row), name) for name in names]
    sql = _updating(connection.vendor, type(row), tuple(names))
    _execute(sql, [*(_value(row, field) for field in fields), row.pk])


def update_all(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Write these columns of rows of one model, each row its own values, in one statement."""
    keys = [row.pk for row in rows]
    values: list[Any] = []
    for name in names:
        field = _field(type(rows[0]), name)
        values += [one for row in rows for one in (row.pk, _value(row, field))]
    _execute(_updating_all(connection.vendor, type(rows[0]), tuple(names), len(rows)), [*values, *keys])


def _execute(sql: str, values: Sequence[Any], *, is_read: bool = False) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall() if is_read else []


def _value(row: Model, field: Any, *, is_new: bool = False) -> Any:
    return field.get_db_prep_save(field.pre_save(row, is_new), connection)


def _key(model: type[Model]) -> Any:
    return model._meta.pk


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


@lru_cache
def _fields(model: type[Model]) -> tuple[Any, ...]:
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


# ``vendor`` only tells the statements for several kinds of database apart.
@lru_cache
def _inserting(vendor: str, model: type[Model], unique: str) -> str:
    names = [_quoted(field.column) for field in _fields(model)]
    into = f"{_quoted(model._meta.db_table)} ({', '.join(names)}) VALUES ({', '.join(['%s'] * len(names))})"
    return f"INSERT INTO {into} ON CONFLICT ({_quoted(unique)}) DO NOTHING RETURNING {_quoted(_key(model).column)}"


@lru_cache
def _updating(vendor: str, model: type[Model], names: tuple[str, ...]) -> str:
    columns = ", ".join(f"{_quoted(_field(model, name).column)} = %s" for name in names)
    return f"UPDATE {_quoted(model._meta.db_table)} SET {columns} WHERE {_quoted(_key(model).column)} = %s"  # noqa: S608 - names from models


@lru_cache
def _updating_all(vendor: str, model: type[Model], names: tuple[str, ...], rows: int) -> str:
    key = _quoted(_key(model).column)
    cases = f"CASE {key}{' WHEN %s THEN %s' * rows} END"
    is_cast = connection.features.requires_casted_case_in_updates
    columns = []
    for field in (_field(model, name) for name in names):
        value = f"CAST({cases} AS {field.cast_db_type(connection)})" if is_cast else cases
        columns.append(f"{_quoted(field.column)} = {value}")
    where = f"{key} IN ({', '.join(['%s'] * rows)})"
    return f"UPDATE {_quoted(model._meta.db_table)} SET {', '.join(columns)} WHERE {where}"  # noqa: S608 - names from models
