"""Everything Marrakech says, as English texts for the catalogues. Parameters stand as ``%(name)s``."""

from ..core import gettext_noop
from .orders import order_wording
from .analysis import analysis_wording

_NAMES = {
    "ruleset.gigamic": gettext_noop("Gigamic"),
    "ruleset.gigamic.summary": gettext_noop("The rule sheet from the box: turn Assam, roll, pay, lay a rug."),
    "ruleset.gigamic-variant": gettext_noop("Gigamic, variant"),
    "ruleset.gigamic-variant.summary": gettext_noop(
        "The variant on the rule sheet: roll first, and turn Assam at the end, for whoever comes next."
    ),
    "ruleset.bga-help": gettext_noop("Board Game Arena help page"),
    "ruleset.bga-help.summary": gettext_noop("As the help page is written: three players have twelve rugs each, too."),
    "ruleset.summary": gettext_noop("Summary"),
    "ruleset.summary.summary": gettext_noop("A French summary of the rules, with gaps filled from the rule sheet."),
    "ruleset.summary-strict": gettext_noop("Summary, to the letter"),
    "ruleset.summary-strict.summary": gettext_noop(
        "Assam must always turn, no rug may lie on two others, and a rug without a place is put away."
    ),
    "ruleset.slides": gettext_noop("Class slides"),
    "ruleset.slides.summary": gettext_noop(
        "Fifteen rugs of one colour each, a roll-off for the first turn, and your last dirham puts you out."
    ),
    "ruleset.bga-code": gettext_noop("Board Game Arena program"),
    "ruleset.bga-code.summary": gettext_noop("What the program really does: you may cover your own whole rugs."),
    "ruleset.bga-code-end": gettext_noop("Board Game Arena program, turning at the end"),
    "ruleset.bga-code-end.summary": gettext_noop("The same, with Assam turned, or not, at the end of the turn."),
    "ruleset.anu": gettext_noop("University course"),
    "ruleset.anu.summary": gettext_noop("Fifteen rugs each; the last player in the game plays on alone."),
    "robot.random": gettext_noop("Random"),
    "robot.random.summary": gettext_noop("Plays anything that is allowed."),
    "robot.greedy": gettext_noop("Greedy"),
    "robot.greedy.summary": gettext_noop("Takes what looks best this turn and never thinks of the next."),
    "robot.careful": gettext_noop("Careful"),
    "robot.careful.summary": gettext_noop("Weighs its own turn, what the others may roll next, and the tolls to come."),
    "robot.master": gettext_noop("Master"),
    "robot.master.summary": gettext_noop("Plays each choice on hundreds of times before it decides. Hard to beat."),
    "chance.roll": gettext_noop("The die"),
    "chance.pile": gettext_noop("The pile of rugs"),
    "chance.order": gettext_noop("The roll-off"),
    "colour.c": gettext_noop("crimson"),
    "colour.y": gettext_noop("yellow"),
    "colour.r": gettext_noop("royal blue"),
    "colour.p": gettext_noop("pine green"),
    "facing.N": gettext_noop("north"),
    "facing.E": gettext_noop("east"),
    "facing.S": gettext_noop("south"),
    "facing.W": gettext_noop("west"),
}

_OPTIONS = {
    "option.dirhams": gettext_noop("Purse at the start"),
    "value.dirhams.30": gettext_noop("30 dirhams"),
    "value.dirhams.20": gettext_noop("20 dirhams"),
    "value.dirhams.50": gettext_noop("50 dirhams"),
    "option.rugs": gettext_noop("Rugs for each player"),
    "value.rugs.24/15/12": gettext_noop("24 with two players, 15 with three, 12 with four"),
    "value.rugs.24/12/12": gettext_noop("24 with two players, 12 with three or four"),
    "value.rugs.15/15/15": gettext_noop("always 15"),
    "value.rugs.12/8/6": gettext_noop("a short game: 12 with two players, 8 with three, 6 with four"),
    "option.two_player_colours": gettext_noop("Colours with two players"),
    "value.two_player_colours.2": gettext_noop("two colours each, half of the rugs in each"),
    "value.two_player_colours.1": gettext_noop("one colour each"),
    "option.pile": gettext_noop("Order of the two colours"),
    "value.pile.shuffled": gettext_noop("a shuffled pile"),
    "value.pile.coin": gettext_noop("a coin is tossed for each rug"),
    "option.start_direction": gettext_noop("Assam begins facing"),
    "value.start_direction.any": gettext_noop("north"),
    "value.start_direction.S": gettext_noop("south"),
    "option.order": gettext_noop("Who begins"),
    "value.order.given": gettext_noop("the first seat"),
    "value.order.rolloff": gettext_noop("whoever rolls highest"),
    "option.rotate": gettext_noop("Assam is turned"),
    "value.rotate.before": gettext_noop("before the roll"),
    "value.rotate.end": gettext_noop("at the end of the turn, for the next player"),
    "option.straight": gettext_noop("Assam may go straight on"),
    "value.straight.yes": gettext_noop("yes"),
    "value.straight.no": gettext_noop("no, he must turn left or right"),
    "option.cover_own": gettext_noop("Covering a whole rug of your own"),
    "value.cover_own.no": gettext_noop("not allowed"),
    "value.cover_own.yes": gettext_noop("allowed"),
    "option.two_halves": gettext_noop("A rug on halves of two different rugs"),
    "value.two_halves.yes": gettext_noop("allowed"),
    "value.two_halves.no": gettext_noop("not allowed"),
    "option.out_when": gettext_noop("A player goes out"),
    "value.out_when.cannot_pay": gettext_noop("when a debt cannot be paid in full"),
    "value.out_when.zero": gettext_noop("when nothing is left after paying"),
    "value.out_when.never": gettext_noop("never: one pays what one has"),
    "option.out_rugs": gettext_noop("Rugs of a player who is out"),
    "value.out_rugs.neutral": gettext_noop("cost nothing, but are still rugs"),
    "value.out_rugs.empty": gettext_noop("count as empty squares"),
    "option.out_score": gettext_noop("Score of a player who is out"),
    "value.out_score.none": gettext_noop("none"),
    "value.out_score.squares": gettext_noop("the visible squares, without a chance to win"),
    "option.survivor": gettext_noop("When one player is left"),
    "value.survivor.ends": gettext_noop("the game ends"),
    "value.survivor.plays_on": gettext_noop("the last player lays the remaining rugs"),
}

_BOARD = {
    "cell.empty": gettext_noop("%(square)s: empty"),
    "cell.half": gettext_noop(
        "%(square)s: half of a %(colour)s rug of %(seat)s; patch of %(size)s, landing costs %(size)s"
    ),
    "cell.whole": gettext_noop(
        "%(square)s: half of a %(colour)s rug of %(seat)s, the other half on %(other)s; "
        "patch of %(size)s, landing costs %(size)s"
    ),
    "cell.out.half": gettext_noop(
        "%(square)s: half of a %(colour)s rug of %(seat)s, who is out; landing costs nothing"
    ),
    "cell.out.whole": gettext_noop(
        "%(square)s: half of a %(colour)s rug of %(seat)s, who is out, the other half on %(other)s; "
        "landing costs nothing"
    ),
    "cell.assam": gettext_noop("%(lying)s; Assam stands here, facing %(facing)s"),
    "token.assam": gettext_noop("Assam stands on %(square)s"),
    "stat.dirhams": gettext_noop("Dirhams"),
    "stat.rugs": gettext_noop("Rugs left"),
    "stat.next": gettext_noop("Next rug"),
    "stat.squares": gettext_noop("Visible squares"),
    "stat.score": gettext_noop("Score"),
}

_PROMPTS = {
    "prompt.rotate": gettext_noop("Which way shall Assam walk? Choose, and the die is rolled."),
    "prompt.end": gettext_noop("Your rug lies. Which way shall Assam face for the next player?"),
    "prompt.lay": gettext_noop("Lay your %(colour)s rug beside Assam."),
    "prompt.unlaid": gettext_noop("There is no place for your %(colour)s rug. Put it away to end your turn."),
    "choice.L": gettext_noop("Left, to the %(facing)s"),
    "choice.F": gettext_noop("Straight on, to the %(facing)s"),
    "choice.R": gettext_noop("Right, to the %(facing)s"),
    "key.L": gettext_noop("Turn Assam to the left"),
    "key.F": gettext_noop("Leave Assam as he looks"),
    "key.R": gettext_noop("Turn Assam to the right"),
    "choice.rug": gettext_noop("%(first)s and %(second)s"),
    "choice.unlaid": gettext_noop("Put the rug away"),
    "toll.empty": gettext_noop("an empty square"),
    "toll.own": gettext_noop("a rug of %(seat)s: nothing to pay"),
    "toll.neutral": gettext_noop("a rug of a player who is out: nothing to pay"),
    "toll.rent": gettext_noop("%(seat)s pays %(paid)s to %(to_seat)s"),
    "toll.part": gettext_noop("%(seat)s owes %(owed)s to %(to_seat)s and can only pay %(paid)s"),
    "toll.out": gettext_noop("%(seat)s goes out"),
    "covers.nothing": gettext_noop("covers nothing"),
    "covers.half": gettext_noop("covers half of a %(colour)s rug of %(seat)s on %(square)s"),
    "patch.joins": gettext_noop("joins a %(colour)s patch, now of %(size)s"),
    "patch.new": gettext_noop("a patch of its own"),
}

# The same in as few words as a narrow column or a subject has room for.
_BRIEF = {
    "came.roll": gettext_noop("you rolled %(result)s"),
    "prompt.end.brief": gettext_noop("turn Assam"),
    "prompt.lay.brief": gettext_noop("lay a rug"),
    "prompt.unlaid.brief": gettext_noop("put the rug away"),
    "toll.empty.brief": gettext_noop("free"),
    "toll.own.brief": gettext_noop("own rug"),
    "toll.neutral.brief": gettext_noop("nobody’s rug"),
    "toll.rent.brief": gettext_noop("%(paid)s to %(to_seat)s"),
    "toll.part.brief": gettext_noop("all %(paid)s to %(to_seat)s"),
    "toll.out.brief": gettext_noop("out"),
}

_TOLD = {
    "told.L": gettext_noop("%(seat)s turned Assam left, to face %(facing)s."),
    "told.F": gettext_noop("%(seat)s left Assam facing %(facing)s."),
    "told.R": gettext_noop("%(seat)s turned Assam right, to face %(facing)s."),
    "told.roll": gettext_noop("%(seat)s rolled %(face)s. Assam walked by %(way)s and faces %(facing)s on %(square)s."),
    "told.roll_mosaic": gettext_noop(
        "%(seat)s rolled %(face)s. Assam walked round a mosaic, by %(way)s, and faces %(facing)s on %(square)s."
    ),
    "told.empty": gettext_noop("The square is empty: nothing to pay for %(seat)s."),
    "told.own": gettext_noop("The rug belongs to %(seat)s: nothing to pay."),
    "told.neutral": gettext_noop("The rug belongs to a player who is out: nothing to pay for %(seat)s."),
    "told.paid": gettext_noop("%(seat)s paid %(paid)s to %(to_seat)s."),
    "told.paid_part": gettext_noop("%(seat)s owed %(owed)s to %(to_seat)s and paid %(paid)s, the whole purse."),
    "told.out": gettext_noop("%(seat)s is out of the game."),
    "told.laid": gettext_noop("%(seat)s laid a %(colour)s rug on %(first)s and %(second)s."),
    "told.unlaid": gettext_noop("%(seat)s found no place for a %(colour)s rug and put it away."),
    "told.drew": gettext_noop("The next rug of %(seat)s is %(colour)s."),
    "told.rolloff": gettext_noop("%(seat)s rolled %(face)s for the order of play."),
    "told.place": gettext_noop("%(place)s in the order of play: %(seat)s."),
    "told.resigns": gettext_noop("%(seat)s resigned."),
    "told.out of time": gettext_noop("%(seat)s ran out of time."),
    "told.abort": gettext_noop("The table broke off the game."),
    "told.won": gettext_noop(
        "%(seat)s wins with %(score)s points: %(dirhams)s dirhams and %(squares)s visible squares."
    ),
    "told.shared": gettext_noop(
        "%(seat)s shares the win with %(score)s points: %(dirhams)s dirhams and %(squares)s visible squares."
    ),
    "end.rugs": gettext_noop("No rug is left to lay: the game is over."),
    "end.survivor": gettext_noop("Only one player is still in the game: it is over."),
    "end.resigned": gettext_noop("Nobody is left to play against: the game is over."),
    "end.aborted": gettext_noop("The game ended without a result."),
}

_REFUSED = {
    "refused.game-over": gettext_noop("The game is over."),
    "refused.no-such-seat": gettext_noop("There is no such seat at this table."),
    "refused.already-out": gettext_noop("This player is already out of the game."),
    "refused.not-your-turn": gettext_noop("It is not your turn."),
    "refused.wrong-phase": gettext_noop("This is not what the turn asks for now."),
    "refused.chance-due": gettext_noop("First the die or the pile must speak."),
    "refused.no-chance-due": gettext_noop("Nothing is to be rolled or drawn now."),
    "refused.other-chance-due": gettext_noop("Something else is to be rolled or drawn now."),
    "refused.impossible-result": gettext_noop("The die and the pile cannot give this result."),
    "refused.half-turn": gettext_noop("Assam may turn left or right, but never about."),
    "refused.must-turn": gettext_noop("Assam must turn left or right here."),
    "refused.no-way": gettext_noop("Now Assam turns: choose a side of his square."),
    "refused.off-board": gettext_noop("A rug may not hang over the edge of the market."),
    "refused.not-a-rug": gettext_noop("A rug covers two squares that share a side."),
    "refused.under-assam": gettext_noop("No rug may be slipped under Assam’s feet."),
    "refused.not-beside-assam": gettext_noop("Too far from Assam: a rug must touch a side of his square."),
    "refused.whole-rug": gettext_noop("Nobody may cover a whole rug in one go."),
    "refused.two-halves": gettext_noop("A rug may not lie on halves of two different rugs here."),
    "refused.can-lay": gettext_noop("There is a place for the rug: it must be laid."),
    "refused.unreadable": gettext_noop("This is not how an action is written."),
}

PHRASES: dict[str, str] = {
    **_NAMES,
    **_OPTIONS,
    **_BOARD,
    **_PROMPTS,
    **_BRIEF,
    **_TOLD,
    **_REFUSED,
    **order_wording.PHRASES,
    **analysis_wording.PHRASES,
}
