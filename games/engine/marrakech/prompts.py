"""The prompt of the acting seat, and the panels of all seats."""

from ..errors import BadNotation
from ..messages import Message, Params
from ..prompts import SCORE, Branch, Choice, Panel, Prompt, Stat
from ..scene import Token
from .actions import Lay, PutAway, Rotate, notation
from .board import COLOURS, FACE_WEIGHTS, FACINGS, INDEX, NAMES, colour_of, patch, walk_from
from .display import colour_name, dirhams, facing_name, piece
from .rules import acting, legal_actions, refusals
from .scoring import Landing, goes_out, landing_at, score_of, visible_squares
from .state import NO_NEXT_COLOUR, NO_SEAT, State, next_rug


def prompt(state: State, chosen: str = "") -> Prompt | None:
    """Return the question for the acting seat, in one step; None if no seat must act."""
    if chosen:
        raise BadNotation("unreadable", text=chosen)
    if not acting(state):
        return None
    seat = state.current
    choices = tuple(_choice(state, action) for action in legal_actions(state))
    if state.phase == "lay":
        key = "prompt.lay" if choices[0].cells else "prompt.unlaid"
        text = Message(key, {"seat": seat, "colour": colour_name(state.seats[seat].next)})
        return Prompt(seat, "place", text, choices, refusals(state))
    return Prompt(seat, "turn", Message(f"prompt.{state.phase}", {"seat": seat}), choices, refusals(state))


def _choice(state: State, action: object) -> Choice:
    match action:
        case Rotate():
            return _rotation(state, action)
        case Lay():
            return _place(state, action)
        case _:
            return Choice(notation(PutAway(state.current)), Message("choice.unlaid"))


def _rotation(state: State, action: Rotate) -> Choice:
    new_facing = (state.facing + action.quarter) % 4
    walker = state.current if state.phase == "rotate" else _next_seat(state)
    text = notation(action)
    return Choice(
        notation=text,
        label=Message(f"choice.{text}", {"facing": facing_name(new_facing)}),
        branches=tuple(branch(state, walker, new_facing, int(face), weight) for face, weight in FACE_WEIGHTS),
        preview=(Token("assam", NAMES[state.square], FACINGS[new_facing]),),
    )


def _next_seat(state: State) -> int:
    at = state.order.index(state.current) + 1
    return next(seat for seat in state.order[at:] + state.order[:at] if state.seats[seat].rugs)


def branch(state: State, walker: int, heading: int, face: int, weight: int) -> Branch:
    walk = walk_from(state.square, heading, face)
    landing = landing_at(state, walker, walk.square)
    return Branch(
        label=str(face),
        weight=weight,
        cell=NAMES[walk.square],
        path=tuple(NAMES[square] for square in walk.path),
        messages=_consequences(state, walker, landing),
        facing=FACINGS[walk.facing],
        loops=walk.loops,
        cost=min(landing.owed, state.seats[walker].dirhams),
    )


def _consequences(state: State, walker: int, landing: Landing) -> tuple[Message, ...]:
    if landing.kind != "rent":
        return (Message(f"toll.{landing.kind}", {"seat": walker}),)
    paid = min(landing.owed, state.seats[walker].dirhams)
    params: Params = {"seat": walker, "to_seat": landing.to, "paid": paid}
    if paid == landing.owed:
        messages = [Message("toll.rent", {**params, "paid_amount": dirhams(paid)})]
    else:
        messages = [Message("toll.part", {**params, "owed_amount": dirhams(landing.owed)})]
    if goes_out(state, walker, landing.owed):
        messages.append(Message("toll.out", {"seat": walker}))
    return tuple(messages)


def _place(state: State, action: Lay) -> Choice:
    first, second = INDEX[action.first], INDEX[action.second]
    kind, rug = state.seats[state.current].next, next_rug(state)
    board = bytes(rug if square in (first, second) else lying for square, lying in enumerate(state.board))
    size = len(patch(board, first))
    return Choice(
        notation=notation(action),
        label=Message("choice.rug", {"first": action.first, "second": action.second}),
        cells=(action.first, action.second),
        details=(*covered(state, first, second), _joined(state.current, size, colour_name(kind))),
        preview=(piece(state, rug, (first, second)),),
    )


def _joined(seat: int, size: int, colour: Message) -> Message:
    if size <= 2:
        return Message("patch.new")
    return Message("patch.joins", {"seat": seat, "size": size, "colour": colour})


def covered(state: State, first: int, second: int) -> tuple[Message, ...]:
    return tuple(
        Message("covers.half", {"square": NAMES[square], "seat": owner, "colour": colour_name(colour_of(rug))})
        for square in (first, second)
        if (owner := state.owner_at(square)) != NO_SEAT and (rug := state.board[square])
    )


def panels(state: State) -> tuple[Panel, ...]:
    squares = visible_squares(state)
    return tuple(_panel(state, seat, squares[seat]) for seat in state.order)


def _panel(state: State, seat: int, squares: int) -> Panel:
    holding, colours = state.seats[seat], state.rules.colours_of(seat)
    stats = [Stat("dirhams", "stat.dirhams", holding.dirhams, "coins")]
    stats += [
        Stat("rugs", "stat.rugs", count, "pieces", COLOURS[kind])
        for kind, count in zip(colours, holding.piles, strict=True)
    ]
    if len(colours) > 1 and holding.next != NO_NEXT_COLOUR and state.phase != "over":
        stats.append(Stat("next", "stat.next", 1, "next", COLOURS[holding.next]))
    stats.append(Stat("squares", "stat.squares", squares))
    score = score_of(state, seat, squares)
    if score is not None:
        stats.append(Stat("score", "stat.score", score, SCORE))
    return Panel(seat, COLOURS[colours[0]], tuple(stats), holding.out)
