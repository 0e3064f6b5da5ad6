"""Sentences about orders, for translation."""

from ...messages import gettext_noop

PHRASES: dict[str, str] = {
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
