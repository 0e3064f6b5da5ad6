import pytest

from games.inbound.incoming_mail import parse_mail
from games.inbound.message_text import reply_lines
from games.inbound.reply_parser import Intent, parse_command
from games.mail.reply_words import vocabulary_of
from tests.helpers.reply_mails import SAMPLES, sample

CHAT = [
    # "Right" opens a sentence
    "Right, will do tonight",
    "Right. I'll be back tonight.",
    "OK right, talk tonight",
    "Right! Back in an hour",
    "Right... busy now",
    # what is left
    "just one left",
    "two left for me",
    "everybody left",
    # taken back or regretted
    "left, that was a mistake",
    "Left. Or so I thought.",
    "left, said Bob",
    "c4c5, that was mean",
    "à gauche, c'est bloqué",
    "links, das ist falsch",
    # about what is there
    "Nice c4c5!",
    "good c4c5",
    "joli c4c5",
    "the rug on c4c5 is mine",
    "ton tapis en c4c5",
    "dein Teppich auf c4c5",
    "tu vas à gauche",
    # to be shown
    "show me c4c5",
    "let me see left",
    "montre-moi c4c5",
    "zeig mir c4c5",
    # of another turn
    "my last move: left",
    "dernier coup : gauche",
    "letzter Zug links",
    "next turn c4c5",
    # where somebody stands
    "I'm ahead, haha",
    "way ahead",
    "rechts von mir",
    "il reste c4c5",
    "il est à gauche",
    "mon tapis est en c4c5",
    # idioms
    "right on!",
    "yeah, right on time",
    "yeah right",
    "gerade so",
    # letters and words of another sense
    "F.Y.I.",
    "R.I.P. my purse",
    "ich gehe gerade",
    "gerade jetzt",
    "on holiday, away until Sunday",
]


@pytest.mark.parametrize("text", CHAT)
def test_chat_in_a_reply_plays_nothing(text: str) -> None:
    command = parse_command((text,), vocabulary_of("marrakech"))
    assert command.intent not in {Intent.PLAY, Intent.STEPS, Intent.TURN}


@pytest.mark.parametrize(
    ("lines", "notation"),
    [
        (("Right.",), "R"),
        (("Right, thanks!",), "R"),
        (("Right.", "Busy day, by the way."), "R"),
        (("Nice one Nora!", "Left"), "L"),
        (("Great, I'll go left",), "L"),
        (("Left", "How is your knee?"), "L"),
        (("Ich bin für links",), "L"),
        (("F. Thanks",), "F"),
    ],
)
def test_actions_beside_chat_are_played(lines: tuple[str, ...], notation: str) -> None:
    command = parse_command(lines, vocabulary_of("marrakech"))
    assert (command.intent, command.text) == (Intent.PLAY, notation)


NAMES = sorted(path.stem for path in SAMPLES.glob("*.eml"))
TURNS = {"flowed_turn", "turn_lines"}
SILENT = {"only_quote"}


@pytest.mark.parametrize("name", sorted(set(NAMES) - TURNS - SILENT))
def test_a_reply_with_the_word_left_is_understood(name: str) -> None:
    command = parse_command(reply_lines(parse_mail(sample(name))), vocabulary_of("marrakech"))
    assert (command.intent, command.text) == (Intent.PLAY, "L")


@pytest.mark.parametrize("name", sorted(TURNS))
def test_a_whole_turn_is_read_from_every_mail_program(name: str) -> None:
    command = parse_command(reply_lines(parse_mail(sample(name))), vocabulary_of("marrakech"))
    assert (command.intent, command.text) == (Intent.TURN, "R; 1: c4c5; 2: d5e5; 4: e4e5")


@pytest.mark.parametrize("name", sorted(SILENT))
def test_quoted_text_in_a_reply_is_ignored(name: str) -> None:
    assert reply_lines(parse_mail(sample(name))) == ()


@pytest.mark.parametrize("name", ["gmail", "iphone_french", "outlook_html"])
def test_network_line_ends_do_not_change_a_reply(name: str) -> None:
    data = sample(name).replace(b"\n", b"\r\n")
    assert reply_lines(parse_mail(data)) == reply_lines(parse_mail(sample(name)))
