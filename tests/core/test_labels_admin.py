from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, label_for_field
from django.db.models import Model
from django.test import Client, RequestFactory
from django.utils.functional import Promise

from accounts.models import User
from accounts.services import update_profile
from tests.makers import make_user, started_game

OURS = [model for model in admin.site._registry if model._meta.app_label in {"accounts", "games"}]


def shown_names(model: type[Model]) -> Iterator[tuple[type[Model], Any, Any]]:
    """Yield (model, its admin, name) of all columns and fields of a model's pages, with those in its inlines."""
    request = RequestFactory().get("/")
    request.user = User(username="boss", is_staff=True, is_superuser=True)
    page: Any = admin.site._registry[model]
    for name in (*page.get_list_display(request), *flatten_fieldsets(page.get_fieldsets(request, model()))):
        yield model, page, name
    for inline in page.get_inline_instances(request):
        fields = set(flatten_fieldsets(inline.get_fieldsets(request))) - {inline.get_formset(request).fk.name}
        yield from ((inline.model, inline, name) for name in fields)


def label_of(name: Any, model: type[Model], page: Any) -> object:
    """Return the name of a column or field, which its form alone may have."""
    own = page.form.declared_fields.get(name)
    return own.label if own else label_for_field(name, model, page)


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_admin_column_and_field_has_a_translated_name(model: type[Model]) -> None:
    names = [shown for shown in shown_names(model) if shown[2] not in {"__str__", "action_checkbox"}]
    labels = {f"{of.__name__}.{name}": label_of(name, of, page) for of, page, name in names}
    assert [name for name, label in labels.items() if not isinstance(label, Promise)] == []


def test_every_admin_list_has_a_translated_name() -> None:
    untranslated = [model.__name__ for model in OURS if not isinstance(model._meta.verbose_name, Promise)]
    assert untranslated == []
    assert all(isinstance(app.verbose_name, Promise) for app in map(apps.get_app_config, ("accounts", "games")))


@pytest.mark.django_db
def test_an_administrator_who_reads_french_gets_french_columns(admin_client: Client) -> None:
    started_game(make_user("Amina"), make_user("Brahim"))
    update_profile(User.objects.get(username="boss"), language="fr")
    page = admin_client.get("/admin/games/turn/").content.decode()
    assert "Échéance" in page
    assert "Deadline" not in page
