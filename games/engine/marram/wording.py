"""The words of Marram: its sentences in English, for translation, and what replies by email may say."""

from ..messages import counted, gettext_noop, ngettext_lazy
from ..prompts import ReplyWords

_NAMES = {
    "title.what": gettext_noop("a game of dunes, snakes and worms"),
    "title.summary": gettext_noop(
        "Lay tiles in the dunes, and turn them over. Claim grass, sand, snakes and worms with your boots: what is "
        "complete gives points."
    ),
    "ruleset.classic-short": gettext_noop("Classic, short"),
    "ruleset.classic-short.summary": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 12 turns each with two players, 8 with "
        "three, 6 with four."
    ),
    "ruleset.classic-short.summary.2": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 12 turns each."
    ),
    "ruleset.classic-short.summary.3": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 8 turns each."
    ),
    "ruleset.classic-short.summary.4": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 6 turns each."
    ),
    "ruleset.classic-long": gettext_noop("Classic, long"),
    "ruleset.classic-long.summary": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 18 turns each with two players, 12 with "
        "three, 9 with four."
    ),
    "ruleset.classic-long.summary.2": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 18 turns each."
    ),
    "ruleset.classic-long.summary.3": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 12 turns each."
    ),
    "ruleset.classic-long.summary.4": gettext_noop(
        "Welly boots claim everything, and creatures stay where they are. 9 turns each."
    ),
    "ruleset.pitchfork-short": gettext_noop("Pitchfork, short"),
    "ruleset.pitchfork-short.summary": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. 12 "
        "turns each with two players, 8 with three, 6 with four."
    ),
    "ruleset.pitchfork-short.summary.2": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. "
        "12 turns each."
    ),
    "ruleset.pitchfork-short.summary.3": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. 8 "
        "turns each."
    ),
    "ruleset.pitchfork-short.summary.4": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. 6 "
        "turns each."
    ),
    "ruleset.pitchfork-long": gettext_noop("Pitchfork, long"),
    "ruleset.pitchfork-long.summary": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. 18 "
        "turns each with two players, 12 with three, 9 with four."
    ),
    "ruleset.pitchfork-long.summary.2": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. "
        "18 turns each."
    ),
    "ruleset.pitchfork-long.summary.3": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. "
        "12 turns each."
    ),
    "ruleset.pitchfork-long.summary.4": gettext_noop(
        "Pitchforks claim creatures, boots claim land. A complete creature disappears and frees the land below it. 9 "
        "turns each."
    ),
    "robot.random": gettext_noop("Random"),
    "robot.random.summary": gettext_noop("Plays anything that the rules allow."),
    "robot.greedy": gettext_noop("Greedy"),
    "robot.greedy.summary": gettext_noop("Takes the most points that it can get now, and never thinks ahead."),
    "robot.careful": gettext_noop("Careful"),
    "robot.careful.summary": gettext_noop("Saves its boots for what is worth them, and looks one action ahead."),
    "chance.pile": gettext_noop("The pile of tiles"),
    "dice.explained": gettext_noop("Every tile that has not been drawn is equally likely."),
    "colour.A": gettext_noop("red"),
    "colour.B": gettext_noop("violet"),
    "colour.C": gettext_noop("white"),
    "colour.D": gettext_noop("black"),
    "colour.boot-A": gettext_noop("red boots"),
    "colour.boot-B": gettext_noop("violet boots"),
    "colour.boot-C": gettext_noop("white boots"),
    "colour.boot-D": gettext_noop("black boots"),
    "colour.fork-A": gettext_noop("red pitchforks"),
    "colour.fork-B": gettext_noop("violet pitchforks"),
    "colour.fork-C": gettext_noop("white pitchforks"),
    "colour.fork-D": gettext_noop("black pitchforks"),
    "colour.shovel": gettext_noop("shovels"),
}

_BOARD = {
    "edge.g": gettext_noop("grass"),
    "edge.s": gettext_noop("sand"),
    "edge.o": gettext_noop("orange snake"),
    "edge.w": gettext_noop("worm"),
    "edge.b": gettext_noop("blue snake"),
    "edges": gettext_noop("north %(north)s, east %(east)s, south %(south)s, west %(west)s"),
    "held.tile": gettext_noop("Tile %(tile)s: %(edges)s"),
    "held.heading": gettext_noop("Your tiles"),
    "held.note": gettext_noop(
        "For a reply: the numbers in the picture are quarter turns; L0, L1 and so on are land, B0, B1 and so on are "
        "parts of creatures. There is an example below."
    ),
    "dice.heading": gettext_noop("The pile of tiles"),
    "dice.page": gettext_noop("This game’s tiles"),
    "dice.sealed": gettext_noop("Sealed tiles"),
    "sheet.backs": gettext_noop("Both sides of all tiles with a shovel"),
    "board.stop": gettext_noop("Go to the tile that was placed or flipped last"),
    # the edges of a cell, for the ear
    "brief.g": gettext_noop("grass"),
    "brief.s": gettext_noop("sand"),
    "brief.o": gettext_noop("orange"),
    "brief.w": gettext_noop("worm"),
    "brief.b": gettext_noop("blue"),
    "brief.o.end": gettext_noop("orange end"),
    "brief.w.end": gettext_noop("worm’s end"),
    "brief.w.saddle": gettext_noop("worm’s thick part"),
    "brief.b.head": gettext_noop("blue head"),
    "brief.b.tail": gettext_noop("blue tail"),
    "brief.gold": gettext_noop("%(edges)s; gold"),
    "brief.silver": gettext_noop("%(edges)s; silver"),
    "brief.flower": gettext_noop("%(edges)s; flower"),
    "brief.shovel": gettext_noop("%(edges)s; shovel"),
    "brief.N": gettext_noop("north %(edge)s"),
    "brief.E": gettext_noop("east %(edge)s"),
    "brief.S": gettext_noop("south %(edge)s"),
    "brief.W": gettext_noop("west %(edge)s"),
    "brief.1": gettext_noop("%(a)s"),
    "brief.2": gettext_noop("%(a)s, %(b)s"),
    "brief.3": gettext_noop("%(a)s, %(b)s, %(c)s"),
    "brief.4": gettext_noop("%(a)s, %(b)s, %(c)s, %(d)s"),
    "brief.tile": gettext_noop("north %(a)s, east %(b)s, south %(c)s, west %(d)s"),
    "cell.empty": gettext_noop("%(cell)s: Empty, needs %(edges)s"),
    "cell.fits": gettext_noop("%(cell)s: Tile %(tile)s fits: %(edges)s"),
    "cell.tile": gettext_noop("%(cell)s: Tile %(tile)s: %(edges)s"),
    "cell.shovel": gettext_noop("%(cell)s: Tile %(tile)s with a shovel: %(edges)s"),
    "cell.back": gettext_noop("%(cell)s: Tile %(tile)s, flipped: %(edges)s"),
    "cell.claimed": gettext_noop("%(lying)s. %(seat)s has a %(piece)s on %(segment)s"),
    "cell.claimed.own": gettext_noop("%(lying)s. You have a %(piece)s on %(segment)s"),
    "piece.boot": gettext_noop("boot"),
    "piece.fork": gettext_noop("pitchfork"),
    # the same in a sentence: "the sand in the north and east"
    "in.N": gettext_noop("%(what)s in the north"),
    "in.E": gettext_noop("%(what)s in the east"),
    "in.S": gettext_noop("%(what)s in the south"),
    "in.W": gettext_noop("%(what)s in the west"),
    "in.NE": gettext_noop("%(what)s in the north and east"),
    "in.NS": gettext_noop("%(what)s in the north and south"),
    "in.NW": gettext_noop("%(what)s in the north and west"),
    "in.ES": gettext_noop("%(what)s in the east and south"),
    "in.EW": gettext_noop("%(what)s in the east and west"),
    "in.SW": gettext_noop("%(what)s in the south and west"),
    "in.NES": gettext_noop("%(what)s in the north, east and south"),
    "in.NEW": gettext_noop("%(what)s in the north, east and west"),
    "in.NSW": gettext_noop("%(what)s in the north, south and west"),
    "in.ESW": gettext_noop("%(what)s in the east, south and west"),
    "the.all": gettext_noop("%(what)s on all sides"),
    "the.g": gettext_noop("the grass"),
    "the.s": gettext_noop("the sand"),
    "the.o.end": gettext_noop("the end of an orange snake"),
    "the.o.middle": gettext_noop("the middle of an orange snake"),
    "the.w.end": gettext_noop("the end of a worm"),
    "the.w.middle": gettext_noop("the middle of a worm"),
    "the.w.saddle": gettext_noop("the thick part of a worm"),
    "the.b.head": gettext_noop("the head of a blue snake"),
    "the.b.middle": gettext_noop("the middle of a blue snake"),
    "the.b.tail": gettext_noop("the tail of a blue snake"),
    "beside.N": gettext_noop("north of tile %(tile)s"),
    "beside.E": gettext_noop("east of tile %(tile)s"),
    "beside.S": gettext_noop("south of tile %(tile)s"),
    "beside.W": gettext_noop("west of tile %(tile)s"),
    "inside.gold": gettext_noop("%(segment)s with a gold coin"),
    "inside.silver": gettext_noop("%(segment)s with a silver coin"),
    "inside.flower": gettext_noop("%(segment)s with a flower"),
    "part.o.end": gettext_noop("end of an orange snake"),
    "part.o.middle": gettext_noop("middle of an orange snake"),
    "part.w.end": gettext_noop("end of a worm"),
    "part.w.middle": gettext_noop("middle of a worm"),
    "part.w.saddle": gettext_noop("thick part of a worm"),
    "part.b.head": gettext_noop("head of a blue snake"),
    "part.b.middle": gettext_noop("middle of a blue snake"),
    "part.b.tail": gettext_noop("tail of a blue snake"),
    "kind.orange": gettext_noop("Orange snake"),
    "kind.worm": gettext_noop("Worm"),
    "kind.blue": gettext_noop("Blue snake"),
    "kind.freak": gettext_noop("Freak beast"),
    "kind.tuft": gettext_noop("Grass tuft"),
    "kind.mound": gettext_noop("Sand mound"),
    "feature": gettext_noop("%(feature)s of %(size)s"),
    **counted("feature.on", ngettext_lazy("on tile %(tiles)s", "on tiles %(tiles)s")),
    **counted("feature.open", ngettext_lazy("%(count)s gap", "%(count)s gaps")),
    "feature.crossed": gettext_noop("can’t be completed while a creature crosses its edge"),
    "feature.freak": gettext_noop("can only become a freak beast"),
    "feature.ends-well": gettext_noop("at least %(well)s if completed properly, %(points)s as a freak beast"),
    "progress": gettext_noop("Round %(turn)s of %(turns)s."),
    "progress.last": gettext_noop("The last of %(turns)s rounds."),
    "stat.score": gettext_noop("Score"),
    "stat.boots": gettext_noop("Boots"),
    "stat.forks": gettext_noop("Pitchforks"),
    "stat.shovels": gettext_noop("Shovels"),
    "stat.rack": gettext_noop("Tiles to place"),
}

_PROMPTS = {
    "prompt.act.2": gettext_noop("Two actions left. Place a tile or flip one."),
    "prompt.act.1": gettext_noop("One action left. Place a tile or flip one."),
    "prompt.stuck.2": gettext_noop("Two actions left. None of your tiles fits: discard one or flip one."),
    "prompt.stuck.1": gettext_noop("One action left. None of your tiles fits: discard one or flip one."),
    "prompt.cell": gettext_noop("Choose a place for tile %(tile)s."),
    "prompt.rotation": gettext_noop("Choose how to turn tile %(tile)s."),
    "prompt.claim.classic": gettext_noop("Put a boot on tile %(tile)s, or none."),
    "prompt.claim.pitchfork": gettext_noop("Put a boot or a pitchfork on tile %(tile)s, or none."),
    "prompt.claim-last.classic": gettext_noop("Put your last boot on tile %(tile)s, or keep it."),
    "prompt.unclaimed.classic": gettext_noop("You have no boots left for tile %(tile)s."),
    "prompt.unclaimed.pitchfork": gettext_noop("You have no boots or pitchforks left for tile %(tile)s."),
    "choice.tile": gettext_noop("Tile %(tile)s"),
    "choice.flip": gettext_noop("Flip tile %(tile)s"),
    "choice.discard": gettext_noop("Discard tile %(tile)s"),
    "choice.pass": gettext_noop("Pass"),
    "choice.beside.N": gettext_noop("North of tile %(tile)s"),
    "choice.beside.E": gettext_noop("East of tile %(tile)s"),
    "choice.beside.S": gettext_noop("South of tile %(tile)s"),
    "choice.beside.W": gettext_noop("West of tile %(tile)s"),
    "choice.claim": gettext_noop("A %(piece)s on %(segment)s"),
    "choice.unclaimed.classic": gettext_noop("No boot"),
    "choice.unclaimed.pitchfork": gettext_noop("No boot, no pitchfork"),
    "rotation.0": gettext_noop("Not turned"),
    "rotation.1": gettext_noop("A quarter turn to the right"),
    "rotation.2": gettext_noop("Half a turn"),
    "rotation.3": gettext_noop("A quarter turn to the left"),
    "claim.last": gettext_noop("Your last %(piece)s comes back only when what it stands on is complete."),
    "claim.land": gettext_noop("Size %(size)s, worth %(points)s so far."),
    "claim.crossed": gettext_noop("Size %(size)s, worth %(points)s while a creature crosses it."),
    "claim.creature": gettext_noop(
        "Size %(size)s, worth at least %(well)s if completed properly, %(points)s as a freak beast."
    ),
    "claim.freak": gettext_noop("Size %(size)s, worth %(points)s: it can only become a freak beast."),
    "came.pile": gettext_noop("you drew tile %(result)s"),
}

_TOLD = {
    **counted("amount.points", ngettext_lazy("%(count)s point", "%(count)s points")),
    **counted("amount.shovels", ngettext_lazy("%(count)s shovel", "%(count)s shovels")),
    **counted("amount.tiles", ngettext_lazy("%(count)s tile", "%(count)s tiles")),
    "feat.points": gettext_noop("Most points"),
    "feat.snake": gettext_noop("Longest snake"),
    "amount.both": gettext_noop("%(points_amount)s and %(shovels_amount)s"),
    "told.placed": gettext_noop("%(seat)s placed tile %(tile)s %(where)s."),
    "told.placed.own": gettext_noop("You placed tile %(tile)s %(where)s."),
    "told.flipped": gettext_noop("%(seat)s flipped tile %(tile)s."),
    "told.flipped.own": gettext_noop("You flipped tile %(tile)s."),
    "told.lost": gettext_noop("%(seat)s loses a %(piece)s for good."),
    "told.lost.own": gettext_noop("You lose a %(piece)s for good."),
    "told.claimed": gettext_noop("%(seat)s put a %(piece)s on %(segment)s."),
    "told.claimed.own": gettext_noop("You put a %(piece)s on %(segment)s."),
    "told.discarded": gettext_noop("None of %(seat)s’s tiles fits: %(seat)s discarded tile %(tile)s."),
    "told.discarded.own": gettext_noop("None of your tiles fits: you discarded tile %(tile)s."),
    "told.passed": gettext_noop("%(seat)s could not do anything."),
    "told.passed.own": gettext_noop("You could not do anything."),
    "told.drew": gettext_noop("%(seat)s drew tile %(tile)s."),
    "told.drew.own": gettext_noop("You drew tile %(tile)s."),
    "told.drew.2": gettext_noop("%(seat)s drew tiles %(a)s and %(b)s."),
    "told.drew.2.own": gettext_noop("You drew tiles %(a)s and %(b)s."),
    "told.drew.3": gettext_noop("%(seat)s drew tiles %(a)s, %(b)s and %(c)s."),
    "told.drew.3.own": gettext_noop("You drew tiles %(a)s, %(b)s and %(c)s."),
    "told.complete.orange": gettext_noop("Orange snake complete, size %(size)s."),
    "told.complete.worm": gettext_noop("Worm complete, size %(size)s."),
    "told.complete.blue": gettext_noop("Blue snake complete, size %(size)s."),
    "told.complete.freak": gettext_noop("Freak beast complete, size %(size)s."),
    "told.complete.tuft": gettext_noop("Grass tuft complete, size %(size)s."),
    "told.complete.mound": gettext_noop("Sand mound complete, size %(size)s."),
    **counted("told.points", ngettext_lazy("%(seat)s gets %(count)s point.", "%(seat)s gets %(count)s points.")),
    **counted("told.points.own", ngettext_lazy("You get %(count)s point.", "You get %(count)s points.")),
    "told.unclaimed": gettext_noop("No one has claimed it."),
    "told.vanished": gettext_noop("The creature disappears."),
    "told.resigns": gettext_noop("%(seat)s resigned."),
    "told.resigns.own": gettext_noop("You resigned."),
    "told.out of time": gettext_noop("%(seat)s ran out of time."),
    "told.out of time.own": gettext_noop("You ran out of time."),
    "undo.late": gettext_noop("You can’t undo your turn: since then a tile has been drawn."),
    "told.left": gettext_noop("%(seat)s wins."),
    "told.left.own": gettext_noop("You win."),
    "told.won": gettext_noop("%(seat)s wins with %(score_amount)s."),
    "told.won.own": gettext_noop("You win with %(score_amount)s."),
    "told.shared": gettext_noop("%(seat)s shares the win with %(score_amount)s."),
    "told.shared.own": gettext_noop("You share the win with %(score_amount)s."),
    "end.turns": gettext_noop("All turns have been played."),
    "end.resigned": gettext_noop("No opponents are left: the game is over."),
    "end.aborted": gettext_noop("The game ended without a result."),
}

_REFUSED = {
    "refused.game-over": gettext_noop("The game is over."),
    "refused.no-such-seat": gettext_noop("This seat does not exist at this table."),
    "refused.already-out": gettext_noop("This player is already out of the game."),
    "refused.not-your-turn": gettext_noop("It’s not your turn."),
    "refused.chance-due": gettext_noop("Wait for the tiles to be drawn."),
    "refused.no-chance-due": gettext_noop("There is nothing to draw now."),
    "refused.impossible-result": gettext_noop("This result is not possible."),
    "refused.not-in-rack": gettext_noop("This tile is not one of yours."),
    "refused.fits-nowhere": gettext_noop("This tile fits nowhere."),
    "refused.cell-taken": gettext_noop("There is already a tile there."),
    "refused.not-beside-tile": gettext_noop("A tile must touch a side of another one."),
    "refused.edges-differ": gettext_noop("All edges that touch must show the same."),
    "refused.tile-first": gettext_noop("Choose one of your tiles first."),
    "refused.not-on-board": gettext_noop("This tile is not on the board."),
    "refused.no-shovel-sign": gettext_noop("Only tiles that show a shovel can be flipped."),
    "refused.no-shovel-left": gettext_noop("You have no shovels left."),
    "refused.completed": gettext_noop("A tile on which something is complete can’t be flipped."),
    "refused.no-such-segment": gettext_noop("The tile has no such part."),
    "refused.has-disappeared": gettext_noop("This part of a creature has disappeared."),
    "refused.no-boot-left": gettext_noop("You have no boots left."),
    "refused.no-fork-left": gettext_noop("You have no pitchforks left."),
    "refused.can-place": gettext_noop("One of your tiles fits: you can’t discard."),
    "refused.must-act": gettext_noop("You can’t pass: you can still do something."),
    "refused.rotation-missing": gettext_noop("%(what)s fits in more than one way: add the rotation (%(rotations)s)."),
    "refused.unreadable": gettext_noop("This is not how an action is written. Examples: 14 n2e3 1 L0, or f57 2."),
}

PHRASES: dict[str, str] = {**_NAMES, **_BOARD, **_PROMPTS, **_TOLD, **_REFUSED}


_CELL = r"(?:[ns]\s?\d{1,2}(?:\s?[we]\s?\d{1,2})?|[we]\s?\d{1,2}|0)(?!\w)"
# A rotation, which is neither another tile nor the number of the next action, or a claim
_PART = rf"(?:r(?:ot)?\s?)?[0-3](?!\w|\s*[:)]|\.\s*[tfd]?\s?\d)(?!~{_CELL})|[lb]\s?[0-3](?!\w)|claim[a-z]+"
_TILE = r"t?\d{1,2}(?!\w)"
_DIRECTIONS = {"n": "north nord norden", "e": "east est ost osten", "s": "south sud suden", "w": "west ouest westen"}
# "My boot goes on the end of the orange snake" is "claimendorange": the names of the groups that are found
_THE = r" ?(?:(?:the|that|an?|my|le|la|une?|das|die|den|dem|der|einer?) |l')?"
_NAMED = (
    r"\b(?P<claim>(?:(?:an?|my|one|une|ma|la|ein|einen|mein|meinen|den) )?"
    r"(?:(?:(?:welly |red |violet |white |black )?boot|pitchfork|fork|botte|pion|fourche|stiefel|gabel)"
    r"(?: (?:goes|is|comes|should go|va|ira|ist|kommt|soll|steht|setze ich|lege ich|bitte|please|svp))?"
    r" (?:on|onto|in|into|to|at|over|sur|dans|a|auf|in|aufs|ins|im|uber)"
    r"|claim|claiming|revendique|reclame|beanspruche))"
    rf"{_THE}(?:(?:(?P<end>end|bout|ende)|(?P<middle>middle|milieu|mitte)|(?P<head>head|tete|kopf)"
    rf"|(?P<tail>tail|queue|schwanz)|(?P<saddle>thick part|saddle|selle|sattel))(?: (?:of|du|de|des|vom|von))?{_THE})?"
    r"(?:(?P<grass>grass|grassland|meadow|herbe|prairie|gras|wiese)|(?P<sand>sand|beach|desert|sable)"
    r"|(?P<worm>worm|ver|wurm)"
    r"|(?P<orange>orange snake|serpent orange|orange(?:n|ne|nen|farbene|farbenen)? schlange)"
    r"|(?P<blue>blue snake|serpent bleu|blauen? schlange)|(?P<snake>snake|serpent|schlange))\b"
)
_KINDS = {"grass": "g", "sand": "s", "worm": "w", "orange": "o", "blue": "b", "snake": "ob"}
_PARTS_NAMED = ("", "end", "middle", "head", "tail", "saddle")

REPLY_WORDS = ReplyWords(
    pieces="tile tuile plattchen karte",
    action=rf"(?:[fd]~{_TILE}(?:~(?!0){_CELL})?|{_TILE}~[fd](?!\w)|t?\d{{1,2}}(?!\d)~{_CELL})(?:~(?:{_PART})){{0,2}}|pass",
    fillers=(
        "orangen orangene orangenen blauen blaue grunen orangefarbenen zug coup tour tiles action actions d'abord "
        "zuerst erst grass sand snake worm beast freak north east south west blue orange head tail middle end saddle "
        "herbe sable serpent ver nord est sud ouest bleu tete queue milieu bout selle wiese gras schlange wurm "
        "norden osten suden westen kopf schwanz mitte ende sattel"
    ),
    written={
        **{
            f"{letter}{number}": " ".join(f"{word}-{number}" for word in words.split())
            for letter, words in _DIRECTIONS.items()
            for number in range(1, 10)
        },
        "f": (
            "flip flip-over flipping turn-over turning-over retourne retourner retournez retournons wende wenden "
            "umdrehen drehe dreh wend"
        ),
        "d": "discard throw-away put-away defausse defausser jette jeter abwerfen wegwerfen werfe",
        "pass": "i-pass skip skip-it passe passer je-passe ich-passe passen",
        "0": (
            "keine-drehung aucune-rotation pas-de-rotation without-turning-it without-rotating-it sans-la-tourner "
            "sans-la-pivoter ohne-es-zu-drehen ohne-sie-zu-drehen 0° unrotated not-rotated not-turned unturned "
            "no-rotation no-turn no-turns without-rotation without-turning sans-rotation sans-tourner non-tournee "
            "pas-tournee ohne-drehung nicht-gedreht ungedreht ohne-drehen"
        ),
        "1": (
            "90° once one-time one-turn one-quarter one-quarter-turn a-quarter-turn a-quarter une-fois "
            "un-quart-de-tour d'un-quart-de-tour einmal ein-mal eine-vierteldrehung"
        ),
        "2": (
            "180° twice two-times two-turns two-quarter-turns half-a-turn a-half-turn upside-down deux-fois "
            "demi-tour un-demi-tour d'un-demi-tour deux-quarts-de-tour half-turn zwei-vierteldrehungen "
            "eine-halbe-drehung zweimal zwei-mal halbe-drehung"
        ),
        "3": (
            "270° thrice three-times three-turns three-quarter-turns three-quarters trois-fois trois-quarts-de-tour "
            "dreimal drei-mal drei-vierteldrehungen dreiviertel-drehung dreivierteldrehung drei-viertel-drehung "
            "trois-quarts three-quarters-of-a-turn"
        ),
        ",": (
            "action-1 action-2 aktion-1 aktion-2 coup-1 coup-2 zug-1 zug-2 move-1 move-2 and-then and then "
            "followed-by after-that et-puis et puis apres ensuite und-dann und dann danach plus"
        ),
        "": (
            "by und-nehme und-nehm und-nehme-dafur and-take and-i-take and-claim and-i-claim et-prends et-je-prends "
            "et-revendique et-je-revendique und-beanspruche erst-einmal erst-mal but-no-boot but-without-a-boot "
            "but-without-boot mais-sans-botte mais-pas-de-botte soll sollen kommt und-mein and-my et-ma als-erstes "
            "als-zweites zuerst first and-first d'abord tout-d'abord aufs aber-ohne-stiefel aber-kein-stiefel "
            "aber-keinen-stiefel no-boots keine-stiefel pas-de-bottes sans-bottes nothing-claimed nothing-to-claim "
            "rien-a-revendiquer ne-revendique-rien je-ne-revendique-rien sans-revendiquer nichts-beansprucht "
            "nichts-zu-beanspruchen kein-anspruch revendique revendiquer revendiquant je-revendique numero le-numero "
            "nummer die-nummer number-is va va-en geht dazu mit platz vierteldrehung degrees viertel ein eine firstly "
            "second secondly premier premierement deuxieme deuxiemement en-premier en-second en-deuxieme erstens "
            "zweitens cell square spot place in number nr no. rot please svp bitte case nach zu aimerais kachel karte "
            "stein einen reclame reclamer reclamant pas-de-botte sans-rien-reclamer sans-rien kein-stiefel "
            "keinen-stiefel ohne-anspruch beanspruche beanspruchen without-claiming-anything without-claiming "
            "no-claims claim-nothing ab i i'll i'd lay put play take tile tiles it at to on onto with a an the my "
            "rotated rotate rotation rotations turned turns turn times quarter-turns quarters quarter boot boots "
            "pitchfork fork no-boot no-pitchfork no-claim without-a-boot without-boot without-a-pitchfork goes go "
            "claim claiming claims one-boot over je pose poser posons placer mets mettre joue jouer la tuile le les "
            "l' en sur avec une un et-une tourne tournee fois quarts-de-tour quart-de-tour botte bottes ma fourche "
            "pion sans-pion "
            "sans-botte sans-fourche une-botte ich lege leg legen setze setzen spiele spiel plattchen spielen das den "
            "die auf einem einer meinem gedreht drehung drehungen mal stiefel gabel ohne-stiefel ohne-gabel um "
            "vierteldrehungen"
        ),
    },
    parts={
        "boot boots pitchfork fork claim claiming botte bottes pion fourche revendique stiefel gabel": (
            r"[lb]\s?\d|claim\w"
        ),
        "turned rotated rotate rotation tournee pivotee gedreht drehung vierteldrehung": (
            r"(?<=\s)(?:r(?:ot)?\s?)?[0-3](?!\w)"
        ),
    },
    naming=_NAMED,
    named={
        f"claim{part}{kind}": tuple(f"the.{letter}{part and '.'}{part}" for letter in letters)
        for kind, letters in _KINDS.items()
        for part in _PARTS_NAMED
    },
)
