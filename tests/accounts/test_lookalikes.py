import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import Profile, User
from accounts.services import update_profile
from accounts.validators import (
    has_hidden_characters,
    has_mixed_scripts,
    skeleton,
    validate_not_reserved,
    validate_readable,
)
from tests.accounts.conftest import make_person

pytestmark = pytest.mark.one_database
SAME = [
    ("Nora", "nora"), ("nora", "n0ra"), ("nora", "no.ra"), ("nora", "n-o_ra"), ("lill", "1i1l"), ("Tom", "Torn"),
    ("Walter", "VValter"), ("Nora", "N\u043er\u0430"), ("Nora", "\uff2eora"), ("Nora", "No\u200bra"),
    ("kim", "\u03bai\u217f"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_look_alike_names_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Nora", "Norma"), ("Ann", "Anne"), ("Zoe", "Zo\u00eb"), ("Bob", "Bob2")])
def test_names_that_do_not_look_alike_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("name", ["No\u200bra", "\u202earon", "Nora\ufeff", "No\u00adra", "a\u200db", "\u3164"])
def test_hidden_characters_in_names_are_found(name: str) -> None:
    assert has_hidden_characters(name)


@pytest.mark.parametrize(
    "name", ["Nora", "Le\u00efla B.", "\U0001f469\u200d\U0001f680 Nora", "\u041d\u043e\u0440\u0430", "\u5c71\u7530"]
)
def test_names_of_all_languages_are_readable(name: str) -> None:
    validate_readable(name)


@pytest.mark.parametrize(("name", "is_mixed"), [("N\u043era", True), ("\u03b1bc", True), ("\u5c71\u7530 Bob", False)])
def test_mixed_scripts_in_names_are_found(name: str, is_mixed: bool) -> None:
    assert has_mixed_scripts(name) is is_mixed


STAFF = ["Admin", "adm1n", "a.d.m.i.n", "site-admin", "admin_nora", "Moderat0r", "the.moderator", "staff", "Marrakech"]
STAFF += ["marrakech-by-mail", "Marrakech.Support", "Greedy", "greedy2", "gr-eedy", "Anonymous", "r00t"]


@pytest.mark.parametrize("name", STAFF)
def test_names_of_staff_site_and_robots_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="Please choose another"):
        validate_not_reserved(name)


@pytest.mark.parametrize("name", ["Nora", "greedier", "Robert", "Ann2"])
def test_names_of_people_are_not_refused(name: str) -> None:
    validate_not_reserved(name)


def sign_up(name: str) -> str:
    """Return the page that follows."""
    data = {"username": name, "email": "x@example.org", "password1": "carpets-and-coins"}
    return Client().post("/accounts/signup/", data, follow=True).content.decode()


@pytest.mark.parametrize("name", ["le1la", "LEILA", "lei.la", "l-e-i-l-a"])
def test_nobody_signs_up_with_a_name_like_anothers(leila: User, name: str) -> None:
    assert "taken" in sign_up(name)
    assert User.objects.count() == 1


def test_nobody_signs_up_with_a_displayed_name(leila: User) -> None:
    update_profile(leila, display_name="Princess")
    assert "looks like another player" in sign_up("pr1ncess")


@pytest.mark.parametrize("shown", ["Om\u0430r", "0mar", "O.mar", "Om\u200bar", "Adm\u0456n", "Marrakech Staff"])
def test_nobody_displays_a_name_like_anothers(signed_in: Client, shown: str) -> None:
    make_person("omar")
    data = {"display_name": shown, "time_zone": "UTC", "language": "en", "colour": "", "about": ""}
    assert "display_name" in signed_in.post("/settings/", data).context["form"].errors
    assert Profile.objects.get(user__username="leila").display_name == ""


def test_an_unchanged_name_is_not_checked_again(signed_in: Client, leila: User) -> None:
    update_profile(leila, display_name="Admin")
    data = {"display_name": "Admin", "time_zone": "UTC", "language": "en", "colour": "", "about": "new"}
    signed_in.post("/settings/", data)
    assert Profile.objects.get(user=leila).about == "new"
