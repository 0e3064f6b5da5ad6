"""Slips in a move, words that mean a move alone, places named by the email's list, and orders for some faces."""

import pytest

from accounts.models import User
from games.core.log import log_of
from games.core.models import Game
from games.inbound.listed import with_listed
from games.inbound.message_text import clean_line
from games.inbound.reply_parser import Intent, ReplyCommand, parse_command
from games.mail.offers import ListedChoice
from games.mail.reply_words import (
    invitation_vocabulary,
    over_vocabulary,
    plain_answer_vocabulary,
    proposal_vocabulary,
    vocabulary_of,
)
from tests.helpers.reply_mails import game_by_mail, letter, received

PLAYS = {Intent.PLAY, Intent.STEPS, Intent.TURN}
PLACES = tuple(map(ListedChoice, ("d4e4", "e3e4", "e3f3", "g4g5")))
ACTIONS = (
    ListedChoice("55 s2e2 0 L1", 15, is_best=True),
    ListedChoice("f70 1 L2", 10),
    ListedChoice("38 n2e3 3 B0", 2),
    ListedChoice("38 n1e1 0 B0", 2),
)


def read(text: str) -> ReplyCommand:
    lines = tuple(cleaned for line in text.split("\n") if (cleaned := clean_line(line)))
    return parse_command(lines, vocabulary_of("marrakech").with_names(["Bob"]))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Lfet", "L"),
        ("lefft please", "L"),
        ("gauhce", "L"),
        ("linsk", "L"),
        ("rihgt", "R"),
        ("rehcts bitte", "R"),
        ("à drotie", "R"),
        ("stright on", "F"),
        ("straigth ahead", "F"),
        ("tuot droit", "F"),
        ("geradaus", "F"),
    ],
)
def test_a_move_with_one_slip_of_the_finger_is_played(text: str, move: str) -> None:
    assert (read(text).intent, read(text).text) == (Intent.PLAY, move)


@pytest.mark.parametrize(
    "text",
    [
        *("light", "felt", "lift", "fright", "link", "recht", "droit", "gâche", "drot", "inks"),  # words, or too far
        *("don't go lfet", "lfet or rigth", "maybe stright", "lfet?", "lfet. no, rigth", "rigth, hang on"),
        *("Bob went lfet", "pas à gauhce", "lieber doch nicht rehcts", "I lfet the club", "if Bob agrees, lfet"),
    ],
)
def test_a_slip_that_is_a_word_or_is_spoken_against_is_not_played(text: str) -> None:
    assert read(text).intent not in PLAYS


def test_what_is_farther_than_a_slip_is_asked_about() -> None:
    assert (read("tout drpit").intent, read("tout drpit").guess) == (Intent.UNCLEAR, "F")


def test_an_answer_that_cannot_be_undone_has_no_slips() -> None:
    assert parse_command(("D'acord",), proposal_vocabulary()).text == "yes"
    for word in ("D'acord", "oiu", "yse", "accetp"):
        assert parse_command((word,), plain_answer_vocabulary()).intent not in PLAYS


@pytest.mark.parametrize("text", ["keep going", "Just carry on, please", "on continue", "einfach weiter"])
def test_words_for_going_on_mean_a_move_alone(text: str) -> None:
    assert (read(text).intent, read(text).text) == (Intent.PLAY, "F")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "keep going?",
            "don't keep going",
            "maybe carry on",
            "Bob, keep going",
            "should I carry on",
            "carry on or turn",
        ),
        *("keep going like this and you win", "I can't keep going", "Left\nKeep going, Bob!\nor right"),
    ],
)
def test_words_for_going_on_in_other_sentences_mean_no_move(text: str) -> None:
    assert read(text).intent not in PLAYS


@pytest.mark.parametrize(
    "text",
    [
        *("Bob ging letztes Mal links", "Bob drehte nach links", "Bob tournait à gauche", "I'd have gone left"),
        *(
            "left is what I did last time",
            "right is what Bob wants",
            "my choice was right",
            "my turn is right after lunch",
        ),
        *("Bob says left", "Bob goes left", "Bob geht links", "Bob va à gauche", "Bob comes from the left"),
        *("you can go left", "vous pouvez aller à gauche", "ihr könnt nach links", "the board shows left"),
        *("left, nothing is sure", "I've decided nothing yet, left maybe", "we've decided left was wrong"),
    ],
)
def test_what_is_told_of_another_move_is_not_played(text: str) -> None:
    assert read(text).intent not in PLAYS


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("Left. If the die shows a 2, d5d6, for everything else send me the mail.", "L; 2: d5d6"),
        ("With a 1, a 2 or a 4 put the rug on e3f3. With a 3 I'll decide when I see it.", "1: e3f3; 2: e3f3; 4: e3f3"),
        ("Geradeaus. Bei 1 und bei 2 lege ich auf e5f5. Sonst bitte nachfragen.", "F; 1: e5f5; 2: e5f5"),
        ("Droite\n1 : d2d3\nPour le reste, demandez-moi demain.", "R; 1: d2d3"),
        ("Ich gehe nach rechts.\n1: d4e4\n2: e2f2", "R; 1: d4e4; 2: e2f2"),
        ("Right. On a 2 it's d1d2, otherwise I'll pick when I see the roll.", "R; 2: d1d2"),
    ],
)
def test_orders_for_some_faces_are_read_with_a_sentence_about_the_others(text: str, turn: str) -> None:
    assert (read(text).intent, read(text).text) == (Intent.TURN, turn)


@pytest.mark.parametrize(
    "after",
    [
        *("otherwise forget it", "or the other one", "or with a 2 rather d6e6", "sonst lieber rechts", "not with a 2"),
        *("Actually no", "otherwise left?", "Wait, with a 3 d5d6 instead", "the other one instead", "sinon annulez"),
    ],
)
def test_orders_with_words_against_them_behind_are_not_played(after: str) -> None:
    for sign in (", ", ". ", "\n"):
        assert read(f"L; 2: d5d6{sign}{after}").intent not in PLAYS


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("the first one on the list", "d4e4"),
        ("First one, please", "d4e4"),
        ("Number 2 please", "e3e4"),
        ("No. 2", "e3e4"),
        ("I'll take the last one in your list, g4g5.", "g4g5"),
        ("le premier de la liste", "d4e4"),
        ("Je prends le dernier, merci", "g4g5"),
        ("Den ersten aus der Liste nehme ich.", "d4e4"),
        ("Dann nehme ich den letzten Vorschlag, g4g5.", "g4g5"),
        ("My word, another two. The second one, please.", "e3e4"),
    ],
)
def test_a_place_may_be_named_by_the_list(text: str, notation: str) -> None:
    command = parse_command(with_listed((text,), PLACES), vocabulary_of("marrakech"))
    assert (command.intent, command.text) == (Intent.PLAY, notation)


@pytest.mark.parametrize(
    "text",
    [
        *("first let me think", "second thoughts", "the first one?", "not the last one", "this is the last one"),
        *("thanks for the last one", "the first one was better", "one of the first", "maybe the first one", "first!"),
        *("either the first or the second", "my last one was silly", "the second one is Bob's", "last one to leave"),
        *("the last one, d4e4", "number 12", "number 0", "the best one", "I liked the first one", "the 15 points"),
        *("the first, I think", "I want to see the first one", "last turn", "The first one last time"),
    ],
)
def test_other_words_of_order_name_no_place(text: str) -> None:
    assert with_listed((text,), PLACES) == (text,)


@pytest.mark.parametrize("text", ["the first one, no, the second", "The first one. Sorry, the last one."])
def test_two_places_of_the_list_are_not_played(text: str) -> None:
    assert parse_command(with_listed((text,), PLACES), vocabulary_of("marrakech")).intent not in PLAYS


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("I'll take the 15 points please!", "55 s2e2 0 L1"),
        ("Je prends le coup à 15 points.", "55 s2e2 0 L1"),
        ("Je prends celle à 15 points, merci !", "55 s2e2 0 L1"),
        ("celle à 15 points ou celle à 10", ""),
        ("Ich nehme die 10 Punkte", "f70 1 L2"),
        ("the best one", "55 s2e2 0 L1"),
        ("The 2 points please", ""),
        ("do I get the 15 points?", ""),
        ("I have 15 points", ""),
        ("not the 15 points", ""),
        ("only the 15 points matter", ""),
    ],
)
def test_an_action_may_be_named_by_its_points(text: str, notation: str) -> None:
    assert with_listed((text,), ACTIONS) == (notation or text,)


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.usefixtures("mail_comes_in")
def test_a_reply_names_a_place_by_the_list_of_its_own_email() -> None:
    def placed(game: Game) -> list[str]:
        return [notation for seat, notation in log_of(game) if seat is not None]

    game, user = game_by_mail(title="marrakech", ruleset="gigamic")
    assert isinstance(user, User)
    received(letter(game, user, "F"))
    before = letter(game, user, "the first one on the list", name="<late@mail.example.org>")
    game.refresh_from_db()
    received(letter(game, user, "the last one", name="<second@mail.example.org>"))
    assert len(placed(game)) == 2
    received(before)
    assert len(placed(game)) == 2


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Of course I agree to the pause. The game can wait as long as it must.", "yes"),
        ("No bother at all.", "yes"),
        ("Ich stimme also zu", "yes"),
        ("With pleasure Bob, and this time I'm not going easy on you.", "yes"),
        ("Yes please, I accept. Never played it but I learn fast.", "yes"),
        ("Je viens, réservez-moi la chaise !", "yes"),
        ("Sorry, can't", "no"),
        ("Sorry Bob, we agreed no take-backs. So it's a no.", "no"),
        ("Je ne viens pas cette fois.", "no"),
        ("Of course I agree to the pause if you come back by Friday.", ""),
        ("The game can wait, but not for that long", ""),
        ("We agreed", ""),
        ("Never played before, is it hard?", ""),
        ("Je viens de voir ton message.", ""),
        ("No bother, but not this week", ""),
        ("I'd be delighted to join you.", "yes"),
        ("Thanks but I've got too many games going already.", "no"),
        ("Not just now, thank you, I need a rest.", "no"),
        ("I don't have too many games", ""),
        ("Ich nehme an, dass Nora nicht mitspielt", ""),
        ("Not going easy on you", ""),
        ("Sorry, can't say yet", ""),
    ],
)
def test_answers_in_other_words(text: str, answer: str) -> None:
    command = parse_command((text,), invitation_vocabulary().with_names(["Bob"]))
    assert (command.text if command.intent is Intent.PLAY else "") == answer


def test_what_cannot_be_undone_is_agreed_to_in_plain_words_alone() -> None:
    plain_words = plain_answer_vocabulary()
    for text in ("Ich stimme also zu", "Yes, let's call it off. It was fun while it lasted."):
        assert parse_command((text,), plain_words).text == "yes"
    for text in (
        "No bother at all",
        "Je viens",
        "Guter Vorschlag",
        "Ich stimme also zu, wenn Bob zustimmt",
        "We agreed",
    ):
        assert parse_command((text,), plain_words).text != "yes"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("You didn't have to give up so early!\nI'd like a rematch please.", Intent.REMATCH),
        ("Est-ce qu'on pourrait faire une revanche ?", Intent.REMATCH),
        ("Could we have a rematch?", Intent.REMATCH),
        ("You give up too early.\nNo rematch.", Intent.UNCLEAR),
        ("I wouldn't want a rematch", Intent.UNCLEAR),
    ],
)
def test_a_rematch_is_asked_for_in_a_letter_or_a_question(text: str, intent: Intent) -> None:
    assert parse_command(tuple(text.split("\n")), over_vocabulary()).intent is intent


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("Please put tile 55 on s1w1, turned by two quarter turns, no boot.", "55 s1w1 2"),
        ("Ich lege die 8 auf s2e2 und nehme B1. Bis morgen!", "8 s2e2 b1"),
        ("8 s2e2 und nehme nicht B1", ""),
        ("8 s2e2 und nehme B1 oder B2", ""),
    ],
)
def test_claims_and_turns_of_marram_in_other_words(text: str, notation: str) -> None:
    command = parse_command((text,), vocabulary_of("marram"))
    assert (command.text if command.intent in PLAYS else "") == notation


@pytest.mark.parametrize("title", ["marrakech", "marram"])
@pytest.mark.parametrize("label", ["Chat", "For the chat", "Pour le chat", "Für den Chat", "Im Chat", "To the chat"])
def test_a_line_for_the_chat_may_say_so_in_three_languages(label: str, title: str) -> None:
    command = parse_command((f"{label}: left, Bob!",), vocabulary_of(title))
    assert (command.intent, command.text) == (Intent.CHAT, "left, Bob!")
    assert parse_command((label,), vocabulary_of(title)).intent is not Intent.CHAT


def test_a_letter_may_resign_and_say_why() -> None:
    assert read("Das wird nichts mehr, ich gebe die Partie auf.").intent is Intent.RESIGN
    for text in ("Ich gebe die Partie noch nicht auf.", "I don't resign", "Don't think I resign", "No, I resign not"):
        assert read(text).intent is not Intent.RESIGN
