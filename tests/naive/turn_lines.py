"""A game's turn lines, as section 7 of the rules describes them."""

from collections.abc import Mapping, Sequence

from .board import letter, name
from .game import LEAVING, Game

SEATS = "ABCD"
Entry = tuple[int | None, str]


def turn_lines(ruleset: str, changes: Mapping[str, str], seats: int, log: Sequence[Entry]) -> list[str]:
    """Return the lines of a game. Seats have letters, and rugs colours, in order of play."""
    final = Game(ruleset, changes, seats)
    for seat, text in log:
        final.do(seat, text)
    order = final.order()
    game, lines, words = Game(ruleset, changes, seats), [], [""]
    for seat, text in log:
        turn, whose, leaves = game.turn, game.whose, text in LEAVING or text == "abort"
        add_words(game, order, words, seat, text)
        if words != [""] and (game.turn != turn or game.phase == "over"):
            between_turns = leaves and words[0] == "" and len(words) == 2
            whom = [] if between_turns or whose is None else [SEATS[order.index(whose)]]
            lines.append(" ".join([f"{turn}.", *whom, *filter(None, words)]))
            words = [""]
    return lines


def add_words(game: Game, order: list[int], words: list[str], seat: int | None, text: str) -> None:
    """Play an entry and add its words to those of the turn, which begin with rotation, face and Assam's new square."""
    phase = game.phase
    colour = own_colour(game, order) if phase == "lay" else ""
    game.do(seat, text)
    if text in LEAVING and seat is not None:
        words.append(f"{SEATS[order.index(seat)]} {text}")
    elif text == "abort" or phase == "end":
        words.append(text)
    elif phase == "rotate":
        words[0] = text
    elif phase == "roll":
        words[0] += f"{text}>{name(game.assam)}{letter(game.facing)}"
        words += paid(game, order)
    elif phase == "lay":
        words.append("+--" if text == "--" else f"{colour}+{text}")


def own_colour(game: Game, order: list[int]) -> str:
    """Return the letter of the colour that is laid next: A's first, A's second if it has one, B's first ..."""
    assert game.whose is not None
    colours = game.colours(game.whose)
    which = colours.index(str(game.players[game.whose].upcoming))
    return "cyrp"[order.index(game.whose) * len(colours) + which]


def paid(game: Game, order: list[int]) -> list[str]:
    """Return the words about payments after a roll."""
    payment = game.payment
    if payment is None or payment.to is None:
        return []
    amount = f"{payment.paid}" if payment.paid == payment.owed else f"{payment.paid}/{payment.owed}"
    out = [] if game.phase == "lay" else ["#"]
    return [f"${amount}:{SEATS[order.index(payment.to)]}", *out]
