"""The whole reply is read: what stands above, beside and below a move may keep it from being played."""

import pytest

from games.inbound.message_text import clean_line
from games.inbound.reply_parser import ARROWS, Intent, ReplyCommand, arrow_command, parse_command
from games.mail.reply_words import plain_answer_vocabulary, proposal_vocabulary, vocabulary_of

PLAYS = {Intent.PLAY, Intent.STEPS, Intent.TURN}
MOVES = {"marrakech": ("Left", "à gauche", "e4e5", "1: c4c5"), "marram": ("62 n3 1 L0", "f57", "Flip 57, then 62 n3")}
AGAINST = [
    "Actually no",
    "Euh non",
    "Ach nein",
    "let me think again",
    "PS: not sure about this",
    "(do not play this yet)",
    "sorry wrong table",
    "No wait, don't",
    "Can I take that back?",
    "Is that allowed?",
    "or the other one",
    "unless Bob objects",
    "Better not",
    "Not yet",
    "Hmm",
    "Attends, je réfléchis encore",
    "Mauvaise table, désolée",
    "Je ne suis pas sûre",
    "C'était une blague",
    "ou l'autre ?",
    "Moment, ich überlege noch",
    "Falscher Tisch",
    "Bin mir nicht sicher",
    "lieber doch nicht",
    "War nur Spaß",
    "tbc",
    "Psych!",
    "Please leave it, I'll do this at home.",
    "Laissez tomber, je ferai ça à la maison.",
    "Lasst es gut sein, ich mach das daheim.",
    "Cheers\nTom\n\nno, that's daft, I'd be walling myself in.",
    "That was my cat.",
    "Although...",
]
CHAT = [
    "Thanks for waiting",
    "Tough roll.",
    "Bonne continuation",
    "How is your knee?",
    "No rain here for three weeks, the garden is dying.",
    "Maybe I can come to the club meeting on Thursday.",
    "Pas de chance pour toi hier soir au foot !",
    "Bei uns gibt es heute keinen Strom im ganzen Dorf.",
    "Thanks, and have a nice day!",
    "Best wishes\nAmina\n+49 30 1234567",
]


def read(text: str, title: str = "marrakech") -> ReplyCommand:
    lines = tuple(cleaned for line in text.split("\n") if (cleaned := clean_line(line)))
    return parse_command(lines, vocabulary_of(title))


@pytest.mark.parametrize("below", AGAINST)
@pytest.mark.parametrize("title", MOVES)
def test_a_move_with_words_against_it_below_is_not_played(title: str, below: str) -> None:
    for move in MOVES[title]:
        assert read(move, title).intent in PLAYS
        assert read(f"{move}\n{below}", title).intent not in PLAYS
        assert read(f"{move}. {below}", title).intent not in PLAYS


@pytest.mark.parametrize("below", CHAT)
@pytest.mark.parametrize("title", MOVES)
def test_a_move_above_lines_about_something_else_is_played(title: str, below: str) -> None:
    for move in MOVES[title]:
        assert (read(f"{move}\n{below}", title).text, read(move, title).intent in PLAYS) == (
            read(move, title).text,
            True,
        )


def test_lines_marked_as_chat_say_nothing_about_the_move() -> None:
    command = read("Left\nchat: not sure about this\nWe will see!")
    assert (command.text, command.remarks) == ("L", ("not sure about this", "We will see!"))
    assert read("Maybe\nchat: left").intent is Intent.UNCLEAR


@pytest.mark.parametrize(
    "text", ["62 n3 avec un pion", "62 n3 1 L0\nor f57 3", "62 n3 1 L0\nf57 3?", "62 n3 1 L0\nhm, B0 is better"]
)
def test_an_alternative_to_a_turn_of_marram_plays_nothing(text: str) -> None:
    assert read(text, "marram").intent not in PLAYS


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("Please play T62 N3 r1 L0", "t62 n3 r1 l0"),
        ("“62 n3 1 L0”, please", "62 n3 1 l0"),
        ("1. 62 n3 1 L0\n2. f57", "62 n3 1 l0, f57"),
        ("- 62 n3 1 L0\n- f57", "62 n3 1 l0, f57"),
        ("My move: flip 57", "f 57"),
        ("I'd like to put tile 62 on n3, turned once, with a boot on L0.", "62 n3 1 l0"),
        ("Je pose la 62 en n3 (botte L0) et je retourne la 57", "62 n3 l0, f 57"),
        ("Tile 62; On n3; A boot on L0 (grass, west).", "62 n3 l0"),
        ("Je retourne la tuile 57 et je mets un pion sur L2.", "f 57 l2"),
        ("Flip tile 57 on n3e1, boot on L2", "f 57 n3e1 l2"),
        ("62 auf n3, zweimal gedreht, ohne Stiefel", "62 n3 2"),
    ],
)
def test_words_around_the_notation_of_marram_say_no_more(text: str, turn: str) -> None:
    assert (read(text, "marram").intent, read(text, "marram").text) == (Intent.PLAY, turn)


@pytest.mark.parametrize("text", ["1: 62 n3, 2: 55 n2", "1) 62 n3 2) 55 n2", "62 n3 2. 55 n2"])
def test_the_number_of_an_action_of_marram_is_no_rotation(text: str) -> None:
    assert not read(text, "marram").text.startswith("62 n3 2")


@pytest.mark.parametrize(
    ("text", "place"),
    [("The one on e4 e5", "e4e5"), ("E4E5 👍", "e4e5"), ("1) e4e5", "e4e5"), ("Celui en e4 e5", "e4e5")],
)
def test_a_place_now_is_no_order_for_a_face(text: str, place: str) -> None:
    assert (read(text).intent, read(text).text) == (Intent.PLAY, place)


@pytest.mark.parametrize(
    "text",
    ["Hang a left", "left turn pls", "I'd go left", "my move: left", "1. left", "Left 👍", "L – Left, to the north"],
)
def test_everyday_words_for_a_direction_are_understood(text: str) -> None:
    assert (read(text).intent, read(text).text) == (Intent.PLAY, "L")


@pytest.mark.parametrize(
    "text",
    ["No problem", "Fine by me", "+1", "I have no objection", "Pas de problème", "Ich habe nichts dagegen", "👍"],
)
def test_an_idiom_agrees_to_what_can_be_undone_and_is_never_guessed_as_no(text: str) -> None:
    assert parse_command((text,), proposal_vocabulary()).text == "yes"
    final = parse_command((text,), plain_answer_vocabulary())
    assert (final.intent in PLAYS, final.guess) == (False, "")


def test_a_yes_with_second_thoughts_agrees_to_nothing() -> None:
    for below in ("Actually no", "hm, wait", "but only until Monday"):
        assert parse_command(("Yes", below), proposal_vocabulary()).intent not in PLAYS
        assert parse_command((f"Yes, {below}",), proposal_vocabulary()).intent not in PLAYS


def test_an_arrow_means_what_the_email_shows_unless_it_may_mean_two_directions() -> None:
    to_the_east = {"F": "E", "L": "N", "R": "S"}
    read_arrows = {arrow: arrow_command(arrow, to_the_east) for arrow in ("↓", "⬅️", "↑", "->")}
    assert [one.text for one in read_arrows.values()] == ["R", "L", "", ""]
    assert [one.guess for one in read_arrows.values()] == ["", "", "L", "F"]
    to_the_north = {"F": "N", "L": "W", "R": "E"}
    assert [arrow_command(arrow, to_the_north).text for arrow in "↑←→"] == ["F", "L", "R"]
    assert arrow_command("↓", to_the_north).intent is Intent.UNCLEAR
    assert set(ARROWS.values()) == set("NESW")


def test_names_of_players_say_nothing() -> None:
    vocabulary = vocabulary_of("marrakech").with_names(["Bob", "Right"])
    assert parse_command(("Left, thanks Bob",), vocabulary).text == "L"
    assert parse_command(("Left", "Bob Haddad"), vocabulary).text == "L"
    assert parse_command(("Left", "Bob? Not sure"), vocabulary).intent is Intent.UNCLEAR
    assert parse_command(("Right",), vocabulary).text == "R"
