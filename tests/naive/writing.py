"""A game's turn lines, as section 7 of the rules describes them."""

from collections.abc import Iterable, Mapping

from .game import LEAVING, Game
from .market import letter, name

SEATS = "ABCD"


def turn_lines(
    ruleset: str, changes: Mapping[str, str], seats: int, log: Iterable[tuple[int | None, str]]
) -> list[str]:
    """Return the lines of a game. Seats have letters, and rugs colours, in order of play."""
    final = Game(ruleset, changes, seats)
    log = list(log)
    for entry in log:
        final.do(*entry)
    order = final.order()
    game, lines, words = Game(ruleset, changes, seats), [], [""]
    for seat, text in log:
        turn, whose, phase = game.turn, game.whose, game.phase
        colour = own_colour(game, order) if phase == "lay" else ""
        game.do(seat, text)
        if text in LEAVING and seat is not None:
            words.append(f"{SEATS[order.index(seat)]} {text}")
        elif text == "abort":
            words.append(text)
        elif phase == "rotate":
            words[0] = text
        elif phase == "roll":
            words[0] += f"{text}>{name(game.assam)}{letter(game.facing)}"
            words += paid(game, order)
        elif phase == "lay":
            words.append("+--" if text == "--" else f"{colour}+{text}")
        elif phase == "end":
            words.append(text)
        if words != [""] and (game.turn != turn or game.phase == "over"):
            said = " ".join(word for word in words if word)
            alone = words[0] == "" and (text in LEAVING or text == "abort") and len(words) == 2
            lines.append(f"{turn}. {said}" if alone or whose is None else f"{turn}. {SEATS[order.index(whose)]} {said}")
            words = [""]
    return lines


def own_colour(game: Game, order: list[int]) -> str:
    """Return the letter of the colour that is laid next: A's first, A's second if it has one, B's first ..."""
    assert game.whose is not None
    colours = game.colours(game.whose)
    which = colours.index(str(game.players[game.whose].upcoming))
    return "cyrp"[order.index(game.whose) * len(colours) + which]


def paid(game: Game, order: list[int]) -> list[str]:
    """Return the words about money after a roll."""
    told = game.payment
    if told is None or told.to is None:
        return []
    amount = f"{told.paid}" if told.paid == told.owed else f"{told.paid}/{told.owed}"
    out = game.phase == "over" or game.phase != "lay"
    return [f"${amount}:{SEATS[order.index(told.to)]}", *(["#"] if out else [])]
