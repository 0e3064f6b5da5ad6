from pathlib import Path

import pytest
from django.test import Client

from tests.helpers.page_client import squeezed, text_at

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
DOCUMENT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_rules_of_marram_say_which_are_ours_and_which_are_left_out() -> None:
    page = squeezed(text_at(Client(), "/rules/marram/"))
    ours = page.partition('id="ours"')[2].partition("</section>")[0]
    assert all(rule in ours for rule in ("one piece for each action", "completed tiles stay", "Animals"))
    assert all(rule in DOCUMENT for rule in ("one piece for each action", "| completed tiles |", "*Animals*"))
