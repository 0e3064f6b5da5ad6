"""A title whose turn has two actions, chosen in steps: a tile, a square beside the others, a turn, and a flag or none.

"b n1e2 3 x" lays tile b on the square one north and two east of the first tile, after three quarter turns, with a flag.
Tile a looks the same all round: it is laid without turning. A point for each neighbour of a new tile.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.defaults import PHRASES, Defaults
from games.engine.errors import BadNotation, IllegalAction
from games.engine.messages import Message
from games.engine.prompts import SCORE, Choice, Panel, Picked, Prompt, Stat
from games.engine.scene import Cell, Piece, PiecePart, Scene
from games.engine.values import Chance, Outcome, Ply, Standing

Place = tuple[int, int]
KINDS = {"a": 1, "b": 4, "c": 4, "d": 4}  # by tile: how many turns differ
LEAVING = {"resigns": "resigned", "out of time": "resigned", "abort": "aborted"}


@dataclass(frozen=True, slots=True)
class Laid:
    tile: str
    place: Place
    turn: int
    flag: int | None


@dataclass(frozen=True, slots=True)
class Tiles:
    laid: tuple[Laid, ...] = (Laid("a", (0, 0), 0, None),)
    turn: int = 1
    left: int = 2
    scores: tuple[int, ...] = (0, 0)
    turns: int = 20
    reason: str = ""
    out: int | None = None


@dataclass(frozen=True, slots=True)
class Lay:
    seat: int | None
    what: str


def name_of(place: Place) -> str:
    x, y = place
    down = f"{'n' if y < 0 else 's'}{abs(y)}" if y else ""
    return down + (f"{'w' if x < 0 else 'e'}{abs(x)}" if x else "") or "0"


def beside(place: Place) -> tuple[Place, ...]:
    x, y = place
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def free_places(state: Tiles) -> list[Place]:
    taken = {one.place for one in state.laid}
    return sorted({place for one in state.laid for place in beside(one.place)} - taken, key=lambda p: (p[1], p[0]))


class TilesTitle(Defaults):
    key, name = "tiles", "Tiles"
    phrases: Mapping[str, str] = {
        **PHRASES,
        "cell": "%(square)s: %(what)s",
        "prompt.tile": "Choose a tile.",
        "prompt.place": "Choose a square for it.",
        "prompt.turn": "How is it turned?",
        "prompt.flag": "Do you put a flag on it?",
        "choice.tile": "tile %(tile)s",
        "choice.place": "to %(place)s",
        "choice.turn": "turned %(turn)s times",
        "choice.plain": "no flag",
        "choice.flag": "a flag",
        "told.lays": "%(seat)s lays %(what)s and scores %(points)s.",
        "told.lays.own": "You lay %(what)s and score %(points)s.",
        "stat.score": "Points",
        "refused.taken": "There is no room for that tile on %(place)s.",
        "refused.game-over": "The game is over.",
        "refused.unreadable": "“%(text)s” is no action.",
        "refused.several-turns": "Say how “%(text)s” is turned: %(turns)s.",
        "end.full": "All turns are taken.",
        "end.resigned": "One player is left.",
        "end.aborted": "No result.",
    }

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> Tiles:
        return Tiles()

    def acting(self, state: Tiles) -> tuple[int, ...]:
        return () if state.reason else ((state.turn - 1) % 2,)

    def chance(self, state: Tiles) -> Chance | None:
        return None

    def turn(self, state: Tiles) -> int:
        return state.turn

    def legal_actions(self, state: Tiles) -> tuple[Lay, ...]:
        return tuple(
            Lay(seat, f"{tile} {name_of(place)}{f' {turn}' if turns > 1 else ''}{flag}")
            for seat in self.acting(state)
            for tile, turns in KINDS.items()
            for place in free_places(state)
            for turn in range(turns)
            for flag in ("", " x")
        )

    def apply(self, state: Tiles, action: Lay) -> Tiles:
        if state.reason:
            raise IllegalAction("game-over")
        if reason := LEAVING.get(action.what):
            return replace(state, reason=reason, out=action.seat)
        tile, square, turn, flag = _parts(action.what)
        place = next((one for one in free_places(state) if name_of(one) == square), None)
        if place is None:
            raise IllegalAction("taken", place=square)
        assert action.seat is not None
        points = sum(one.place in beside(place) for one in state.laid)
        scores = tuple(score + points * (seat == action.seat) for seat, score in enumerate(state.scores))
        laid = (*state.laid, Laid(tile, place, int(turn or "0"), action.seat if flag else None))
        state = replace(state, laid=laid, scores=scores, left=state.left - 1)
        if state.left:
            return state
        is_over = state.turn == state.turns
        return replace(state, turn=state.turn + 1, left=2, reason="full" if is_over else "")

    def parse(self, state: Tiles, seat: int | None, text: str) -> Lay:
        if text in LEAVING:
            return Lay(seat, text)
        tile, square, turn, flag = _parts(" ".join(text.lower().split()))
        if KINDS[tile] > 1 and not turn:
            raise BadNotation("several-turns", text=text[:20], turns="0, 1, 2, 3")
        return Lay(seat, " ".join(part for part in (tile, square, turn, flag) if part))

    def notation(self, action: Lay) -> str:
        return action.what

    def outcome(self, state: Tiles) -> Outcome | None:
        if not state.reason:
            return None
        order = sorted(range(2), key=lambda seat: (seat == state.out, -state.scores[seat]))
        standings = tuple(Standing(seat, state.scores[seat], place) for place, seat in enumerate(order, 1))
        return Outcome(state.reason, () if state.reason == "aborted" else standings)

    def to_json(self, state: Tiles) -> dict[str, Any]:
        laid = [[one.tile, *one.place, one.turn, one.flag] for one in state.laid]
        rest = [state.turn, state.left, list(state.scores), state.turns, state.reason, state.out]
        return {"title": self.key, "laid": laid, "rest": rest}

    def from_json(self, data: Mapping[str, Any]) -> Tiles:
        turn, left, scores, turns, reason, out = data["rest"]
        laid = tuple(Laid(tile, (x, y), quarters, flag) for tile, x, y, quarters, flag in data["laid"])
        return Tiles(laid, turn, left, tuple(scores), turns, reason, out)

    def prompt(self, state: Tiles, chosen: str = "") -> Prompt | None:
        acting = self.acting(state)
        if not acting:
            return None
        words = tuple(chosen.split())
        known = [tuple(self.notation(action).split()) for action in self.legal_actions(state)]
        fitting = [parts for parts in known if parts[: len(words)] == words]
        if not fitting or words[-1:] == ("x",):
            raise BadNotation("unreadable", text=chosen[:20])
        return self._question(state, acting[0], words)

    def _question(self, state: Tiles, seat: int, words: tuple[str, ...]) -> Prompt:
        picked = tuple(Picked(" ".join(words[:number]), _label(number, word)) for number, word in enumerate(words))
        step = len(words) + (len(words) == 2 and not _turns(words))
        if step == 0:
            options = [(tile, True) for tile in KINDS]
        elif step == 1:
            options = [(name_of(place), True) for place in free_places(state)]
        elif step == 2:
            options = [(str(turn), True) for turn in range(KINDS[words[0]])]
        else:
            options = [("", False), ("x", False)]
        kinds = ("turn", "place", "place", "turn")
        texts = ("prompt.tile", "prompt.place", "prompt.turn", "prompt.flag")
        choices = tuple(_choice(state, words, step, option, is_step) for option, is_step in options)
        ghost = _ghost(state, words) if step > 1 else ()
        return Prompt(seat, kinds[step], Message(texts[step]), choices, picked=picked, preview=ghost)

    def panels(self, state: Tiles) -> tuple[Panel, ...]:
        return tuple(
            Panel(seat, "", (Stat("score", "stat.score", score, SCORE),)) for seat, score in enumerate(state.scores)
        )

    def describe(self, ply: Ply) -> tuple[Message, ...]:
        seat, what = ply.action.seat, self.notation(ply.action)  # type: ignore[arg-type]
        if seat is None or what in LEAVING:
            return super().describe(ply)
        points = ply.after.scores[seat] - ply.before.scores[seat]
        return (Message("told.lays", {"seat": seat, "what": what, "points": points}),)

    def scene(self, state: Tiles) -> Scene:
        places = [*(one.place for one in state.laid), *(() if state.reason else free_places(state))]
        what = {one.place: f"tile {one.tile}" for one in state.laid}
        cells = tuple(
            Cell(name_of((x, y)), x, y, Message("cell", {"square": name_of((x, y)), "what": what.get((x, y), "free")}))
            for x, y in places
        )
        (left, right), (top, bottom) = (_span(one[axis] for one in places) for axis in (0, 1))
        pieces = tuple(_piece(one) for one in state.laid)
        return Scene("tiles", right - left + 1, bottom - top + 1, cells, pieces=pieces, left=left, top=top)


def _span(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return min(found), max(found)


def _turns(words: tuple[str, ...]) -> bool:
    return KINDS[words[0]] > 1


def _parts(text: str) -> tuple[str, str, str, str]:
    words = text.split()
    flag = words.pop() if words[-1:] == ["x"] else ""
    tile, square, turn = [*words, "", "", ""][:3]
    turns = "0123"[: KINDS.get(tile, 0)] if KINDS.get(tile, 0) > 1 else ""
    if tile not in KINDS or not square or len(words) > 3 or (turn and turn not in turns):
        raise BadNotation("unreadable", text=text[:20])
    return tile, square, turn, flag


def _label(number: int, word: str) -> Message:
    key = ("tile", "place", "turn", "flag")[number]
    return Message(f"choice.{key}", {key: word})


def _piece(one: Laid) -> Piece:
    parts = (PiecePart("F0", "flag", f"seat{one.flag}", one.flag),) if one.flag is not None else ()
    square = name_of(one.place)
    return Piece(square, "tile", one.tile, (square,), one.tile.upper(), face=one.tile, turn=one.turn, parts=parts)


def _ghost(state: Tiles, words: tuple[str, ...]) -> tuple[Piece, ...]:
    place = next(one for one in free_places(state) if name_of(one) == words[1])
    return (_piece(Laid(words[0], place, int([*words, "0"][2]), None)),)


def _choice(state: Tiles, words: tuple[str, ...], step: int, option: str, is_step: bool) -> Choice:
    after = (*words, option) if option else words
    label = _label(step, option) if option and step < 3 else Message("choice.flag" if option else "choice.plain")
    cells = (after[1],) if step in {1, 2} else ()
    return Choice(" ".join(after), label, cells, preview=_ghost(state, after) if cells else (), is_step=is_step)


TILES = TilesTitle()
