from xml.etree import ElementTree

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.identicon import CELLS, identicon

pytestmark = pytest.mark.one_database


def test_an_identicon_is_the_same_every_time_and_in_any_case() -> None:
    assert identicon("leila") == identicon("Leila")


def test_identicons_of_different_names_look_different() -> None:
    assert len({identicon(f"player{number}") for number in range(200)}) == 200


@given(st.text(max_size=30))
def test_an_identicon_is_well_formed_for_any_name(name: str) -> None:
    assert ElementTree.fromstring(identicon(name)).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("name", ["leila", "omar", "Zoe", "player7"])
def test_an_identicon_has_the_symmetry_of_a_carpet(name: str) -> None:
    for path in ElementTree.fromstring(identicon(name))[2:]:
        squares = {
            tuple(float(number) - 1.5 for number in square.split("h")[0].split())
            for square in path.attrib["d"].split("M")[1:]
        }
        assert {(row, column) for column, row in squares} == squares
        assert {(CELLS - 1 - column, row) for column, row in squares} == squares


def test_an_identicon_loads_nothing_from_anywhere() -> None:
    assert "href" not in identicon("leila")


def test_an_identicon_is_served_and_may_be_cached(client: Client) -> None:
    response = client.get("/avatars/leila.svg")
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.headers["Cache-Control"] == "public, max-age=604800"
    assert response.content.decode() == identicon("leila")


def test_an_identicon_needs_no_database(client: Client, django_assert_num_queries: pytest.FixtureRequest) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/avatars/leila.svg")


def test_posting_to_an_identicon_is_refused(client: Client) -> None:
    assert client.post("/avatars/leila.svg").status_code == 405
