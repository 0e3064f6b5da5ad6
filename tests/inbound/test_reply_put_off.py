"""A reply whose writer wants to know, ask or wait first, or nothing for now, plays nothing and agrees to nothing."""

import pytest

from games.inbound.message_text import clean_line
from games.inbound.put_off import with_waits
from games.inbound.reply_parser import Intent, parse_command
from games.mail.reply_words import (
    Vocabulary,
    deputy_vocabulary,
    invitation_vocabulary,
    plain_answer_vocabulary,
    proposal_vocabulary,
    vocabulary_of,
)

PLAYS = {Intent.PLAY, Intent.STEPS, Intent.TURN}
ASKED = {
    "roll or rug": (vocabulary_of("marrakech"), ("Left", "e4e5")),
    "tile": (vocabulary_of("marram"), ("38 n2e3 3 B0", "f70 1 L2")),
    "proposal": (proposal_vocabulary(), ("yes", "oui", "Ja, gerne.")),
    "invitation": (invitation_vocabulary(), ("yes", "Ja, bin dabei.")),
    "end": (plain_answer_vocabulary(), ("yes",)),
    "deputy": (deputy_vocabulary("marrakech"), ("Links",)),
}
PUT_OFF = [
    "I'd like to know first how long it takes.",
    "um, how long does this take? I prefer to know before I commit",
    "I'd like to hear from Bob before anything happens.",
    "Let me ask Bob first.",
    "I'll have to check with my wife first.",
    "Give me one more day, please.",
    "I need another evening to think.",
    "Nothing for now, please.",
    "Don't do anything yet.",
    "Hold off until Sunday.",
    "Maybe Amina will make it herself.",
    "Before I decide: what happens if Bob is slow?",
    "Not before I've spoken to Bob.",
    "Could you tell me first how much work that is?",
    "euh, ça prend combien de temps ? je préfère savoir avant de m'engager",
    "J'aimerais savoir avant de dire oui.",
    "Je préfère attendre Bob.",
    "Je dois voir avec mon mari avant.",
    "Donne-moi encore un jour.",
    "Laissez-moi encore une soirée.",
    "Rien pour l'instant.",
    "Ne jouez rien pour le moment.",
    "Attendons Bob.",
    "Peut-être qu'Amina va venir elle-même.",
    "J'ai une question avant.",
    "Pas avant d'avoir parlé à Bob.",
    "Je garde mon coup pour l'instant.",
    "Ich möchte erst Bob fragen.",
    "Ich wüsste gern vorher, wie lange das dauert.",
    "Gebt mir noch einen Abend.",
    "Erst mal nichts spielen, bitte.",
    "Ach, vielleicht kommt Amina ja selbst noch dazu.",
    "Vorerst bitte nichts ziehen.",
    "Spielt bitte noch nichts.",
    "Kann sein, dass Amina selbst spielt.",
    "Nicht bevor ich mit Bob gesprochen habe.",
    "Ich schlafe noch eine Nacht drüber.",
    "Lass uns das noch offen lassen.",
    "Please don't register that yet.",
    "Amina said she might still do it.",
    "Nothing's to be done yet.",
    "On peut attendre lundi ?",
    "Amina a dit qu'elle le ferait peut-être.",
    "Il faudrait que je demande à ma femme.",
    "Können wir bis Montag warten?",
    "Amina wollte es eigentlich noch selbst machen.",
    "Das muss ich noch mit Bob besprechen.",
    "Trag das bitte noch nicht ein.",
]


def is_done(text: str, vocabulary: Vocabulary) -> bool:
    lines = tuple(cleaned for line in text.split("\n") if (cleaned := clean_line(line)))
    return parse_command(lines, vocabulary.with_names(["Amina", "Bob"])).intent in PLAYS


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_put_off_above_below_or_behind_is_not_done(asked: str) -> None:
    vocabulary, answers = ASKED[asked]
    done = [
        (text, answer)
        for answer in answers
        for one in PUT_OFF
        for text in (f"{answer}\n{one}", f"{one}\n{answer}", f"{answer.rstrip('.')}. {one}")
        if is_done(text, vocabulary)
    ]
    assert all(is_done(answer, vocabulary) for answer in answers)
    assert done == []


@pytest.mark.parametrize(
    "line",
    [
        "Let's wait and see what the die says!",
        "Das macht nichts.",
        "Ich habe heute noch nichts gegessen.",
        "Vielleicht gewinne ich ja selbst einmal.",
        "En avant, je vais voir le marché !",
        "Thanks for waiting, I had to know how the book ends.",
        "Merci d'avoir attendu.",
    ],
)
def test_other_sentences_put_nothing_off(line: str) -> None:
    assert with_waits(line) == line
