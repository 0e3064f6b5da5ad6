"""The design page: every component in every state, to be looked at while one works on it. Wired only with DEBUG."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from games.presenters.art import things
from games.presenters.showcase import exhibits


def design(request: HttpRequest) -> HttpResponse:
    """Show the components and the boards; ``?choose=`` takes a choice on them."""
    boards = exhibits(
        "marrakech", request.GET.get("choose", ""), lambda text: {"href": "?" + urlencode({"choose": text})}
    )
    pictures = [things.die_svg(face, title=str(face), ident=f"die-{face}") for face in (1, 2, 3, 4)]
    pictures += [things.coin_svg(size=40), things.purse_svg(size=64)]
    rugs = [things.rug_svg(style, size=96) for style in ("c", "y", "r", "p", "other", "more")]
    return render(request, "dev/design.html", {"boards": boards, "pictures": pictures, "rugs": rugs})
