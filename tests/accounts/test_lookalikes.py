import unicodedata
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from accounts.models import Profile, User
from accounts.selectors import has_lookalike, lookalikes
from accounts.services import create_guest, update_profile
from accounts.validators import (
    has_hidden_characters,
    has_mixed_scripts,
    look_alikes,
    skeleton,
    validate_not_reserved,
    validate_readable,
)
from tests.accounts.conftest import make_person
from tooling.confusables import compact

migration = import_module("accounts.migrations.0016_refill_name_skeletons")

pytestmark = pytest.mark.one_database
SAME = [
    ("Nora", "nora"), ("nora", "n0ra"), ("nora", "no.ra"), ("nora", "n-o_ra"), ("lill", "1i1l"), ("Tom", "Torn"),
    ("Walter", "VValter"), ("Nora", "N\u043er\u0430"), ("Nora", "\uff2eora"), ("Nora", "No\u200bra"),
    ("kim", "\u03bai\u217f"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_look_alike_names_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_every_letter_that_unicode_takes_for_a_plain_one_has_its_skeleton() -> None:
    alike = {letter: plain for letter, plain in look_alikes().items() if plain.isascii() and plain.isalnum()}
    assert len(alike) > 1300
    different = {letter for letter, plain in alike.items() if skeleton(f"Nora{letter}") != skeleton(f"Nora{plain}")}
    assert different == set()


@pytest.mark.parametrize(("letter", "plain"), [("\u0430", "a"), ("\u13aa", "A"), ("\u217f", "rn"), ("\uff2e", "N")])
def test_the_table_of_look_alikes_is_that_of_unicode(letter: str, plain: str) -> None:
    assert look_alikes().get(letter, unicodedata.normalize("NFKC", letter)) == plain


def test_the_tool_makes_the_table_from_the_file_of_unicode() -> None:
    head = "\ufeff# confusables.txt\n# Version: 15.0.0\n\n"
    text = f"{head}0430 ;\t0061 ;\tMA\t# ( a ) A; B\n2170 ;\t0069 ;\tMA\n0251 ;\t0061 ;\tMA\n"
    lines = compact(text).splitlines()
    assert "# Version: 15.0.0" in lines
    assert "Copyright © 1991-2022 Unicode, Inc." in compact(text)
    assert [line for line in lines if line and not line.startswith("#")] == ["0061; 0251 0430", "0069; 2170"]


@pytest.mark.parametrize(("taken", "wanted"), [("\u03bd\u03bf\u03c1\u03b1", "\u039d\u039f\u03a1\u0391")])
def test_a_name_in_capitals_of_another_alphabet_is_the_same_name(taken: str, wanted: str) -> None:
    update_profile(make_person("omar"), display_name=taken)
    assert has_lookalike(wanted)
    update_profile(make_person("nils"), display_name=wanted)
    Profile.objects.filter(display_name=taken).delete()
    assert has_lookalike(taken)


def test_the_migration_stores_skeletons_as_the_site_makes_them(leila: User) -> None:
    names = [
        "Nora",
        "N\u043er\u0430",
        "\uab75ora",
        "\u0447\u0451\u0440\u0442",
        "Zo\u00eb",
        "\u041d\u0415\u041b\u0420",
        "m1n0",
    ]
    people = [make_person(f"person{number}") for number in range(len(names))]
    for person, name in zip(people, names, strict=True):
        update_profile(person, display_name=name)
    made = dict(Profile.objects.values_list("pk", "skeleton"))
    Profile.objects.update(skeleton="old")
    User.objects.update(skeleton="old")
    migration.fill(apps, SimpleNamespace(connection=connection))
    assert dict(Profile.objects.values_list("pk", "skeleton")) == made
    assert User.objects.get(pk=leila.pk).skeleton == skeleton("leila")


def test_names_that_look_alike_already_are_listed_for_administrators(admin_client: Client, leila: User) -> None:
    twin, other = make_person("lei-la"), make_person("omar")
    update_profile(other, display_name="Nora")
    shown = make_person("nora")
    make_person("unique")
    create_guest("en")
    create_guest("en")
    assert set(lookalikes()) == {leila, twin, other, shown}
    found = admin_client.get("/admin/accounts/user/", {"lookalike": "yes"}).context["cl"].result_list
    assert set(found) == {leila, twin, other, shown}


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
