"""From a form to its values, or to the sentence that says what is wrong."""

from collections.abc import Mapping
from typing import Any

from django import forms

from games.errors import Invalid
from games.presenters.wording import labelled


def clean_or_raise(form: forms.Form) -> dict[str, Any]:
    """Return the values of a form. Raises Invalid (bad-form) with the first thing that is wrong with it."""
    if form.is_valid():
        return form.cleaned_data
    field, errors = next(iter(form.errors.items()))
    label = form.fields[field].label if field in form.fields else ""
    raise Invalid("bad-form", labelled(str(label), str(errors[0])) if label else str(errors[0]))


def valid_values(form: forms.Form) -> dict[str, Any]:
    """Return the values of those fields that are in order: what cannot be understood in an address is ignored."""
    form.is_valid()
    return form.cleaned_data


def query_values(form: type[forms.Form], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a form as ``accepted`` does, none at all where the data has no field of it.

    Most requests for a page say nothing: making a form for them takes as long as asking the database for the page.
    """
    return {} if data.keys().isdisjoint(form.base_fields) else valid_values(form(data))
