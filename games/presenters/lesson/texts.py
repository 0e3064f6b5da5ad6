"""Texts of the lesson. Each step explains one thing and asks one question."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .state import DONE, TURN_BACK


@dataclass(frozen=True, slots=True)
class LessonStep:
    """The texts of one step. Their parameters: pupil, partner, face, square, owed (see ``view.facts``)."""

    title: Promise
    paragraphs: tuple[Promise, ...]
    question: Promise


STEPS = {
    "way": LessonStep(
        _("Assam and his three directions"),
        (
            _("You are %(pupil)s and sell crimson rugs. %(partner)s sells the yellow ones. You each have 30 dirhams."),
            _(
                "Assam walks across the market for both of you. Your turn begins with him: "
                "give him a quarter turn to the left or right, or leave him as he is."
            ),
        ),
        _("Choose Assam’s direction."),
    ),
    "first": LessonStep(
        _("The die and your first rug"),
        (
            _(
                "The die has the faces 1, 2, 2, 3, 3 and 4. In this lesson you do not roll it: the "
                "lesson chooses the face. It shows %(face)s, so Assam has moved %(face)s squares. "
                "%(square)s is empty, so there is nothing to pay."
            ),
            _("Now lay a rug. It covers two squares, and one of them must share a side with Assam’s square."),
        ),
        _("Where do you want to lay your rug? Not every glowing place is allowed."),
    ),
    "edge": LessonStep(
        _("Over the edge"),
        (
            _("%(partner)s has had a turn. Now it’s your turn again."),
            _(
                "The mosaics along the edge lead back to the board. Assam leaves at one end of a "
                "mosaic and comes back at the other. The mosaic does not count as a step; the square "
                "where he comes back does."
            ),
        ),
        _("Turn Assam so that he can walk over the edge. He moves four squares at most."),
    ),
    "patch": LessonStep(
        _("Patches"),
        (
            _(
                "The lesson chooses %(face)s: Assam has followed a mosaic and stands on %(square)s. "
                "The next turn begins in the direction he faces now."
            ),
            _(
                "Rugs of one colour that touch along a side form a patch. The larger the patch, the "
                "more it costs to stop on it. Corners do not count."
            ),
        ),
        _("Where do you want to lay your second rug?"),
    ),
    "risk": LessonStep(
        _("Whose rug is this?"),
        (
            _("%(partner)s has laid a rug in your way. If you stop on another player’s rug, you pay its owner."),
            _(
                "Walking across it costs nothing. An empty square or your own rug costs nothing "
                "either. Next to each direction you see what every face of the die would bring."
            ),
        ),
        _("Choose Assam’s direction."),
    ),
    "pay": LessonStep(
        _("Paying"),
        (
            _("The lesson chooses %(face)s: Assam stops on %(square)s, on one of %(partner)s’s rugs."),
            _(
                "You owe one dirham for every square of the patch: all yellow squares connected "
                "along their sides, including the one under Assam. They are marked on the board."
            ),
        ),
        _("How many dirhams do you owe?"),
    ),
    "cover": LessonStep(
        _("Covering"),
        (
            _("Correct: you pay %(owed)s to %(partner)s."),
            _(
                "Now for your revenge. A rug can cover halves of other rugs, and what it covers no "
                "longer counts. But you can’t cover both squares of one rug at once if both are "
                "visible."
            ),
        ),
        _("Cover one of %(partner)s’s squares."),
    ),
    "end": LessonStep(
        _("The end"),
        (
            _("%(partner)s has laid the last rug, and the game is over."),
            _(
                "Every dirham in your purse is worth one point, and so is every square where one of your "
                "rugs is visible."
            ),
        ),
        _("Who has won?"),
    ),
    DONE: LessonStep(
        _("You can play Marrakech"),
        (
            _(
                "That is all: turn, roll, pay, lay. In a real game the die is rolled, and no one can "
                "choose the result or know it in advance. There are more rugs, and with two players "
                "each has two colours."
            ),
        ),
        _("Now play your first game against a friendly robot."),
    ),
}

# Feedback on wrong answers, by the code of ``check_answer``. The engine's own sentence comes first if there is one.
FEEDBACK = {
    "half-turn": _("Choose one of the other three directions."),
    "not-beside-assam": _("A corner is not enough: choose a place with a square right next to him."),
    "under-assam": _("He would have to jump. Lay it next to him."),
    "whole-rug": _("Choose a place that covers only half of it."),
    "stays": _("That way he stays on the board, whatever the die shows. Where is the edge close enough?"),
    "costs-nothing": _(
        "Well spotted: that way costs nothing, and in a real game you would take it. But this step "
        "is about paying. Choose another direction this time."
    ),
    "covers-nothing": _(
        "That is allowed, but it takes nothing from %(partner)s. Lay it over one of the yellow squares."
    ),
    "count": _("Not quite. Count the marked squares, including the one under Assam."),
    "sum": _("Count again: add up each player’s dirhams and visible squares."),
}
DEFAULT_FEEDBACK = _("Choose one of the places on the board.")
LABELS = {TURN_BACK: _("Turn around")}
