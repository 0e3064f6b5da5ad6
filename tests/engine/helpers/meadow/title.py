"""What is shown of the second toy: drawing, questions, panels, sentences."""

from collections.abc import Mapping
from typing import Any

from games.engine.defaults import PHRASES
from games.engine.errors import BadNotation, IllegalAction
from games.engine.messages import Message
from games.engine.prompts import SCORE, Branch, Choice, Panel, Picked, Prompt, Stat
from games.engine.scene import Cell, Piece, Scene, Token, Trail
from games.engine.values import ABORT, OUT_OF_TIME, RESIGNS, Ply

from .rules import HIDDEN, WIND, Laid, Meadow, MeadowRules, name_of


class MeadowTitle(MeadowRules):
    """The whole title."""

    phrases: Mapping[str, str] = {
        **PHRASES,
        "cell.empty": "%(cell)s, empty",
        "cell.tile": "%(cell)s, a tile with %(tile)s, turned by %(turn)s",
        "tile": "%(tile)s",
        "turned": "turned by %(turn)s",
        "prompt.tile": "Which tile?",
        "prompt.place": "Where?",
        "prompt.turn": "How is it turned?",
        "told.drew": "%(seat)s draws %(tile)s.",
        "told.drew.secret": "%(seat)s draws a tile.",
        "told.laid": "%(seat)s lays %(tile)s on %(cell)s.",
        "told.wind": "The wind: %(wind)s.",
        "told.left": "%(seat)s leaves the game.",
        "chance.draw": "Tile",
        "chance.wind": "Wind",
        "stat.score": "points",
        "stat.hand": "tiles in hand",
        "refused.not-free": "There is no room for a tile here.",
        "end.full": "All tiles are laid.",
        "end.resigned": "One player is left.",
        "end.aborted": "No result.",
    }

    def scene(self, state: Meadow) -> Scene:
        empty = self.places(state) if state.phase != "over" else []
        cells = [Cell(name_of(at), *at, Message("cell.empty", {"cell": name_of(at)})) for at in empty]
        for tile, at, turned, _ in state.board:
            text = Message("cell.tile", {"cell": name_of(at), "tile": tile, "turn": turned})
            cells.append(Cell(name_of(at), *at, text))
        columns, rows = [cell.column for cell in cells] or [0], [cell.row for cell in cells] or [0]
        return Scene(
            title=self.key,
            columns=max(columns) - min(columns) + 1,
            rows=max(rows) - min(rows) + 1,
            cells=tuple(cells),
            pieces=tuple(self._piece(laid, str(number)) for number, laid in enumerate(state.board)),
            tokens=(Token("moth", name_of(state.moth)),),
            trails=(Trail("moth", tuple(map(name_of, (state.came, state.moth)))),) if state.came != state.moth else (),
            marks={"last": (name_of(state.board[-1].place),)} if state.board else {},
            left=min(columns),
            top=min(rows),
        )

    def _piece(self, laid: Laid, key: str) -> Piece:
        cell = (name_of(laid.place),)
        return Piece(key, "tile", "ab"[laid.seat], cell, laid.tile[0].upper(), face=laid.tile, turn=laid.turn)

    def prompt(self, state: Meadow, chosen: str = "") -> Prompt | None:
        """Ask for the tile, its place, and how it is turned."""
        if not self.acting(state):
            if chosen:
                raise IllegalAction("not-your-turn")
            return None
        seat, words = self.seat(state), chosen.split()
        tiles, places = sorted(set(state.hands[seat]) - {HIDDEN}), {name_of(at): at for at in self.places(state)}
        picked = tuple(
            Picked(" ".join(words[:number]), Message("tile", {"tile": word})) for number, word in enumerate(words)
        )
        if len(words) > 2 or words[:1] != [word for word in words[:1] if word in tiles]:
            raise BadNotation("unreadable", text=chosen[:20])
        if words[1:] and words[1] not in places:
            raise IllegalAction("not-free")
        if not words:
            choices = [Choice(tile, Message("tile", {"tile": tile}), is_step=True) for tile in tiles]
            return Prompt(seat, "turn", Message("prompt.tile"), tuple(choices))
        tile = words[0]
        if len(words) == 1:
            shown = {cell: (self._piece(Laid(tile, at, 0, seat), "new"),) for cell, at in places.items()}
            steps = tuple(
                Choice(f"{tile} {cell}", Message("tile", {"tile": cell}), (cell,), preview=shown[cell], is_step=True)
                for cell in places
            )
            return Prompt(seat, "place", Message("prompt.place"), steps, picked=picked)
        ghost = {turn: self._piece(Laid(tile, places[words[1]], turn, seat), "new") for turn in self.turns(tile)}
        last = tuple(
            Choice(
                f"{chosen} {turn}",
                Message("turned", {"turn": turn}),
                (words[1],),
                branches=self._branches(state),
                preview=(piece,),
            )
            for turn, piece in ghost.items()
        )
        return Prompt(seat, "turn", Message("prompt.turn"), last, picked=picked, preview=(ghost[0],))

    def _branches(self, state: Meadow) -> tuple[Branch, ...]:
        """Return the winds that can follow the second tile of a turn."""
        if state.left > 1:
            return ()
        here, there = name_of(state.moth), name_of(self.blown(state))
        paths = {"calm": (here,), "a gust": (here, there) if there != here else (here,)}
        return tuple(Branch(label, weight, paths[label][-1], paths[label]) for label, weight in WIND)

    def panels(self, state: Meadow) -> tuple[Panel, ...]:
        return tuple(
            Panel(
                seat,
                "ab"[seat],
                (
                    Stat("score", "stat.score", state.scores[seat], SCORE),
                    Stat("hand", "stat.hand", len(state.hands[seat])),
                ),
                seat == state.leaver,
            )
            for seat in (0, 1)
        )

    def describe(self, ply: Ply) -> tuple[Message, ...]:
        step: Any = ply.action
        before = ply.before
        if step.what == ABORT:
            return (Message("told.chance", {"notation": step.what}),)
        if step.seat is not None and step.what in (RESIGNS, OUT_OF_TIME):
            return (Message("told.left", {"seat": step.seat}),)
        if before.phase == "wind":
            return (Message("told.wind", {"wind": step.what}),)
        if step.seat is None:
            drawer = self.drawer(before) or 0
            known = Message("told.drew", {"seat": drawer, "tile": step.what})
            return (Message("told.drew.secret", {"seat": drawer}) if step.what == HIDDEN else known,)
        tile, cell, _ = step.what.split()
        return (Message("told.laid", {"seat": step.seat, "tile": tile, "cell": cell}),)


MEADOW = MeadowTitle()
