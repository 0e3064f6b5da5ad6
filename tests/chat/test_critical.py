"""Tests of the words that bring a message before moderators, and of the messages of a day to strangers."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.errors import SiteError
from games.chat import services
from games.chat.critical import Critical, critical
from games.chat.models import ChatMessage
from games.chat.services import post_message
from games.conduct.models import Rule
from games.moderation.models import Case
from games.moderation.selectors import ReportSubject, open_cases
from games.moderation.services import report, report_by_site
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, make_user, started_game


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I'll kill you for this", Critical.THREAT),
        ("I know where you live.", Critical.THREAT),
        ("Je sais où tu habites", Critical.THREAT),
        ("KYS", Critical.THREAT),
        ("Ich weiß, wo du wohnst!", Critical.THREAT),
        ("dafür bringe ich dich um", Critical.THREAT),
        ("sometimes I want to kill myself", Critical.SELF_HARM),
        ("J’ai envie de me tuer", Critical.SELF_HARM),
        ("Ich will mich umbringen", Critical.SELF_HARM),
        ("Wenn ich noch eine 4 würfle, bringe ich mich um die Miete", None),
        ("Ich bringe euch die Teppiche um die Ecke", None),
        ("write me: nora.k@example.org", Critical.PERSONAL),
        ("call +33 6 12 34 56 78", Critical.PERSONAL),
        ("You are killing me with these rugs!", None),
        ("Assam must die, 1: c5d5; 2: e4e5", None),
        ("I paid 12 12 8 4, and have 27 left", None),
        ("That roll was suicide for my purse, well played", Critical.SELF_HARM),  # a person reads it
    ],
)
def test_phrases_are_found_and_the_talk_of_a_game_is_not(text: str, why: Critical | None) -> None:
    assert critical(text, to_strangers=True) == why


def test_friends_give_each_other_their_numbers() -> None:
    assert critical("call +33 6 12 34 56 78", to_strangers=False) is None
    assert critical("I'll kill you", to_strangers=False) == Critical.THREAT


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_critical_message_is_sent_and_stands_first_in_the_queue(django_capture_on_commit_callbacks: object) -> None:
    ada, ben, mo = make_user("Ada"), make_user("Ben"), make_user("Mo", is_superuser=True)
    report(ada, ReportSubject(make_user("Carl")), Rule.RUDE)
    game = started_game(ada, ben)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        message = post_message(game.pk, ben, "I know where you live.")
    assert message in ChatMessage.objects.all()
    first, second = open_cases(mo)
    assert (first.accused, second.accused.username) == (ben, "Carl")
    (letter,) = [sent for sent in mail.outbox if sent.to == [mo.email]]  # one, however many such messages
    assert "A message that cannot wait" in letter.subject
    assert f"/moderation/cases/{first.pk}/" in str(letter.body)
    report_by_site(message.pk, Critical.THREAT)
    row = first.reports.get()
    assert (row.machine, row.reporter, row.message) == (True, None, message)
    page = text_at(signed_in(mo), f"/moderation/cases/{first.pk}/")
    assert "The words of a threat." in page
    assert "I know where you live." in page
    friends = started_game(ada, ben, is_private=True)
    finished_game(ada, ben)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        post_message(friends.pk, ada, "I'll kill you for that!")
    assert not Case.objects.filter(accused=ada).exists()  # nobody reads private tables of friends along


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("is_private", [False, True])
def test_the_report_of_a_message_at_a_private_table_has_no_other_message(is_private: bool) -> None:
    ada, ben, mo = make_user("Ada"), make_user("Ben"), make_user("Mo", is_superuser=True)
    game = started_game(ada, ben, is_private=is_private)
    post_message(game.pk, ada, "Between us.")
    flagged = post_message(game.pk, ben, "I'll kill you")
    post_message(game.pk, ada, "Stop that.")
    report_by_site(flagged.pk, Critical.THREAT)
    case = Case.objects.get()
    texts = ["I'll kill you"] if is_private else ["Between us.", "I'll kill you", "Stop that."]
    assert [line["text"] for line in case.reports.get().copy] == texts
    page = text_at(signed_in(mo), f"/moderation/cases/{case.pk}/")
    assert ("Between us." in page, "Stop that." in page) == (not is_private, not is_private)


@pytest.mark.django_db
@pytest.mark.one_database
def test_messages_of_a_day_to_strangers_are_counted_and_the_refusal_says_when(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "MAX_TO_STRANGERS", 2)
    ada, ben = make_user("Ada"), make_user("Ben")
    game, known = started_game(ada, make_user()), started_game(ada, ben)
    finished_game(ada, ben)
    for text in ("One.", "Two."):
        post_message(game.pk, ada, text)
    post_message(known.pk, ada, "Among friends.")
    with pytest.raises(SiteError, match="too-many-today") as refused:
        post_message(game.pk, ada, "Three.")
    assert timedelta(hours=23) < timedelta(seconds=refused.value.wait) <= timedelta(days=1)
    page = signed_in(ada).post(f"/t/{game.code}/chat/", {"text": "Three."})
    assert "You can write again on" in page.content.decode()
    post_message(known.pk, ada, "Still.")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1), tick=False):
        post_message(game.pk, ada, "Three.")
