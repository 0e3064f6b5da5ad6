from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.deputies.models import Deputy
from games.deputies.selectors import deputy_link_token
from games.notifications.links import TurnToken, seat_token, turn_link_token, unsubscribe_token
from tests.makers import make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ENDS = [".", ")", ">", "%20", "%E2%80%8B", ").", "%C2%A0", "%22", "]", ",", "%E2%80%99", "%0D%0A"]


def mail_links() -> dict[str, str]:
    """Return a link of each kind that emails have."""
    user = make_user("Amina")
    game, table = started_game(user, make_user("Bob")), make_table(user, name="Open")
    request = Deputy.objects.create(user=user, deputy=make_user("Carol"), created_at=timezone.now())
    address = EmailAddress.objects.create(user=user, email="new@example.org")
    return {
        "turn": reverse("games:turn_link", args=[turn_link_token(TurnToken.of(user, game), "L")]),
        "seat": reverse("games:seat_link", args=[seat_token(user, game)]),
        "deputy": reverse("games:deputy_link", args=[deputy_link_token(request)]),
        "unsubscribe": reverse("games:unsubscribe", args=[unsubscribe_token(user, "turn", game)]),
        "table": table.get_absolute_url(),
        "confirmation": reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key]),
    }


@pytest.mark.parametrize("end", ENDS)
def test_a_link_with_stray_characters_at_its_end_is_the_same_link(end: str) -> None:
    for kind, path in mail_links().items():
        for written in (path + end, path.rstrip("/") + end, path.rstrip("/") + end + "/"):
            answer = Client().get(written)
            assert (answer.status_code, answer.headers.get("Location")) == (302, path), (kind, written)


def test_a_link_with_a_stray_end_keeps_its_query() -> None:
    path = mail_links()["turn"]
    assert Client().get(f"{path})?choose=x").headers["Location"] == f"{path}?choose=x"


def test_the_address_of_a_player_whose_name_ends_with_a_full_stop_is_untouched() -> None:
    user = make_user("Nora.")
    assert Client().get(reverse("games:player", args=[user.username])).status_code == 200


@pytest.mark.parametrize("path", ["/%2Fevil.example/.", "/nothing/.", "/m/", "/api/v1/games/!/"])
def test_an_address_that_means_no_page_is_not_redirected_elsewhere(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 404


def test_the_key_of_a_link_with_a_stray_end_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    path = mail_links()["turn"]
    Client().get(path + quote("\u200b"))
    assert path.split("/")[2] not in "".join(capsys.readouterr())
