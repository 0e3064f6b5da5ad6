"""Requests of pages whose session has ended, or now belongs to someone else."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from games.chat.models import ChatMessage
from games.core.models import Entry, Game
from marrakech_site.middleware import viewer_fingerprint
from marrakech_site.problems import TEXT_FIELDS
from tests.helpers.page_client import HTMX, signed_in, text_at
from tests.makers import any_action, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
STATIC = settings.BASE_DIR / "static/js"
EDITABLE = re.compile(r"<textarea(?![^>]*\b(?:readonly|hidden)\b)[^>]*\bname=\"(\w+)\"")


@pytest.fixture
def ada() -> User:
    return make_user("Ada")


@pytest.fixture
def game(ada: User) -> Game:
    return started_game(ada, make_user("Bea"))


def mark(user: User) -> dict[str, str]:
    """Return the header that scripts of this user's pages send."""
    return {"x-person": viewer_fingerprint(user.pk)}


def test_a_page_names_the_number_of_its_user(ada: User) -> None:
    assert f'name="person" content="{viewer_fingerprint(ada.pk)}"' in text_at(signed_in(ada), "/lobby/")
    assert 'name="person" content=""' in text_at(Client(), "/lobby/")


ADDRESSES = [
    ("get", "/t/{code}/"),
    ("get", "/t/{code}/poll/"),
    ("post", "/t/{code}/presence/"),
    ("post", "/t/{code}/share/"),
    ("post", "/t/{code}/act/"),
    ("post", "/t/{code}/chat/"),
    ("post", "/t/{code}/give/"),
    ("post", "/t/{code}/abort/"),
    ("post", "/t/{code}/resign/"),
    ("post", "/t/{code}/orders/"),
    ("get", "/t/{code}/notes/"),
    ("get", "/t/{code}/study/"),
    ("get", "/dashboard/version/"),
    ("get", "/"),
    ("post", "/time/hours/"),
    ("get", "/settings/"),
    ("get", "/accounts/email/"),
]


@pytest.mark.parametrize(("method", "address"), ADDRESSES)
@pytest.mark.parametrize("kind", [{}, HTMX], ids=["fetch", "htmx"])
def test_a_script_whose_session_has_ended_is_told_so(
    ada: User, game: Game, method: str, address: str, kind: dict[str, str]
) -> None:
    page = f"http://testserver/t/{game.code}/?ply=3"
    headers = {**mark(ada), **kind, **({"hx-current-url": page} if kind else {"referer": page})}
    answer = getattr(Client(), method)(address.format(code=game.code), headers=headers)
    assert (answer.status_code, answer["X-Session"]) == (401, "signed-out")
    assert "no-store" in answer["Cache-Control"]
    html = answer.content.decode()
    assert "<html" not in html
    assert "You are signed out" in html
    assert f'href="/accounts/login/?next=%2Ft%2F{game.code}%2F%3Fply%3D3"' in html


def test_an_old_script_that_does_not_name_its_user_is_told_so_instead_of_sent_to_sign_in(game: Game) -> None:
    answer = Client(headers=HTMX).post(f"/t/{game.code}/chat/", {"text": "Hello"})
    assert (answer.status_code, answer["X-Session"]) == (401, "signed-out")


def test_a_script_without_any_cookie_is_told_so_by_the_check_of_forms(ada: User, game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(f"/t/{game.code}/chat/", {"text": "Hello"}, headers={**mark(ada), **HTMX})
    assert (answer.status_code, answer["X-Session"]) == (401, "signed-out")
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("kind", [{}, HTMX], ids=["fetch", "htmx"])
def test_nothing_is_played_with_the_session_of_someone_else(ada: User, game: Game, kind: dict[str, str]) -> None:
    before, bea = Entry.objects.count(), signed_in(make_user("Bea"))
    action = {"ply": game.ply, "action": any_action(game)}
    for address, sent in [("act", action), ("chat", {"text": "Hello"}), ("resign", {"ply": game.ply})]:
        answer = bea.post(f"/t/{game.code}/{address}/", sent, headers={**mark(ada), **kind})
        assert (answer.status_code, answer["X-Session"]) == (409, "other-user")
        assert "You are signed in as Bea now" in answer.content.decode()
    assert (Entry.objects.count(), ChatMessage.objects.exists()) == (before, False)
    game.refresh_from_db()
    assert not game.is_over


def test_a_form_names_its_user_and_is_refused_with_its_text_for_another(ada: User, game: Game) -> None:
    sent = {"text": "For Ada's eyes", "person": viewer_fingerprint(ada.pk)}
    for client, status in [(signed_in(make_user("Bea")), 409), (Client(), 401)]:
        answer = client.post(f"/t/{game.code}/chat/", sent)
        assert answer.status_code == status
        assert "For Ada&#x27;s eyes" in answer.content.decode()
    assert not ChatMessage.objects.exists()
    assert signed_in(ada).post(f"/t/{game.code}/chat/", sent).status_code == 302
    assert ChatMessage.objects.count() == 1


def test_a_form_from_before_another_sign_in_of_the_same_user_says_so(ada: User, game: Game) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada, backend="accounts.backends.NameOrAddress")
    answer = client.post(f"/t/{game.code}/chat/", {"text": "Hello"}, headers={**mark(ada), **HTMX})
    assert (answer.status_code, answer["X-Session"]) == (403, "signed-in-again")


@pytest.mark.parametrize("text", ["Mint tea?", "  <b>bold</b>\n\n& more", "été " * 250])
def test_without_scripts_a_text_stands_on_the_page_that_refuses_it(game: Game, text: str) -> None:
    for client in (Client(), Client(enforce_csrf_checks=True)):
        answer = client.post(f"/t/{game.code}/chat/", {"text": text})
        html = answer.content.decode()
        assert answer.status_code in {401, 403}
        assert f">\n{escape(text)}</textarea>" in html


def test_without_scripts_a_text_stands_on_the_page_that_hides_a_private_table(game: Game) -> None:
    Game.objects.update(is_private=True)
    answer = Client().post(f"/t/{game.code}/chat/", {"text": "Mint tea?"})
    assert answer.status_code == 404
    assert "Mint tea?</textarea>" in answer.content.decode()


def test_a_page_without_scripts_and_a_form_without_text_lead_to_the_sign_in_page(game: Game) -> None:
    assert Client().get("/settings/")["Location"] == "/accounts/login/?next=/settings/"
    assert Client().post(f"/t/{game.code}/abort/").status_code == 302


def test_the_link_comes_back_to_the_table_after_a_refused_form(game: Game) -> None:
    address = f"/t/{game.code}/chat/"
    answer = Client().post(address, {"text": "Hello"}, headers={"referer": f"http://testserver{address}"})
    assert f"?next=%2Ft%2F{game.code}%2F&quot;" in answer.content.decode().replace('"', "&quot;")


@pytest.mark.parametrize("page", ["https://evil.example/", "javascript:alert(1)", "//evil.example/x"])
def test_the_link_never_leads_to_another_site(ada: User, game: Game, page: str) -> None:
    answer = Client().get(f"/t/{game.code}/poll/", headers={**mark(ada), **HTMX, "hx-current-url": page})
    assert 'href="/accounts/login/?next=%2F"' in answer.content.decode()


def test_signing_out_and_the_language_need_no_session(ada: User) -> None:
    sent = {"person": viewer_fingerprint(ada.pk), "language": "fr", "theme": "dark"}
    for address in (reverse("account_logout"), reverse("set_language"), reverse("games:look")):
        assert Client().post(address, sent).status_code == 302


def test_the_number_of_a_user_does_not_disturb_the_user(ada: User, game: Game) -> None:
    client = signed_in(ada)
    for address in ("/", f"/t/{game.code}/", "/dashboard/version/"):
        answer = client.get(address, headers=mark(ada))
        assert (answer.status_code, "X-Session" in answer) == (200, False)


def test_every_script_of_a_page_names_its_user() -> None:
    """The exceptions read a static picture, and ask whether the site can be reached, without a body."""
    direct = {}
    for path in STATIC.rglob("*.js"):
        code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        if "vendor" not in path.parts and (count := len(re.findall(r"\bfetch\(|XMLHttpRequest|sendBeacon", code))):
            direct[path.name] = count
    assert direct == {"session.js": 1, "waiting_count.js": 1, "offline.js": 1}


def test_every_text_that_people_write_is_given_back() -> None:
    names: set[str] = set()
    for path in Path(settings.BASE_DIR / "templates").rglob("*.html"):
        names |= set(EDITABLE.findall(path.read_text()))
    assert names >= {"text", "comment"}
    assert names <= set(TEXT_FIELDS)
