"""Sentences of the analysis, for translation."""

from ...messages import gettext_noop

PHRASES: dict[str, str] = {
    "analysis.lucky": gettext_noop("%(points)s ± %(error)s points of good luck"),
    "analysis.unlucky": gettext_noop("%(points)s ± %(error)s points of bad luck"),
    "analysis.neither": gettext_noop("neither lucky nor unlucky (0 ± %(error)s points)"),
    "analysis.better": gettext_noop("%(points)s ± %(error)s points better than Greedy"),
    "analysis.worse": gettext_noop("%(points)s ± %(error)s points worse than Greedy"),
    "analysis.par": gettext_noop("as good as Greedy (0 ± %(error)s points)"),
    "analysis.method.value": gettext_noop(
        "Every position gets a value for each player: the points that player can expect at the end, "
        "as estimated by the robots, minus the average of the table. So a payment counts for exactly "
        "what is paid, and what one player gains, the others lose."
    ),
    "analysis.method.luck": gettext_noop(
        "The luck of a roll is the value of the position after it, with the best rug laid, minus the "
        "average over the six sides of the die. Every roll counts for every player: it is good luck, "
        "too, when another player’s roll makes them pay you. The colour of a rug drawn from a pile "
        "matters little and counts as 0, with its own error."
    ),
    "analysis.method.skill": gettext_noop(
        "Each rotation and each rug is compared with the best choice available, and with what the "
        "robot Greedy would have done in the same position. “Better than Greedy” means that you "
        "chose better than this robot."
    ),
    "analysis.method.error": gettext_noop(
        "The number after ± is a standard error: two times out of three, the true value lies within "
        "this range. It was measured by playing positions from many games to the end, again and "
        "again. The luck of one roll is accurate to about half a point, the comparison of two "
        "choices to about a third of a point. The errors of different turns are treated as "
        "independent, so their squares are added. Where you chose the same as Greedy, there is no "
        "error."
    ),
}
