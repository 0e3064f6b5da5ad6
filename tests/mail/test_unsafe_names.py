from email import message_from_bytes, policy
from html.parser import HTMLParser

import pytest

from games.common.wording import join_names, name_of, one_line
from games.core.models import Game
from games.mail.compose import compose
from games.notifications.models import Kind
from tests.helpers.notifications import KINDS_WITH_MAIL, html_of, latest, reader, row_of, text_of
from tests.makers import started_game

pytestmark = pytest.mark.one_database


class Tags(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.add(tag)


def tags_of(page: str) -> set[str]:
    """Return the kinds of elements in a page."""
    tags = Tags()
    tags.feed(page)
    return tags.found


NASTY = 'Bob"\r\nBcc: all@example.org <script>🐫'


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_a_name_with_a_line_end_adds_no_header_to_an_email(kind: str) -> None:
    user = reader(display_name=NASTY)
    reader(name="Amina", display_name=NASTY)
    row = row_of(kind, user)
    Game.objects.update(name=NASTY[:60])
    mail = compose(latest(kind, user, row.game))
    parsed = message_from_bytes(mail.message().as_bytes(), policy=policy.default)
    assert parsed["Bcc"] is None
    assert "\n" not in parsed["Subject"]
    assert "script" not in tags_of(html_of(mail))


@pytest.mark.django_db
def test_a_long_table_name_leaves_room_for_the_question() -> None:
    user = reader()
    row = row_of(Kind.TURN, user)
    Game.objects.update(name="W" * 60)
    subject = compose(latest(Kind.TURN, user, row.game)).subject
    assert len(subject) <= 150
    assert "Assam stands on" in subject


@pytest.mark.django_db
def test_four_long_names_leave_room_for_the_question() -> None:
    user = reader()
    others = [reader(display_name=f"{letter * 40}") for letter in "XYZ"]
    game = started_game(user, *others, name="N" * 60)
    Game.objects.filter(pk=game.pk).update(host=others[0])  # the host reads in the first subject who has joined
    subject = compose(latest(Kind.TURN, user)).subject
    assert len(subject) <= 150
    assert "Assam stands on" in subject


@pytest.mark.django_db
def test_a_right_to_left_name_does_not_reorder_an_email() -> None:
    user = reader()
    started_game(user, reader(display_name="علي"), name="The Blue Table")
    assert "with \u2068علي\u2069: turn 1" in text_of(compose(latest(Kind.TURN, user)))


def test_direction_marks_are_removed_from_names_in_emails() -> None:
    assert name_of("Ada\u202e \u2066Bo") == "Ada Bo"


def test_a_name_in_an_email_keeps_its_emoji_and_quotes() -> None:
    assert name_of('O\'Hara "the 👩‍🎤"') == 'O\'Hara "the 👩‍🎤"'


def test_a_header_text_has_no_line_ends() -> None:
    assert one_line("a\r\nb\x0bc\u2028d\u2029e\x00f") == "a b c d e f"


def test_a_header_text_that_is_too_long_is_cut() -> None:
    assert one_line("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("names", "said"), [([], ""), (["Ada"], "Ada"), (["Ada", "Bo"], "Ada and Bo"), (["A", "B", "C"], "A, B and C")]
)
def test_names_in_a_sentence_are_joined(names: list[str], said: str) -> None:
    assert join_names(names) == said
