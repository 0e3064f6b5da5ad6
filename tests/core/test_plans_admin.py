import pytest
from django.test import Client

from tests.plans import plans

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.sqlite]


@pytest.mark.parametrize(
    ("address", "index"),
    [
        ("accounts/user/?robot=yes", "user_robots (robot>?)"),
        ("games/analysis/?state__exact=running", "analysis_state (state=?)"),
        ("games/film/?state__exact=done", "film_state (state=?)"),
        ("games/game/?title=marram", "game_title (title=?)"),
        ("games/game/?trouble=running", "game_troubled"),
        ("games/game/?waiting=3", "seat_acting (acting_since<?)"),
        ("games/invitation/?q=nadia@example.org", "invitation_address (email=?)"),
        ("games/notification/?kind=invitation", "notification_kind (kind=?)"),
        ("games/notification/?channel=webhook", "notification_call (channel=?)"),
        ("games/notification/?state__exact=sent", "notification_by_state (state=?)"),
        ("games/notification/?q=nadia@example.org", "notification_address (email=?)"),
        ("games/robotturn/?state__exact=failed", "robot_turn_state (state=?)"),
    ],
)
def test_admin_lists_are_filtered_by_an_index(admin_client: Client, address: str, index: str) -> None:
    plan = plans(lambda: admin_client.get(f"/admin/{address}"))
    assert plan.count(f"INDEX {index}") == 2, plan  # the page and the number of pages


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("open=yes", "SCAN games_turn USING INDEX turn_open_since"),  # in its order; it has open turns only
        ("open=due", "SEARCH games_turn USING INDEX turn_due (due_at<?)"),
        ("open=failing", "SEARCH games_turn USING INDEX turn_due (due_at<?)"),
    ],
)
def test_turns_in_the_admin_are_found_by_an_index(admin_client: Client, query: str, index: str) -> None:
    plan = plans(lambda: admin_client.get(f"/admin/games/turn/?{query}"))
    assert index in plan, plan
