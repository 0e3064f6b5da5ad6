"""Letters with one clear clause are played, whatever else they tell; what takes it back in any sentence is not."""

import pytest

from games.inbound.message_text import clean_line
from games.inbound.reply_parser import Intent, ReplyCommand, parse_command
from games.mail.reply_words import deputy_vocabulary, over_vocabulary, proposal_vocabulary, vocabulary_of

PLAYS = {Intent.PLAY, Intent.STEPS, Intent.TURN}
TO_THE_EAST = {"F": "E", "L": "N", "R": "S"}
LETTERS = [
    ("Nothing to gain on either side, so I’m just going to keep him going straight.", "F"),
    ("I’ve thought about it all day on the train and I still like right best, so right please.", "R"),
    ("Don’t laugh, but I’m going left again.", "L"),
    ("Je tourne à gauche, je n’ai pas très envie de marcher sur le tapis de Bob.", "L"),
    ("Désolée du retard, j’étais chez ma sœur en Bretagne sans ordinateur. Tout droit.", "F"),
    ("Ich dachte schon, ich wäre gar nicht dran. Links bitte!", "L"),
    ("Viel Zeit habe ich nicht, aber vor ihm ist alles frei, deshalb einfach geradeaus.", "F"),
    ("My son wanted me to go north because of the yellow rug up there. So please turn Assam to the south.", "R"),
    ("I was torn between two corners all evening.\ne4e5. That should keep Bob busy for a while.", "e4e5"),
    ("Den Teppich bitte auf f3 und g3, da unten rechts ist mir Bob zu oft spazieren gegangen.", "f3g3"),
    (
        "I’m away tomorrow and won’t have any signal. Right. If I roll a 1, c4 d4. With a 2, on d3 e3.",
        "R; 1: c4d4; 2: d3e3",
    ),
]
TAKEN_BACK = [
    "Er, I’d rather hear what Bob thinks before we commit.",
    "Please cancel, my daughter answered for me.",
    "That wasn’t me, my brother had my phone.",
    "Please hold my turn until I have talked to Bob about the rules.",
    "Before you roll, what is in the way there?",
    "My wife thinks I should go back. Let me sleep on that.",
    "C’est ma fille qui a appuyé sur envoyer.",
    "Ne faites rien avant ce soir, je dois réfléchir.",
    "Je préfère attendre l’avis de Bob avant de valider.",
    "War mein Sohn, bitte nicht beachten.",
    "Bin ich überhaupt dran?",
    "Irgendwie gefällt mir das nicht. Gib mir noch einen Tag.",
]


def read(text: str, title: str = "marrakech") -> ReplyCommand:
    lines = tuple(cleaned for line in text.split("\n") if (cleaned := clean_line(line)))
    vocabulary = vocabulary_of(title).with_names(["Amina", "Bob"])
    return parse_command(lines, vocabulary.with_facings(TO_THE_EAST) if title == "marrakech" else vocabulary)


@pytest.mark.parametrize(("text", "notation"), LETTERS)
def test_one_clear_clause_of_a_letter_is_played(text: str, notation: str) -> None:
    assert (read(text).intent in PLAYS, read(text).text) == (True, notation)


@pytest.mark.parametrize("below", TAKEN_BACK)
def test_a_sentence_that_may_take_the_move_back_is_no_talk(below: str) -> None:
    for move in ("Left", "à gauche", "e4e5"):
        assert read(f"{move}\n\n{below}").intent not in PLAYS


@pytest.mark.parametrize(
    ("text", "notation"),
    [("North", "L"), ("au nord", "L"), ("vers le sud, merci", "R"), ("nach Osten", "F"), ("east it is", "F")],
)
def test_a_compass_word_is_the_direction_that_the_email_shows(text: str, notation: str) -> None:
    assert read(text).text == notation
    assert parse_command((text,), vocabulary_of("marrakech")).intent not in PLAYS


def test_a_compass_word_for_a_direction_that_is_not_possible_plays_nothing() -> None:
    assert read("west").intent not in PLAYS


@pytest.mark.parametrize(
    "text", ["Could you turn him right for me?", "Pouvez-vous tourner à droite, s'il vous plaît ?"]
)
def test_a_polite_request_is_played_and_a_question_is_not(text: str) -> None:
    assert read(text).text == "R"
    for question in ("Could you turn right there?", "Right?", "Should I turn right, please?"):
        assert read(question).intent not in PLAYS


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("Tile 62 on n3, boot on the grass please", "62 n3 claimgrass"),
        ("La 62 en n3, avec une botte sur l'herbe", "62 n3 claimgrass"),
        ("62 auf n3, ungedreht, Stiefel aufs Gras", "62 n3 0 claimgrass"),
        ("62 n3 1 L0\nThe second one I'll do tomorrow.", "62 n3 1 l0"),
    ],
)
def test_a_part_in_words_belongs_to_the_action(text: str, turn: str) -> None:
    assert (read(text, "marram").intent, read(text, "marram").text) == (Intent.PLAY, turn)


@pytest.mark.parametrize("text", ["62 n3, boot on the big patch", "62 n3, rotated to the left", "62 n3, my boot too"])
def test_words_for_a_part_that_cannot_be_read_ask(text: str) -> None:
    assert read(text, "marram").intent is Intent.UNCLEAR


def test_words_to_a_named_player_are_for_the_chat() -> None:
    for title in ("marrakech", "marram"):
        assert read("Bob, you old fox, that one was mine!", title).intent is Intent.CHAT
        assert read("Bob, is it my turn?", title).intent is not Intent.CHAT
    assert read("Bob left the club last week").intent is not Intent.CHAT


def test_a_deputy_plays_what_the_player_has_asked_for() -> None:
    lines = ("Nora here. She asked me to keep Assam going straight on. So please do that for her.",)
    assert parse_command(lines, deputy_vocabulary("marrakech")).text == "F"
    assert parse_command(lines, vocabulary_of("marrakech")).intent not in PLAYS


def test_a_wish_for_another_game_may_be_a_question() -> None:
    for text in ("Another game?", "Une revanche ?", "Noch eine Runde?"):
        assert parse_command((text,), over_vocabulary()).intent is Intent.REMATCH
    assert parse_command(("No rematch for me",), over_vocabulary()).intent is not Intent.REMATCH


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Oui bien sûr, ça arrive à tout le monde de cliquer trop vite !", "yes"),
        ("Non, je regrette. Je pars moi-même en février.", "no"),
        ("Yes\nPlease don’t do that yet.", ""),
        ("Oui\nAttends, c’est pour quel coup ?", ""),
        ("Non\nHum, en fait ça dépend.", ""),
        ("Yes, unless Bob minds", ""),
    ],
)
def test_what_follows_an_answer_is_talk_unless_it_takes_it_back(text: str, answer: str) -> None:
    command = parse_command(tuple(map(clean_line, text.split("\n"))), proposal_vocabulary().with_names(["Bob"]))
    assert (command.text if command.intent is Intent.PLAY else "") == answer
