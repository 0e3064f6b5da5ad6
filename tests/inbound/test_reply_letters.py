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


SMALL_TALK = "The plumber came at last, the kitchen is dry, and my uncle has bought a second motorcycle."


@pytest.mark.parametrize(
    "above",
    [
        *("Never mind, it was only water.", "I made a mistake at work.", "Forget the rain.", "I can’t complain."),
        *("No luck with the weather either.", "She cancelled the party.", "Je me suis trompée de train."),
        *("Mein Bruder wollte mitspielen. Darf er nicht.", "Vergessen wir das lieber.", "Das wird nichts mehr."),
        *("Je n’ai pas oublié notre partie.", "Je ne joue pas aussi bien que toi.", "Heute früh war die Brille weg."),
    ],
)
def test_nothing_is_taken_back_before_it_is_written(above: str) -> None:
    assert read(f"{SMALL_TALK}\n{above}\nLeft").text == "L"


@pytest.mark.parametrize(
    "above",
    [
        *("Please don’t play this yet.", "Wait for my brother before anything happens.", "I’m not sure which way."),
        *("If Bob agrees:", "Sorry, wrong table.", "Not yet.", "Hold on.", "Only if you’re ready.", "Maybe this:"),
        *("Don’t play what I write below.", "Do not roll the dice.", "Unless Bob objects:", "This is only a test."),
        *("Bitte noch nicht spielen.", "Ich weiß noch nicht.", "Nicht würfeln!", "Was jetzt kommt, gilt nicht."),
        *("Noch nicht ausführen:", "Je ne suis pas sûr.", "Attends un peu.", "Je n’ai pas encore décidé."),
        *(
            "Ne joue pas ce qui suit.",
            "Voici un brouillon.",
            "Vergiss die nächste Zeile.",
            "Right or left?",
            "I can’t decide.",
            "I won’t go",
        ),
    ],
)
def test_what_says_above_a_move_that_it_is_not_to_be_played_yet_is_heard(above: str) -> None:
    assert read(f"{SMALL_TALK}\n{above}\nLeft").intent not in PLAYS


@pytest.mark.parametrize("below", ["Never mind", "Forget it", "Vergessen wir das lieber.", "Je me suis trompée."])
def test_the_same_words_below_a_move_take_it_back(below: str) -> None:
    assert read(f"{SMALL_TALK}\nLeft\n{below}").intent not in PLAYS


@pytest.mark.parametrize(
    "text",
    [
        "I think f5 and g5 will do nicely for my rug.",
        "The winner is f5 and g5.",
        "f5 and g5, my daughter chose it.",
        "Le tapis ira de f5 à g5, c’est ma fille qui a choisi.",
        "One end on f5, the other on g5.",
        "Un bout sur f5, l’autre sur g5, et voilà.",
        "Ein Ende auf f5, das andere auf g5.",
        "on g5 and f5",
        "The rug can go on f5 and g5.",
        "Let it be f5 and g5.",
        "Mein Teppich soll auf f5 und g5 liegen.",
    ],
)
def test_a_place_in_other_words_is_read(text: str) -> None:
    assert (read(text).intent, read(text).text) == (Intent.PLAY, "f5g5")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "One end on f5, the other on g5?",
            "One end on f5, the other not on g5",
            "One end on f5",
            "I think f5 and g5",
        ),
        *("One end on f5, the other on g5 or f6", "One end on f5, the other on g5. No, on f6", "Not one end on f5"),
        *("Bob has one end on f5, the other on g5", "If one end is on f5, the other on g5 fits", "f5 and g5 will do?"),
        *("I think f5 and g5 will do. Or not.", "I don’t think f5 and g5 will do", "Do you think f5 and g5 will do?"),
        *("I think f5 and g5 will do, but let me sleep on it", "f5 and g5, my daughter chose it but I don’t like it"),
        *(
            "I think f5 and g5 would do if Bob hadn’t taken it",
            "Bob thinks the winner is f5 and g5",
            "The cat chose f5",
        ),
        *("Auf f5 und g5 liegen schon Teppiche", "Let it be", "Ich sehe Bobs Teppich auf f5 und g5 liegen"),
        *("The winner is not left", "The winner is left or right", "the verdict is right", "Should it be left?"),
    ],
)
def test_a_place_in_other_words_with_a_doubt_is_not_played(text: str) -> None:
    assert read(text).intent not in PLAYS


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("À droite. Avec un 1 ou un 2 : e2 et e3. Avec un 3 : c1 et c2.", "R; 1: e2e3; 2: e2e3; 3: c1c2"),
        ("Rechts, und falls eine 2 fällt, auf e2 und e3.", "R; 2: e2e3"),
        ("Left please, and should it be a 2 put the rug on b6 and c6.", "L; 2: b6c6"),
    ],
)
def test_orders_with_an_article_before_each_face_are_read(text: str, turn: str) -> None:
    assert (read(text).intent, read(text).text) == (Intent.TURN, turn)
    assert read(f"{text} Or rather wait.").intent not in PLAYS
