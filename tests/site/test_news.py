"""News of the site: files of the operator, shown to each player once."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Profile, User
from accounts.services import note_news
from games.site.operator_texts import all_news, unseen_news
from tests.helpers.page_client import form_to, signed_in, text_at
from tests.makers import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
OLD, NEW = "2020-01-02-a-new-server", "2020-03-04-more-rugs"


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.PAGES_DIR = tmp_path
    found = tmp_path / "news"
    found.mkdir()
    (found / f"{OLD}.md").write_text("Clocks did not run.")
    (found / f"{NEW}.md").write_text("# More *rugs*\n\nThere are `two` more\n**rugs** now.\n\nThat is all.")
    (found / f"{NEW}.fr.md").write_text("# Plus de tapis\n\nVoilà.")
    return found


def old_player() -> User:
    user = make_user()
    user.date_joined = datetime(2020, 1, 1, 12, tzinfo=UTC)
    user.save(update_fields=["date_joined"])
    return user


def test_news_have_a_day_a_title_and_a_beginning_in_words(folder: Path) -> None:
    assert [(one.name, one.title, one.text.description) for one in all_news()] == [
        (NEW, "More rugs", "There are two more rugs now."),
        (OLD, "A new server", "Clocks did not run."),
    ]


def test_files_with_other_names_and_days_to_come_are_no_news(folder: Path) -> None:
    for name in ("2020-13-40-no-day", "draft", "2020-01-02-Capital", f"{timezone.now().year + 1}-01-01-later"):
        (folder / f"{name}.md").write_text("Hello")
    assert [one.name for one in all_news()] == [NEW, OLD]


def test_pages_and_feed_show_news_in_the_language_of_the_reader(folder: Path) -> None:
    french = Client(headers={"accept-language": "fr"})
    assert "Plus de tapis" in text_at(french, "/news/")
    assert "Voilà." in text_at(french, f"/news/{NEW}/")
    feed = text_at(Client(), "/news.atom")
    assert feed.index("More rugs") < feed.index("A new server")
    for words in (f"http://testserver/news/{NEW}/", "<updated>2020-03-04T00:00:00+00:00</updated>"):
        assert words in feed


@pytest.mark.parametrize("button", ["/news/", "/"])
def test_a_player_sees_news_once(folder: Path, button: str) -> None:
    user = old_player()
    client = signed_in(user)
    form = form_to(text_at(client, "/"), f"/news/{NEW}/seen/")
    assert client.post(form.action, {**form.values, "next": button})["Location"] == button
    assert "/seen/" not in text_at(client, "/")
    (folder / "2020-05-06-again.md").write_text("Again")
    assert [one.name for one in unseen_news(User.objects.get(pk=user.pk))] == ["2020-05-06-again"]
    note_news(user, OLD)  # from a page that was opened before
    assert Profile.objects.get(user=user).news_seen == NEW


def test_news_from_before_a_player_joined_are_not_new(folder: Path) -> None:
    assert list(unseen_news(make_user())) == []


def test_only_news_that_exist_can_be_put_away(folder: Path) -> None:
    user = old_player()
    assert signed_in(user).post("/news/9999-01-01-nothing/seen/").status_code == 404
    assert Profile.objects.get(user=user).news_seen == ""
