import pytest
from django.test import Client
from django.urls import reverse

from games.analysis import analyses
from games.analysis.models import Analysis
from games.core.models import JobState
from tests.helpers.admin_pages import page
from tests.makers import finished_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


def failed() -> Analysis:
    row = Analysis.objects.get(game=finished_game())
    Analysis.objects.filter(pk=row.pk).update(state=JobState.FAILED, reason="error", detail="the abacus broke")
    return row


def again(client: Client, row: Analysis) -> str:
    """Choose the row and have it computed again; return the page that follows."""
    data = {"action": "again", "_selected_action": [row.pk], "confirmed": "yes"}
    return client.post(reverse("admin:games_analysis_changelist"), data, follow=True).content.decode()


def test_the_list_of_analyses_says_why_one_failed(admin_client: Client) -> None:
    failed()
    assert "the abacus broke" in page(admin_client, "analysis", "?state__exact=failed")


def test_an_analysis_is_found_by_its_table(admin_client: Client) -> None:
    row = failed()
    assert row.game.name in page(admin_client, "analysis", f"?q={row.game.code}")
    assert row.game.name not in page(admin_client, "analysis", "?q=nothing")


def test_a_failed_analysis_is_queued_again(admin_client: Client) -> None:
    row = failed()
    assert "queued again" in again(admin_client, row)
    assert Analysis.objects.get(pk=row.pk).state == JobState.QUEUED


def test_a_queued_analysis_is_not_queued_again(admin_client: Client) -> None:
    row = Analysis.objects.get(game=finished_game())
    assert "it is already queued or running" in again(admin_client, row)


def test_the_admin_page_of_an_analysis_leaves_the_numbers_out(admin_client: Client) -> None:
    row = Analysis.objects.get(game=finished_game())
    analyses.compute(row.pk)
    html = admin_client.get(reverse("admin:games_analysis_change", args=[row.pk])).content.decode()
    assert '"decisions"' not in html
    assert "&quot;decisions&quot;" not in html
