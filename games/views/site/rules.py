"""View of the rules."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import select_template
from django.views.decorators.http import require_safe

from games.presenters.rules import rules_page


@require_safe
def rules(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show the rules of a title, by default the first, with animated boards, and what its rulesets change."""
    page = rules_page(title)
    template = select_template([f"games/rules/{page.title.key}.html", "games/site/rules.html"])
    context = {
        "title": page.title,
        "titles": page.titles,
        "comparison": page.comparison,
        "scenes": page.scenes,
    }
    return HttpResponse(template.render(context, request))
