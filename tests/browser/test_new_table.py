"""The form of a new table on a desk."""

import pytest

from tests.browser.visitors import Visitors
from tests.makers import make_user

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("title", ["marrakech", "marram"])
@pytest.mark.usefixtures("transactional_db")
def test_the_full_form_of_a_table_fits_two_screens(visit: Visitors, title: str) -> None:
    page = visit(make_user(), f"/tables/new/?title={title}&preset=classic", viewport={"width": 1280, "height": 800})
    box = page.locator("#own-table").bounding_box()
    assert box
    assert box["height"] <= 2 * 800
