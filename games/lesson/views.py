"""View of the lesson, whose whole state is in the address."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.common.forms import valid_values
from games.play.robots import FIRST_ROBOT

from .marram import marram_lesson
from .presenters import lesson_view


class LessonForm(forms.Form):
    """The answers so far (``log``), one previewed on the board (``choose``), and the new one (``action``).

    ``answer`` is true if the form was sent, with or without an answer. Invalid values are ignored.
    """

    log = forms.CharField(required=False, max_length=60)
    choose = forms.CharField(required=False, max_length=20)
    action = forms.CharField(required=False, max_length=20)
    answer = forms.BooleanField(required=False)


def _context(view: object, values: Mapping[str, Any]) -> dict[str, object]:
    is_empty = bool(values.get("answer")) and not values.get("action")
    return {"view": view, "robot": FIRST_ROBOT, "is_empty": is_empty}


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show a step. A correct answer redirects to the next step, any other gets feedback."""
    values = valid_values(LessonForm(request.GET))
    log, answer = values.get("log", ""), values.get("action", "")
    view = lesson_view(log, chosen=values.get("choose", ""), answer=answer)
    if view.log != log:
        query = "?" + urlencode({"log": view.log}) if view.log else ""
        return redirect(reverse("games:learn") + query)
    return render(request, "games/lesson/learn.html", _context(view, values))


@require_safe
def learn_marram(request: HttpRequest) -> HttpResponse:
    """Show a step of the lesson of Marram, as ``learn`` does for Marrakech."""
    values = valid_values(LessonForm(request.GET))
    log = values.get("log", "")
    view = marram_lesson(log, chosen=values.get("choose", ""), answer=values.get("action", ""))
    if view.log != log:
        query = "?" + urlencode({"log": view.log}) if view.log else ""
        return redirect(view.address + query)
    return render(request, "games/lesson/learn.html", _context(view, values))
