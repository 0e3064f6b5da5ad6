"""What the lesson says: each step explains one thing and asks one."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .state import (TURN_BACK, DONE)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """The texts of one step. Their parameters: pupil, partner, face, square, owed (see ``view.facts``)."""

    title: Promise
    paragraphs: tuple[Promise, ...]
    question: Promise


STEPS = {
    "way": LessonStep(
        _("Assam and his three ways"),
        (
            _("You are %(pupil)s and sell crimson rugs; the yellow ones are %(partner)s’s. Each has 30 dirhams."),
            _(
                "Assam walks the market for both of you. Your turn begins with him: turn him a quarter to the left or "
                "to the right, or leave him as he stands."
            ),
        ),
        _("Which way shall Assam walk?"),
    ),
    "first": LessonStep(
        _("The die and your first rug"),
        (
            _(
                "The die has the faces 1, 2, 2, 3, 3 and 4. Here nobody rolls it: the lesson lays it as it needs it. "
                "It shows %(face)s: Assam went %(face)s squares. %(square)s is empty: nothing to pay."
            ),
            _("Now you lay a rug. It covers two squares, and one of them must share a side with Assam’s square."),
        ),
        _("Where shall your rug lie? Not every glowing place is allowed."),
    ),
    "edge": LessonStep(
        _("Over the edge"),
        (
            _("%(partner)s has had a turn. Now it is yours again."),
            _(
                "The mosaics along the edge are ways back. Assam leaves on one side of a mosaic and comes in again on "
                "the other. The mosaic is no step; the square behind it is one."
            ),
        ),
        _("Turn Assam so that he can walk over the edge. He goes four squares at most."),
    ),
    "patch": LessonStep(
        _("Patches"),
        (
            _(
                "The lesson lays %(face)s: Assam went round a mosaic and stands on %(square)s. The next turn begins "
                "with him as he looks now."
            ),
            _(
                "Rugs of one colour that touch by their sides are one patch. The larger it is, the more it costs "
                "whoever stops on it. Corners join nothing."
            ),
        ),
        _("Where shall your second rug lie?"),
    ),
    "risk": LessonStep(
        _("Whose rug is this?"),
        (
            _("%(partner)s has laid a rug in your way. Whoever stops on somebody else’s rug pays its owner."),
            _(
                "Walking across costs nothing; nor does an empty square, or a rug of your own. Beside each way stands "
                "what every face would bring."
            ),
        ),
        _("Which way shall Assam walk?"),
    ),
    "pay": LessonStep(
        _("Paying"),
        (
            _("The lesson lays %(face)s: Assam stops on %(square)s, on a rug of %(partner)s’s."),
            _(
                "You owe a dirham for every square of the patch: all yellow squares that hang together by their sides, "
                "his own among them. They are marked on the board."
            ),
        ),
        _("How many dirhams do you owe?"),
    ),
    "cover": LessonStep(
        _("Covering"),
        (
            _("So it is: %(owed)s dirhams go from your purse into %(partner)s’s."),
            _(
                "Now for your revenge. A rug may lie on halves of others, and what it covers counts no more. Only both "
                "squares of one rug at once, if both can be seen, are forbidden."
            ),
        ),
        _("Cover a square of %(partner)s’s."),
    ),
    "end": LessonStep(
        _("The end"),
        (
            _("%(partner)s has laid the last rug, and the game is over."),
            _("Every dirham in your purse is a point, and so is every square on which a rug of yours can be seen."),
        ),
        _("Who has won?"),
    ),
    DONE: LessonStep(
        _("You can play Marrakech"),
        (
            _(
                "That is all: turn, roll, pay, lay. In a real game the die is rolled, and nobody can choose it or know "
                "it before. There are more rugs, and two players have two colours each."
            ),
        ),
        _("Play a first game now, against a friendly robot."),
    ),
}

# Kind answers to what does not lead on, by the code of ``course.judge``; the engine's own words go before some.
FEEDBACK = {
    "half-turn": _("Choose one of the other three."),
    "not-beside-assam": _("A corner is not enough: look for a place with a square right beside him."),
    "under-assam": _("He would have to jump. Lay it beside him."),
    "whole-rug": _("Take a place that covers only half of it."),
    "stays": _("That way he stays on the market, whatever the die shows. Where is the edge near enough?"),
    "costs-nothing": _(
        "Well seen: that way costs nothing, and in a game you would take it. But today you are to see what paying is "
        "like. Take another one for once."
    ),
    "covers-nothing": _(
        "That is allowed, but it takes nothing from %(partner)s. Lay it across one of the yellow squares."
    ),
    "count": _("Not quite. Count the marked squares, the one under Assam among them."),
    "sum": _("Count again: the dirhams and the visible squares of each, added up."),
}
DEFAULT_FEEDBACK = _("Choose one of the places on the board.")
LABELS = {TURN_BACK: _("About, and back")}
