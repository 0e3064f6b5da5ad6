import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import ApiToken, Profile, User
from accounts.selectors import account_ids, search_accounts
from accounts.services import create_token, deactivate
from games.conduct.models import RecordedAct
from games.core.models import Game
from tests.accounts.conftest import PASSWORD, is_signed_in, make_person, sign_in
from tests.makers import started_game

pytestmark = pytest.mark.one_database

PEOPLE = "/admin/accounts/user/"
NO_INLINES = {f"{name}-{part}_FORMS": "0" for name in ("profile", "api_tokens") for part in ("TOTAL", "INITIAL")}


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("boss", "boss@example.org", PASSWORD)


@pytest.fixture
def office(admin: User) -> Client:
    return sign_in("boss")


def act(office: Client, action: str, *people: User, **more: str) -> str:
    """Run an action on users of the list; return the page after it."""
    data = {"action": action, "_selected_action": [user.pk for user in people], **more}
    return office.post(PEOPLE, data, follow=True).content.decode()


def test_the_admin_sends_strangers_to_the_sites_own_sign_in(client: Client) -> None:
    assert client.get("/admin/login/?next=/admin/").headers["Location"].startswith("/accounts/login/")


def test_players_cannot_open_the_admin(signed_in: Client) -> None:
    assert signed_in.get(PEOPLE).status_code == 302


@pytest.mark.parametrize("word", ["leila", "LEILA@EXAMPLE.ORG", "princess"])
def test_the_admin_finds_users_by_name_address_and_display_name(office: Client, leila: User, word: str) -> None:
    Profile.objects.filter(user=leila).update(display_name="Princess")
    make_person("omar")
    page = office.get(PEOPLE, {"q": word})
    assert [user.username for user in page.context["cl"].result_list] == ["leila"]


@pytest.mark.parametrize(
    ("answer", "names"), [("yes", {"boss", "leila"}), ("no", {"omar"}), ("", {"boss", "leila", "omar"})]
)
def test_the_admin_filters_users_by_confirmation(office: Client, leila: User, answer: str, names: set[str]) -> None:
    make_person("omar", verified=False)
    page = office.get(PEOPLE, {"verified": answer} if answer else {})
    assert {user.username for user in page.context["cl"].result_list} == names


def test_the_list_of_users_takes_as_many_statements_for_many(
    office: Client, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    office.get(PEOPLE)
    for number in range(12):
        make_person(f"player{number}")
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        assert office.get(PEOPLE).status_code == 200


def test_an_admin_action_closes_accounts(office: Client, leila: User) -> None:
    browser = sign_in("leila")
    assert "1 account changed" in act(office, "deactivate", leila, confirmed="yes", reason="Threats.")
    assert not User.objects.get(pk=leila.pk).is_active
    assert not is_signed_in(browser)
    assert RecordedAct.objects.get().reason == "Threats."


def test_an_account_is_not_closed_without_a_reason(office: Client, leila: User) -> None:
    assert "1 account changed" not in act(office, "deactivate", leila, confirmed="yes", reason=" ")
    assert User.objects.get(pk=leila.pk).is_active
    assert not RecordedAct.objects.exists()


def test_closing_accounts_says_first_whose_and_what_becomes_of_their_games(office: Client, leila: User) -> None:
    Game.objects.filter(pk=started_game(leila, make_person("omar")).pk).update(name="The tiled room")
    page = " ".join(act(office, "deactivate", leila).split())
    assert "leila (leila@example.org)" in page
    assert "Their seats in running games are given up" in page
    assert "The tiled room" in page
    assert "1 running game:" in page
    assert User.objects.get(pk=leila.pk).is_active
    assert "1 account changed" not in page


def test_the_page_of_a_user_leads_to_the_games_and_closes_or_reopens_the_account(office: Client, leila: User) -> None:
    address = f"{PEOPLE}{leila.pk}/change/"
    page = office.get(address).content.decode()
    assert "/admin/games/game/?q=leila" in page
    assert ('value="deactivate"' in page, 'value="reactivate"' in page) == (True, False)
    deactivate(leila)
    page = office.get(address).content.decode()
    assert ('value="deactivate"' in page, 'value="reactivate"' in page) == (False, True)


def test_the_only_administrator_cannot_be_closed(office: Client, admin: User) -> None:
    assert "only administrator" in act(office, "deactivate", admin, confirmed="yes", reason="Threats.")
    assert User.objects.get(pk=admin.pk).is_active


def test_an_account_is_closed_by_the_admin_action_alone(office: Client, leila: User) -> None:
    page = office.get(f"{PEOPLE}{leila.pk}/change/").content.decode()
    assert 'name="is_staff"' in page
    assert 'name="is_active"' not in page  # it would leave games and sessions as they are


def test_an_admin_action_reopens_accounts(office: Client, leila: User) -> None:
    deactivate(leila)
    act(office, "reactivate", leila, confirmed="yes")
    assert is_signed_in(sign_in("leila"))


def test_an_admin_action_confirms_an_address(office: Client) -> None:
    omar = make_person("omar", verified=False)
    act(office, "verify", omar, confirmed="yes")
    assert is_signed_in(sign_in("omar"))


def test_an_admin_action_confirms_an_address_that_was_not_entered_in_the_admin(office: Client) -> None:
    omar = User.objects.create_user("omar", "omar@example.org", PASSWORD)
    EmailAddress.objects.create(user=omar, email="old@example.org", primary=True)
    act(office, "verify", omar, confirmed="yes")
    assert list(EmailAddress.objects.filter(user=omar, primary=True).values_list("email", "verified")) == [
        ("omar@example.org", True)
    ]


def test_the_admin_shows_a_user_with_profile_and_tokens(office: Client, leila: User) -> None:
    _token, key = create_token(leila, "my bot")
    page = office.get(f"{PEOPLE}{leila.pk}/change/").content.decode()
    assert "my bot" in page
    assert key[:8] in page
    assert ApiToken.objects.get().digest not in page


def test_the_admin_adds_users(office: Client) -> None:
    fields = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    sent = {"username": "omar", "email": "Omar@example.org", "reason": "The press asked.", **fields, **NO_INLINES}
    office.post(f"{PEOPLE}add/", sent)
    omar = User.objects.get(username="omar")
    assert omar.email == "omar@example.org"
    row = RecordedAct.objects.get()
    assert (row.actor and row.actor.username, row.person, row.reason) == ("boss", omar, "The press asked.")


def test_an_account_is_not_changed_without_a_reason(office: Client, leila: User) -> None:
    address, sent = f"{PEOPLE}{leila.pk}/change/", {"username": "layla", "email": leila.email, **NO_INLINES}
    assert "This field is required" in office.post(address, sent).content.decode()
    assert User.objects.get(pk=leila.pk).username == "leila"
    assert office.post(address, {**sent, "reason": "She married."}).status_code == 302
    assert User.objects.get(pk=leila.pk).username == "layla"
    row = RecordedAct.objects.get()
    assert (row.person, row.after, row.reason) == (leila, "Changed Name.", "She married.")


def test_a_password_is_not_set_without_a_reason(office: Client, leila: User) -> None:
    address, new = f"{PEOPLE}{leila.pk}/password/", "grey-camels-8"
    sent = {"password1": new, "password2": new, "usable_password": "true"}
    assert "This field is required" in office.post(address, sent).content.decode()
    assert User.objects.get(pk=leila.pk).check_password(PASSWORD)
    office.post(address, {**sent, "reason": "She lost it."})
    assert User.objects.get(pk=leila.pk).check_password(new)
    row = RecordedAct.objects.get()
    assert (row.person, row.after, row.reason) == (leila, "Changed password.", "She lost it.")


def test_who_may_only_read_accounts_is_asked_for_no_reason(leila: User) -> None:
    reader = make_person("reader")
    reader.is_staff = True
    reader.save()
    reader.user_permissions.add(Permission.objects.get(codename="view_user"))
    page = sign_in("reader").get(f"{PEOPLE}{leila.pk}/change/").content.decode()
    assert "leila@example.org" in page
    assert 'name="reason"' not in page
    assert "Optional." not in page


def test_the_admin_shows_a_user_without_a_profile(office: Client, leila: User) -> None:
    Profile.objects.all().delete()
    assert office.get(PEOPLE).status_code == 200
    assert office.get(f"{PEOPLE}{leila.pk}/change/").status_code == 200


def test_users_cannot_be_deleted_in_the_admin(office: Client, leila: User) -> None:
    assert office.post(f"{PEOPLE}{leila.pk}/delete/", {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=leila.pk).exists()


@pytest.mark.parametrize("text", ["leila", " LEILA@example.org", "the princess", "omar"])
def test_the_admin_finds_accounts_by_any_name_and_address(leila: User, text: str) -> None:
    Profile.objects.filter(user=leila).update(display_name="The Princess")
    omar = make_person("omar", verified=False)
    assert account_ids(text) == [omar.pk if text == "omar" else leila.pk]
    assert account_ids("lei") == account_ids("") == []


def test_the_admin_finds_accounts_by_a_part_of_a_name_or_address(leila: User) -> None:
    omar = make_person("omar", verified=False)
    assert search_accounts("EIL") == search_accounts("la@exam") == [leila.pk]
    assert search_accounts("a") == [omar.pk, leila.pk]
    assert search_accounts(" ") == search_accounts("zzz") == []


def test_the_admin_offers_zones_and_languages_to_choose_from(office: Client, leila: User) -> None:
    html = office.get(f"{PEOPLE}{leila.pk}/change/").content.decode()
    assert '<select name="profile-0-time_zone"' in html
    assert '<select name="profile-0-language"' in html
