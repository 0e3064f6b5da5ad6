import datetime as dt

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    ("language", "day", "said"),
    [("fr", 1, "1er mai 2031"), ("fr", 11, "11 mai 2031"), ("en", 1, "1 May 2031"), ("de", 1, "1. Mai 2031")],
)
def test_a_date_writes_the_first_of_a_month_as_its_language_does(language: str, day: int, said: str) -> None:
    with override(language):
        assert date_format(dt.date(2031, 5, day), "DATE_FORMAT") == said
