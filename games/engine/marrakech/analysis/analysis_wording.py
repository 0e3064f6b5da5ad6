"""What the analysis of a game says, as catalogue texts."""

from ...core import gettext_noop

PHRASES: dict[str, str] = {
    "analysis.lucky": gettext_noop("%(points)s ± %(error)s dirhams lucky"),
    "analysis.unlucky": gettext_noop("%(points)s ± %(error)s dirhams unlucky"),
    "analysis.neither": gettext_noop("neither lucky nor unlucky (0 ± %(error)s dirhams)"),
    "analysis.better": gettext_noop("%(points)s ± %(error)s better than par"),
    "analysis.worse": gettext_noop("%(points)s ± %(error)s worse than par"),
    "analysis.par": gettext_noop("at par (0 ± %(error)s)"),
    "analysis.method.value": gettext_noop(
        "Each position was given a value for each player: the points that the player may expect to have in the end, as "
        "the robots estimate them, less the average of the table. So a payment counts as what is paid, and what one "
        "player gains the others lose."
    ),
    "analysis.method.luck": gettext_noop(
        "The luck of a roll is the value of the position after it, with the best rug laid, less the average over the "
        "six sides of the die. All rolls count for everybody: to be paid by somebody else’s roll is good luck, too. "
        "The colour of a rug drawn from a pile matters little and counts as 0, with an error of its own."
    ),
    "analysis.method.skill": gettext_noop(
        "Each rotation and each rug was compared with the best one there was, and with what the robot Greedy would "
        "have done in the same place. The latter is par: whoever is better than par has chosen better than this robot."
    ),
    "analysis.method.error": gettext_noop(
        "The number after ± is a standard error: two times out of three the truth lies within it. It comes from "
        "playing positions of many games on again and again: the luck of one roll is off by about half a point, the "
        "comparison of two choices by about a third of one. The errors of different turns are taken as independent, so "
        "it is their squares that add up. Where a choice was par, there is nothing to be wrong about."
    ),
}
