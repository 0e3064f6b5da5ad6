"""What there is to say about orders, as catalogue texts."""

from ...core import gettext_noop

PHRASES: dict[str, str] = {
    "refused.orders-empty": gettext_noop("These orders are empty."),
    "refused.orders-unreadable": gettext_noop("“%(text)s” is not how orders are written. This would be: %(example)s"),
    "refused.orders-no-face": gettext_noop("The die has no %(face)s: its faces are 1, 2, 3 and 4."),
    "refused.orders-twice": gettext_noop("There are two rugs for a %(face)s."),
    "refused.orders-two-rotations": gettext_noop("Assam is to be turned twice: choose one of L, F and R."),
    "refused.condition-unreadable": gettext_noop(
        "“%(text)s” is not how a condition is written. Like this: d4 N, or only d4, or nothing for whatever happens."
    ),
    "refused.condition-off-board": gettext_noop("There is no square %(square)s: they go from a1 to g7."),
    "condition.always": gettext_noop("whatever happens"),
    "condition.square": gettext_noop("if Assam stands on %(square)s"),
    "condition.facing": gettext_noop("if Assam faces %(facing)s"),
    "condition.pose": gettext_noop("if Assam stands on %(square)s facing %(facing)s"),
    "orders.L": gettext_noop("Left"),
    "orders.F": gettext_noop("Straight on"),
    "orders.R": gettext_noop("Right"),
    "orders.elsewhere": gettext_noop("Assam stands on %(square)s, facing %(facing)s."),
    "orders.no-rotation": gettext_noop("The orders do not say how to turn Assam: L, F or R."),
    "orders.no-rug": gettext_noop("The orders have no rug for any face of the die."),
    "orders.no-face": gettext_noop("The orders have no rug for the %(face)s that was rolled."),
    "orders.turned-before": gettext_noop("Assam is turned before the roll here, not once the rug lies."),
    "orders.turned-already": gettext_noop("Assam has been turned in this turn already."),
    "orders.laid-already": gettext_noop("Your rug lies already: now only a rotation is due."),
    "orders.face": gettext_noop("With a %(face)s Assam comes to %(square)s, and %(place)s is not possible: %(why)s"),
    "orders.rug": gettext_noop("With a %(face)s: %(place)s is not possible. %(why)s"),
    "orders.face-out": gettext_noop("With a %(face)s you would be out of the game: no rug is laid then."),
    "orders.over": gettext_noop("The game is over."),
    "orders.out": gettext_noop("You are out of the game."),
    "orders.no-turn": gettext_noop("You have no turn left."),
    "orders.never-there": gettext_noop("Assam can no longer come to stand like that when your turn begins."),
    "orders.never-beside": gettext_noop(
        "However Assam may stand when your turn begins, one of these rugs would not be beside him."
    ),
}
