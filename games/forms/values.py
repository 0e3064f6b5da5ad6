"""Helpers that return the values of a form."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst

from games.errors import Invalid
from games.presenters.wording import labelled


def capitalised(choices: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return choices whose labels begin with a capital. Elsewhere the same labels stand inside a sentence."""
    return [(value, capfirst(label)) for value, label in choices]


def clean_or_raise(form: forms.Form) -> dict[str, Any]:
    """Return the values of a form. Raises Invalid (bad-form) with the first error."""
    if form.is_valid():
        return form.cleaned_data
    field, errors = next(iter(form.errors.items()))
    label = form.fields[field].label if field in form.fields else ""
    raise Invalid("bad-form", labelled(str(label), str(errors[0])) if label else str(errors[0]))


def valid_values(form: forms.Form) -> dict[str, Any]:
    """Return the values of the valid fields. Invalid values in an address are ignored."""
    form.is_valid()
    return form.cleaned_data


def query_values(form: type[forms.Form], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a form like ``valid_values``, without making the form if the data has none of its fields.

    Most requests have no query, and making a form takes as long as a database query.
    """
    return {} if data.keys().isdisjoint(form.base_fields) else valid_values(form(data))
