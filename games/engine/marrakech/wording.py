"""The words of Marrakech: its sentences in English, for translation, and what replies by email may say."""

from ..messages import counted, gettext_noop, ngettext_lazy
from ..prompts import ReplyWords

# Sentences of the analysis, for translation


_ANALYSIS: dict[str, str] = {
    "analysis.better": gettext_noop("The choices of %(seat)s were about %(points)s better than Greedy’s."),
    "analysis.better.own": gettext_noop("Your choices were about %(points)s better than Greedy’s."),
    "analysis.worse": gettext_noop("The choices of %(seat)s were about %(points)s worse than Greedy’s."),
    "analysis.worse.own": gettext_noop("Your choices were about %(points)s worse than Greedy’s."),
    "analysis.par": gettext_noop("Everyone’s choices were about as good as Greedy’s."),
    "analysis.notation": gettext_noop(
        "F, L and R: Assam keeps his direction, turns left or turns right. b2b3: a rug on b2 and b3."
    ),
    "analysis.method.value": gettext_noop(
        "Every position gets a value for each player: the points that player can expect at the end, as estimated by "
        "the robots, minus the average of the table. So a payment counts for exactly what is paid, and what one player "
        "gains, the others lose."
    ),
    "analysis.method.luck": gettext_noop(
        "The luck of a roll is the value of the position after it, with the best rug laid, minus the average over the "
        "six sides of the die. Every roll counts for every player: it is good luck, too, when another player’s roll "
        "makes them pay you. The colour of a rug drawn from a pile matters little and counts as 0, with its own error."
    ),
    "analysis.method.skill": gettext_noop(
        "Each rotation and each rug is compared with the best choice available, and with what the robot Greedy would "
        "have done in the same position. “Better than Greedy” means that you chose better than this robot."
    ),
    "analysis.method.error": gettext_noop(
        "The number after ± is a standard error: two times out of three, the true value lies within this range. It was "
        "measured by playing positions from many games to the end, again and again. The luck of one roll is accurate "
        "to about half a point, the comparison of two choices to about a third of a point. The errors of different "
        "turns are treated as independent, so their squares are added. Where you chose the same as Greedy, there is no "
        "error."
    ),
}


# Sentences about orders, for translation


_ORDERS: dict[str, str] = {
    "refused.orders-empty": gettext_noop("These orders are empty. Add a rotation or a rug."),
    "refused.orders-unreadable": gettext_noop(
        "“%(text)s” could not be understood. Write orders like this: %(example)s"
    ),
    "refused.orders-no-face": gettext_noop("There is no %(face)s on the die. Its faces are 1, 2, 3 and 4."),
    "refused.orders-twice": gettext_noop("You gave two rugs for a %(face)s. Choose one."),
    "refused.orders-two-rotations": gettext_noop("You turned Assam twice. Choose one of L, F and R."),
    "refused.condition-unreadable": gettext_noop(
        "“%(text)s” could not be understood. Write a condition like d4 N or d4, or leave it empty."
    ),
    "refused.condition-off-board": gettext_noop("There is no square %(square)s. The squares go from a1 to g7."),
    "condition.always": gettext_noop("whatever happens"),
    "condition.square": gettext_noop("if Assam stands on %(square)s"),
    "condition.facing": gettext_noop("if Assam faces %(facing)s"),
    "condition.pose": gettext_noop("if Assam stands on %(square)s facing %(facing)s"),
    "orders.square": gettext_noop("Assam is on"),
    "orders.direction": gettext_noop("Assam faces"),
    "orders.rotation": gettext_noop("Turn Assam"),
    "orders.lay": gettext_noop("Lay the rug"),
    "orders.lay-face": gettext_noop("Rug for a %(face)s"),
    "orders.nothing": gettext_noop("No rug is laid."),
    "orders.typing": gettext_noop("Otherwise, type two squares for each face, such as e6e7, or leave it empty."),
    "orders.L": gettext_noop("Left"),
    "orders.F": gettext_noop("Straight on"),
    "orders.R": gettext_noop("Right"),
    "orders.elsewhere": gettext_noop("Assam stands on %(square)s, facing %(facing)s."),
    "orders.no-rotation": gettext_noop("The orders do not say how to turn Assam: L, F or R."),
    "orders.no-rug": gettext_noop("The orders have no rug for any face of the die."),
    "orders.no-face": gettext_noop("The orders have no rug for the %(face)s that was rolled."),
    "orders.turned-before": gettext_noop("Under these rules, Assam turns before the roll, not after the rug is laid."),
    "orders.turned-already": gettext_noop("Assam has already been turned this turn."),
    "orders.laid-already": gettext_noop("Your rug is already laid. You can only turn Assam now."),
    "orders.face": gettext_noop("With a %(face)s Assam stops on %(square)s, and %(place)s is not possible. %(why)s"),
    "orders.rug": gettext_noop("With a %(face)s, %(place)s is not possible. %(why)s"),
    "orders.face-out": gettext_noop("With a %(face)s you would be out of the game and could not lay a rug."),
    "orders.over": gettext_noop("The game is over."),
    "orders.out": gettext_noop("You are out of the game."),
    "orders.no-turn": gettext_noop("You have no turns left."),
    "orders.never-there": gettext_noop("Assam can no longer be in this position when your turn begins."),
    "orders.never-beside": gettext_noop(
        "Wherever Assam stands when your turn begins, one of these rugs would not be beside him."
    ),
}


# The sentences of Marrakech in English, for translation


_NAMES = {
    "title.what": gettext_noop("a game of rugs and dice"),
    "title.summary": gettext_noop(
        "Sell rugs at the market. Turn Assam, roll the die, pay for the rug that he stops on, and lay one of yours."
    ),
    "ruleset.gigamic": gettext_noop("Classic"),
    "ruleset.gigamic.summary": gettext_noop("The rules from the box: turn Assam, roll, pay, lay a rug."),
    "ruleset.gigamic-variant": gettext_noop("Classic, turn last"),
    "ruleset.gigamic-variant.summary": gettext_noop(
        "You roll first. At the end of your turn you turn Assam left or right, for the next player."
    ),
    "ruleset.bga-help": gettext_noop("Facing south"),
    "ruleset.bga-help.3": gettext_noop("Facing south, 12 rugs"),
    "ruleset.bga-help.summary": gettext_noop(
        "Assam starts facing south; with three players, each has 12 rugs instead of 15."
    ),
    "ruleset.bga-help.summary.2": gettext_noop("Plays like Classic, but Assam starts facing south."),
    "ruleset.bga-help.summary.3": gettext_noop("Assam starts facing south, and everyone has 12 rugs instead of 15."),
    "ruleset.bga-help.summary.4": gettext_noop("Plays like Classic, but Assam starts facing south."),
    "ruleset.summary": gettext_noop("Classic, French summary"),
    "ruleset.summary.summary": gettext_noop("Plays like Classic; its text is that of a French summary."),
    "ruleset.summary-strict": gettext_noop("Always turn"),
    "ruleset.summary-strict.summary": gettext_noop(
        "Assam must turn left or right, no rug may lie across two others, and a rug that cannot be laid is discarded."
    ),
    "ruleset.slides": gettext_noop("15 rugs, out at zero"),
    "ruleset.slides.summary": gettext_noop(
        "One colour each, a roll-off for the first turn, and you are out of the game when you lose your last dirham."
    ),
    "ruleset.bga-code": gettext_noop("May cover own rugs"),
    "ruleset.bga-code.summary": gettext_noop("You may cover a whole rug of your own."),
    "ruleset.bga-code-end": gettext_noop("May cover own rugs, turn last"),
    "ruleset.bga-code-end.summary": gettext_noop(
        "You may cover a whole rug of your own, and you turn Assam, or leave him as he is, at the end of your turn."
    ),
    "ruleset.anu": gettext_noop("15 rugs, last one plays on"),
    "ruleset.anu.summary": gettext_noop("15 rugs each; the last player in the game plays on alone."),
    "robot.random": gettext_noop("Random"),
    "robot.random.summary": gettext_noop("Plays anything that the rules allow."),
    "robot.greedy": gettext_noop("Greedy"),
    "robot.greedy.summary": gettext_noop("Takes what looks best this turn and never thinks ahead."),
    "robot.careful": gettext_noop("Careful"),
    "robot.careful.summary": gettext_noop(
        "Weighs its own turn, the next rolls of the others and the payments to come."
    ),
    "robot.master": gettext_noop("Master"),
    "robot.master.summary": gettext_noop("Plays out each choice hundreds of times before it decides. Hard to beat."),
    "dice.heading": gettext_noop("The dice"),
    "chance.roll": gettext_noop("The die"),
    "chance.pile": gettext_noop("The pile of rugs"),
    "chance.order": gettext_noop("The roll-off"),
    "dice.explained": gettext_noop(
        "The die has six faces: 1, 2, 2, 3, 3, 4; a first byte of 252 or more is left out. A pile has one for each rug "
        "that is left in it."
    ),
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
    "option.rugs": gettext_noop("Rugs per player"),
    **{
        f"value.rugs.{value}.{seats}": number
        for value in ("24/15/12", "24/12/12", "15/15/15", "12/8/6")
        for seats, number in enumerate(value.split("/"), start=2)
    },
    "value.rugs.24/15/12": gettext_noop("24 with two players, 15 with three, 12 with four"),
    "value.rugs.24/12/12": gettext_noop("24 with two players, 12 with three or four"),
    "value.rugs.15/15/15": gettext_noop("always 15"),
    "value.rugs.12/8/6": gettext_noop("a short game: 12 with two players, 8 with three, 6 with four"),
    "option.two_player_colours": gettext_noop("Colours with two players"),
    "value.two_player_colours.2": gettext_noop("two colours each, half the rugs in each"),
    "value.two_player_colours.1": gettext_noop("one colour each"),
    "option.pile": gettext_noop("Order of the two colours"),
    "value.pile.shuffled": gettext_noop("a shuffled pile"),
    "value.pile.coin": gettext_noop("a coin toss for each rug"),
    "option.start_direction": gettext_noop("Assam starts facing"),
    "value.start_direction.any": gettext_noop("north"),
    "value.start_direction.S": gettext_noop("south"),
    "option.order": gettext_noop("Who plays first"),
    "value.order.given": gettext_noop("the first seat"),
    "value.order.rolloff": gettext_noop("the highest roll"),
    "option.rotate": gettext_noop("Assam is turned"),
    "value.rotate.before": gettext_noop("before the roll"),
    "value.rotate.end": gettext_noop("at the end of the turn, for the next player"),
    "option.straight": gettext_noop("Assam may go straight on"),
    "value.straight.yes": gettext_noop("yes"),
    "value.straight.no": gettext_noop("no, he must turn left or right"),
    "option.cover_own": gettext_noop("Covering a whole rug of your own"),
    "value.cover_own.no": gettext_noop("not allowed"),
    "value.cover_own.yes": gettext_noop("allowed"),
    "option.two_halves": gettext_noop("Laying a rug across two others"),
    "value.two_halves.yes": gettext_noop("allowed"),
    "value.two_halves.no": gettext_noop("not allowed"),
    "option.out_when": gettext_noop("A player is out of the game"),
    "value.out_when.cannot_pay": gettext_noop("when they cannot pay a debt in full"),
    "value.out_when.zero": gettext_noop("when they have nothing left after paying"),
    "value.out_when.never": gettext_noop("never: players pay what they have"),
    "option.out_rugs": gettext_noop("Rugs of a player who is out of the game"),
    "value.out_rugs.neutral": gettext_noop("cost nothing, but still count as rugs"),
    "value.out_rugs.empty": gettext_noop("count as empty squares"),
    "option.out_score": gettext_noop("Score of a player who is out of the game"),
    "value.out_score.none": gettext_noop("none"),
    "value.out_score.squares": gettext_noop("their visible squares, but they cannot win"),
    "option.survivor": gettext_noop("When one player is left"),
    "value.survivor.ends": gettext_noop("the game ends"),
    "value.survivor.plays_on": gettext_noop("the last player lays the remaining rugs"),
}

_BOARD = {
    "cell.empty": gettext_noop("%(square)s: empty"),
    "cell.half": gettext_noop(
        "%(square)s: half of %(seat)s’s %(colour)s rug; patch of %(size)s, others pay %(size)s here"
    ),
    "cell.whole": gettext_noop(
        "%(square)s: half of %(seat)s’s %(colour)s rug, the other half on %(other)s; patch of %(size)s, others pay "
        "%(size)s here"
    ),
    "cell.out.half": gettext_noop(
        "%(square)s: half of a %(colour)s rug belonging to %(seat)s, who is out of the game; stopping here costs "
        "nothing"
    ),
    "cell.out.whole": gettext_noop(
        "%(square)s: half of a %(colour)s rug belonging to %(seat)s, who is out of the game, the other half on "
        "%(other)s; stopping here costs nothing"
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
    "prompt.rotate": gettext_noop("Choose Assam’s direction, then roll."),
    "prompt.end": gettext_noop("Your rug is laid. Choose Assam’s direction for the next player."),
    "prompt.lay": gettext_noop("Lay your %(colour)s rug beside Assam."),
    "prompt.unlaid": gettext_noop("There is no place for your %(colour)s rug. Discard it to end your turn."),
    "choice.L": gettext_noop("Left, to the %(facing)s"),
    "choice.F": gettext_noop("Straight on, to the %(facing)s"),
    "choice.R": gettext_noop("Right, to the %(facing)s"),
    "board.stop": gettext_noop("Go to Assam’s square"),
    "key.L": gettext_noop("Turn Assam left"),
    "key.F": gettext_noop("Do not turn Assam"),
    "key.R": gettext_noop("Turn Assam right"),
    "choice.rug": gettext_noop("%(first)s and %(second)s"),
    "choice.unlaid": gettext_noop("Discard the rug"),
    "toll.empty": gettext_noop("empty square"),
    "toll.own": gettext_noop("%(seat)s’s own rug: nothing to pay"),
    "toll.own.own": gettext_noop("your own rug: nothing to pay"),
    "toll.neutral": gettext_noop("a rug of a player who is out of the game: nothing to pay"),
    "toll.rent": gettext_noop("%(seat)s pays %(paid_amount)s to %(to_seat)s"),
    "toll.rent.own": gettext_noop("you pay %(paid_amount)s to %(to_seat)s"),
    "toll.part": gettext_noop("%(seat)s owes %(owed_amount)s to %(to_seat)s but can only pay %(paid)s"),
    "toll.part.own": gettext_noop("you owe %(owed_amount)s to %(to_seat)s but can only pay %(paid)s"),
    "toll.out": gettext_noop("%(seat)s is out of the game"),
    "toll.out.own": gettext_noop("you are out of the game"),
    "covers.half": gettext_noop("covers half of %(seat)s’s %(colour)s rug on %(square)s"),
    "covers.half.own": gettext_noop("covers half of your %(colour)s rug on %(square)s"),
    "patch.joins": gettext_noop("joins %(seat)s’s %(colour)s patch (%(size)s squares)"),
    "patch.joins.own": gettext_noop("joins your %(colour)s patch (%(size)s squares)"),
    "patch.new": gettext_noop("starts a new patch"),
}

# Short forms for narrow columns and subjects of emails.
_BRIEF = {
    "came.roll": gettext_noop("you rolled %(result)s"),
    "prompt.end.brief": gettext_noop("turn Assam"),
    "prompt.lay.brief": gettext_noop("lay a rug"),
    "prompt.unlaid.brief": gettext_noop("discard the rug"),
    "toll.empty.brief": gettext_noop("empty"),
    "toll.own.brief": gettext_noop("own rug"),
    "toll.neutral.brief": gettext_noop("no one’s rug"),
    "toll.rent.brief": gettext_noop("%(paid)s to %(to_seat)s"),
    "toll.part.brief": gettext_noop("all %(paid)s to %(to_seat)s"),
    "toll.out.brief": gettext_noop("out"),
}

_AMOUNTS = {
    **counted("amount.dirhams", ngettext_lazy("%(count)s dirham", "%(count)s dirhams")),
    **counted("amount.points", ngettext_lazy("%(count)s point", "%(count)s points")),
    "feat.patch": gettext_noop("Longest patch"),
    "feat.rent": gettext_noop("Highest payment"),
    "feat.no-rent": gettext_noop("Paid nothing in a whole game"),
    "highlight.patch": gettext_noop("Longest patch at the end"),
    **counted("amount.patch", ngettext_lazy("%(count)s square", "%(count)s squares")),
    **counted("amount.squares", ngettext_lazy("%(count)s visible square", "%(count)s visible squares")),
}

_TOLD = {
    "told.L": gettext_noop("%(seat)s turned Assam left. He now faces %(facing)s."),
    "told.L.own": gettext_noop("You turned Assam left. He now faces %(facing)s."),
    "told.F": gettext_noop("%(seat)s left Assam facing %(facing)s."),
    "told.F.own": gettext_noop("You left Assam facing %(facing)s."),
    "told.R": gettext_noop("%(seat)s turned Assam right. He now faces %(facing)s."),
    "told.R.own": gettext_noop("You turned Assam right. He now faces %(facing)s."),
    "told.roll": gettext_noop("%(seat)s rolled %(face)s. Assam stopped on %(square)s, facing %(facing)s."),
    "told.roll.own": gettext_noop("You rolled %(face)s. Assam stopped on %(square)s, facing %(facing)s."),
    "told.roll_via": gettext_noop(
        "%(seat)s rolled %(face)s. Assam walked via %(way)s and stopped on %(square)s, facing %(facing)s."
    ),
    "told.roll_via.own": gettext_noop(
        "You rolled %(face)s. Assam walked via %(way)s and stopped on %(square)s, facing %(facing)s."
    ),
    "told.roll_mosaic": gettext_noop(
        "%(seat)s rolled %(face)s. Assam walked round a mosaic and stopped on %(square)s, facing %(facing)s."
    ),
    "told.roll_mosaic.own": gettext_noop(
        "You rolled %(face)s. Assam walked round a mosaic and stopped on %(square)s, facing %(facing)s."
    ),
    "told.roll_mosaic_via": gettext_noop(
        "%(seat)s rolled %(face)s. Assam walked round a mosaic via %(way)s and stopped on %(square)s, facing "
        "%(facing)s."
    ),
    "told.roll_mosaic_via.own": gettext_noop(
        "You rolled %(face)s. Assam walked round a mosaic via %(way)s and stopped on %(square)s, facing %(facing)s."
    ),
    "told.empty": gettext_noop("The square is empty: %(seat)s pays nothing."),
    "told.empty.own": gettext_noop("The square is empty: you pay nothing."),
    "told.own": gettext_noop("The rug belongs to %(seat)s: nothing to pay."),
    "told.own.own": gettext_noop("The rug belongs to you: nothing to pay."),
    "told.neutral": gettext_noop("The rug belongs to a player who is out of the game: %(seat)s pays nothing."),
    "told.neutral.own": gettext_noop("The rug belongs to a player who is out of the game: you pay nothing."),
    "told.paid": gettext_noop("%(seat)s paid %(paid_amount)s to %(to_seat)s."),
    "told.paid.own": gettext_noop("You paid %(paid_amount)s to %(to_seat)s."),
    "told.paid.to_own": gettext_noop("%(seat)s paid you %(paid_amount)s."),
    "told.paid_part": gettext_noop("%(seat)s owed %(owed_amount)s to %(to_seat)s but could only pay %(paid)s."),
    "told.paid_part.own": gettext_noop("You owed %(owed_amount)s to %(to_seat)s but could only pay %(paid)s."),
    "told.paid_part.to_own": gettext_noop("%(seat)s owed you %(owed_amount)s but could only pay %(paid)s."),
    "told.out": gettext_noop("%(seat)s is out of the game."),
    "told.out.own": gettext_noop("You are out of the game."),
    "told.laid": gettext_noop("%(seat)s laid a %(colour)s rug on %(first)s and %(second)s."),
    "told.laid.own": gettext_noop("You laid a %(colour)s rug on %(first)s and %(second)s."),
    "told.unlaid": gettext_noop("%(seat)s had no place for a %(colour)s rug and discarded it."),
    "told.unlaid.own": gettext_noop("You had no place for a %(colour)s rug and discarded it."),
    "told.drew": gettext_noop("%(seat)s’s next rug is %(colour)s."),
    "told.drew.own": gettext_noop("Your next rug is %(colour)s."),
    "told.rolloff": gettext_noop("%(seat)s rolled %(face)s for the order of play."),
    "told.rolloff.own": gettext_noop("You rolled %(face)s for the order of play."),
    "told.place": gettext_noop("Position %(place)s in the order of play: %(seat)s."),
    "told.place.own": gettext_noop("Position %(place)s in the order of play: you."),
    "told.resigns": gettext_noop("%(seat)s resigned."),
    "told.resigns.own": gettext_noop("You resigned."),
    "told.out of time": gettext_noop("%(seat)s ran out of time."),
    "told.out of time.own": gettext_noop("You ran out of time."),
    "undo.late": gettext_noop("You can’t undo your turn: since then a die has been rolled or a rug drawn."),
    "told.left": gettext_noop("%(seat)s wins."),
    "told.left.own": gettext_noop("You win."),
    "told.won": gettext_noop("%(seat)s wins with %(score_amount)s: %(dirhams_amount)s and %(squares_amount)s."),
    "told.won.own": gettext_noop("You win with %(score_amount)s: %(dirhams_amount)s and %(squares_amount)s."),
    "told.shared": gettext_noop(
        "%(seat)s shares the win with %(score_amount)s: %(dirhams_amount)s and %(squares_amount)s."
    ),
    "told.shared.own": gettext_noop(
        "You share the win with %(score_amount)s: %(dirhams_amount)s and %(squares_amount)s."
    ),
    "end.rugs": gettext_noop("No rugs are left: the game is over."),
    "end.survivor": gettext_noop("Only one player is left: the game is over."),
    "end.resigned": gettext_noop("No opponents are left: the game is over."),
    "end.aborted": gettext_noop("The game ended without a result."),
}

_REFUSED = {
    "refused.game-over": gettext_noop("The game is over."),
    "refused.no-such-seat": gettext_noop("This seat does not exist at this table."),
    "refused.already-out": gettext_noop("This player is already out of the game."),
    "refused.not-your-turn": gettext_noop("It’s not your turn."),
    "refused.wrong-phase": gettext_noop("You can’t play this at this point in the turn."),
    "refused.chance-due": gettext_noop("Wait for the roll."),
    "refused.no-chance-due": gettext_noop("There is nothing to roll or draw now."),
    "refused.other-chance-due": gettext_noop("This is not the roll or draw that is due now."),
    "refused.impossible-result": gettext_noop("This result is not possible."),
    "refused.half-turn": gettext_noop("Assam can turn left or right, but he cannot turn round."),
    "refused.must-turn": gettext_noop("With these rules, Assam must turn left or right."),
    "refused.no-way": gettext_noop("Choose a square beside Assam to turn him."),
    "refused.off-board": gettext_noop("A rug can’t hang over the edge of the board."),
    "refused.not-a-rug": gettext_noop("A rug covers two squares that share a side."),
    "refused.under-assam": gettext_noop("You can’t lay a rug under Assam."),
    "refused.not-beside-assam": gettext_noop("Too far from Assam: a rug must touch a side of his square."),
    "refused.whole-rug": gettext_noop("You can’t cover a whole rug at once."),
    "refused.two-halves": gettext_noop("With these rules, a rug can’t cover parts of two other rugs."),
    "refused.can-lay": gettext_noop("There is room for the rug: you must lay it."),
    "refused.unreadable": gettext_noop("This action is not written correctly."),
}

PHRASES: dict[str, str] = {
    **_NAMES,
    **_OPTIONS,
    **_BOARD,
    **_PROMPTS,
    **_BRIEF,
    **_AMOUNTS,
    **_TOLD,
    **_REFUSED,
    **_ORDERS,
    **_ANALYSIS,
}


_SAID = "turn move go answer choice pick decision vote direction"
_IS = {side: " ".join(f"my-{noun}-is-{side}" for noun in _SAID.split()) for side in ("left", "right")}
REPLY_WORDS = ReplyWords(
    pieces="assam rug carpet tapis teppich",
    meanings={
        "L": (
            "g-comme-gauche l-wie-links l-as-in-left l-for-left "
            f"{_IS['left']} it-is-left-then "
            "l left leftwards gauche links turn-left to-the-left on-the-left a-gauche tourner-a-gauche tourne-a-gauche "
            "nach-links left-hand left-side left-hand-side answer-is-left move-is-left choice-is-left linksrum "
            "linksherum hard-left links-lang links-soll-er off-to-the-left virage-a-gauche counterclockwise "
            "counter-clockwise anticlockwise"
        ),
        "F": (
            "geradeaus-soll-er droit-devant pas-de-changement straight-as-an-arrow straight-on-till-morning "
            "g-wie-geradeaus f-as-in-forward pas-de-virage sans-virage no-turns kein-abbiegen nix-drehen "
            "sans-tourner meme-cap same-way garde-la-direction strait strait-on strait-ahead strait-forward "
            "straight-forward gerade-aus grade-aus grade-aus-weiter ne-tourne-pas ne-pas-tourner drehe-nicht "
            "nicht-abbiege f fwd straight forward forwards ahead straight-on straight-ahead go-straight front "
            "tout-droit tt-droit en-avant avant devant geradeaus gerade vorwarts gradeaus do-not-turn don't-turn "
            "no-turn not-turn without-turning no-turning not-turning same-direction onward onwards ohne-drehung "
            "on-ne-tourne-pas no-change meme-direction nicht-drehen ohne-drehen ohne-zu-drehen nicht-abbiegen "
            "keep-direction"
        ),
        "R": (
            "d-comme-droite r-wie-rechts r-as-in-right r-for-right "
            f"{_IS['right']} right-turn "
            "r right rightwards droite rechts turn-right to-the-right on-the-right a-droite tourner-a-droite "
            "answer-is-right move-is-right choice-is-right right-hand right-side right-hand-side tourne-a-droite "
            "hard-right rechts-lang rechts-soll-er off-to-the-right "
            "virage-a-droite nach-rechts rechtsrum rechtsherum clockwise"
        ),
        "--": (
            "discard discarded discard-it discard-the-rug away put-away put-it-away put-the-rug-away throw-away "
            "throw-it-away throw-the-rug-away skip-the-rug no-place bin-the-rug bin-it toss-it get-rid-of-it ecarter "
            "ecarte ecarter-le-tapis ranger mettre-de-cote mets-de-cote met-de-cote le-mets-de-cote defausser "
            "defausse jeter jette weg weglegen wegwerfen ablegen abwerfen"
        ),
    },
    fillers=(
        "let's-have-assam send-assam assam-can assam-peut assam-kann assam-darf rug-should-go rug-should rug-can-go "
        "carpet-should descende descend descends monte monter grimpe remonte avance avancer biegt abbiegt ab "
        "right-then right-so right-well ok-right cramoisi karmesinroter karmesinroten karmesin purpurroter bordeaux "
        "roi bleu-roi vert-pin konigsblau tannengrun on-ne-change-rien je-ne-change-rien ne-change-rien "
        "ich-andere-nichts wir-andern-nichts nichts-andern roter gelber blauer gruner rotes rote gelbe blaue grune "
        "crimson yellow royal-blue pine-green red blue green orange rouge jaune bleu vert rot roten gelb gelben blau "
        "blauen grun grunen assam rug rugs carpet carpets square squares die dice roll rolls rolling turn turns "
        "turning rotate rotates rotating march direction lay lays laying place placing put puts putting way tapis "
        "case cases de des lance lancer lances lancons tourne tourner tournez tournons tournes pose poser posez "
        "placer mets mettre mis coup tour cote toute veer veering swing swinging steer bear push send cover covering "
        "covers span drop stick slide set spread stretch unroll across over along assam-should he-should assam-soll "
        "er-soll teppich-soll assam-sollte cannot-place-it can't-place-it doesn't-fit does-not-fit won't-fit no-room "
        "passt-nicht passt-nirgends ne-rentre-pas ne-tient-pas if-it-fits if-i-can s'il-rentre wenn-er-passt "
        "wenn-es-passt cap file filons vire virer virons bifurque couvre couvrir couvrons recouvre etale etends "
        "deroule depose installe occupe posee rentre tient decke bedecke belege belegen schwenke schwenk stelle "
        "teppich teppiche feld felder wurfel wurfeln wurfle wurfelt dreh drehe drehen dreht lege leg legen legt "
        "setze setzen biege biegen abbiegen werfe werfen wirf herum rum richtung zug"
    ),
    others=(
        "were-right were-so-right the-one-on-the-left the-one-on-the-right one-on-the-left one-on-the-right "
        "der-links-davon der-rechts-davon right-behind right-beside right-next right-under right-below right-above "
        "right-in-front celui-de-gauche celui-de-droite celle-de-gauche celle-de-droite links-davon rechts-davon "
        "gerade-los le-droit-de avais-le-droit droit-au-but all-right that's-right you're-right you-are-right "
        "is-right was-right right-away right-now right-after right-on right-o right-of right-here right-there "
        "right-hand-man yeah-right straight-up i'm-ahead way-ahead ahead-of way-forward forward-this forward-it "
        "both-left also-left left-of links-von rechts-von quite-right all-rights i-left i've-left is-left was-left "
        "are-left left-over time-left one-left two-left three-left four-left none-left all-left everyone-left "
        "everybody-left who-is-left have-left has-left had-left left-the left-me left-us he-left she-left they-left "
        "we-left who-left you-left he-is-right look-forward looking-forward go-ahead gerade-so gerade-gut gerade-mal "
        "gerade-eben il-reste tapis-est du-hast-recht avant-de avant-que avant-le devant-le"
    ),
    openers="right",
    alone={
        "F": (
            "keep-going keep-on keep-walking keep-on-going keep-on-walking carry-on carry-on-going carry-on-walking "
            "carry-on-as-he-is carry-on-as-before walk-on go-on-walking stay-on-course stay-the-course hold-course "
            "hold-the-course continues on-he-goes full-steam-ahead continue-comme-ca continuer-comme-ca on-continue "
            "il-continue continuer-sur-sa-lancee garder-le-cap garde-le-cap einfach-weiter immer-weiter weiterlaufen "
            "weitergehen weiter-wie-bisher weiter-so-wie-bisher lauft-weiter geht-weiter laufe-weiter "
            "richtung-beibehalten richtung-halten keine-drehung kurs-halten"
        ),
    },
    spelt="left right straight forward forwards gauche droite tout links rechts geradeaus leftwards rightwards",
    square=r"(?:[a-z]\d|[b-z]\s\d)",  # "on a 1" has no square a1
    squares=2,
    suggested={
        "L": gettext_noop("left, turn left"),
        "F": gettext_noop("straight, forward"),
        "R": gettext_noop("right, turn right"),
        "--": gettext_noop("discard, put away"),
    },
)
