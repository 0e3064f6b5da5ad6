import pytest

from games.engine.registry import TITLES
from games.inbound.message_text import clean_line
from games.inbound.reply_parser import Intent, ReplyCommand, parse_command
from games.mail.reply_words import Vocabulary, vocabulary_of
from tests.engine.helpers.toy import STONES

MARRAKECH = vocabulary_of("marrakech")
PLAYED = {
    "L": ["L", "l", "L.", "Left", "left.", "LEFT!", "*left*", "“Left”", "« gauche »", "Gauche", "à gauche", "links"],
    "F": ["F", "f", "forward", "Straight", "straight ahead.", "Ahead", "Tout droit", "tout  droit !", "geradeaus"],
    "R": ["R", "r.", "right", "Turn right", "droite", "À droite.", "rechts", "Right please", "R, thanks", "_R_"],
    "c4d4": [
        *(
            "c4d4",
            "C4D4",
            "C4d4.",
            "c4 d4",
            "C4 D4",
            "c4-d4",
            "c4–d4",
            "c4—d4",
            "c4, d4",
            "c4/d4",
            "c4 and d4",
            "c4 et d4",
        ),
        *(
            "c 4 d 4",
            "ｃ４ｄ４",
            "Ｃ４－Ｄ４",
            "c4\u00a0d4",
            "\u200bc4d4\ufeff",
            "c4->d4",
            "c4 → d4",
            "'c4d4'",
            "(c4d4)",
        ),
    ],
    "--": ["--", "—", "discard", "put away", "Écarter", "Ranger"],
}
TURN = "R; 1: c4c5; 2: d5e5; 4: e4e5"
TURNS = [
    TURN,
    "r;1:c4c5;2:d5e5;4:e4e5",
    "R 1: C4C5 2: D5E5 4: E4E5",
    "R, 1: c4-c5, 2: d5-e5, 4: e4-e5",
    "Right; on 1: c4c5; on 2: d5e5; on 4: e4e5",
    "à droite ; 1 : c4c5 ; 2 : d5e5 ; 4 : e4e5",
    "R\n1: c4c5\n2: d5e5\n4: e4e5",
    "R\nOn 1: c4 c5\nOn 2: d5 e5\nOn 4: e4 e5\n\nGood luck!",
    "R\n1) c4c5\n2) d5e5\n4) e4e5",
    "R\n1 c4c5\n2 d5e5\n4 e4e5",
    "R\n1 → c4c5\n2 -> d5e5\n4 = e4e5",
    "R.\n１：c4c5\nif a 2: d5e5\npour un 4 : e4e5",
]


@pytest.fixture
def no_words(monkeypatch: pytest.MonkeyPatch) -> Vocabulary:
    """The words of a title that has none of its own."""
    monkeypatch.setitem(TITLES, "stones", STONES)
    return vocabulary_of("stones")


def parsed(text: str, words: object = MARRAKECH) -> ReplyCommand:
    lines = tuple(line for written in text.split("\n") if (line := clean_line(written)))
    return parse_command(lines, words)  # type: ignore[arg-type]


@pytest.mark.parametrize(("notation", "text"), [(key, text) for key, texts in PLAYED.items() for text in texts])
def test_an_action_is_read_in_many_spellings(notation: str, text: str) -> None:
    assert (parsed(text).intent, parsed(text).text) == (Intent.PLAY, notation)


@pytest.mark.parametrize("text", TURNS)
def test_a_whole_turn_is_read_in_many_layouts(text: str) -> None:
    assert (parsed(text).intent, parsed(text).text) == (Intent.TURN, TURN)


@pytest.mark.parametrize(("text", "orders"), [("2: d5e5", "2: d5e5"), ("1: --", "1: --"), ("3: d5e5 left", "3: d5e5L")])
def test_orders_for_one_face_are_read(text: str, orders: str) -> None:
    assert (parsed(text).intent, parsed(text).text) == (Intent.TURN, orders)


@pytest.mark.parametrize("greeting", ["Hi,", "Hello Bob!", "Bonjour,", "Hallo zusammen,", "Good morning"])
def test_a_greeting_before_a_command_is_ignored(greeting: str) -> None:
    assert parsed(f"{greeting}\nleft").text == "L"


def test_text_below_a_command_is_no_command() -> None:
    assert parsed("L\nWhat a game! See you on Sunday at 8.").text == "L"


@pytest.mark.parametrize("text", ["L\nc4c5\nd4d5", "c4c5\nd4d5", "R; 1: c4c5; nonsense"])
def test_half_understood_orders_are_refused(text: str) -> None:
    assert parsed(text).intent is Intent.UNCLEAR


@pytest.mark.parametrize("text", ["left?", "c4d4?", "R\n1: c4c5\n2: d5e5?", "Shall I go left?"])
def test_a_line_with_a_question_mark_is_a_question(text: str) -> None:
    assert (parsed(text).intent, parsed(text).text) == (Intent.QUESTION, "")


@pytest.mark.parametrize(
    "text", ["not left", "left?", "left or right", "droit", "don't go right", "I think I go left now"]
)
def test_a_sentence_is_not_read_as_an_action(text: str) -> None:
    assert parsed(text).text not in {"L", "F", "R"}


@pytest.mark.parametrize("text", ["", "\n \n", "Hi,"])
def test_a_text_without_a_command_has_no_meaning(text: str) -> None:
    assert parsed(text).intent is Intent.NOTHING


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Board", Intent.BOARD),
        ("plateau", Intent.BOARD),
        ("board?", Intent.BOARD),
        ("Can you show me the board again?", Intent.BOARD),
        ("HELP!", Intent.HELP),
        ("Aide", Intent.HELP),
        ("How does this work?", Intent.HELP),
    ],
)
def test_a_reply_can_request_the_table_and_the_words(text: str, intent: Intent) -> None:
    assert parsed(text).intent is intent


@pytest.mark.parametrize(("text", "notation"), [("2", "2"), ("1.", "1"), (" 2 please", "2")])
def test_actions_of_a_title_without_words_are_read_as_notation(text: str, notation: str, no_words: Vocabulary) -> None:
    assert (parsed(text, no_words).intent, parsed(text, no_words).text) == (Intent.PLAY, notation)


def test_words_of_one_title_are_unknown_in_another(no_words: Vocabulary) -> None:
    assert parsed("left", no_words).text == "left"
